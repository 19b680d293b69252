package io.orcacid.reader.expression;

/** How tightly the operators of the grammar bind; the loosest comes first. */
enum Precedence {
  OR,
  AND,
  NOT,
  PREDICATE,
  SUM,
  PRODUCT,
  FACTOR,
  PRIMARY;

  static Precedence of(Expression expression) {
    if (expression instanceof Logical logical) {
      return logical.operator() == Logical.Operator.OR ? OR : AND;
    } else if (expression instanceof Negation) {
      return NOT;
    } else if (expression instanceof Arithmetic arithmetic) {
      return arithmetic.operator().isSum() ? SUM : PRODUCT;
    } else if (expression instanceof Minus) {
      return FACTOR;
    } else if (expression instanceof Literal literal) {
      return literal.text().startsWith("-") ? FACTOR : PRIMARY;
    } else if (expression instanceof ColumnReference || expression instanceof Cast) {
      return PRIMARY;
    }
    return PREDICATE;
  }

  /** Prints an operand, in parentheses where it binds more loosely than its place asks for. */
  String print(Expression operand) {
    return of(operand).compareTo(this) >= 0 ? operand.toString() : "(" + operand + ")";
  }
}
