package io.orcacid.reader.expression;

/** NOT: of TRUE it is FALSE, of FALSE it is TRUE, of unknown it is unknown. */
record Negation(Expression operand) implements Expression {
  @Override
  public String toString() {
    return "NOT " + Precedence.NOT.print(operand);
  }
}
