package io.orcacid.reader.expression;

import java.util.Set;

/** IS NULL. */
final class NullCondition extends Condition {
  private final Operand operand;

  NullCondition(Operand operand) {
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
    Values values = operand.evaluate(rows);
    int[] positions = rows.positions();
    for (int i = 0; i < rows.count(); i++) {
      int row = positions[i];
      truth[row] = Truth.of(values.isNull(row));
    }
  }
}
