package io.orcacid.hadoop;

import io.orcacid.error.ValidationException;
import io.orcacid.format.SchemaText;
import io.orcacid.reader.expression.Expression;
import java.sql.Date;
import java.sql.Timestamp;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import org.apache.hadoop.hive.ql.io.sarg.ExpressionTree;
import org.apache.hadoop.hive.ql.io.sarg.PredicateLeaf;
import org.apache.hadoop.hive.ql.io.sarg.SearchArgument;
import org.apache.hadoop.hive.serde2.io.HiveDecimalWritable;

/**
 * A search argument as a condition. ORC leaves out stripes where an argument cannot be true, so who
 * sets one wants no row for which it is not true: as a condition it gives exactly those that it may
 * be true for.
 */
final class SearchCondition {
  private static final String FALSE = "FALSE";

  private SearchCondition() {}

  /** Empty if every row may meet it. */
  static Optional<String> of(SearchArgument argument) {
    return of(argument.getExpression());
  }

  private static Optional<String> of(ExpressionTree tree) {
    return switch (tree.getOperator()) {
      case AND -> and(tree.getChildren());
      case OR -> or(tree.getChildren());
      case NOT -> not(tree.getChildren().get(0));
      case LEAF -> Optional.of(leaf(tree.getPredicateLeaf()));
      case CONSTANT -> tree.getConstant().isNeeded() ? Optional.empty() : Optional.of(FALSE);
    };
  }

  private static Optional<String> and(List<ExpressionTree> children) {
    List<String> conditions = new ArrayList<>();
    children.forEach(child -> of(child).ifPresent(conditions::add));
    return conditions.isEmpty() ? Optional.empty() : Optional.of(joined(conditions, " AND "));
  }

  private static Optional<String> or(List<ExpressionTree> children) {
    List<String> conditions = new ArrayList<>();
    for (ExpressionTree child : children) {
      Optional<String> condition = of(child);
      if (condition.isEmpty()) {
        return Optional.empty();
      }
      conditions.add(condition.get());
    }
    return Optional.of(joined(conditions, " OR "));
  }

  private static String joined(List<String> conditions, String operator) {
    return conditions.stream().collect(Collectors.joining(operator, "(", ")"));
  }

  /** What nothing is known of may be false as well as true. */
  private static Optional<String> not(ExpressionTree child) {
    if (child.getOperator() == ExpressionTree.Operator.CONSTANT) {
      return child.getConstant().not().isNeeded() ? Optional.empty() : Optional.of(FALSE);
    }
    return of(child).map(condition -> "NOT (" + condition + ")");
  }

  private static String leaf(PredicateLeaf leaf) {
    String column = SchemaText.quoted(leaf.getColumnName());
    return switch (leaf.getOperator()) {
      case EQUALS -> column + " = " + literal(leaf.getLiteral());
      // Of NULL it is false, not unknown.
      case NULL_SAFE_EQUALS ->
          "(" + column + " IS NOT NULL AND " + column + " = " + literal(leaf.getLiteral()) + ")";
      case LESS_THAN -> column + " < " + literal(leaf.getLiteral());
      case LESS_THAN_EQUALS -> column + " <= " + literal(leaf.getLiteral());
      case IN ->
          column
              + leaf.getLiteralList().stream()
                  .map(SearchCondition::literal)
                  .collect(Collectors.joining(", ", " IN (", ")"));
      case BETWEEN ->
          column
              + " BETWEEN "
              + literal(leaf.getLiteralList().get(0))
              + " AND "
              + literal(leaf.getLiteralList().get(1));
      case IS_NULL -> column + " IS NULL";
    };
  }

  private static String literal(Object value) {
    if (value == null) {
      throw new ValidationException(
          "A search argument compares with NULL: use IS NULL", "key", "orc.kryo.sarg");
    }
    Object known = value;
    if (value instanceof Date date) {
      known = date.toLocalDate();
    } else if (value instanceof Timestamp timestamp) {
      known = timestamp.toLocalDateTime();
    } else if (value instanceof HiveDecimalWritable decimal) {
      known = decimal.getHiveDecimal().bigDecimalValue();
    }
    return Expression.literal(known).toString();
  }
}
