package io.orcacid.reader.expression;

/** Whether a text matches a pattern. NOT LIKE is the negation of this. */
record Like(Expression operand, Expression pattern) implements Expression {
  @Override
  public String toString() {
    return Precedence.SUM.print(operand) + " LIKE " + Precedence.SUM.print(pattern);
  }
}
