package io.orcacid.reader.expression;

import java.util.Arrays;

/** The order of two values of one kind, neither of which is NULL. */
enum ValueOrder {
  LONG {
    @Override
    int compare(Values left, int leftRow, Values right, int rightRow) {
      Values.Longs a = (Values.Longs) left;
      Values.Longs b = (Values.Longs) right;
      return Long.compare(a.vector[a.at(leftRow)], b.vector[b.at(rightRow)]);
    }
  },
  DOUBLE {
    @Override
    int compare(Values left, int leftRow, Values right, int rightRow) {
      Values.Doubles a = (Values.Doubles) left;
      Values.Doubles b = (Values.Doubles) right;
      return compareDoubles(a.vector[a.at(leftRow)], b.vector[b.at(rightRow)]);
    }
  },
  DECIMAL {
    @Override
    int compare(Values left, int leftRow, Values right, int rightRow) {
      Values.Decimals a = (Values.Decimals) left;
      Values.Decimals b = (Values.Decimals) right;
      return a.vector[a.at(leftRow)].compareTo(b.vector[b.at(rightRow)]);
    }
  },
  BYTES {
    @Override
    int compare(Values left, int leftRow, Values right, int rightRow) {
      Values.Slices a = (Values.Slices) left;
      Values.Slices b = (Values.Slices) right;
      int i = a.at(leftRow);
      int j = b.at(rightRow);
      return Arrays.compareUnsigned(
          a.vector[i],
          a.start[i],
          a.start[i] + a.length[i],
          b.vector[j],
          b.start[j],
          b.start[j] + b.length[j]);
    }
  },
  /** Texts of which one is a char: blanks at the end do not count. */
  PADDED {
    @Override
    int compare(Values left, int leftRow, Values right, int rightRow) {
      Values.Slices a = (Values.Slices) left;
      Values.Slices b = (Values.Slices) right;
      int i = a.at(leftRow);
      int j = b.at(rightRow);
      return Arrays.compareUnsigned(
          a.vector[i],
          a.start[i],
          a.start[i] + trimmedLength(a.vector[i], a.start[i], a.length[i]),
          b.vector[j],
          b.start[j],
          b.start[j] + trimmedLength(b.vector[j], b.start[j], b.length[j]));
    }
  },
  TIME {
    @Override
    int compare(Values left, int leftRow, Values right, int rightRow) {
      Values.Times a = (Values.Times) left;
      Values.Times b = (Values.Times) right;
      int i = a.at(leftRow);
      int j = b.at(rightRow);
      int seconds = Long.compare(a.seconds(i), b.seconds(j));
      return seconds != 0 ? seconds : Integer.compare(a.nanos[i], b.nanos[j]);
    }
  };

  abstract int compare(Values left, int leftRow, Values right, int rightRow);

  /** -0.0 equals 0.0; NaN equals NaN and is greater than every other number. */
  static int compareDoubles(double left, double right) {
    if (left < right) {
      return -1;
    } else if (left > right) {
      return 1;
    } else if (left == right) {
      return 0;
    }
    return Boolean.compare(Double.isNaN(left), Double.isNaN(right));
  }

  static int trimmedLength(byte[] bytes, int start, int length) {
    int trimmed = length;
    while (trimmed > 0 && bytes[start + trimmed - 1] == ' ') {
      trimmed--;
    }
    return trimmed;
  }

  static ValueOrder of(Kind kind) {
    return switch (kind) {
      case BOOLEAN, INTEGER, DATE -> LONG;
      case FLOATING -> DOUBLE;
      case DECIMAL -> DECIMAL;
      case TEXT, BINARY -> BYTES;
      case TIMESTAMP, INSTANT -> TIME;
      case NULL, NESTED -> throw new IllegalArgumentException("no order: " + kind);
    };
  }
}
