package io.orcacid.reader.expression;

import io.orcacid.reader.expression.Check.Bound;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Predicate;
import org.apache.hadoop.hive.ql.io.sarg.PredicateLeaf;
import org.apache.hadoop.hive.ql.io.sarg.SearchArgument;
import org.apache.hadoop.hive.ql.io.sarg.SearchArgumentFactory;
import org.apache.orc.TypeDescription;

/**
 * What must hold of the statistics of rows among which a condition is TRUE. For each part it asks
 * what is necessary for the part to be TRUE, or to be FALSE where a NOT stands above; a part that
 * says nothing for certain is left out.
 */
final class PushDown {
  /** More alternatives than this are not worth their cost in each row group. */
  private static final int MAXIMUM_ALTERNATIVES = 16;

  private final TypeDescription row;
  private final Predicate<String> inFiles;

  PushDown(TypeDescription row, Predicate<String> inFiles) {
    this.row = row;
    this.inFiles = inFiles;
  }

  Optional<SearchArgument> searchArgument(Condition condition) {
    Check check = necessary(condition, Truth.TRUE);
    if (check == null) {
      return Optional.empty();
    }
    SearchArgument.Builder builder = SearchArgumentFactory.newBuilder();
    builder.startAnd();
    check.addTo(builder);
    return Optional.of(builder.end().build());
  }

  /** What is necessary for a row to have the wanted truth, or null if nothing is known. */
  private Check necessary(Condition condition, byte wanted) {
    if (condition instanceof NotCondition not) {
      return necessary(not.operand(), Truth.not(wanted));
    } else if (condition instanceof Junction junction) {
      boolean and = junction.operator() == Logical.Operator.AND;
      List<Check> checks = new ArrayList<>();
      junction.operands().forEach(operand -> checks.add(necessary(operand, wanted)));
      return and == (wanted == Truth.TRUE) ? Check.all(checks) : Check.any(checks);
    } else if (condition instanceof TruthCondition test) {
      return wanted == Truth.TRUE ? necessary(test.operand(), test.expected()) : null;
    } else if (condition instanceof NullCondition test) {
      return nullCheck(test.operand(), wanted);
    } else if (condition instanceof BooleanCondition test) {
      String name = name(test.operand());
      return name == null ? null : equal(name, PredicateLeaf.Type.BOOLEAN, wanted == Truth.TRUE);
    } else if (condition instanceof RangeCondition range) {
      return rangeCheck(range, wanted);
    } else if (condition instanceof ComparisonCondition comparison) {
      return comparisonCheck(comparison, wanted);
    } else if (condition instanceof MembershipCondition in) {
      return wanted == Truth.TRUE ? membershipCheck(in) : null;
    } else if (condition instanceof LikeCondition like) {
      return wanted == Truth.TRUE ? likeCheck(like) : null;
    }
    return null;
  }

  /** The name under which ORC finds the column, or null if it must not be asked about. */
  private String name(Operand operand) {
    if (!(operand instanceof ColumnOperand column)
        || !column.isTopLevel()
        || column.kind() == Kind.NESTED) {
      return null;
    }
    String name = row.getFieldNames().get(column.column());
    boolean ambiguous = row.getFieldNames().stream().filter(name::equalsIgnoreCase).count() > 1;
    // ORC takes a name of digits for the number of a column, even in back-quotes.
    boolean number = name.chars().allMatch(c -> c >= '0' && c <= '9');
    // ORC's reader cuts a name at its back-quote when it reads a file's schema.
    boolean cut = name.indexOf('`') >= 0;
    if (ambiguous || number || cut || !inFiles.test(name)) {
      return null;
    }
    return name.matches("[A-Za-z0-9_]+") ? name : "`" + name + "`";
  }

  private static Check equal(String name, PredicateLeaf.Type type, Object literal) {
    return builder -> builder.equals(name, type, literal);
  }

  private Check nullCheck(Operand operand, byte wanted) {
    String name = name(operand);
    if (name == null) {
      return null;
    }
    PredicateLeaf.Type type = StatisticsBounds.leafType(operand.kind());
    Check isNull = builder -> builder.isNull(name, type);
    return wanted == Truth.TRUE ? isNull : Check.not(isNull);
  }

  private Check rangeCheck(RangeCondition condition, byte wanted) {
    String name = name(condition.operand());
    LongRange range = condition.range();
    if (name == null || range.isEmpty() || condition.ofNull() == wanted) {
      return null;
    }
    Kind kind = condition.operand().kind();
    boolean inside = condition.inside() == wanted;
    if (kind == Kind.BOOLEAN) {
      boolean one = inside && range.first() == range.last();
      return one ? equal(name, PredicateLeaf.Type.BOOLEAN, range.first() == 1) : null;
    }
    StatisticsBounds bounds = StatisticsBounds.of(name, condition.operand().type());
    if (inside && range.first() == range.last()) {
      return bounds.equal(StatisticsBounds.held(kind, range.first()));
    }
    Object first = StatisticsBounds.held(kind, range.first());
    Object last = StatisticsBounds.held(kind, range.last());
    Check from = range.startsAnywhere() ? null : bounds.lower(first, Bound.INCLUDED);
    Check to = range.endsAnywhere() ? null : bounds.upper(last, Bound.INCLUDED);
    if (inside) {
      return Check.all(Arrays.asList(from, to));
    }
    Check before = range.startsAnywhere() ? Check.NEVER : bounds.upper(first, Bound.EXCLUDED);
    Check behind = range.endsAnywhere() ? Check.NEVER : bounds.lower(last, Bound.EXCLUDED);
    return Check.any(Arrays.asList(before, behind));
  }

  private Check comparisonCheck(ComparisonCondition condition, byte wanted) {
    String name = name(condition.left());
    if (name == null || !(condition.right() instanceof LiteralOperand literal)) {
      return null;
    }
    if (isTrimmedString(condition.left(), literal)) {
      return null;
    }
    StatisticsBounds bounds = StatisticsBounds.of(name, condition.left().type());
    Object value = literal.value();
    boolean isTrue = wanted == Truth.TRUE;
    return switch (condition.operator()) {
      case EQUAL, NULL_SAFE_EQUAL -> isTrue ? bounds.equal(value) : null;
      case UNEQUAL -> isTrue ? null : bounds.equal(value);
      case LESS ->
          isTrue ? bounds.upper(value, Bound.EXCLUDED) : bounds.lower(value, Bound.INCLUDED);
      case LESS_OR_EQUAL ->
          isTrue ? bounds.upper(value, Bound.INCLUDED) : bounds.lower(value, Bound.EXCLUDED);
      case GREATER ->
          isTrue ? bounds.lower(value, Bound.EXCLUDED) : bounds.upper(value, Bound.INCLUDED);
      case GREATER_OR_EQUAL ->
          isTrue ? bounds.lower(value, Bound.INCLUDED) : bounds.upper(value, Bound.EXCLUDED);
    };
  }

  /** Compared with a char, blanks at the end of a string do not count; in statistics they do. */
  private static boolean isTrimmedString(Operand operand, LiteralOperand literal) {
    return literal.isCharacter() && operand.type().getCategory() == TypeDescription.Category.STRING;
  }

  private Check membershipCheck(MembershipCondition in) {
    String name = name(in.operand());
    if (name == null || in.items().isEmpty()) {
      return null;
    }
    if (in.operand().kind() == Kind.INTEGER) {
      Object[] numbers = in.items().stream().map(LiteralOperand::value).toArray();
      return builder -> builder.in(name, PredicateLeaf.Type.LONG, numbers);
    } else if (in.items().size() > MAXIMUM_ALTERNATIVES
        || in.operand().kind() == Kind.BOOLEAN
        || in.items().stream().anyMatch(item -> isTrimmedString(in.operand(), item))) {
      return null;
    }
    StatisticsBounds bounds = StatisticsBounds.of(name, in.operand().type());
    List<Check> checks = new ArrayList<>();
    in.items().forEach(item -> checks.add(bounds.equal(item.value())));
    return checks.stream().anyMatch(Objects::isNull) ? null : Check.any(checks);
  }

  private Check likeCheck(LikeCondition like) {
    String name = name(like.operand());
    return name == null
        ? null
        : StatisticsBounds.text(name, like.operand().type()).startsWith(like.pattern().prefix());
  }
}
