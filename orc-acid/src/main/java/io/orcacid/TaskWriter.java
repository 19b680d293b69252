package io.orcacid;

import io.orcacid.error.ValidationException;
import io.orcacid.format.BucketProperty;
import io.orcacid.format.io.Storage;
import io.orcacid.format.layout.BucketFileName;
import io.orcacid.format.orc.RowIdSet;
import io.orcacid.reader.AcidSplit;
import io.orcacid.reader.BatchReader;
import io.orcacid.reader.ScanBatch;
import io.orcacid.reader.ScanPlan;
import io.orcacid.writer.DeleteWriter;
import io.orcacid.writer.InsertWriter;
import io.orcacid.writer.WriteResult;
import io.orcacid.writer.WriteTarget;
import io.orcacid.writer.WriterOptions;
import java.io.Closeable;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.hadoop.hive.ql.exec.vector.VectorizedRowBatch;

/**
 * Writes the rows of one attempt of a task. Closed without {@link #finish}: what it wrote is
 * removed. Not thread-safe.
 */
public final class TaskWriter implements Closeable {
  private final WriteTask task;
  private final Storage storage;
  private final WriteTask.Place place;
  private final List<AcidSplit> visible;
  private final WriterOptions options;
  private final WriteTarget target;
  private DeleteWriter deleter;
  private InsertWriter insertWriter;
  private Inserter inserter;
  private boolean finished;

  TaskWriter(
      WriteTask task,
      Storage storage,
      WriteTask.Place place,
      List<AcidSplit> visible,
      WriterOptions options) {
    this.task = task;
    this.storage = storage;
    this.place = place;
    this.visible = visible;
    this.options = options;
    this.target = task.target(storage).under(place.root());
  }

  /**
   * Adds a row.
   *
   * @param values one for each column of the table in declared order
   * @throws ValidationException if the tasks only delete, or a value does not fit
   */
  public void insert(Object... values) throws IOException {
    inserter().row(values);
  }

  /** Adds the selected rows of a batch of all columns in declared order. */
  public void insert(VectorizedRowBatch rows) throws IOException {
    inserter().batch(rows);
  }

  /**
   * Takes a row away.
   *
   * @throws ValidationException if the tasks only insert, or the row was taken away before
   */
  public void delete(Address address) throws IOException {
    DeleteWriter deletes = deleter();
    RowIdSet known = deletes.deletes().get(address.partition());
    if (known != null && known.contains(address.rowId())) {
      throw new ValidationException(
          "A row is deleted or updated twice in one step", "address", address);
    }
    deletes.delete(
        address.partition(),
        address.rowId().writeId(),
        address.rowId().bucketProperty(),
        address.rowId().rowId());
  }

  /** Replaces a row. */
  public void update(Address address, Object... values) throws IOException {
    require(DistributedWrite.Kind.UPDATE);
    delete(address);
    insert(values);
  }

  private Inserter inserter() {
    if (task.kind() == DistributedWrite.Kind.DELETE) {
      throw new ValidationException(
          "The tasks of this step only delete", "table", task.root(), "task", place.task());
    }
    if (inserter == null) {
      int statement = task.firstStatement() + task.kind().statements() - 1;
      insertWriter = InsertWriter.ofMany(target, task.writeId(), statement, options, place.task());
      inserter = new Inserter(target.shape().row(), insertWriter::write);
    }
    return inserter;
  }

  private DeleteWriter deleter() {
    if (task.kind() == DistributedWrite.Kind.INSERT) {
      throw new ValidationException(
          "The tasks of this step only insert", "table", task.root(), "task", place.task());
    }
    if (deleter == null) {
      deleter = new DeleteWriter(target, task.writeId(), task.firstStatement());
    }
    return deleter;
  }

  private void require(DistributedWrite.Kind kind) {
    if (task.kind() != kind) {
      throw new ValidationException(
          "The tasks of this step do something else",
          "table",
          task.root(),
          "asked",
          kind,
          "is",
          task.kind());
    }
  }

  /**
   * Ends the files and makes them durable.
   *
   * @return what the driver's {@link DistributedWrite#finish} has to be told
   * @throws ValidationException if the transaction does not see a row that was taken away, or a row
   *     belongs to another task
   */
  public TaskFiles finish() throws IOException {
    List<WriteResult> statements = new ArrayList<>();
    if (task.kind() != DistributedWrite.Kind.INSERT) {
      statements.add(finishDeletes());
    }
    if (task.kind() != DistributedWrite.Kind.DELETE) {
      statements.add(finishInserts());
    }
    finished = true;
    return new TaskFiles(place.root(), task.writeId(), statements);
  }

  private WriteResult finishDeletes() throws IOException {
    if (deleter == null) {
      return new WriteResult(List.of());
    }
    for (Map.Entry<String, RowIdSet> each : deleter.deletes().entrySet()) {
      for (RowIdSet.Group group : each.getValue().groups()) {
        requireOwned(BucketProperty.bucket(group.bucketProperty()), each.getKey());
      }
    }
    requireVisible(deleter.deletes());
    return deleter.finish();
  }

  private WriteResult finishInserts() throws IOException {
    if (inserter == null) {
      return new WriteResult(List.of());
    }
    inserter.flush();
    WriteResult result = insertWriter.finish();
    if (task.isBucketed()) {
      for (WriteResult.Directory directory : result.directories()) {
        for (WriteResult.File file : directory.files()) {
          int bucket = BucketFileName.parse(file.name()).orElseThrow().bucket();
          requireOwned(bucket, directory.partition());
        }
      }
    }
    return result;
  }

  private void requireOwned(int bucket, String partition) {
    if (bucket % place.tasks() != place.task()) {
      throw new ValidationException(
          "A task got rows of a bucket that belongs to another one: send rows to the task that"
              + " their bucket's owner is",
          "task",
          place.task(),
          "tasks",
          place.tasks(),
          "bucket",
          bucket,
          "partition",
          partition);
    }
  }

  /** A second delete of a row would make Hive lose others (FORMAT.md §14, PROTOCOL.md R3a). */
  private void requireVisible(Map<String, RowIdSet> deletes) throws IOException {
    Map<String, RowIdSet> missing = new HashMap<>();
    deletes.forEach(
        (partition, ids) -> {
          RowIdSet copy = new RowIdSet();
          copy.addAll(ids);
          missing.put(partition, copy);
        });
    for (AcidSplit split : visible) {
      RowIdSet wanted = missing.get(split.partition());
      if (wanted != null && !wanted.isEmpty()) {
        removeSeen(split, wanted);
      }
    }
    missing.forEach(
        (partition, ids) ->
            ids.forEach(
                id -> {
                  throw AddressChanges.notVisible(partition, id);
                }));
  }

  private void removeSeen(AcidSplit split, RowIdSet wanted) throws IOException {
    try (BatchReader reader = ScanPlan.open(storage, split)) {
      for (Optional<ScanBatch> batch = reader.next(); batch.isPresent(); batch = reader.next()) {
        wanted.removeAll(AddressChanges.idsOf(batch.get()));
      }
    }
  }

  @Override
  public void close() throws IOException {
    if (finished) {
      return;
    }
    finished = true;
    try {
      if (insertWriter != null) {
        insertWriter.close();
      }
    } finally {
      if (deleter != null) {
        deleter.close();
      }
    }
  }
}
