package io.orcacid.bench.rows;

import java.util.HexFormat;

/**
 * Sums over the values that a scan touched, whatever the order of the rows. Two scans of the same
 * rows have the same digest. Arithmetic wraps at 64 bits.
 *
 * <p>A column counts with its position in the table plus one, so that swapped columns differ.
 */
public final class Digest {
  /** What a NULL counts for. */
  public static final long NULL = 7;

  private long sum;
  private long rows;

  /** A row was touched. */
  public void addRow() {
    rows++;
  }

  /** So many rows were touched. */
  public void addRows(long number) {
    rows += number;
  }

  /**
   * Values of a column.
   *
   * @param column position in the table, from 0
   * @param items sum of what its values count for
   */
  public void add(int column, long items) {
    sum += (column + 1) * items;
  }

  /** What another thread touched. */
  public void add(Digest other) {
    sum += other.sum;
    rows += other.rows;
  }

  /** How many rows were touched. */
  public long rows() {
    return rows;
  }

  /** The digest as 16 digits. */
  public String text() {
    return HexFormat.of().toHexDigits(sum);
  }

  /** What a double counts for. */
  public static long ofDouble(double value) {
    return Double.doubleToRawLongBits(value);
  }

  /**
   * What a point in time counts for.
   *
   * @param epochMillis milliseconds since 1970-01-01 UTC
   * @param nanosOfSecond nanoseconds of its second, from 0 on
   */
  public static long ofTimestamp(long epochMillis, int nanosOfSecond) {
    return epochMillis * 31 + nanosOfSecond;
  }

  /** What a text counts for: its length and the bytes at its ends. */
  public static long ofBytes(byte[] bytes, int start, int length) {
    return length == 0 ? 0 : ofEnds(length, bytes[start], bytes[start + length - 1]);
  }

  /** What a text counts for that is not empty. */
  public static long ofEnds(int length, byte first, byte last) {
    return length + 31L * (first & 0xff) + 961L * (last & 0xff);
  }
}
