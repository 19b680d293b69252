package io.orcacid.reader.expression;

import java.util.Collection;
import java.util.List;
import java.util.Set;
import org.apache.orc.TypeDescription;

/**
 * An expression over the columns of a row, as it was written: names are not yet looked up and types
 * are not yet known. {@link BoundPredicate} and {@link BoundExpression} do that for a row type.
 *
 * <p>{@code toString} prints text that parses to an equal expression. Immutable; safe for use by
 * many threads.
 */
public sealed interface Expression
    permits Literal,
        ColumnReference,
        Comparison,
        Logical,
        Negation,
        InList,
        Between,
        Like,
        NullTest,
        TruthTest,
        Arithmetic,
        Minus,
        Cast {

  /**
   * Reads one expression.
   *
   * @param text the expression, for instance {@code n > 4 AND `Cost Total $` IS NOT NULL}
   * @throws io.orcacid.error.ValidationException if the text is no expression; it tells the
   *     position, counted from 1, and what was expected there
   */
  static Expression parse(String text) {
    return ExpressionParser.expression(text);
  }

  /**
   * A constant.
   *
   * @param value not null, of the classes that rows have
   * @throws io.orcacid.error.ValidationException if no literal can stand for it
   */
  static Expression literal(Object value) {
    return Literal.of(value);
  }

  /**
   * Whether a column has one of some values.
   *
   * @param column name of a top-level column
   * @param values one at least, none of them null, of the classes that rows have
   * @throws io.orcacid.error.ValidationException if no literal can stand for a value
   */
  static Expression anyOf(String column, Collection<?> values) {
    return new InList(
        new ColumnReference(List.of(column)),
        values.stream().<Expression>map(Literal::of).toList());
  }

  /** Whether a column's value lies between two others, both included. */
  static Expression between(String column, Object lower, Object upper) {
    return new Between(new ColumnReference(List.of(column)), Literal.of(lower), Literal.of(upper));
  }

  /**
   * Whether all of some conditions hold.
   *
   * @param conditions one at least
   */
  static Expression and(List<Expression> conditions) {
    return conditions.size() == 1
        ? conditions.get(0)
        : new Logical(Logical.Operator.AND, conditions);
  }

  /**
   * The top-level columns that the expression needs, in the spelling of the row type, in the order
   * of the row type.
   *
   * @param row a struct type whose fields are the columns
   * @throws io.orcacid.error.ValidationException if a name is unknown or ambiguous
   */
  default Set<String> columns(TypeDescription row) {
    return new ColumnNames(row).usedBy(this);
  }
}
