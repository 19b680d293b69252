package io.orcacid.format.layout;

import io.orcacid.error.UnsupportedTableException;
import io.orcacid.error.ValidationException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * The path of a partition below its table, {@code a=1/b=x}, as Hive makes and reads it: names in
 * lower case, special characters as {@code %XX}, NULL and the empty string as {@code
 * __HIVE_DEFAULT_PARTITION__}, which reads as NULL.
 */
public final class PartitionName {
  /** Path of the one partition of a table without partitions. */
  public static final String UNPARTITIONED = "";

  /** What stands for NULL. */
  public static final String NULL_VALUE = "__HIVE_DEFAULT_PARTITION__";

  private static final String ESCAPED = "\"#%'*/:=?\\{[]^\u007F";
  private static final int LONGEST_NAME = 255;

  private PartitionName() {}

  /**
   * The path of the partition with these values.
   *
   * @param columns names of the partition columns, outermost first
   * @param values their values as text, in the same order; null for NULL
   * @throws ValidationException if a value is too long for a directory's name, or is the text that
   *     stands for NULL
   */
  public static String of(List<String> columns, List<String> values) {
    StringBuilder path = new StringBuilder();
    for (int i = 0; i < columns.size(); i++) {
      String value = values.get(i);
      if (NULL_VALUE.equals(value)) {
        throw new ValidationException(
            "A partition value is the text that stands for NULL and would read back as NULL",
            "column",
            columns.get(i),
            "value",
            value);
      }
      String part =
          escape(columns.get(i).toLowerCase(Locale.ROOT))
              + "="
              + (value == null || value.isEmpty() ? NULL_VALUE : escape(value));
      if (part.getBytes(StandardCharsets.UTF_8).length > LONGEST_NAME) {
        throw new ValidationException(
            "A partition value is too long for a directory name of 255 bytes",
            "column",
            columns.get(i),
            "value",
            value);
      }
      path.append(i == 0 ? "" : "/").append(part);
    }
    return path.toString();
  }

  /**
   * The values in a partition's path, empty for NULL.
   *
   * @throws UnsupportedTableException if the path does not name these columns
   */
  public static List<Optional<String>> values(List<String> columns, String path) {
    String[] parts = path.isEmpty() ? new String[0] : path.split("/");
    List<Optional<String>> values = new ArrayList<>();
    for (int i = 0; i < parts.length; i++) {
      int equals = parts[i].indexOf('=');
      if (parts.length != columns.size()
          || equals < 0
          || !unescape(parts[i].substring(0, equals)).equalsIgnoreCase(columns.get(i))) {
        throw new UnsupportedTableException(
            "A directory is no partition of the table: name its partition columns, outermost first",
            "path",
            path,
            "partitionColumns",
            columns);
      }
      String value = unescape(parts[i].substring(equals + 1));
      values.add(value.equals(NULL_VALUE) ? Optional.empty() : Optional.of(value));
    }
    if (parts.length != columns.size()) {
      throw new UnsupportedTableException(
          "A directory is no partition of the table", "path", path, "partitionColumns", columns);
    }
    return values;
  }

  private static String escape(String text) {
    StringBuilder escaped = new StringBuilder();
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c < ' ' || ESCAPED.indexOf(c) >= 0) {
        escaped.append(String.format(Locale.ROOT, "%%%02X", (int) c));
      } else {
        escaped.append(c);
      }
    }
    return escaped.toString();
  }

  private static String unescape(String text) {
    StringBuilder plain = new StringBuilder();
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      int code = c == '%' && i + 2 < text.length() ? hex(text, i + 1) : -1;
      if (code >= 0) {
        plain.append((char) code);
        i += 2;
      } else {
        plain.append(c);
      }
    }
    return plain.toString();
  }

  private static int hex(String text, int at) {
    int high = Character.digit(text.charAt(at), 16);
    int low = Character.digit(text.charAt(at + 1), 16);
    return high < 0 || low < 0 ? -1 : high * 16 + low;
  }
}
