package io.orcacid.format;

import java.util.Comparator;

/**
 * The one order of row ids (FORMAT.md §5.4): by write id, then bucket property <em>as a signed
 * int</em>, then row id, all ascending. Every ACID file is sorted by it; reader, writer and
 * compactor take it from here.
 */
public final class RowIdOrder {
  /**
   * The order as a comparator of values; hot loops use {@link #compare(long, int, long, long, int,
   * long)}.
   */
  public static final Comparator<RowId> COMPARATOR = RowId::compareTo;

  private RowIdOrder() {}

  /**
   * Negative, zero or positive as the first triple comes before, equals or comes after the second.
   */
  public static int compare(
      long writeId,
      int bucketProperty,
      long rowId,
      long otherWriteId,
      int otherBucketProperty,
      long otherRowId) {
    if (writeId != otherWriteId) {
      return writeId < otherWriteId ? -1 : 1;
    }
    if (bucketProperty != otherBucketProperty) {
      return bucketProperty < otherBucketProperty ? -1 : 1;
    }
    return Long.compare(rowId, otherRowId);
  }
}
