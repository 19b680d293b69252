package io.orcacid.reader.expression;

import java.util.List;
import java.util.stream.Collectors;

/** Whether a value equals one of a list. NOT IN is the negation of this. */
record InList(Expression operand, List<Expression> items) implements Expression {
  InList {
    items = List.copyOf(items);
  }

  @Override
  public String toString() {
    return items.stream()
        .map(Expression::toString)
        .collect(Collectors.joining(", ", Precedence.SUM.print(operand) + " IN (", ")"));
  }
}
