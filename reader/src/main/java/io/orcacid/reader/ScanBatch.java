package io.orcacid.reader;

import io.orcacid.format.RowId;
import org.apache.hadoop.hive.ql.exec.vector.LongColumnVector;
import org.apache.hadoop.hive.ql.exec.vector.VectorizedRowBatch;

/**
 * Some rows of one partition: deleted, invisible and filtered ones are left out by the batch's
 * {@code selected} rows. Valid until the next one is asked for; vectors are reused. Not
 * thread-safe.
 *
 * <p>Row ids are there only if they were asked for; rows are addressed as in the batch's vectors.
 */
public final class ScanBatch {
  private final String partition;
  private final VectorizedRowBatch rows;
  private final LongColumnVector writeIds;
  private final LongColumnVector buckets;
  private final LongColumnVector rowIds;

  ScanBatch(
      String partition,
      VectorizedRowBatch rows,
      LongColumnVector writeIds,
      LongColumnVector buckets,
      LongColumnVector rowIds) {
    this.partition = partition;
    this.rows = rows;
    this.writeIds = writeIds;
    this.buckets = buckets;
    this.rowIds = rowIds;
  }

  /** Path of the rows' partition below the table, empty if there are none. */
  public String partition() {
    return partition;
  }

  /** The rows: the columns asked for, in that order. */
  public VectorizedRowBatch rows() {
    return rows;
  }

  /** Write ids by row, repeating or not; do not change. */
  public LongColumnVector writeIds() {
    return writeIds;
  }

  /** Bucket properties by row, repeating or not; do not change. */
  public LongColumnVector bucketProperties() {
    return buckets;
  }

  /** Row numbers by row, repeating or not; do not change. */
  public LongColumnVector rowIds() {
    return rowIds;
  }

  /** Write id of a row's address. */
  public long writeId(int row) {
    return writeIds.vector[writeIds.isRepeating ? 0 : row];
  }

  /** Bucket property of a row's address. */
  public int bucketProperty(int row) {
    return (int) buckets.vector[buckets.isRepeating ? 0 : row];
  }

  /** Row number of a row's address. */
  public long rowId(int row) {
    return rowIds.vector[rowIds.isRepeating ? 0 : row];
  }

  /** The three as a value. */
  public RowId id(int row) {
    return new RowId(writeId(row), bucketProperty(row), rowId(row));
  }
}
