package io.orcacid.reader.expression;

import io.orcacid.error.ValidationException;
import java.math.BigDecimal;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import org.apache.orc.TypeDescription;

/**
 * What a column takes: a value that fits exactly, unchanged. Whatever would lose something is
 * refused; a CAST in the expression says that the loss is meant.
 */
abstract class AssignmentRule {
  private final TypeDescription target;

  private AssignmentRule(TypeDescription target) {
    this.target = target;
  }

  /** The value as the target holds it, or null if it does not fit. */
  abstract Object fit(Object value);

  final Object convert(Object value, String column) {
    Object fitted = fit(value);
    if (fitted == null) {
      throw new ValidationException(
          "A value does not fit its column; use CAST where the loss is meant",
          "column",
          column,
          "type",
          target,
          "value",
          new Literal(value));
    }
    return fitted;
  }

  /** How a rule is told what to do with one value. */
  private interface Fit {
    Object of(Object value);
  }

  private static AssignmentRule rule(TypeDescription target, Fit fit) {
    return new AssignmentRule(target) {
      @Override
      Object fit(Object value) {
        return fit.of(value);
      }
    };
  }

  /**
   * The rule, or null if the types have none.
   *
   * @param literal whether the value was written as a literal: then a text may stand for a date,
   *     and a number is rounded to a float as every decimal is
   */
  static AssignmentRule between(TypeDescription source, TypeDescription target, boolean literal) {
    Kind from = Kind.of(source);
    return switch (Kind.of(target)) {
      case BOOLEAN -> from == Kind.BOOLEAN ? rule(target, value -> value) : null;
      case INTEGER -> from.isNumeric() ? rule(target, value -> integer(value, target)) : null;
      case FLOATING ->
          from.isNumeric() ? rule(target, value -> floating(value, target, literal)) : null;
      case DECIMAL -> from.isNumeric() ? rule(target, value -> decimal(value, target)) : null;
      case TEXT -> from == Kind.TEXT ? rule(target, value -> text(value, target)) : null;
      case BINARY -> from == Kind.BINARY ? rule(target, value -> value) : null;
      case DATE, TIMESTAMP, INSTANT -> time(from, target, literal);
      case NULL, NESTED -> null;
    };
  }

  private static AssignmentRule time(Kind from, TypeDescription target, boolean literal) {
    Kind to = Kind.of(target);
    if (from == Kind.TEXT && literal) {
      return rule(target, value -> Comparisons.parse((String) value, to));
    } else if (from == to) {
      return rule(target, value -> value);
    } else if (from == Kind.DATE && to == Kind.TIMESTAMP) {
      return rule(target, value -> ((LocalDate) value).atStartOfDay());
    } else if (from == Kind.TIMESTAMP && to == Kind.INSTANT && literal) {
      return rule(target, value -> ((LocalDateTime) value).toInstant(ZoneOffset.UTC));
    }
    return null;
  }

  private static Object integer(Object value, TypeDescription target) {
    BigDecimal number = CastRule.exact(value);
    if (number == null || number.stripTrailingZeros().scale() > 0) {
      return null;
    }
    try {
      long exact = number.longValueExact();
      return IntegerType.of(target).contains(exact) ? exact : null;
    } catch (ArithmeticException e) {
      return null;
    }
  }

  private static Object floating(Object value, TypeDescription target, boolean literal) {
    boolean single = target.getCategory() == TypeDescription.Category.FLOAT;
    if (value instanceof Double number) {
      double rounded = single ? number.floatValue() : number;
      boolean same = Double.compare(rounded, number) == 0;
      return same || (literal && !Double.isInfinite(rounded)) ? rounded : null;
    }
    BigDecimal number = CastRule.exact(value);
    double rounded = single ? number.floatValue() : number.doubleValue();
    if (Double.isInfinite(rounded)) {
      return null;
    }
    // Decimals are rounded, as 0.1 must be; an integer that changes is a loss.
    boolean rounds = value instanceof BigDecimal;
    return rounds || new BigDecimal(rounded).compareTo(number) == 0 ? rounded : null;
  }

  private static Object decimal(Object value, TypeDescription target) {
    BigDecimal exact = CastRule.exact(value);
    if (exact == null) {
      return null;
    }
    BigDecimal number = value instanceof Double ? new BigDecimal(value.toString()) : exact;
    BigDecimal shortest = number.stripTrailingZeros();
    if (shortest.scale() > target.getScale()
        || shortest.precision() - shortest.scale() > target.getPrecision() - target.getScale()) {
      return shortest.signum() == 0 ? BigDecimal.ZERO : null;
    }
    return number.setScale(target.getScale());
  }

  private static Object text(Object value, TypeDescription target) {
    String text = (String) value;
    if (target.getCategory() == TypeDescription.Category.STRING) {
      return text;
    }
    String kept = isPadded(target) ? CastRule.trimmed(text) : text;
    return kept.codePointCount(0, kept.length()) <= target.getMaxLength() ? kept : null;
  }

  static boolean isPadded(TypeDescription type) {
    return type.getCategory() == TypeDescription.Category.CHAR;
  }
}
