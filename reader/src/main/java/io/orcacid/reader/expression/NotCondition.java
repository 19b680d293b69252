package io.orcacid.reader.expression;

import java.util.Set;

/** NOT. */
final class NotCondition extends Condition {
  private final Condition operand;

  NotCondition(Condition operand) {
    this.operand = operand;
  }

  Condition operand() {
    return operand;
  }

  @Override
  Set<Integer> columns() {
    return operand.columns();
  }

  @Override
  void evaluate(Rows rows, byte[] truth) {
    operand.evaluate(rows, truth);
    int[] positions = rows.positions();
    for (int i = 0; i < rows.count(); i++) {
      int row = positions[i];
      truth[row] = Truth.not(truth[row]);
    }
  }

  @Override
  int possibleInPart(KnownColumns known) {
    int inner = operand.possible(known);
    int result = 0;
    for (byte truth = 0; truth <= Truth.UNKNOWN; truth++) {
      if (Truth.contains(inner, truth)) {
        result |= Truth.set(Truth.not(truth));
      }
    }
    return result;
  }
}
