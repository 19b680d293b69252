package io.orcacid.reader.expression;

import java.util.Set;
import org.apache.orc.TypeDescription;

/** Texts joined, byte by byte; blanks at the end of a char are left out. */
final class ConcatenationOperand extends Operand {
  private final Operand left;
  private final Operand right;

  ConcatenationOperand(Operand left, Operand right) {
    super(TypeDescription.createString());
    this.left = left;
    this.right = right;
  }

  @Override
  Set<Integer> columns() {
    return Condition.union(left.columns(), right.columns());
  }

  @Override
  Values evaluate(Rows rows) {
    Values.Slices a = (Values.Slices) left.evaluate(rows);
    Values.Slices b = (Values.Slices) right.evaluate(rows);
    byte[][] result = new byte[rows.capacity()][];
    int[] lengths = new int[rows.capacity()];
    ResultNulls nulls = new ResultNulls(rows);
    for (int i = 0; i < rows.count(); i++) {
      int row = rows.positions()[i];
      if (a.isNull(row) || b.isNull(row)) {
        nulls.add(row);
      } else {
        int first = length(left, a, a.at(row));
        int second = length(right, b, b.at(row));
        lengths[row] = first + second;
        result[row] = new byte[first + second];
        System.arraycopy(a.vector[a.at(row)], a.start[a.at(row)], result[row], 0, first);
        System.arraycopy(b.vector[b.at(row)], b.start[b.at(row)], result[row], first, second);
      }
    }
    return new Values.Slices(result, new int[result.length], lengths, false, nulls.build());
  }

  private static int length(Operand operand, Values.Slices values, int at) {
    return operand.isCharacter()
        ? ValueOrder.trimmedLength(values.vector[at], values.start[at], values.length[at])
        : values.length[at];
  }
}
