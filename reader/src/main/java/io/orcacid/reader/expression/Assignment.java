package io.orcacid.reader.expression;

import static java.util.Objects.requireNonNull;

import java.util.List;

/**
 * One {@code column = expression} of an UPDATE.
 *
 * @param column name of a top-level column as it was written, without back-quotes
 * @param expression the new value
 */
public record Assignment(String column, Expression expression) {
  /** Checks that both parts are there. */
  public Assignment {
    requireNonNull(column, "column");
    requireNonNull(expression, "expression");
  }

  /**
   * Reads a list such as {@code n = n + 1, `b c` = NULL}, in the order of the text.
   *
   * @throws io.orcacid.error.ValidationException if the text is no such list, or assigns one name
   *     twice (names are compared without regard to case)
   */
  public static List<Assignment> parseList(String text) {
    return ExpressionParser.assignments(text);
  }

  ColumnReference reference() {
    return new ColumnReference(List.of(column));
  }

  @Override
  public String toString() {
    return ColumnReference.quoted(column) + " = " + expression;
  }
}
