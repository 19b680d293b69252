package io.orcacid.reader.expression;

import java.util.Set;

/** The same for every row. */
final class ConstantCondition extends Condition {
  private final byte value;

  ConstantCondition(byte value) {
    this.value = value;
  }

  @Override
  Set<Integer> columns() {
    return Set.of();
  }

  @Override
  void evaluate(Rows rows, byte[] truth) {
    for (int i = 0; i < rows.count(); i++) {
      truth[rows.positions()[i]] = value;
    }
  }
}
