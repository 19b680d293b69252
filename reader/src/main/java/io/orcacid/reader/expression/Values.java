package io.orcacid.reader.expression;

import java.math.BigDecimal;

/**
 * The values of an operand for the rows of a batch, by row position. Arrays of a column vector are
 * shared, never written.
 */
abstract class Values {
  private final boolean repeating;
  private final Nulls nulls;

  Values(boolean repeating, Nulls nulls) {
    this.repeating = repeating;
    this.nulls = nulls;
  }

  /** Where the value of a row stands in the arrays. */
  final int at(int row) {
    return repeating ? 0 : row;
  }

  final boolean isNull(int row) {
    return nulls.at(row);
  }

  final boolean isRepeating() {
    return repeating;
  }

  final boolean isFreeOfNulls() {
    return nulls.isEmpty();
  }

  /**
   * Which rows are NULL.
   *
   * @param flags by row, or null if there is none
   * @param repeating whether the first flag holds for all rows
   */
  record Nulls(boolean[] flags, boolean repeating) {
    static final Nulls NONE = new Nulls(null, false);
    static final Nulls ALL = new Nulls(new boolean[] {true}, true);

    boolean at(int row) {
      return flags != null && flags[repeating ? 0 : row];
    }

    boolean isEmpty() {
      return flags == null;
    }
  }

  /** Integers; days since 1970-01-01; 0 and 1 for FALSE and TRUE. */
  static final class Longs extends Values {
    final long[] vector;

    Longs(long[] vector, boolean repeating, Nulls nulls) {
      super(repeating, nulls);
      this.vector = vector;
    }
  }

  /** Floats and doubles. */
  static final class Doubles extends Values {
    final double[] vector;

    Doubles(double[] vector, boolean repeating, Nulls nulls) {
      super(repeating, nulls);
      this.vector = vector;
    }
  }

  /** Decimals. */
  static final class Decimals extends Values {
    final BigDecimal[] vector;

    Decimals(BigDecimal[] vector, boolean repeating, Nulls nulls) {
      super(repeating, nulls);
      this.vector = vector;
    }
  }

  /** Texts in UTF-8, and binary values. */
  static final class Slices extends Values {
    final byte[][] vector;
    final int[] start;
    final int[] length;

    Slices(byte[][] vector, int[] start, int[] length, boolean repeating, Nulls nulls) {
      super(repeating, nulls);
      this.vector = vector;
      this.start = start;
      this.length = length;
    }

    byte[] copy(int row) {
      int i = at(row);
      byte[] result = new byte[length[i]];
      System.arraycopy(vector[i], start[i], result, 0, length[i]);
      return result;
    }
  }

  /**
   * Timestamps and instants: time[] in milliseconds whose seconds count, nanos within the second.
   */
  static final class Times extends Values {
    private static final int MILLISECONDS = 1_000;

    final long[] time;
    final int[] nanos;

    Times(long[] time, int[] nanos, boolean repeating, Nulls nulls) {
      super(repeating, nulls);
      this.time = time;
      this.nanos = nanos;
    }

    long seconds(int i) {
      return Math.floorDiv(time[i], MILLISECONDS);
    }

    static long milliseconds(long seconds, int nanos) {
      return Math.addExact(Math.multiplyExact(seconds, (long) MILLISECONDS), nanos / 1_000_000);
    }
  }

  /** Nothing but whether a row is NULL: of nested columns, and of NULL itself. */
  static final class Opaque extends Values {
    Opaque(Nulls nulls) {
      super(true, nulls);
    }
  }
}
