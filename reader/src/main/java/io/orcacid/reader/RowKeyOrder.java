package io.orcacid.reader;

import io.orcacid.error.CorruptFileException;
import io.orcacid.format.RowIdOrder;

/**
 * Checks that the row ids of a data file rise strictly (FORMAT.md §5.4): an id that comes twice, or
 * out of order, would be deleted once and read twice. Not thread-safe.
 */
final class RowKeyOrder {
  private final String path;
  private long writeId = Long.MIN_VALUE;
  private int bucket;
  private long rowId;

  RowKeyOrder(String path) {
    this.path = path;
  }

  void check(long nextWriteId, int nextBucket, long nextRowId) {
    if (RowIdOrder.compare(writeId, bucket, rowId, nextWriteId, nextBucket, nextRowId) >= 0) {
      throw new CorruptFileException(
          "Row ids of a data file do not rise: an id stands twice or out of order",
          "path",
          path,
          "writeId",
          nextWriteId,
          "bucket",
          nextBucket,
          "rowId",
          nextRowId);
    }
    writeId = nextWriteId;
    bucket = nextBucket;
    rowId = nextRowId;
  }
}
