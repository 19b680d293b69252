package io.orcacid.reader.expression;

import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * A column, or a field within a struct column.
 *
 * @param path the column's name, then the names of the fields on the way down
 */
record ColumnReference(List<String> path) implements Expression {
  private static final Pattern PLAIN = Pattern.compile("[A-Za-z_][A-Za-z0-9_$]*");
  private static final Set<String> RESERVED =
      Set.of(
          "or", "and", "not", "is", "null", "true", "false", "in", "between", "like", "cast", "as");

  ColumnReference {
    path = List.copyOf(path);
  }

  /** The name as it must be written: in back-quotes unless it is a plain word. */
  static String quoted(String name) {
    if (PLAIN.matcher(name).matches() && !RESERVED.contains(name.toLowerCase(Locale.ROOT))) {
      return name;
    }
    return "`" + name.replace("`", "``") + "`";
  }

  @Override
  public String toString() {
    return path.stream().map(ColumnReference::quoted).collect(Collectors.joining("."));
  }
}
