package io.orcacid.hadoop;

import io.orcacid.TaskFiles;
import io.orcacid.WriteTask;
import io.orcacid.error.CorruptFileException;
import io.orcacid.error.ValidationException;
import io.orcacid.format.io.DurableOutput;
import io.orcacid.format.io.Storage;
import io.orcacid.reader.AcidSplit;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.TreeMap;
import org.apache.hadoop.mapreduce.TaskAttemptID;

/**
 * The files of a job in the table's directory, where every process of it finds them and nobody else
 * looks: what tasks have to know, what attempts write, and which attempts are committed.
 *
 * <pre>
 * _tmp.&lt;uuid&gt;/&lt;attempt of the job's driver&gt;/write      what tasks have to know
 *                                             /visible    rows that they may take away
 *                                             /attempts/  a directory and a list of files for each
 *                                             /tasks/     the lists of those that are committed
 * </pre>
 *
 * <p>Stateless.
 */
final class JobFiles {
  private final Storage storage;
  private final String root;

  private JobFiles(Storage storage, String root) {
    this.storage = storage;
    this.root = root;
  }

  /** Of a job as this attempt of its driver runs it, so that an older attempt is not met. */
  static JobFiles of(OutputSettings output) {
    int driver =
        output.settings().configuration().getInt("mapreduce.job.application.attempt.id", 0);
    return new JobFiles(
        output.place().storage(), output.place().root() + "/" + output.temporary() + "/" + driver);
  }

  /** Writes what tasks have to know. */
  void create(WriteTask task, List<AcidSplit> visible) throws IOException {
    storage.createDirectoryExclusively(root);
    storage.createDirectories(root + "/attempts");
    storage.createDirectories(root + "/tasks");
    put("write", task);
    if (!visible.isEmpty()) {
      put("visible", new ArrayList<>(visible));
    }
  }

  WriteTask task() throws IOException {
    return get(WriteTask.class, "write");
  }

  @SuppressWarnings("unchecked")
  List<AcidSplit> visible() throws IOException {
    return storage.exists(root + "/visible") ? get(ArrayList.class, "visible") : List.of();
  }

  /** Directory of an attempt's partitions. */
  String attempt(TaskAttemptID attempt) {
    return root + "/attempts/" + attempt;
  }

  /** An attempt is complete: it may be committed. */
  void complete(TaskAttemptID attempt, TaskFiles files) throws IOException {
    put("attempts/" + attempt + ".files", files);
  }

  boolean isComplete(TaskAttemptID attempt) throws IOException {
    return storage.exists(attempt(attempt) + ".files");
  }

  /** The one step that commits an attempt. */
  void commit(TaskAttemptID attempt) throws IOException {
    String list = attempt(attempt) + ".files";
    String committed = committed(attempt);
    if (!storage.exists(list) && storage.exists(committed)) {
      return;
    }
    storage.rename(list, committed);
    storage.syncDirectory(root + "/tasks");
  }

  /** First what makes it count, then what it wrote. */
  void abort(TaskAttemptID attempt) throws IOException {
    storage.delete(committed(attempt));
    storage.delete(attempt(attempt) + ".files");
    storage.delete(attempt(attempt));
  }

  private String committed(TaskAttemptID attempt) {
    return root + "/tasks/" + attempt.getTaskID().getId() + "-" + attempt.getId();
  }

  /**
   * One committed attempt of each task. Of several, as when an attempt was committed and died
   * before it could say so, the last: each of them is complete.
   *
   * @param tasks how many there must be, if that is known
   * @throws ValidationException if a task has none
   */
  Collection<TaskFiles> winners(OptionalInt tasks) throws IOException {
    Map<Integer, Integer> attempts = new TreeMap<>();
    for (String name : storage.names(root + "/tasks")) {
      String[] numbers = name.split("-", 2);
      if (numbers.length != 2 || !numbers[0].matches("\\d+") || !numbers[1].matches("\\d+")) {
        throw new CorruptFileException(
            "A file among those of a job is none of the job's", "path", root + "/tasks/" + name);
      }
      attempts.merge(Integer.valueOf(numbers[0]), Integer.valueOf(numbers[1]), Math::max);
    }
    for (int task = 0; task < tasks.orElse(0); task++) {
      if (!attempts.containsKey(task)) {
        throw new ValidationException(
            "A task of the job is not committed: a table is written by all tasks or none, so that"
                + " none may be given up",
            "task",
            task,
            "tasks",
            tasks.getAsInt());
      }
    }
    List<TaskFiles> winners = new ArrayList<>();
    for (Map.Entry<Integer, Integer> each : attempts.entrySet()) {
      winners.add(get(TaskFiles.class, "tasks/" + each.getKey() + "-" + each.getValue()));
    }
    return winners;
  }

  private void put(String name, Object value) throws IOException {
    try (DurableOutput out = storage.create(root + "/" + name)) {
      out.write(Serials.write(value));
    }
  }

  private <T> T get(Class<T> kind, String name) throws IOException {
    String path = root + "/" + name;
    try {
      return Serials.read(kind, storage.readFully(path), path);
    } catch (FileNotFoundException e) {
      throw new ValidationException(
          "The job was not set up, or is over: use OrcAcidOutputCommitter", e, "path", path);
    }
  }
}
