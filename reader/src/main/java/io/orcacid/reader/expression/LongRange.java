package io.orcacid.reader.expression;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;

/**
 * The longs from {@code first} to {@code last}, both included; none if first is greater.
 *
 * @param first the least
 * @param last the greatest
 */
record LongRange(long first, long last) {
  private static final LongRange NONE = new LongRange(Long.MAX_VALUE, Long.MIN_VALUE);
  private static final BigInteger MINIMUM = BigInteger.valueOf(Long.MIN_VALUE);
  private static final BigInteger MAXIMUM = BigInteger.valueOf(Long.MAX_VALUE);

  /** The longs for which the comparison with a number holds; UNEQUAL is given as EQUAL. */
  static LongRange where(Comparison.Operator operator, BigDecimal number) {
    BigInteger floor = number.setScale(0, RoundingMode.FLOOR).toBigInteger();
    BigInteger ceiling = number.setScale(0, RoundingMode.CEILING).toBigInteger();
    return switch (operator) {
      case EQUAL, UNEQUAL, NULL_SAFE_EQUAL -> between(ceiling, floor);
      case LESS -> between(MINIMUM, ceiling.subtract(BigInteger.ONE));
      case LESS_OR_EQUAL -> between(MINIMUM, floor);
      case GREATER -> between(floor.add(BigInteger.ONE), MAXIMUM);
      case GREATER_OR_EQUAL -> between(ceiling, MAXIMUM);
    };
  }

  private static LongRange between(BigInteger first, BigInteger last) {
    if (first.compareTo(last) > 0 || first.compareTo(MAXIMUM) > 0 || last.compareTo(MINIMUM) < 0) {
      return NONE;
    }
    return new LongRange(first.max(MINIMUM).longValue(), last.min(MAXIMUM).longValue());
  }

  boolean isEmpty() {
    return first > last;
  }

  boolean startsAnywhere() {
    return first == Long.MIN_VALUE;
  }

  boolean endsAnywhere() {
    return last == Long.MAX_VALUE;
  }
}
