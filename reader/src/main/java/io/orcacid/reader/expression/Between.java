package io.orcacid.reader.expression;

/** Whether a value lies between two others, both included. NOT BETWEEN is the negation of this. */
record Between(Expression operand, Expression lower, Expression upper) implements Expression {
  @Override
  public String toString() {
    return Precedence.SUM.print(operand)
        + " BETWEEN "
        + Precedence.SUM.print(lower)
        + " AND "
        + Precedence.SUM.print(upper);
  }
}
