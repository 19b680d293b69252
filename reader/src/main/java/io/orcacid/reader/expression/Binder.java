package io.orcacid.reader.expression;

import io.orcacid.error.ValidationException;
import java.util.List;
import java.util.function.UnaryOperator;
import org.apache.hadoop.hive.ql.exec.vector.VectorizedRowBatch;
import org.apache.orc.TypeDescription;

/** Looks up the names of an expression, finds its types, and folds what is constant. */
final class Binder {
  private static final long MINUS_ONE = -1;

  private final ColumnNames names;

  Binder(TypeDescription row) {
    this.names = new ColumnNames(row);
  }

  Condition condition(Expression expression) {
    if (expression instanceof Logical logical) {
      return new Junction(
          logical.operator(), logical.operands().stream().map(this::condition).toList());
    } else if (expression instanceof Negation negation) {
      return new NotCondition(condition(negation.operand()));
    } else if (expression instanceof Comparison comparison) {
      return Comparisons.bind(
          comparison.operator(),
          operand(comparison.left()),
          operand(comparison.right()),
          expression);
    } else if (expression instanceof InList in) {
      return Comparisons.in(
          operand(in.operand()), in.items().stream().map(this::operand).toList(), expression);
    } else if (expression instanceof Between between) {
      return between(between);
    } else if (expression instanceof Like like) {
      return like(like);
    } else if (expression instanceof NullTest test) {
      return new NullCondition(operand(test.operand()));
    } else if (expression instanceof TruthTest test) {
      return new TruthCondition(condition(test.operand()), Truth.of(test.expected()));
    }
    return truthOf(operand(expression), expression);
  }

  private static Condition truthOf(Operand operand, Expression source) {
    if (operand instanceof LiteralOperand literal) {
      if (literal.isNull()) {
        return new ConstantCondition(Truth.UNKNOWN);
      } else if (literal.value() instanceof Boolean truth) {
        return new ConstantCondition(Truth.of(truth));
      }
    }
    if (operand.kind() != Kind.BOOLEAN) {
      throw new ValidationException(
          "A condition must be boolean; compare the value with something",
          "expression",
          source,
          "type",
          operand.type());
    }
    return new BooleanCondition(operand);
  }

  private Condition between(Between between) {
    Operand operand = operand(between.operand());
    Operand lower = operand(between.lower());
    Operand upper = operand(between.upper());
    return new Junction(
        Logical.Operator.AND,
        List.of(
            Comparisons.bind(Comparison.Operator.GREATER_OR_EQUAL, operand, lower, between),
            Comparisons.bind(Comparison.Operator.LESS_OR_EQUAL, operand, upper, between)));
  }

  private Condition like(Like like) {
    Operand operand = operand(like.operand());
    if (!(operand(like.pattern()) instanceof LiteralOperand pattern)) {
      throw new ValidationException("The pattern of LIKE must be constant", "expression", like);
    }
    if (operand.kind() == Kind.NULL || pattern.isNull()) {
      return new ConstantCondition(Truth.UNKNOWN);
    }
    if (operand.kind() != Kind.TEXT || !(pattern.value() instanceof String text)) {
      throw new ValidationException(
          "LIKE matches texts; convert the value with CAST(... AS string)",
          "expression",
          like,
          "type",
          operand.type());
    }
    return new LikeCondition(operand, LikePattern.of(text));
  }

  Operand operand(Expression expression) {
    Operand operand = unfolded(expression);
    return operand.columns().isEmpty() ? folded(operand) : operand;
  }

  private Operand unfolded(Expression expression) {
    if (expression instanceof Literal literal) {
      return LiteralOperand.of(literal.value());
    } else if (expression instanceof ColumnReference reference) {
      int[] positions = names.positions(reference);
      return new ColumnOperand(positions, names.type(positions));
    } else if (expression instanceof Arithmetic arithmetic) {
      return arithmetic(
          arithmetic.operator(),
          operand(arithmetic.left()),
          operand(arithmetic.right()),
          expression);
    } else if (expression instanceof Minus minus) {
      return arithmetic(
          Arithmetic.Operator.MULTIPLY,
          LiteralOperand.of(MINUS_ONE),
          operand(minus.operand()),
          expression);
    } else if (expression instanceof Cast cast) {
      return cast(cast);
    }
    return new ConditionOperand(condition(expression));
  }

  private static Operand folded(Operand operand) {
    if (operand instanceof LiteralOperand) {
      return operand;
    }
    Rows one = new Rows(new VectorizedRowBatch(0), new int[] {0}, 1, 1);
    Values values = operand.evaluate(one);
    Object value = values.isNull(0) ? null : JavaValues.read(values, operand.kind(), 0);
    return LiteralOperand.of(value, operand.type());
  }

  private Operand cast(Cast cast) {
    Operand operand = operand(cast.operand());
    if (operand.kind() == Kind.NULL) {
      return operand;
    }
    UnaryOperator<Object> conversion =
        CastRule.between(operand.type(), cast.type())
            .orElseThrow(
                () ->
                    new ValidationException(
                        "There is no CAST between these types",
                        "from",
                        operand.type(),
                        "to",
                        cast.type(),
                        "expression",
                        cast));
    return new ConvertedOperand(operand, cast.type(), conversion);
  }

  private static Operand arithmetic(
      Arithmetic.Operator operator, Operand left, Operand right, Expression source) {
    if (left.kind() == Kind.NULL || right.kind() == Kind.NULL) {
      return LiteralOperand.of(null);
    }
    boolean texts = left.kind() == Kind.TEXT && right.kind() == Kind.TEXT;
    if (operator == Arithmetic.Operator.CONCATENATE && texts) {
      return new ConcatenationOperand(left, right);
    } else if (operator == Arithmetic.Operator.CONCATENATE
        || !left.kind().isNumeric()
        || !right.kind().isNumeric()) {
      throw new ValidationException(
          "The operator does not take values of these types; convert them with CAST",
          "operator",
          operator,
          "left",
          left.type(),
          "right",
          right.type(),
          "expression",
          source);
    }
    Kind kind = kind(operator, left.kind(), right.kind());
    Operand first = Comparisons.widened(left, kind, source);
    Operand second = Comparisons.widened(right, kind, source);
    TypeDescription type = resultType(operator, kind, first, second);
    return new ArithmeticOperand(operator, first, second, type, source);
  }

  private static Kind kind(Arithmetic.Operator operator, Kind left, Kind right) {
    if (left == Kind.FLOATING || right == Kind.FLOATING) {
      return Kind.FLOATING;
    } else if (left == Kind.DECIMAL || right == Kind.DECIMAL) {
      return Kind.DECIMAL;
    }
    return operator == Arithmetic.Operator.DIVIDE ? Kind.FLOATING : Kind.INTEGER;
  }

  private static TypeDescription resultType(
      Arithmetic.Operator operator, Kind kind, Operand left, Operand right) {
    return switch (kind) {
      case FLOATING -> TypeDescription.createDouble();
      case INTEGER -> TypeDescription.createLong();
      default -> DecimalType.result(operator, left.type(), right.type());
    };
  }
}
