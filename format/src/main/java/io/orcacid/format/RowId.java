package io.orcacid.format;

import java.io.Serializable;

/**
 * Identity of a row, {@code ROW__ID} in Hive: unique within one partition only (PROTOCOL.md A), so
 * the address of a row is (partition, row id).
 *
 * @param writeId write id of the transaction that inserted the row; 0 for rows older than the
 *     table's transactions
 * @param bucketProperty encoded writer and statement, see {@link BucketProperty}
 * @param rowId number of the row within write id and bucket property, from 0
 */
public record RowId(long writeId, int bucketProperty, long rowId)
    implements Comparable<RowId>, Serializable {
  @Override
  public int compareTo(RowId other) {
    return RowIdOrder.compare(
        writeId, bucketProperty, rowId, other.writeId, other.bucketProperty, other.rowId);
  }
}
