package io.orcacid.bench.rows;

import java.nio.charset.StandardCharsets;
import java.util.Random;

/**
 * Rows of the table of six columns that the benchmarks measure, one after the other: {@code id
 * bigint, name string, amount double, ts timestamp, category string, payload string}. The values
 * depend on the position alone, so that every program has the same. Byte arrays are reused for the
 * next row.
 */
public final class SeededRows {
  /** How many columns a row has. */
  public static final int COLUMNS = 6;

  private static final long SEED = 42;
  private static final int CATEGORIES = 14;
  private static final long FIRST_MILLIS = 1_700_000_000_000L;
  private static final int MILLIS_BETWEEN_ROWS = 250;

  private final Random random = new Random(SEED);
  private final byte[] name = new byte[12];
  private final byte[] payload = new byte[40];
  private final byte[][] categories = new byte[CATEGORIES][];
  private long id = -1;
  private double amount;
  private byte[] category;

  /** Before the first row. */
  public SeededRows() {
    for (int i = 0; i < CATEGORIES; i++) {
      categories[i] = ("category " + i).getBytes(StandardCharsets.US_ASCII);
    }
  }

  /** Goes to the next row; there is always one. */
  public void next() {
    id++;
    fill(name, 26);
    amount = random.nextInt(1_000_000) / 100.0;
    category = categories[random.nextInt(CATEGORIES)];
    fill(payload, 16);
  }

  private void fill(byte[] text, int letters) {
    for (int i = 0; i < text.length; i++) {
      text[i] = (byte) ('a' + random.nextInt(letters));
    }
  }

  /** Counts from 0. */
  public long id() {
    return id;
  }

  /** 12 letters. */
  public byte[] name() {
    return name;
  }

  /** At least 0, less than 10,000, with two decimal places. */
  public double amount() {
    return amount;
  }

  /** Milliseconds since 1970-01-01 UTC of the column {@code ts}; it has no finer part. */
  public long epochMillis() {
    return FIRST_MILLIS + id * MILLIS_BETWEEN_ROWS;
  }

  /** Nanoseconds of the second in which the value of {@code ts} lies. */
  public int nanosOfSecond() {
    return (int) (epochMillis() % 1000) * 1_000_000;
  }

  /** One of 14 texts. */
  public byte[] category() {
    return category;
  }

  /** 40 letters out of 16. */
  public byte[] payload() {
    return payload;
  }

  /**
   * What a scan has to find.
   *
   * @param rows how many rows were written
   * @param deleted those that were deleted
   * @param columns positions of the columns that are read
   */
  public static Digest digest(long rows, DeletedIds deleted, int... columns) {
    Digest digest = new Digest();
    SeededRows row = new SeededRows();
    for (long i = 0; i < rows; i++) {
      row.next();
      if (!deleted.contains(i)) {
        digest.addRow();
        for (int column : columns) {
          digest.add(column, row.item(column));
        }
      }
    }
    return digest;
  }

  private long item(int column) {
    return switch (column) {
      case 0 -> id;
      case 1 -> Digest.ofBytes(name, 0, name.length);
      case 2 -> Digest.ofDouble(amount);
      case 3 -> Digest.ofTimestamp(epochMillis(), nanosOfSecond());
      case 4 -> Digest.ofBytes(category, 0, category.length);
      case 5 -> Digest.ofBytes(payload, 0, payload.length);
      default -> throw new IllegalArgumentException("there is no column " + column);
    };
  }
}
