package io.orcacid.reader.expression;

import java.util.Set;

/**
 * Whether a value held as a long lies in a range. Comparisons of integers, dates and booleans with
 * literals all come to this, also where the literal lies outside of the column's type.
 */
final class RangeCondition extends Condition {
  private final Operand operand;
  private final LongRange range;
  private final byte inside;
  private final byte ofNull;

  /**
   * Creates a condition.
   *
   * @param inside the truth of a value inside the range; outside it is the opposite
   * @param ofNull the truth of NULL
   */
  RangeCondition(Operand operand, LongRange range, byte inside, byte ofNull) {
    this.operand = operand;
    this.range = range;
    this.inside = inside;
    this.ofNull = ofNull;
  }

  Operand operand() {
    return operand;
  }

  LongRange range() {
    return range;
  }

  byte inside() {
    return inside;
  }

  byte ofNull() {
    return ofNull;
  }

  @Override
  Set<Integer> columns() {
    return operand.columns();
  }

  @Override
  void evaluate(Rows rows, byte[] truth) {
    Values.Longs values = (Values.Longs) operand.evaluate(rows);
    long first = range.first();
    long last = range.last();
    byte outside = Truth.not(inside);
    int[] positions = rows.positions();
    boolean free = values.isFreeOfNulls();
    for (int i = 0; i < rows.count(); i++) {
      int row = positions[i];
      if (!free && values.isNull(row)) {
        truth[row] = ofNull;
      } else {
        long value = values.vector[values.at(row)];
        truth[row] = value >= first && value <= last ? inside : outside;
      }
    }
  }
}
