package io.orcacid.reader.expression;

import java.util.Set;

/** LIKE with a constant pattern. */
final class LikeCondition extends Condition {
  private final Operand operand;
  private final LikePattern pattern;

  LikeCondition(Operand operand, LikePattern pattern) {
    this.operand = operand;
    this.pattern = pattern;
  }

  Operand operand() {
    return operand;
  }

  LikePattern pattern() {
    return pattern;
  }

  @Override
  Set<Integer> columns() {
    return operand.columns();
  }

  @Override
  void evaluate(Rows rows, byte[] truth) {
    Values.Slices values = (Values.Slices) operand.evaluate(rows);
    boolean padded = operand.isCharacter();
    int[] positions = rows.positions();
    for (int i = 0; i < rows.count(); i++) {
      int row = positions[i];
      if (values.isNull(row)) {
        truth[row] = Truth.UNKNOWN;
      } else {
        int at = values.at(row);
        byte[] bytes = values.vector[at];
        int start = values.start[at];
        int length =
            padded ? ValueOrder.trimmedLength(bytes, start, values.length[at]) : values.length[at];
        truth[row] = Truth.of(pattern.matches(bytes, start, start + length));
      }
    }
  }
}
