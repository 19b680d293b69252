package io.orcacid.reader.expression;

import java.util.Set;

/** Two operands of one kind compared. */
final class ComparisonCondition extends Condition {
  private final Comparison.Operator operator;
  private final Operand left;
  private final Operand right;
  private final ValueOrder order;
  private final Set<Integer> columns;

  ComparisonCondition(Comparison.Operator operator, Operand left, Operand right, ValueOrder order) {
    this.operator = operator;
    this.left = left;
    this.right = right;
    this.order = order;
    this.columns = union(left.columns(), right.columns());
  }

  Comparison.Operator operator() {
    return operator;
  }

  Operand left() {
    return left;
  }

  Operand right() {
    return right;
  }

  private boolean isNullSafe() {
    return operator == Comparison.Operator.NULL_SAFE_EQUAL;
  }

  @Override
  Set<Integer> columns() {
    return columns;
  }

  @Override
  void evaluate(Rows rows, byte[] truth) {
    Values a = left.evaluate(rows);
    Values b = right.evaluate(rows);
    int[] positions = rows.positions();
    boolean free = a.isFreeOfNulls() && b.isFreeOfNulls();
    byte less = Truth.of(operator.holds(-1));
    byte equal = Truth.of(operator.holds(0));
    byte greater = Truth.of(operator.holds(1));
    for (int i = 0; i < rows.count(); i++) {
      int row = positions[i];
      if (!free && (a.isNull(row) || b.isNull(row))) {
        truth[row] = isNullSafe() ? Truth.of(a.isNull(row) && b.isNull(row)) : Truth.UNKNOWN;
      } else {
        int compared = order.compare(a, row, b, row);
        truth[row] = compared == 0 ? equal : compared < 0 ? less : greater;
      }
    }
  }

  @Override
  int possibleInPart(KnownColumns known) {
    if (!isNullSafe() && (known.isNull(left) || known.isNull(right))) {
      return Truth.set(Truth.UNKNOWN);
    }
    return Truth.ANY;
  }
}
