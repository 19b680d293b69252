package io.orcacid.reader.expression;

/** Two values compared. */
record Comparison(Operator operator, Expression left, Expression right) implements Expression {

  /** The comparisons of the language. */
  enum Operator {
    EQUAL("="),
    UNEQUAL("<>"),
    LESS("<"),
    LESS_OR_EQUAL("<="),
    GREATER(">"),
    GREATER_OR_EQUAL(">="),
    NULL_SAFE_EQUAL("<=>");

    private final String symbol;

    Operator(String symbol) {
      this.symbol = symbol;
    }

    static Operator of(String symbol) {
      return switch (symbol) {
        case "=", "==" -> EQUAL;
        case "<>", "!=" -> UNEQUAL;
        case "<" -> LESS;
        case "<=" -> LESS_OR_EQUAL;
        case ">" -> GREATER;
        case ">=" -> GREATER_OR_EQUAL;
        case "<=>" -> NULL_SAFE_EQUAL;
        default -> throw new IllegalArgumentException(symbol);
      };
    }

    /** The operator that says the same with its sides exchanged. */
    Operator mirrored() {
      return switch (this) {
        case LESS -> GREATER;
        case LESS_OR_EQUAL -> GREATER_OR_EQUAL;
        case GREATER -> LESS;
        case GREATER_OR_EQUAL -> LESS_OR_EQUAL;
        default -> this;
      };
    }

    /** Whether the operator holds for two values that are not NULL, given their order. */
    boolean holds(int order) {
      return switch (this) {
        case EQUAL, NULL_SAFE_EQUAL -> order == 0;
        case UNEQUAL -> order != 0;
        case LESS -> order < 0;
        case LESS_OR_EQUAL -> order <= 0;
        case GREATER -> order > 0;
        case GREATER_OR_EQUAL -> order >= 0;
      };
    }

    @Override
    public String toString() {
      return symbol;
    }
  }

  @Override
  public String toString() {
    return Precedence.SUM.print(left) + " " + operator + " " + Precedence.SUM.print(right);
  }
}
