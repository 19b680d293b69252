package io.orcacid.writer;

import io.orcacid.format.RowId;
import io.orcacid.format.io.Storage;
import io.orcacid.format.layout.BucketFileName;
import io.orcacid.format.orc.AcidSchema;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.hadoop.hive.ql.exec.vector.ColumnVector;
import org.apache.hadoop.hive.ql.exec.vector.LongColumnVector;
import org.apache.hadoop.hive.ql.exec.vector.StructColumnVector;
import org.apache.hadoop.hive.ql.exec.vector.VectorizedRowBatch;
import org.apache.orc.TypeDescription;

/**
 * Delete events of one file, gathered to batches. The caller gives them in {@link
 * io.orcacid.format.RowIdOrder}, each row once (FORMAT.md §5.4). Not thread-safe.
 */
public final class DeleteEventFile {
  private final EventFile file;
  private final VectorizedRowBatch batch;
  private final LongColumnVector writeIds = new LongColumnVector();
  private final LongColumnVector buckets = new LongColumnVector();
  private final LongColumnVector rowIds = new LongColumnVector();
  private final LongColumnVector currentWriteIds = new LongColumnVector();

  private DeleteEventFile(EventFile file, TypeDescription schema) {
    this.file = file;
    this.batch = new VectorizedRowBatch(AcidSchema.ROW + 1);
    // A new batch claims to be full.
    batch.size = 0;
    LongColumnVector operation = new LongColumnVector(1);
    operation.fill(AcidSchema.DELETE);
    batch.cols[AcidSchema.OPERATION] = operation;
    batch.cols[AcidSchema.ORIGINAL_WRITE_ID] = writeIds;
    batch.cols[AcidSchema.BUCKET] = buckets;
    batch.cols[AcidSchema.ROW_ID] = rowIds;
    batch.cols[AcidSchema.CURRENT_WRITE_ID] = currentWriteIds;
    batch.cols[AcidSchema.ROW] = nullRow(AcidSchema.row(schema));
  }

  /**
   * Starts a file.
   *
   * @param storage where
   * @param directory absolute path of its directory, which is there
   * @param bucket bucket of the rows that are deleted
   * @param data columns of the table's data files
   * @param properties table properties; those of {@code orc.*} count
   */
  public static DeleteEventFile create(
      Storage storage,
      String directory,
      int bucket,
      TypeDescription data,
      Map<String, String> properties)
      throws IOException {
    // The full row type stands in the schema although every row is null: readers look at it
    // (FORMAT.md §5.2).
    TypeDescription schema = AcidSchema.of(data);
    return new DeleteEventFile(
        EventFile.create(
            storage,
            directory,
            BucketFileName.of(bucket),
            EventFile.Kind.DELETES,
            schema,
            properties,
            Optional.empty()),
        schema);
  }

  private static ColumnVector nullRow(TypeDescription row) {
    StructColumnVector struct =
        new StructColumnVector(1, new ColumnVector[row.getChildren().size()]);
    VectorizedRowBatch columns = row.createRowBatch(1);
    System.arraycopy(columns.cols, 0, struct.fields, 0, struct.fields.length);
    struct.isRepeating = true;
    struct.noNulls = false;
    struct.isNull[0] = true;
    return struct;
  }

  /** Adds a delete of a row by a transaction. */
  public void add(long writeId, int bucketProperty, long rowId, long currentWriteId)
      throws IOException {
    writeIds.vector[batch.size] = writeId;
    buckets.vector[batch.size] = bucketProperty;
    rowIds.vector[batch.size] = rowId;
    currentWriteIds.vector[batch.size] = currentWriteId;
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

  /** Ends the file; its bytes are durable, its name is once the directory is synced. */
  public WriteResult.File finish() throws IOException {
    flush();
    return file.finish();
  }

  /** Row id of the last event of each stripe, once the file is finished. */
  public List<RowId> lastOfStripes() {
    return file.lastOfStripes();
  }

  /** Gives up; what was written is worthless. */
  public void abandon() throws IOException {
    file.abandon();
  }
}
