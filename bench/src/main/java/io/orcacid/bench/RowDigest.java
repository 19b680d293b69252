package io.orcacid.bench;

import io.orcacid.Row;
import io.orcacid.bench.rows.Digest;
import java.time.LocalDateTime;
import java.time.ZoneOffset;

/** Touches the values of rows that are objects. Not thread-safe. */
final class RowDigest {
  private final Digest digest;
  private final int[] positions;

  RowDigest(Digest digest, int[] positions) {
    this.digest = digest;
    this.positions = positions.clone();
  }

  void add(Row row) {
    digest.addRow();
    for (int i = 0; i < positions.length; i++) {
      digest.add(positions[i], item(row.get(i)));
    }
  }

  private static long item(Object value) {
    if (value == null) {
      return Digest.NULL;
    }
    if (value instanceof String text) {
      return text(text);
    }
    if (value instanceof Double number) {
      return Digest.ofDouble(number);
    }
    if (value instanceof LocalDateTime time) {
      return Digest.ofTimestamp(
          time.toEpochSecond(ZoneOffset.UTC) * 1000 + time.getNano() / 1_000_000, time.getNano());
    }
    return (Long) value;
  }

  /** The rows' texts are ASCII, so their characters are their bytes. */
  private static long text(String text) {
    int length = text.length();
    return length == 0 ? 0 : length + 31L * text.charAt(0) + 961L * text.charAt(length - 1);
  }
}
