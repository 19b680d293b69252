package io.orcacid.reader.expression;

import java.util.List;
import java.util.Set;

/** IN over literals of one kind, found by binary search. */
final class MembershipCondition extends Condition {
  private final Operand operand;
  private final List<LiteralOperand> items;
  private final Values[] sorted;
  private final ValueOrder order;
  // With NULL in the list a value that is not found is unknown, not FALSE.
  private final byte missing;

  MembershipCondition(Operand operand, List<LiteralOperand> items, ValueOrder order, byte missing) {
    this.operand = operand;
    this.items = List.copyOf(items);
    this.order = order;
    this.missing = missing;
    this.sorted =
        items.stream()
            .map(item -> item.evaluate(null))
            .sorted((a, b) -> order.compare(a, 0, b, 0))
            .toArray(Values[]::new);
  }

  Operand operand() {
    return operand;
  }

  /** The literals, without NULL. */
  List<LiteralOperand> items() {
    return items;
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
      if (values.isNull(row)) {
        truth[row] = Truth.UNKNOWN;
      } else {
        truth[row] = contains(values, row) ? Truth.TRUE : missing;
      }
    }
  }

  private boolean contains(Values values, int row) {
    int low = 0;
    int high = sorted.length - 1;
    while (low <= high) {
      int middle = (low + high) >>> 1;
      int compared = order.compare(sorted[middle], 0, values, row);
      if (compared == 0) {
        return true;
      } else if (compared < 0) {
        low = middle + 1;
      } else {
        high = middle - 1;
      }
    }
    return false;
  }
}
