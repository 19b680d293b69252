package io.orcacid.reader.expression;

/** IS TRUE or IS FALSE, which never are unknown. IS NOT TRUE is the negation of this. */
record TruthTest(Expression operand, boolean expected) implements Expression {
  @Override
  public String toString() {
    return Precedence.SUM.print(operand) + (expected ? " IS TRUE" : " IS FALSE");
  }
}
