package io.orcacid.bench.peers.paimon;

import io.orcacid.bench.rows.Digest;
import org.apache.paimon.data.BinaryString;
import org.apache.paimon.data.InternalRow;
import org.apache.paimon.data.Timestamp;

/** Touches the values of rows that have some of the columns of the table. */
final class RowDigest {
  private final Digest digest;
  private final int[] columns;
  private final long[] sums;
  private long rows;

  RowDigest(Digest digest, int[] columns) {
    this.digest = digest;
    this.columns = columns.clone();
    this.sums = new long[columns.length];
  }

  void add(InternalRow row) {
    rows++;
    for (int i = 0; i < columns.length; i++) {
      sums[i] += row.isNullAt(i) ? Digest.NULL : item(row, i);
    }
  }

  private long item(InternalRow row, int position) {
    return switch (columns[position]) {
      case 0 -> row.getLong(position);
      case 2 -> Digest.ofDouble(row.getDouble(position));
      case 3 -> item(row.getTimestamp(position, PaimonTable.TIMESTAMP_PRECISION));
      default -> item(row.getString(position));
    };
  }

  private static long item(Timestamp time) {
    long millis = time.getMillisecond();
    int nanos = (int) Math.floorMod(millis, 1000L) * 1_000_000 + time.getNanoOfMillisecond();
    return Digest.ofTimestamp(millis, nanos);
  }

  private static long item(BinaryString text) {
    int length = text.getSizeInBytes();
    return length == 0 ? 0 : Digest.ofEnds(length, text.byteAt(0), text.byteAt(length - 1));
  }

  /** Adds everything to the digest. */
  void finish() {
    digest.addRows(rows);
    for (int i = 0; i < columns.length; i++) {
      digest.add(columns[i], sums[i]);
    }
  }
}
