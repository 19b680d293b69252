package io.orcacid.cli.output;

import io.orcacid.format.value.StructValue;
import io.orcacid.format.value.UnionValue;
import java.util.AbstractMap.SimpleImmutableEntry;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import org.apache.orc.TypeDescription;

/**
 * JSON text of strings and of values, each value in one form only, so that equal rows give equal
 * text:
 *
 * <ul>
 *   <li>integers and booleans plain; float and double as Java prints them, NaN and infinities as
 *       strings;
 *   <li>decimal a string without trailing zeros; char without trailing blanks; binary base64;
 *   <li>date {@code "yyyy-MM-dd"}, timestamp {@code "yyyy-MM-dd HH:mm:ss.nnnnnnnnn"}, timestamp
 *       with local time zone {@code "yyyy-MM-ddTHH:mm:ss.nnnnnnnnnZ"} in UTC;
 *   <li>list {@code [..]}, map {@code [[key,value],..]} in the order of the keys' JSON text, struct
 *       {@code {..}}, union {@code {"tag":n,"value":..}}.
 * </ul>
 *
 * <p>Escaped are {@code "}, {@code \} and control characters only, the latter as {@code \}{@code
 * u00xx}.
 */
public final class JsonText {
  private static final char[] HEX = "0123456789abcdef".toCharArray();
  private static final int FIRST_PRINTABLE = 0x20;

  private JsonText() {}

  /** Appends a string with its quotes. */
  public static void string(StringBuilder out, CharSequence text) {
    out.append('"');
    int start = 0;
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c >= FIRST_PRINTABLE && c != '"' && c != '\\') {
        continue;
      }
      out.append(text, start, i);
      start = i + 1;
      if (c >= FIRST_PRINTABLE) {
        out.append('\\').append(c);
      } else {
        out.append("\\u00").append(HEX[c >> 4]).append(HEX[c & 0xf]);
      }
    }
    out.append(text, start, text.length()).append('"');
  }

  /** A string with its quotes. */
  public static String string(CharSequence text) {
    StringBuilder out = new StringBuilder(text.length() + 2);
    string(out, text);
    return out.toString();
  }

  /** The text of a value of a type; {@code null} for NULL. */
  public static String value(TypeDescription type, Object value) {
    StringBuilder out = new StringBuilder();
    value(out, type, value);
    return out.toString();
  }

  /**
   * Appends a value of a type.
   *
   * @param value of the Java types of package {@code io.orcacid.format.value}; null for NULL
   */
  public static void value(StringBuilder out, TypeDescription type, Object value) {
    if (value == null) {
      out.append("null");
      return;
    }
    switch (type.getCategory()) {
      case BOOLEAN -> out.append((boolean) value);
      case BYTE, SHORT, INT, LONG -> PlainText.append(out, type, value);
      case FLOAT, DOUBLE -> floating(out, type, (Number) value);
      case STRING, VARCHAR -> string(out, (CharSequence) value);
      case CHAR -> string(out, PlainText.withoutTrailingBlanks(value.toString()));
      case LIST -> list(out, type.getChildren().get(0), (Iterable<?>) value);
      case MAP -> map(out, type, (Map<?, ?>) value);
      case STRUCT -> struct(out, type, ((StructValue) value).values());
      case UNION -> union(out, type, (UnionValue) value);
      default -> {
        out.append('"');
        PlainText.append(out, type, value);
        out.append('"');
      }
    }
  }

  private static void floating(StringBuilder out, TypeDescription type, Number value) {
    double number = value.doubleValue();
    if (Double.isNaN(number) || Double.isInfinite(number)) {
      out.append('"').append(number).append('"');
    } else {
      PlainText.append(out, type, value);
    }
  }

  private static void list(StringBuilder out, TypeDescription element, Iterable<?> values) {
    out.append('[');
    String separator = "";
    for (Object value : values) {
      out.append(separator);
      value(out, element, value);
      separator = ",";
    }
    out.append(']');
  }

  private static void map(StringBuilder out, TypeDescription type, Map<?, ?> map) {
    List<Map.Entry<String, Object>> entries = new ArrayList<>(map.size());
    for (Map.Entry<?, ?> entry : map.entrySet()) {
      String key = value(type.getChildren().get(0), entry.getKey());
      entries.add(new SimpleImmutableEntry<>(key, entry.getValue()));
    }
    entries.sort(Comparator.comparing(Map.Entry::getKey));
    out.append('[');
    String separator = "";
    for (Map.Entry<String, Object> entry : entries) {
      out.append(separator).append('[').append(entry.getKey()).append(',');
      value(out, type.getChildren().get(1), entry.getValue());
      out.append(']');
      separator = ",";
    }
    out.append(']');
  }

  private static void struct(StringBuilder out, TypeDescription type, List<?> values) {
    List<String> names = type.getFieldNames();
    List<TypeDescription> types = type.getChildren();
    out.append('{');
    for (int i = 0; i < names.size(); i++) {
      out.append(i == 0 ? "" : ",");
      string(out, names.get(i));
      out.append(':');
      value(out, types.get(i), values.get(i));
    }
    out.append('}');
  }

  private static void union(StringBuilder out, TypeDescription type, UnionValue union) {
    out.append("{\"tag\":").append(union.tag()).append(",\"value\":");
    value(out, type.getChildren().get(union.tag()), union.value());
    out.append('}');
  }
}
