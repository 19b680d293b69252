package io.orcacid.writer;

import io.orcacid.error.ValidationException;
import io.orcacid.format.BucketProperty;
import io.orcacid.format.RowId;
import io.orcacid.format.layout.AcidDirectory;
import io.orcacid.format.orc.RowIdSet;
import java.io.Closeable;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Writes the deletes of one statement. Row ids may come in any order and more than once: they are
 * kept in compressed sets, and written sorted and once (FORMAT.md §5.4; two deletes of one row make
 * Hive lose others, §14 trap 2). A delete goes to the file of the <em>deleted row's</em> bucket
 * (HIVE-19890). Closed without {@link #finish}: all of it is removed. Not thread-safe.
 */
public final class DeleteWriter implements Closeable {
  private final WriteTarget target;
  private final long writeId;
  private final EventDirectories directories;
  private final Map<String, RowIdSet> deletes = new TreeMap<>();
  private boolean finished;

  /**
   * @param target where to
   * @param writeId write id of the deleting transaction
   * @param statement statement number, 0 to 4095; later than that of any row of the same
   *     transaction that it deletes
   */
  public DeleteWriter(WriteTarget target, long writeId, int statement) {
    this(target, writeId, statement, PartitionGate.OPEN);
  }

  /** The same, for a statement that may not write to every partition. */
  public DeleteWriter(WriteTarget target, long writeId, int statement, PartitionGate gate) {
    this.target = target;
    this.writeId = writeId;
    BucketProperty.encode(0, statement);
    this.directories =
        new EventDirectories(
            target, AcidDirectory.DeleteDelta.ofStatement(writeId, statement), gate);
  }

  /**
   * Marks a row of a partition for deletion.
   *
   * @throws ValidationException if no row of that id can be visible to this transaction
   *     (PROTOCOL.md R3a)
   */
  public void delete(String partition, long originalWriteId, int bucketProperty, long rowId) {
    if (originalWriteId > writeId || rowId < 0 || !BucketProperty.isKnown(bucketProperty)) {
      throw new ValidationException(
          "No such row can be visible to this transaction",
          "rowId",
          new RowId(originalWriteId, bucketProperty, rowId),
          "writeId",
          writeId);
    }
    deletes
        .computeIfAbsent(partition, key -> new RowIdSet())
        .add(originalWriteId, bucketProperty, rowId);
  }

  /** The row ids marked so far, by partition; the sets are live. */
  public Map<String, RowIdSet> deletes() {
    return deletes;
  }

  /**
   * Writes the files and makes them durable, directories up to the table's root included.
   *
   * @return what a commit has to name; nothing if no row was marked
   */
  public WriteResult finish() throws IOException {
    for (Map.Entry<String, RowIdSet> entry : deletes.entrySet()) {
      if (!entry.getValue().isEmpty()) {
        writePartition(entry.getKey(), entry.getValue());
      }
    }
    WriteResult result = directories.finish();
    finished = true;
    return result;
  }

  private void writePartition(String partition, RowIdSet rowIds) throws IOException {
    TreeMap<Integer, List<RowIdSet.Group>> groupsByBucket = new TreeMap<>();
    for (RowIdSet.Group group : rowIds.groups()) {
      groupsByBucket
          .computeIfAbsent(BucketProperty.bucket(group.bucketProperty()), key -> new ArrayList<>())
          .add(group);
    }
    String directory = directories.open(partition);
    for (Map.Entry<Integer, List<RowIdSet.Group>> bucket : groupsByBucket.entrySet()) {
      DeleteEventFile file =
          DeleteEventFile.create(
              target.storage(),
              directory,
              bucket.getKey(),
              target.shape().data(),
              target.properties());
      try {
        for (RowIdSet.Group group : bucket.getValue()) {
          RowIdSet.Cursor cursor = rowIds.cursor(group.writeId(), group.bucketProperty(), 0);
          for (long rowId = cursor.current(); rowId != RowIdSet.Cursor.END; rowId = cursor.next()) {
            file.add(group.writeId(), group.bucketProperty(), rowId, writeId);
          }
        }
      } catch (IOException | RuntimeException e) {
        file.abandon();
        throw e;
      }
      directories.add(partition, file.finish());
    }
  }

  @Override
  public void close() throws IOException {
    if (!finished) {
      directories.remove();
      finished = true;
    }
  }
}
