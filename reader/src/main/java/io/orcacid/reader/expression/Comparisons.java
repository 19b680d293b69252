package io.orcacid.reader.expression;

import io.orcacid.error.ValidationException;
import java.math.BigDecimal;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.orc.TypeDescription;

/** Decides how two operands are compared, and brings them to one kind. */
final class Comparisons {
  private Comparisons() {}

  /**
   * Two operands of one kind.
   *
   * @param order how their values are ordered
   */
  private record Pair(Operand left, Operand right, ValueOrder order) {}

  static Condition bind(
      Comparison.Operator operator, Operand left, Operand right, Expression source) {
    if (isNull(left) || isNull(right)) {
      return withNull(operator, left, right);
    }
    if (left instanceof LiteralOperand && !(right instanceof LiteralOperand)) {
      return bind(operator.mirrored(), right, left, source);
    }
    if (right instanceof LiteralOperand literal) {
      Optional<BigDecimal> number = exactNumber(left, literal, source);
      if (number.isPresent()) {
        byte inside = Truth.of(operator != Comparison.Operator.UNEQUAL);
        boolean nullSafe = operator == Comparison.Operator.NULL_SAFE_EQUAL;
        byte ofNull = nullSafe ? Truth.FALSE : Truth.UNKNOWN;
        return new RangeCondition(left, LongRange.where(operator, number.get()), inside, ofNull);
      }
    }
    Pair pair = align(left, right, source);
    return new ComparisonCondition(operator, pair.left(), pair.right(), pair.order());
  }

  private static boolean isNull(Operand operand) {
    return operand instanceof LiteralOperand literal && literal.isNull();
  }

  private static Condition withNull(Comparison.Operator operator, Operand left, Operand right) {
    if (operator != Comparison.Operator.NULL_SAFE_EQUAL) {
      return new ConstantCondition(Truth.UNKNOWN);
    }
    return new NullCondition(isNull(left) ? right : left);
  }

  /** The literal as a number, if comparing with it comes to a range of longs. */
  private static Optional<BigDecimal> exactNumber(
      Operand operand, LiteralOperand literal, Expression source) {
    if (operand.kind() == Kind.INTEGER
        && (literal.kind() == Kind.INTEGER || literal.kind() == Kind.DECIMAL)) {
      return Optional.of(CastRule.exact(literal.value()));
    } else if (operand.kind() == Kind.BOOLEAN && literal.kind() == Kind.BOOLEAN) {
      return Optional.of(BigDecimal.valueOf(literal.longValue()));
    } else if (operand.kind() == Kind.DATE
        && (literal.kind() == Kind.DATE || literal.kind() == Kind.TEXT)) {
      LiteralOperand day = (LiteralOperand) align(operand, literal, source).right();
      return Optional.of(BigDecimal.valueOf(day.longValue()));
    }
    return Optional.empty();
  }

  private static Pair align(Operand left, Operand right, Expression source) {
    if (left.kind() == right.kind() && left.kind() != Kind.NESTED) {
      boolean padded = left.kind() == Kind.TEXT && (left.isCharacter() || right.isCharacter());
      return new Pair(left, right, padded ? ValueOrder.PADDED : ValueOrder.of(left.kind()));
    }
    Kind common = common(left, right);
    Operand first = common == null ? null : widened(left, common, source);
    Operand second = common == null ? null : widened(right, common, source);
    if (first == null || second == null) {
      throw incomparable(left, right, source);
    }
    return new Pair(first, second, ValueOrder.of(common));
  }

  /** The kind in which two operands of different kinds are compared, or null. */
  private static Kind common(Operand left, Operand right) {
    if (left.kind().isNumeric() && right.kind().isNumeric()) {
      boolean floating = left.kind() == Kind.FLOATING || right.kind() == Kind.FLOATING;
      return floating ? Kind.FLOATING : Kind.DECIMAL;
    }
    Kind later = left.kind().compareTo(right.kind()) > 0 ? left.kind() : right.kind();
    return switch (later) {
      case DATE, TIMESTAMP, INSTANT -> later;
      default -> null;
    };
  }

  /** The operand in another kind, or null if that would be a guess. */
  static Operand widened(Operand operand, Kind kind, Expression source) {
    if (operand.kind() == kind) {
      return operand;
    } else if (operand instanceof LiteralOperand literal) {
      return widenedLiteral(literal, kind, source);
    }
    return switch (kind) {
      case FLOATING ->
          operand.kind().isNumeric() ? cast(operand, TypeDescription.createDouble()) : null;
      case DECIMAL -> operand.kind() == Kind.INTEGER ? cast(operand, DecimalType.of(19, 0)) : null;
      case TIMESTAMP ->
          operand.kind() == Kind.DATE ? cast(operand, TypeDescription.createTimestamp()) : null;
      default -> null;
    };
  }

  private static Operand cast(Operand operand, TypeDescription type) {
    return new ConvertedOperand(
        operand, type, CastRule.between(operand.type(), type).orElseThrow());
  }

  private static Operand widenedLiteral(LiteralOperand literal, Kind kind, Expression source) {
    Object value = literal.value();
    if (kind == Kind.FLOATING && literal.kind().isNumeric()) {
      return LiteralOperand.of(CastRule.exact(value).doubleValue());
    } else if (kind == Kind.DECIMAL && literal.kind() == Kind.INTEGER) {
      return LiteralOperand.of(CastRule.exact(value));
    } else if (value instanceof String text) {
      return literalTime(text, kind, source);
    } else if (value instanceof LocalDate date && kind == Kind.TIMESTAMP) {
      return LiteralOperand.of(date.atStartOfDay());
    } else if (value instanceof LocalDate date && kind == Kind.INSTANT) {
      return LiteralOperand.of(date.atStartOfDay().toInstant(ZoneOffset.UTC));
    } else if (value instanceof LocalDateTime timestamp && kind == Kind.INSTANT) {
      return LiteralOperand.of(timestamp.toInstant(ZoneOffset.UTC));
    }
    return null;
  }

  private static Operand literalTime(String text, Kind kind, Expression source) {
    Object value = parse(text, kind);
    if (value == null) {
      throw new ValidationException(
          "The text cannot be read as the type that it is compared with",
          "text",
          text,
          "type",
          kind,
          "expression",
          source);
    }
    return LiteralOperand.of(value);
  }

  /** The date, timestamp or instant that a text names, or null. */
  static Object parse(String text, Kind kind) {
    return switch (kind) {
      case DATE -> CivilTime.date(text).orElse(null);
      case TIMESTAMP ->
          CivilTime.timestamp(text).filter(LocalDateTime.class::isInstance).orElse(null);
      case INSTANT -> CivilTime.instant(text).orElse(null);
      default -> null;
    };
  }

  static ValidationException incomparable(Operand left, Operand right, Expression source) {
    Operand text = left.kind() == Kind.TEXT ? left : right;
    TypeDescription wanted = text == left ? right.type() : left.type();
    return new ValidationException(
        "Values of these types are not compared; convert one of them with CAST, for instance to "
            + wanted,
        "left",
        left.type(),
        "right",
        right.type(),
        "expression",
        source);
  }

  /** IN; where the list is all literals that need no conversion of the operand, as a search. */
  static Condition in(Operand operand, List<Operand> items, Expression source) {
    List<LiteralOperand> literals = new ArrayList<>();
    byte missing = Truth.FALSE;
    ValueOrder order = null;
    for (Operand item : items) {
      if (isNull(item)) {
        missing = Truth.UNKNOWN;
      } else if (isNull(operand) || !(item instanceof LiteralOperand literal)) {
        return anyOf(operand, items, source);
      } else if (operand.kind() == Kind.INTEGER && item.kind() == Kind.DECIMAL) {
        LongRange range =
            LongRange.where(Comparison.Operator.EQUAL, CastRule.exact(literal.value()));
        if (!range.isEmpty()) {
          literals.add(LiteralOperand.of(range.first()));
        }
      } else {
        Pair pair = align(operand, item, source);
        if (pair.left() != operand || (order != null && order != pair.order())) {
          return anyOf(operand, items, source);
        }
        order = pair.order();
        literals.add((LiteralOperand) pair.right());
      }
    }
    if (operand.kind() == Kind.NULL) {
      return new ConstantCondition(Truth.UNKNOWN);
    }
    // The order stays open where nothing is left to find, or all are integers written as decimals.
    ValueOrder found = order == null ? ValueOrder.LONG : order;
    return new MembershipCondition(operand, literals, found, missing);
  }

  private static Condition anyOf(Operand operand, List<Operand> items, Expression source) {
    List<Condition> conditions = new ArrayList<>();
    for (Operand item : items) {
      conditions.add(bind(Comparison.Operator.EQUAL, operand, item, source));
    }
    return conditions.size() == 1
        ? conditions.get(0)
        : new Junction(Logical.Operator.OR, conditions);
  }
}
