package io.orcacid.reader.expression;

/** IS NULL. IS NOT NULL is the negation of this. */
record NullTest(Expression operand) implements Expression {
  @Override
  public String toString() {
    return Precedence.SUM.print(operand) + " IS NULL";
  }
}
