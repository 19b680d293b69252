package io.orcacid.reader.expression;

/** Two values reckoned together, or two texts joined. */
record Arithmetic(Operator operator, Expression left, Expression right) implements Expression {

  /** The operators between two values. */
  enum Operator {
    ADD("+"),
    SUBTRACT("-"),
    CONCATENATE("||"),
    MULTIPLY("*"),
    DIVIDE("/"),
    MODULO("%");

    private final String symbol;

    Operator(String symbol) {
      this.symbol = symbol;
    }

    static Operator of(String symbol) {
      for (Operator operator : values()) {
        if (operator.symbol.equals(symbol)) {
          return operator;
        }
      }
      throw new IllegalArgumentException(symbol);
    }

    boolean isSum() {
      return this == ADD || this == SUBTRACT || this == CONCATENATE;
    }

    @Override
    public String toString() {
      return symbol;
    }
  }

  @Override
  public String toString() {
    Precedence first = operator.isSum() ? Precedence.SUM : Precedence.PRODUCT;
    Precedence second = operator.isSum() ? Precedence.PRODUCT : Precedence.FACTOR;
    return first.print(left) + " " + operator + " " + second.print(right);
  }
}
