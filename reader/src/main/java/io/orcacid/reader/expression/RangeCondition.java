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
    if (values.isFreeOfNulls() && !values.isRepeating()) {
      evaluate(rows, values.vector, truth);
      return;
    }
    int[] positions = rows.positions();
    for (int i = 0; i < rows.count(); i++) {
      int row = positions[i];
      truth[row] = values.isNull(row) ? ofNull : truthOf(values.vector[values.at(row)]);
    }
  }

  private void evaluate(Rows rows, long[] values, byte[] truth) {
    int[] positions = rows.positions();
    int count = rows.count();
    for (int i = 0; i < count; i++) {
      int row = positions[i];
      truth[row] = truthOf(values[row]);
    }
  }

  private byte truthOf(long value) {
    return value >= range.first() && value <= range.last() ? inside : Truth.not(inside);
  }
}
