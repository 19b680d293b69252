package io.orcacid.reader.expression;

import io.orcacid.error.ValidationException;
import io.orcacid.reader.expression.Arithmetic.Operator;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.Set;
import org.apache.orc.TypeDescription;

/** Numbers reckoned together; both operands are of the kind in which it is done. */
final class ArithmeticOperand extends Operand {
  private final Operator operator;
  private final Operand left;
  private final Operand right;
  private final Expression source;
  private final int quotientScale;

  /**
   * Creates an operand.
   *
   * @param source what an error names
   */
  ArithmeticOperand(
      Operator operator, Operand left, Operand right, TypeDescription type, Expression source) {
    super(type);
    this.operator = operator;
    this.left = left;
    this.right = right;
    this.source = source;
    this.quotientScale =
        kind() == Kind.DECIMAL && operator == Operator.DIVIDE
            ? DecimalType.quotientScale(left.type(), right.type())
            : 0;
  }

  @Override
  Set<Integer> columns() {
    return Condition.union(left.columns(), right.columns());
  }

  @Override
  Values evaluate(Rows rows) {
    Values a = left.evaluate(rows);
    Values b = right.evaluate(rows);
    return switch (kind()) {
      case INTEGER -> integers(rows, (Values.Longs) a, (Values.Longs) b);
      case FLOATING -> doubles(rows, (Values.Doubles) a, (Values.Doubles) b);
      default -> decimals(rows, (Values.Decimals) a, (Values.Decimals) b);
    };
  }

  private Values integers(Rows rows, Values.Longs a, Values.Longs b) {
    long[] result = new long[rows.capacity()];
    ResultNulls nulls = new ResultNulls(rows);
    for (int i = 0; i < rows.count(); i++) {
      int row = rows.positions()[i];
      if (a.isNull(row) || b.isNull(row)) {
        nulls.add(row);
      } else {
        long x = a.vector[a.at(row)];
        long y = b.vector[b.at(row)];
        if (operator == Operator.MODULO && y == 0) {
          nulls.add(row);
        } else {
          result[row] = reckon(x, y, row);
        }
      }
    }
    return new Values.Longs(result, false, nulls.build());
  }

  private long reckon(long x, long y, int row) {
    try {
      return switch (operator) {
        case ADD -> Math.addExact(x, y);
        case SUBTRACT -> Math.subtractExact(x, y);
        case MULTIPLY -> Math.multiplyExact(x, y);
        case MODULO -> x % y;
        default -> throw new IllegalStateException("not for integers: " + operator);
      };
    } catch (ArithmeticException e) {
      throw overflow("bigint", x, y, row);
    }
  }

  private ValidationException overflow(String type, Object x, Object y, int row) {
    return new ValidationException(
        "A result is out of the range of its type; cast an operand to a wider type",
        "expression",
        source,
        "type",
        type,
        "left",
        x,
        "right",
        y,
        "row of the batch",
        row);
  }

  private Values doubles(Rows rows, Values.Doubles a, Values.Doubles b) {
    double[] result = new double[rows.capacity()];
    ResultNulls nulls = new ResultNulls(rows);
    for (int i = 0; i < rows.count(); i++) {
      int row = rows.positions()[i];
      boolean isNull = a.isNull(row) || b.isNull(row);
      double y = isNull ? 0 : b.vector[b.at(row)];
      if (isNull || (isQuotient() && y == 0)) {
        nulls.add(row);
      } else {
        double x = a.vector[a.at(row)];
        result[row] =
            switch (operator) {
              case ADD -> x + y;
              case SUBTRACT -> x - y;
              case MULTIPLY -> x * y;
              case DIVIDE -> x / y;
              case MODULO -> x % y;
              case CONCATENATE -> throw new IllegalStateException("not for numbers");
            };
      }
    }
    return new Values.Doubles(result, false, nulls.build());
  }

  private boolean isQuotient() {
    return operator == Operator.DIVIDE || operator == Operator.MODULO;
  }

  private Values decimals(Rows rows, Values.Decimals a, Values.Decimals b) {
    BigDecimal[] result = new BigDecimal[rows.capacity()];
    ResultNulls nulls = new ResultNulls(rows);
    for (int i = 0; i < rows.count(); i++) {
      int row = rows.positions()[i];
      boolean isNull = a.isNull(row) || b.isNull(row);
      BigDecimal y = isNull ? null : b.vector[b.at(row)];
      if (isNull || (isQuotient() && y.signum() == 0)) {
        nulls.add(row);
      } else {
        result[row] = reckon(a.vector[a.at(row)], y, row);
      }
    }
    return new Values.Decimals(result, false, nulls.build());
  }

  private BigDecimal reckon(BigDecimal x, BigDecimal y, int row) {
    BigDecimal result =
        switch (operator) {
          case ADD -> x.add(y);
          case SUBTRACT -> x.subtract(y);
          case MULTIPLY -> x.multiply(y);
          case DIVIDE -> x.divide(y, quotientScale, RoundingMode.HALF_UP);
          case MODULO -> x.remainder(y);
          case CONCATENATE -> throw new IllegalStateException("not for numbers");
        };
    // Digits that are lost would be a silent guess, and ORC holds no more than these.
    BigDecimal shortest =
        result.precision() > DecimalType.MAXIMUM_PRECISION ? result.stripTrailingZeros() : result;
    if (shortest.precision() > DecimalType.MAXIMUM_PRECISION
        || shortest.precision() - shortest.scale() > DecimalType.MAXIMUM_PRECISION
        || shortest.scale() > DecimalType.MAXIMUM_PRECISION) {
      throw overflow("decimal of 38 digits", x, y, row);
    }
    return shortest.scale() < 0 ? shortest.setScale(0) : shortest;
  }
}
