package io.orcacid.reader.expression;

import java.util.List;
import java.util.stream.Collectors;

/** Two or more conditions joined by AND, or by OR. */
record Logical(Operator operator, List<Expression> operands) implements Expression {

  /** How the conditions are joined. */
  enum Operator {
    AND,
    OR
  }

  Logical {
    operands = List.copyOf(operands);
  }

  @Override
  public String toString() {
    Precedence place = operator == Operator.OR ? Precedence.AND : Precedence.NOT;
    return operands.stream().map(place::print).collect(Collectors.joining(" " + operator + " "));
  }
}
