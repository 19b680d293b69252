package io.orcacid.writer;

import io.orcacid.error.ValidationException;
import io.orcacid.format.BucketProperty;
import io.orcacid.format.RowId;
import io.orcacid.format.layout.AcidDirectory;
import io.orcacid.format.layout.BucketFileName;
import io.orcacid.format.orc.AcidSchema;
import io.orcacid.format.orc.RowIdSet;
import java.io.Closeable;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.hadoop.hive.ql.exec.vector.ColumnVector;
import org.apache.hadoop.hive.ql.exec.vector.LongColumnVector;
import org.apache.hadoop.hive.ql.exec.vector.StructColumnVector;
import org.apache.hadoop.hive.ql.exec.vector.VectorizedRowBatch;
import org.apache.orc.TypeDescription;

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
    this.target = target;
    this.writeId = writeId;
    BucketProperty.encode(0, statement);
    this.directories =
        new EventDirectories(target, AcidDirectory.DeleteDelta.ofStatement(writeId, statement));
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
      DeleteFile file = new DeleteFile(directory, bucket.getKey());
      try {
        for (RowIdSet.Group group : bucket.getValue()) {
          RowIdSet.Cursor cursor = rowIds.cursor(group.writeId(), group.bucketProperty(), 0);
          for (long rowId = cursor.current(); rowId != RowIdSet.Cursor.END; rowId = cursor.next()) {
            file.add(group, rowId);
          }
        }
      } catch (IOException | RuntimeException e) {
        file.file.abandon();
        throw e;
      }
      directories.add(partition, file.finish());
    }
  }

  /** Events of one file, a batch at a time. */
  private final class DeleteFile {
    private final EventFile file;
    private final VectorizedRowBatch batch;
    private final LongColumnVector writeIds = new LongColumnVector();
    private final LongColumnVector buckets = new LongColumnVector();
    private final LongColumnVector rowIds = new LongColumnVector();

    DeleteFile(String directory, int bucket) throws IOException {
      // The full row type stands in the schema although every row is null: readers look at it
      // (FORMAT.md §5.2).
      TypeDescription schema = AcidSchema.of(target.shape().data());
      this.file =
          EventFile.create(
              target.storage(),
              directory,
              BucketFileName.of(bucket),
              EventFile.Kind.DELETES,
              schema,
              target.properties());
      this.batch = new VectorizedRowBatch(AcidSchema.ROW + 1);
      // A new batch claims to be full.
      batch.size = 0;
      batch.cols[AcidSchema.OPERATION] = constant(AcidSchema.DELETE);
      batch.cols[AcidSchema.ORIGINAL_WRITE_ID] = writeIds;
      batch.cols[AcidSchema.BUCKET] = buckets;
      batch.cols[AcidSchema.ROW_ID] = rowIds;
      batch.cols[AcidSchema.CURRENT_WRITE_ID] = constant(writeId);
      batch.cols[AcidSchema.ROW] = nullRow(AcidSchema.row(schema));
    }

    private ColumnVector nullRow(TypeDescription row) {
      StructColumnVector struct =
          new StructColumnVector(1, new ColumnVector[row.getChildren().size()]);
      VectorizedRowBatch columns = row.createRowBatch(1);
      System.arraycopy(columns.cols, 0, struct.fields, 0, struct.fields.length);
      struct.isRepeating = true;
      struct.noNulls = false;
      struct.isNull[0] = true;
      return struct;
    }

    private LongColumnVector constant(long value) {
      LongColumnVector vector = new LongColumnVector(1);
      vector.fill(value);
      return vector;
    }

    void add(RowIdSet.Group group, long rowId) throws IOException {
      writeIds.vector[batch.size] = group.writeId();
      buckets.vector[batch.size] = group.bucketProperty();
      rowIds.vector[batch.size] = rowId;
      batch.size++;
      if (batch.size == VectorizedRowBatch.DEFAULT_SIZE) {
        flush();
      }
    }

    private void flush() throws IOException {
      if (batch.size > 0) {
        file.add(batch, rowId(0), rowId(batch.size - 1));
        batch.size = 0;
      }
    }

    private RowId rowId(int row) {
      return new RowId(writeIds.vector[row], (int) buckets.vector[row], rowIds.vector[row]);
    }

    WriteResult.File finish() throws IOException {
      flush();
      return file.finish();
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
