package io.orcacid.reader.expression;

import java.util.Set;
import org.apache.orc.TypeDescription;

/** A condition that stands as a boolean value; unknown is NULL. */
final class ConditionOperand extends Operand {
  private final Condition condition;

  ConditionOperand(Condition condition) {
    super(TypeDescription.createBoolean());
    this.condition = condition;
  }

  Condition condition() {
    return condition;
  }

  @Override
  Set<Integer> columns() {
    return condition.columns();
  }

  @Override
  Values evaluate(Rows rows) {
    byte[] truth = new byte[rows.capacity()];
    condition.evaluate(rows, truth);
    long[] values = new long[rows.capacity()];
    ResultNulls nulls = new ResultNulls(rows);
    for (int i = 0; i < rows.count(); i++) {
      int row = rows.positions()[i];
      values[row] = truth[row] == Truth.TRUE ? 1 : 0;
      if (truth[row] == Truth.UNKNOWN) {
        nulls.add(row);
      }
    }
    return new Values.Longs(values, false, nulls.build());
  }
}
