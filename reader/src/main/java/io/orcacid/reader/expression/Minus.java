package io.orcacid.reader.expression;

/** The negative of a number. */
record Minus(Expression operand) implements Expression {
  @Override
  public String toString() {
    // A number right behind the sign would be read as a negative number.
    boolean number = operand instanceof Literal literal && literal.value() instanceof Number;
    return "-" + (number ? "(" + operand + ")" : Precedence.FACTOR.print(operand));
  }
}
