package io.orcacid.bench.peers.iceberg;

import io.orcacid.bench.rows.Digest;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import org.apache.iceberg.data.Record;

/** Touches the values of records that have some of the columns of the table. */
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

  void add(Record row) {
    rows++;
    for (int i = 0; i < columns.length; i++) {
      sums[i] += item(row.get(i));
    }
  }

  private static long item(Object value) {
    if (value == null) {
      return Digest.NULL;
    }
    if (value instanceof Long number) {
      return number;
    }
    if (value instanceof Double number) {
      return Digest.ofDouble(number);
    }
    if (value instanceof String text) {
      return item(text);
    }
    LocalDateTime time = (LocalDateTime) value;
    int nanos = time.getNano();
    return Digest.ofTimestamp(time.toEpochSecond(ZoneOffset.UTC) * 1000 + nanos / 1_000_000, nanos);
  }

  /** The rows of this table have letters of one byte only. */
  private static long item(String text) {
    int length = text.length();
    return length == 0
        ? 0
        : Digest.ofEnds(length, (byte) text.charAt(0), (byte) text.charAt(length - 1));
  }

  /** Adds everything to the digest. */
  void finish() {
    digest.addRows(rows);
    for (int i = 0; i < columns.length; i++) {
      digest.add(columns[i], sums[i]);
    }
  }
}
