package io.orcacid.reader.expression;

import java.util.Set;

/** A boolean column or other boolean value that stands as a condition. */
final class BooleanCondition extends Condition {
  private final Operand operand;

  BooleanCondition(Operand operand) {
    this.operand = operand;
  }

  Operand operand() {
    return operand;
  }

  @Override
  Set<Integer> columns() {
    return operand.columns();
  }

  @Override
  void evaluate(Rows rows, byte[] truth) {
    Values.Longs values = (Values.Longs) operand.evaluate(rows);
    int[] positions = rows.positions();
    for (int i = 0; i < rows.count(); i++) {
      int row = positions[i];
      truth[row] =
          values.isNull(row) ? Truth.UNKNOWN : Truth.of(values.vector[values.at(row)] != 0);
    }
  }
}
