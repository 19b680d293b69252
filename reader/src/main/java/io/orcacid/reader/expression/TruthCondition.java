package io.orcacid.reader.expression;

import java.util.Set;

/** IS TRUE, IS FALSE: never unknown. */
final class TruthCondition extends Condition {
  private final Condition operand;
  private final byte expected;

  TruthCondition(Condition operand, byte expected) {
    this.operand = operand;
    this.expected = expected;
  }

  Condition operand() {
    return operand;
  }

  byte expected() {
    return expected;
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
      truth[row] = Truth.of(truth[row] == expected);
    }
  }

  @Override
  int possibleInPart(KnownColumns known) {
    int inner = operand.possible(known);
    int result = 0;
    for (byte truth = 0; truth <= Truth.UNKNOWN; truth++) {
      if (Truth.contains(inner, truth)) {
        result |= Truth.set(Truth.of(truth == expected));
      }
    }
    return result;
  }
}
