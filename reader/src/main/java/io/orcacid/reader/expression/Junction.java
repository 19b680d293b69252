package io.orcacid.reader.expression;

import java.util.List;
import java.util.Set;

/** AND or OR. An operand is not evaluated for rows that the operands before it decide. */
final class Junction extends Condition {
  private final Logical.Operator operator;
  private final List<Condition> operands;
  private final Set<Integer> columns;
  // FALSE decides an AND, TRUE an OR.
  private final byte decisive;

  Junction(Logical.Operator operator, List<Condition> operands) {
    this.operator = operator;
    this.operands = List.copyOf(operands);
    this.columns = operands.stream().map(Condition::columns).reduce(Set.of(), Condition::union);
    this.decisive = Truth.of(operator == Logical.Operator.OR);
  }

  Logical.Operator operator() {
    return operator;
  }

  List<Condition> operands() {
    return operands;
  }

  @Override
  Set<Integer> columns() {
    return columns;
  }

  @Override
  void evaluate(Rows rows, byte[] truth) {
    operands.get(0).evaluate(rows, truth);
    byte[] next = new byte[rows.capacity()];
    int[] open = new int[rows.count()];
    Rows undecided = rows;
    for (int i = 1; i < operands.size(); i++) {
      int count = undecided(undecided, truth, open);
      if (count == 0) {
        return;
      }
      undecided = rows.with(open, count);
      operands.get(i).evaluate(undecided, next);
      combine(undecided, truth, next);
    }
  }

  private int undecided(Rows rows, byte[] truth, int[] open) {
    int[] positions = rows.positions();
    int count = 0;
    for (int i = 0; i < rows.count(); i++) {
      int row = positions[i];
      if (truth[row] != decisive) {
        open[count++] = row;
      }
    }
    return count;
  }

  private void combine(Rows rows, byte[] truth, byte[] next) {
    int[] positions = rows.positions();
    for (int i = 0; i < rows.count(); i++) {
      int row = positions[i];
      // The row is not decided: it is the neutral value, or unknown.
      if (next[row] == decisive || truth[row] != Truth.UNKNOWN) {
        truth[row] = next[row];
      }
    }
  }

  @Override
  int possibleInPart(KnownColumns known) {
    int result = Truth.set(Truth.not(decisive));
    for (Condition operand : operands) {
      result = combine(result, operand.possible(known));
    }
    return result;
  }

  private int combine(int left, int right) {
    int result = 0;
    for (byte a = 0; a <= Truth.UNKNOWN; a++) {
      for (byte b = 0; b <= Truth.UNKNOWN; b++) {
        if (Truth.contains(left, a) && Truth.contains(right, b)) {
          boolean and = operator == Logical.Operator.AND;
          result |= Truth.set(and ? Truth.and(a, b) : Truth.or(a, b));
        }
      }
    }
    return result;
  }
}
