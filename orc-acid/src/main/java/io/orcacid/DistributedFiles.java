package io.orcacid;

import io.orcacid.error.ValidationException;
import io.orcacid.format.io.DurableOutput;
import io.orcacid.format.io.Storage;
import io.orcacid.format.orc.AcidVersion;
import io.orcacid.writer.WriteResult;
import io.orcacid.writer.WriteTarget;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * The files of many tasks put together: which directories they make, and from where each file moves
 * to them. Not thread-safe.
 */
final class DistributedFiles {
  /** Files of a directory by name, so that they are moved and named in the same order. */
  private final Map<Place, TreeMap<String, Moving>> directories = new TreeMap<>();

  /**
   * A directory to be made.
   *
   * @param statement number of its statement within the step, as deletes come before inserts
   */
  private record Place(int statement, String partition, String name) implements Comparable<Place> {
    @Override
    public int compareTo(Place other) {
      int order = Integer.compare(statement, other.statement);
      return order != 0 ? order : partition.compareTo(other.partition);
    }
  }

  private record Moving(String root, WriteResult.File file) {}

  /**
   * @throws ValidationException if two attempts have a file for the same place, or one of them is
   *     of another transaction
   */
  static DistributedFiles of(WriteTask task, Collection<TaskFiles> winners) {
    DistributedFiles files = new DistributedFiles();
    for (TaskFiles winner : winners) {
      if (winner.writeId() != task.writeId()
          || winner.statements().size() != task.kind().statements()) {
        throw new ValidationException(
            "A task's files are of another transaction: run the task again",
            "writeId",
            task.writeId(),
            "found",
            winner.writeId());
      }
      for (int i = 0; i < winner.statements().size(); i++) {
        for (WriteResult.Directory directory : winner.statements().get(i).directories()) {
          files.add(i, winner.root(), directory);
        }
      }
    }
    return files;
  }

  private void add(int statement, String root, WriteResult.Directory directory) {
    Place place = new Place(statement, directory.partition(), directory.name());
    TreeMap<String, Moving> known = directories.computeIfAbsent(place, key -> new TreeMap<>());
    for (WriteResult.File file : directory.files()) {
      Moving other = known.put(file.name(), new Moving(root, file));
      if (other != null) {
        throw new ValidationException(
            "Two tasks wrote the same bucket, which has one owner: send its rows to one task, or"
                + " name one attempt of each",
            "partition",
            directory.partition(),
            "file",
            directory.name() + "/" + file.name(),
            "attempts",
            List.of(other.root(), root));
      }
    }
  }

  /** The directories as the commit names them; in the order of their statements. */
  WriteResult result() {
    List<WriteResult.Directory> all = new ArrayList<>();
    directories.forEach(
        (place, files) ->
            all.add(
                new WriteResult.Directory(
                    place.partition(),
                    place.name(),
                    files.values().stream().map(Moving::file).toList())));
    return new WriteResult(all);
  }

  /**
   * Moves the files, and makes them durable up to the table's root. The write id keeps them
   * invisible until the commit.
   */
  void move(WriteTarget target) throws IOException {
    Storage storage = target.storage();
    for (Map.Entry<Place, TreeMap<String, Moving>> each : directories.entrySet()) {
      Place place = each.getKey();
      String path = path(target.root(), place);
      storage.createDirectoryExclusively(path);
      for (Map.Entry<String, Moving> file : each.getValue().entrySet()) {
        storage.rename(
            path(file.getValue().root(), place) + "/" + file.getKey(), path + "/" + file.getKey());
      }
      try (DurableOutput out = storage.create(path + "/" + AcidVersion.FILE_NAME)) {
        out.write(AcidVersion.VERSION_2.getBytes(StandardCharsets.US_ASCII));
      }
      storage.syncDirectoriesUpTo(path, target.root());
    }
  }

  private static String path(String root, Place place) {
    return place.partition().isEmpty()
        ? root + "/" + place.name()
        : root + "/" + place.partition() + "/" + place.name();
  }
}
