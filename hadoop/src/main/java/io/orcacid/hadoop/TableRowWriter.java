package io.orcacid.hadoop;

import io.orcacid.DistributedWrite;
import io.orcacid.TaskFiles;
import io.orcacid.TaskWriter;
import io.orcacid.WriteTask;
import io.orcacid.error.ValidationException;
import java.io.Closeable;
import java.io.IOException;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.io.NullWritable;
import org.apache.hadoop.mapreduce.TaskAttemptID;
import org.apache.orc.TypeDescription;

/** Writes the records of one attempt of a task. Not thread-safe. */
public final class TableRowWriter implements Closeable {
  private final JobFiles files;
  private final TaskAttemptID attempt;
  private final WriteTask task;
  private final TaskWriter writer;
  private final List<String> columns;
  private TypeDescription knownType;
  private int[] knownPositions;
  private boolean failed;
  private boolean closed;

  private TableRowWriter(JobFiles files, TaskAttemptID attempt, WriteTask task, TaskWriter writer) {
    this.files = files;
    this.attempt = attempt;
    this.task = task;
    this.writer = writer;
    this.columns = task.row().getFieldNames();
  }

  /**
   * Begins an attempt.
   *
   * @param configuration the task's
   */
  public static TableRowWriter open(Configuration configuration, TaskAttemptID attempt)
      throws IOException {
    OutputSettings output = new OutputSettings(configuration);
    JobFiles files = JobFiles.of(output);
    WriteTask task = files.task();
    WriteTask.Place place =
        new WriteTask.Place(
            attempt.getTaskID().getId(),
            output.tasks().orElse(WriteTask.MOST_TASKS),
            files.attempt(attempt));
    return new TableRowWriter(
        files,
        attempt,
        task,
        task.open(output.place().storage(), place, files.visible(), output.options()));
  }

  /**
   * Writes a record: of an insert its value, an {@link AcidRow}; of a delete its key, an {@link
   * AcidAddress}; of an update the row at its key becomes its value, is taken away if there is no
   * value, and comes new if there is no key.
   *
   * @throws ValidationException if the record is something else, or a value does not fit
   */
  public void write(Object key, Object value) throws IOException {
    boolean written = false;
    try {
      writeRecord(key instanceof NullWritable ? null : key, value);
      written = true;
    } finally {
      failed |= !written;
    }
  }

  private void writeRecord(Object key, Object value) throws IOException {
    AcidRow row = value instanceof AcidRow given ? given : null;
    if (task.kind() == DistributedWrite.Kind.INSERT && row != null) {
      writer.insert(values(row));
    } else if (task.kind() == DistributedWrite.Kind.DELETE && key instanceof AcidAddress address) {
      writer.delete(address.address());
    } else if (task.kind() == DistributedWrite.Kind.UPDATE
        && key instanceof AcidAddress address
        && row != null) {
      writer.update(address.address(), values(row));
    } else if (task.kind() == DistributedWrite.Kind.UPDATE
        && key instanceof AcidAddress address
        && (value == null || value instanceof NullWritable)) {
      writer.delete(address.address());
    } else if (task.kind() == DistributedWrite.Kind.UPDATE && key == null && row != null) {
      writer.insert(values(row));
    } else {
      throw new ValidationException(
          "A record is not what the job's operation writes: AcidRow as value to insert, AcidAddress"
              + " as key to delete, both to update",
          "operation",
          task.kind(),
          "key",
          key == null ? "none" : key.getClass().getName(),
          "value",
          value == null ? "none" : value.getClass().getName());
    }
  }

  /** By name: a row may have the columns in any order, but has all of them and no other. */
  private Object[] values(AcidRow row) {
    if (row.type() != knownType) {
      knownPositions = positions(row.type());
      knownType = row.type();
    }
    Object[] values = new Object[knownPositions.length];
    for (int i = 0; i < values.length; i++) {
      values[i] = row.get(knownPositions[i]);
    }
    return values;
  }

  private int[] positions(TypeDescription type) {
    List<String> names = type.getFieldNames();
    int[] positions = new int[columns.size()];
    for (int i = 0; i < positions.length; i++) {
      positions[i] = -1;
      for (int j = 0; j < names.size(); j++) {
        if (names.get(j).equalsIgnoreCase(columns.get(i))) {
          positions[i] = j;
        }
      }
      if (positions[i] < 0 || names.size() != positions.length) {
        throw new ValidationException(
            "A row has other columns than the table", "row", names, "table", columns);
      }
    }
    return positions;
  }

  /** Ends the attempt, so that it may be committed; one that failed is given up. */
  @Override
  public void close() throws IOException {
    if (closed) {
      return;
    }
    closed = true;
    try (writer) {
      if (!failed) {
        TaskFiles written = writer.finish();
        files.complete(attempt, written);
      }
    }
  }
}
