package io.orcacid.reader.expression;

import java.math.BigDecimal;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.Supplier;

/** Random predicates in our language and, meaning the same, in H2's. */
final class PredicateGenerator {
  private static final List<String> COMPARISONS =
      List.of("=", "==", "<>", "!=", "<", "<=", ">", ">=", "<=>");

  /**
   * A predicate, or a part of one.
   *
   * @param ours text in our language
   * @param theirs text in H2's
   */
  record Pair(String ours, String theirs) {}

  /**
   * A column or field.
   *
   * @param ours how it is written in our language
   * @param theirs its name in H2
   * @param kind what it holds
   * @param isCharacter whether blanks at the end do not count
   * @param isSmall whether sums of it cannot overflow
   * @param literals values worth comparing it with
   */
  record Column(
      String ours,
      String theirs,
      Kind kind,
      boolean isCharacter,
      boolean isSmall,
      List<Object> literals) {}

  private final Random random;
  private final List<Column> columns;

  PredicateGenerator(Random random, List<Column> columns) {
    this.random = random;
    this.columns = columns;
  }

  private <T> T oneOf(List<T> list) {
    return list.get(random.nextInt(list.size()));
  }

  Pair predicate(int depth) {
    int choice = random.nextInt(depth == 0 ? 1 : 6);
    switch (choice) {
      case 0:
        return leaf();
      case 1:
        Pair inner = predicate(depth - 1);
        return new Pair("NOT (" + inner.ours() + ")", "NOT (" + inner.theirs() + ")");
      case 2:
        Pair tested = predicate(depth - 1);
        String test = oneOf(List.of(" IS TRUE", " IS FALSE", " IS NOT TRUE", " IS NULL"));
        return new Pair("(" + tested.ours() + ")" + test, "(" + tested.theirs() + ")" + test);
      default:
        String operator = random.nextBoolean() ? " AND " : " OR ";
        List<String> ours = new ArrayList<>();
        List<String> theirs = new ArrayList<>();
        for (int i = 0; i < 2 + random.nextInt(2); i++) {
          Pair part = predicate(depth - 1);
          ours.add("(" + part.ours() + ")");
          theirs.add("(" + part.theirs() + ")");
        }
        return new Pair(String.join(operator, ours), String.join(operator, theirs));
    }
  }

  private Pair leaf() {
    Column column = oneOf(columns);
    List<Supplier<Pair>> leaves = new ArrayList<>();
    leaves.add(() -> comparison(column));
    leaves.add(() -> comparison(column));
    leaves.add(() -> list(column));
    leaves.add(() -> between(column));
    leaves.add(() -> new Pair(column.ours() + " IS NULL", column.theirs() + " IS NULL"));
    if (column.kind() == Kind.TEXT) {
      leaves.add(() -> like(column));
      leaves.add(() -> like(column));
      leaves.add(() -> concatenation(column));
    }
    if (column.kind() == Kind.BOOLEAN) {
      leaves.add(() -> new Pair(column.ours(), column.theirs()));
    }
    if (column.isSmall()) {
      leaves.add(() -> arithmetic(column));
    }
    leaves.add(() -> columns(column));
    return oneOf(leaves).get();
  }

  private Pair comparison(Column column) {
    String operator = oneOf(COMPARISONS);
    Pair literal = literal(column, true);
    boolean mirrored = random.nextInt(4) == 0;
    String ours =
        mirrored
            ? literal.ours() + " " + operator + " " + column.ours()
            : column.ours() + " " + operator + " " + literal.ours();
    String left = mirrored ? literal.theirs() : theirs(column);
    String right = mirrored ? theirs(column) : literal.theirs();
    return new Pair(ours, left + " " + translated(operator) + " " + right);
  }

  private static String translated(String operator) {
    return switch (operator) {
      case "==" -> "=";
      case "!=" -> "<>";
      case "<=>" -> "IS NOT DISTINCT FROM";
      default -> operator;
    };
  }

  private static String theirs(Column column) {
    return column.kind() == Kind.FLOATING
        ? "CAST(" + column.theirs() + " AS DOUBLE PRECISION)"
        : column.theirs();
  }

  private Pair columns(Column column) {
    Column other = oneOf(columns);
    boolean numbers = column.kind().isNumeric() && other.kind().isNumeric();
    boolean padded = column.isCharacter() || other.isCharacter();
    if (!numbers && (other.kind() != column.kind() || padded)) {
      return comparison(column);
    }
    String operator = oneOf(COMPARISONS);
    boolean floating = column.kind() == Kind.FLOATING || other.kind() == Kind.FLOATING;
    String left = floating ? "CAST(" + column.theirs() + " AS DOUBLE PRECISION)" : column.theirs();
    String right = floating ? "CAST(" + other.theirs() + " AS DOUBLE PRECISION)" : other.theirs();
    return new Pair(
        column.ours() + " " + operator + " " + other.ours(),
        left + " " + translated(operator) + " " + right);
  }

  private Pair list(Column column) {
    List<String> ours = new ArrayList<>();
    List<String> theirs = new ArrayList<>();
    for (int i = 0; i < 1 + random.nextInt(5); i++) {
      Pair literal = literal(column, true);
      ours.add(literal.ours());
      theirs.add(literal.theirs());
    }
    String in = random.nextBoolean() ? " IN (" : " NOT IN (";
    return new Pair(
        column.ours() + in + String.join(", ", ours) + ")",
        theirs(column) + in + String.join(", ", theirs) + ")");
  }

  private Pair between(Column column) {
    Pair lower = literal(column, true);
    Pair upper = literal(column, true);
    String between = random.nextBoolean() ? " BETWEEN " : " NOT BETWEEN ";
    return new Pair(
        column.ours() + between + lower.ours() + " AND " + upper.ours(),
        theirs(column) + between + lower.theirs() + " AND " + upper.theirs());
  }

  private Pair arithmetic(Column column) {
    Column other = column;
    for (int i = 0; i < 20; i++) {
      Column candidate = oneOf(columns);
      if (candidate.isSmall() && candidate.kind() == Kind.INTEGER) {
        other = candidate;
      }
    }
    String number = String.valueOf(random.nextInt(200) - 100);
    String operator = oneOf(COMPARISONS);
    String theirOperator = " " + translated(operator) + " ";
    String x = "CAST(" + column.theirs() + " AS BIGINT)";
    String y = "CAST(" + other.theirs() + " AS BIGINT)";
    String doubleX = "CAST(" + column.theirs() + " AS DOUBLE PRECISION)";
    String doubleY = "CAST(" + other.theirs() + " AS DOUBLE PRECISION)";
    return switch (random.nextInt(5)) {
      case 0 ->
          new Pair(
              column.ours() + " + " + other.ours() + " " + operator + " " + number,
              x + " + " + y + theirOperator + number);
      case 1 ->
          new Pair(
              column.ours() + " * 3 - " + other.ours() + " " + operator + " " + number,
              x + " * 3 - " + y + theirOperator + number);
      case 2 ->
          new Pair(
              "-" + column.ours() + " % " + other.ours() + " " + operator + " 1",
              "MOD(-" + x + ", NULLIF(" + y + ", 0))" + theirOperator + "1");
      case 3 ->
          new Pair(
              column.ours() + " / " + other.ours() + " " + operator + " 0.5",
              doubleX
                  + " / NULLIF("
                  + doubleY
                  + ", 0)"
                  + theirOperator
                  + "CAST(0.5 AS DOUBLE PRECISION)");
      default ->
          new Pair(
              column.ours() + " * 1.25 " + operator + " " + number,
              x + " * 1.25" + theirOperator + number);
    };
  }

  private Pair like(Column column) {
    Object value = oneOf(column.literals());
    String text = value == null ? "a" : (String) value;
    int from = text.isEmpty() ? 0 : random.nextInt(text.length());
    int to = text.isEmpty() ? 0 : from + random.nextInt(text.length() - from + 1);
    StringBuilder pattern = new StringBuilder(random.nextBoolean() ? "%" : "");
    String part = random.nextBoolean() ? text.substring(0, to) : text.substring(from, to);
    for (char c : part.toCharArray()) {
      if (c == '%' || c == '_') {
        pattern.append('\\').append(c);
      } else if (c == '\\' || c < ' ') {
        pattern.append('_');
      } else {
        pattern.append(random.nextInt(8) == 0 ? '_' : c);
      }
    }
    if (random.nextInt(4) != 0) {
      pattern.append('%');
    }
    String quoted = "'" + pattern.toString().replace("'", "''") + "'";
    String like = random.nextInt(4) == 0 ? " NOT LIKE " : " LIKE ";
    return new Pair(column.ours() + like + quoted, column.theirs() + like + quoted);
  }

  private Pair concatenation(Column column) {
    Pair literal = literal(column, false);
    String operator = oneOf(COMPARISONS);
    return new Pair(
        column.ours() + " || 'x' " + operator + " " + literal.ours() + " || 'x'",
        column.theirs() + " || 'x' " + translated(operator) + " " + literal.theirs() + " || 'x'");
  }

  private Pair literal(Column column, boolean nulls) {
    Object value = oneOf(column.literals());
    if (nulls && random.nextInt(25) == 0) {
      return new Pair("NULL", "NULL");
    }
    if (column.kind() == Kind.INTEGER && random.nextInt(8) == 0) {
      String decimal = value + oneOf(List.of(".0", ".5"));
      return new Pair(decimal, decimal);
    }
    if (column.kind() == Kind.INTEGER && random.nextInt(12) == 0) {
      String beyond =
          oneOf(List.of("99999999999999999999", "-99999999999999999999", "300", "70000"));
      return new Pair(beyond, beyond);
    }
    if (column.kind() == Kind.FLOATING && value instanceof Double number && number == 0) {
      return new Pair(oneOf(List.of("0", "0.0", "-0.0e0", "0e0")), "CAST(0 AS DOUBLE PRECISION)");
    }
    if (value instanceof LocalDate && random.nextBoolean()) {
      return new Pair("'" + value + "'", theirs(value));
    }
    return new Pair(new Literal(value).toString(), theirs(value));
  }

  private static String theirs(Object value) {
    if (value instanceof Double number) {
      return Double.isNaN(number) || Double.isInfinite(number)
          ? "CAST('" + number + "' AS DOUBLE PRECISION)"
          : "CAST(" + number + " AS DOUBLE PRECISION)";
    } else if (value instanceof String text) {
      return "'" + text.replace("'", "''") + "'";
    } else if (value instanceof LocalDate || value instanceof LocalDateTime) {
      return new Literal(value).toString();
    } else if (value instanceof Instant) {
      return "TIMESTAMP WITH TIME ZONE '"
          + CivilTime.print((Instant) value).replace("Z", "+00")
          + "'";
    } else if (value instanceof BigDecimal decimal) {
      return decimal.toPlainString();
    }
    return value instanceof Bytes ? value.toString() : String.valueOf(value);
  }
}
