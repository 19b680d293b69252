package io.orcacid.bench.program;

import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.Locale;
import org.apache.hadoop.hive.ql.exec.vector.BytesColumnVector;
import org.apache.hadoop.hive.ql.exec.vector.ColumnVector;
import org.apache.hadoop.hive.ql.exec.vector.DoubleColumnVector;
import org.apache.hadoop.hive.ql.exec.vector.LongColumnVector;
import org.apache.hadoop.hive.ql.exec.vector.TimestampColumnVector;
import org.apache.hadoop.hive.ql.exec.vector.VectorizedRowBatch;

/**
 * Digest of the values that a program touched, whatever the order of its rows: over the columns,
 * position in the table from 1 times the sum of the values, in wrapping 64-bit arithmetic. A number
 * counts as itself, a double as its bits, a time as its milliseconds times 31 and its nanoseconds
 * of the second, a text as its length, 31 times its first and 961 times its last byte, NULL as 7.
 * Cheap on purpose: its cost is part of what everybody is measured by. Not thread-safe.
 */
public final class Digest {
  private static final long NULL = 7;
  private static final int FIRST = 31;
  private static final int LAST = 31 * 31;
  private static final int MILLIS = 31;

  private long sum;

  /** Adds the selected rows of one column of a batch. */
  public void add(int position, ColumnVector column, VectorizedRowBatch batch) {
    sum += (position + 1) * values(column, batch.size, batch.selectedInUse ? batch.selected : null);
  }

  /**
   * Adds one value.
   *
   * @param position position of its column in the table, from 0
   * @param value as rows have it, null for NULL
   */
  public void add(int position, Object value) {
    sum += (position + 1) * value(value);
  }

  /** Adds what others counted. */
  public void add(Digest other) {
    sum += other.sum;
  }

  /** Sixteen hexadecimal digits. */
  @Override
  public String toString() {
    return String.format(Locale.ROOT, "%016x", sum);
  }

  private static long value(Object value) {
    if (value == null) {
      return NULL;
    }
    if (value instanceof String text) {
      return isAscii(text) ? ascii(text) : text(text.getBytes(StandardCharsets.UTF_8));
    }
    if (value instanceof Double number) {
      return Double.doubleToRawLongBits(number);
    }
    if (value instanceof Number number) {
      return number.longValue();
    }
    if (value instanceof LocalDateTime time) {
      return instant(time.toEpochSecond(ZoneOffset.UTC), time.getNano());
    }
    if (value instanceof Instant time) {
      return instant(time.getEpochSecond(), time.getNano());
    }
    if (value instanceof LocalDate date) {
      return date.toEpochDay();
    }
    throw new IllegalArgumentException("no digest of a " + value.getClass().getName());
  }

  private static boolean isAscii(String text) {
    int length = text.length();
    return length == 0 || text.charAt(0) < 128 && text.charAt(length - 1) < 128;
  }

  private static long ascii(String text) {
    int length = text.length();
    return length == 0
        ? 0
        : length + FIRST * (long) text.charAt(0) + LAST * (long) text.charAt(length - 1);
  }

  private static long text(byte[] bytes) {
    return text(bytes, 0, bytes.length);
  }

  private static long text(byte[] bytes, int start, int length) {
    return length == 0
        ? 0
        : length + FIRST * (bytes[start] & 0xffL) + LAST * (bytes[start + length - 1] & 0xffL);
  }

  private static long instant(long seconds, int nanos) {
    return (seconds * 1000 + nanos / 1_000_000) * MILLIS + nanos;
  }

  /** Value of a row of one kind of vector. */
  private interface Values {
    long at(int row);
  }

  private static long values(ColumnVector column, int size, int[] selected) {
    if (column.isRepeating || !column.noNulls) {
      return slowly(column, size, selected);
    }
    if (column instanceof LongColumnVector numbers) {
      return numbers(numbers.vector, size, selected);
    }
    if (column instanceof DoubleColumnVector doubles) {
      return doubles(doubles.vector, size, selected);
    }
    if (column instanceof TimestampColumnVector times) {
      return times(times, size, selected);
    }
    if (column instanceof BytesColumnVector texts) {
      return texts(texts, size, selected);
    }
    return slowly(column, size, selected);
  }

  private static long numbers(long[] vector, int size, int[] selected) {
    long sum = 0;
    if (selected == null) {
      for (int i = 0; i < size; i++) {
        sum += vector[i];
      }
    } else {
      for (int i = 0; i < size; i++) {
        sum += vector[selected[i]];
      }
    }
    return sum;
  }

  private static long doubles(double[] vector, int size, int[] selected) {
    long sum = 0;
    if (selected == null) {
      for (int i = 0; i < size; i++) {
        sum += Double.doubleToRawLongBits(vector[i]);
      }
    } else {
      for (int i = 0; i < size; i++) {
        sum += Double.doubleToRawLongBits(vector[selected[i]]);
      }
    }
    return sum;
  }

  private static long times(TimestampColumnVector times, int size, int[] selected) {
    long sum = 0;
    for (int i = 0; i < size; i++) {
      int row = selected == null ? i : selected[i];
      sum += times.time[row] * MILLIS + times.nanos[row];
    }
    return sum;
  }

  private static long texts(BytesColumnVector texts, int size, int[] selected) {
    long sum = 0;
    for (int i = 0; i < size; i++) {
      int row = selected == null ? i : selected[i];
      sum += text(texts.vector[row], texts.start[row], texts.length[row]);
    }
    return sum;
  }

  /** Vectors of one value, or with NULL. */
  private static long slowly(ColumnVector column, int size, int[] selected) {
    Values values = valuesOf(column);
    long sum = 0;
    for (int i = 0; i < size; i++) {
      int row = column.isRepeating ? 0 : selected == null ? i : selected[i];
      sum += !column.noNulls && column.isNull[row] ? NULL : values.at(row);
    }
    return sum;
  }

  private static Values valuesOf(ColumnVector column) {
    if (column instanceof LongColumnVector numbers) {
      return row -> numbers.vector[row];
    }
    if (column instanceof DoubleColumnVector doubles) {
      return row -> Double.doubleToRawLongBits(doubles.vector[row]);
    }
    if (column instanceof TimestampColumnVector times) {
      return row -> times.time[row] * MILLIS + times.nanos[row];
    }
    if (column instanceof BytesColumnVector texts) {
      return row -> text(texts.vector[row], texts.start[row], texts.length[row]);
    }
    throw new IllegalArgumentException("no digest of a " + column.getClass().getName());
  }
}
