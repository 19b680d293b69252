package io.orcacid.format;

import io.orcacid.error.ValidationException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.apache.orc.TypeDescription;

/**
 * Columns as people write them, {@code id bigint, `a name` string, tags array<string>}: Hive's
 * types and spelling, names in back quotes where they are not plain, a back quote in a name
 * doubled. {@link #parse} and {@link #print} are inverse.
 */
public final class SchemaText {
  private static final Map<String, String> SYNONYMS =
      Map.of(
          "integer", "int",
          "double precision", "double",
          "numeric", "decimal",
          "dec", "decimal",
          "long", "bigint",
          "short", "smallint",
          "byte", "tinyint",
          "bool", "boolean",
          "text", "string");
  private static final String LOCAL_TIMESTAMP = "timestamp with local time zone";

  private SchemaText() {}

  /**
   * Reads columns into a struct.
   *
   * @throws ValidationException naming the column that cannot be read
   */
  public static TypeDescription parse(String ddl) {
    TypeDescription row = TypeDescription.createStruct();
    for (String column : split(ddl, ',')) {
      String text = column.strip();
      if (text.isEmpty()) {
        throw new ValidationException(
            "A column is missing between two commas of the schema", "schema", ddl);
      }
      int end = nameEnd(text, ddl);
      String name =
          text.startsWith("`")
              ? text.substring(1, end - 1).replace("``", "`")
              : text.substring(0, end);
      row.addField(name, type(name, text.substring(end)));
    }
    return row;
  }

  private static int nameEnd(String column, String ddl) {
    if (!column.startsWith("`")) {
      int end = 0;
      while (end < column.length()
          && !Character.isWhitespace(column.charAt(end))
          && column.charAt(end) != ':') {
        end++;
      }
      return end;
    }
    for (int i = 1; i < column.length(); i++) {
      if (column.charAt(i) == '`') {
        if (i + 1 < column.length() && column.charAt(i + 1) == '`') {
          i++;
        } else {
          return i + 1;
        }
      }
    }
    throw new ValidationException("A back quote is not closed in the schema", "schema", ddl);
  }

  private static TypeDescription type(String column, String text) {
    String type = text.strip();
    if (type.startsWith(":")) {
      type = type.substring(1).strip();
    }
    if (type.isEmpty()) {
      throw new ValidationException("A column has no type; write 'name type'", "column", column);
    }
    try {
      return TypeDescription.fromString(compact(type));
    } catch (IllegalArgumentException e) {
      throw new ValidationException(
          "The type of a column is none of Hive's, such as bigint, decimal(10,2), string, timestamp, array<int>",
          e,
          "column",
          column,
          "type",
          type);
    }
  }

  /** ORC's parser takes no blanks and no synonyms. */
  private static String compact(String type) {
    String lower = type.toLowerCase(Locale.ROOT).replaceAll("\\s+", " ");
    if (lower.equals(LOCAL_TIMESTAMP)) {
      return lower;
    }
    if (SYNONYMS.containsKey(lower)) {
      return SYNONYMS.get(lower);
    }
    int bracket = type.indexOf('<');
    if (bracket < 0) {
      int parenthesis = lower.indexOf('(');
      String name = parenthesis < 0 ? lower : lower.substring(0, parenthesis).strip();
      String rest = parenthesis < 0 ? "" : lower.substring(parenthesis).replace(" ", "");
      return SYNONYMS.getOrDefault(name, name) + rest;
    }
    if (!type.endsWith(">")) {
      return type;
    }
    String outer = type.substring(0, bracket).strip().toLowerCase(Locale.ROOT);
    List<String> parts = new ArrayList<>();
    for (String part : split(type.substring(bracket + 1, type.length() - 1), ',')) {
      parts.add(outer.equals("struct") ? field(part.strip()) : compact(part.strip()));
    }
    return outer + "<" + String.join(",", parts) + ">";
  }

  private static String field(String text) {
    int end = nameEnd(text, text);
    String rest = text.substring(end).strip();
    return text.substring(0, end)
        + ":"
        + compact(rest.startsWith(":") ? rest.substring(1).strip() : rest);
  }

  /** Pieces between separators that stand in no bracket and no back quotes. */
  private static List<String> split(String text, char separator) {
    List<String> pieces = new ArrayList<>();
    int depth = 0;
    boolean quoted = false;
    int start = 0;
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c == '`') {
        quoted = !quoted;
      } else if (!quoted && (c == '<' || c == '(')) {
        depth++;
      } else if (!quoted && (c == '>' || c == ')')) {
        depth--;
      } else if (!quoted && depth == 0 && c == separator) {
        pieces.add(text.substring(start, i));
        start = i + 1;
      }
    }
    pieces.add(text.substring(start));
    return pieces;
  }

  /** The columns of a struct as text. */
  public static String print(TypeDescription row) {
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < row.getChildren().size(); i++) {
      text.append(i == 0 ? "" : ", ")
          .append(quoted(row.getFieldNames().get(i)))
          .append(' ')
          .append(row.getChildren().get(i));
    }
    return text.toString();
  }

  /** A column's name as it must be written in a schema or an expression. */
  public static String quoted(String name) {
    return name.matches("[A-Za-z_][A-Za-z0-9_]*") ? name : "`" + name.replace("`", "``") + "`";
  }
}
