package io.orcacid.reader.expression;

import org.apache.orc.TypeDescription;

/** Precision and scale of decimals, and what the operators make of them (Hive's rules). */
final class DecimalType {
  /** Digits of a decimal in Hive and ORC. */
  static final int MAXIMUM_PRECISION = 38;

  /** Digits behind the point that a quotient keeps where its precision must be cut. */
  private static final int MINIMUM_QUOTIENT_SCALE = 6;

  private DecimalType() {}

  static TypeDescription of(int precision, int scale) {
    // The scale must not exceed the precision at any moment, and the default precision is 38.
    return TypeDescription.createDecimal().withScale(scale).withPrecision(precision);
  }

  /** The scale of a quotient: enough digits for its divisor, cut to 38 digits in all. */
  static int quotientScale(TypeDescription dividend, TypeDescription divisor) {
    int scale = Math.max(MINIMUM_QUOTIENT_SCALE, dividend.getScale() + divisor.getPrecision() + 1);
    int digits = dividend.getPrecision() - dividend.getScale() + divisor.getScale();
    if (digits + scale <= MAXIMUM_PRECISION) {
      return scale;
    }
    return Math.max(Math.min(scale, MINIMUM_QUOTIENT_SCALE), MAXIMUM_PRECISION - digits);
  }

  /**
   * The type of a result. Values are reckoned exactly, whatever it says, but for quotients; so a
   * precision that would be too large is simply the largest.
   */
  static TypeDescription result(
      Arithmetic.Operator operator, TypeDescription left, TypeDescription right) {
    int leftDigits = left.getPrecision() - left.getScale();
    int rightDigits = right.getPrecision() - right.getScale();
    int scale = Math.max(left.getScale(), right.getScale());
    int digits = Math.max(leftDigits, rightDigits) + 1;
    if (operator == Arithmetic.Operator.MULTIPLY) {
      scale = left.getScale() + right.getScale();
      digits = leftDigits + rightDigits + 1;
    } else if (operator == Arithmetic.Operator.DIVIDE) {
      scale = quotientScale(left, right);
      digits = leftDigits + right.getScale();
    }
    int kept = Math.min(scale, MAXIMUM_PRECISION);
    return of(Math.max(1, Math.min(kept + digits, MAXIMUM_PRECISION)), kept);
  }
}
