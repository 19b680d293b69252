package io.orcacid.reader;

import io.orcacid.format.RowId;
import io.orcacid.format.value.StructValue;
import io.orcacid.format.value.UnionValue;
import java.math.BigDecimal;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.apache.orc.TypeDescription;

/** Prints rows as the lines of the fixtures' {@code expected.jsonl}. */
public final class RowText {
  private static final DateTimeFormatter TIMESTAMP =
      DateTimeFormatter.ofPattern("uuuu-MM-dd HH:mm:ss.nnnnnnnnn");
  private static final DateTimeFormatter INSTANT =
      DateTimeFormatter.ofPattern("uuuu-MM-dd'T'HH:mm:ss.nnnnnnnnn'Z'");

  private RowText() {}

  /** The line of a row with its id. */
  public static String line(RowId id, TypeDescription row, List<Object> values) {
    return "{\"ROW__ID\":{\"writeId\":"
        + id.writeId()
        + ",\"bucket\":"
        + id.bucketProperty()
        + ",\"rowId\":"
        + id.rowId()
        + "},\"values\":"
        + fields(row, values)
        + "}";
  }

  private static String fields(TypeDescription struct, List<Object> values) {
    List<String> fields = new ArrayList<>();
    for (int i = 0; i < values.size(); i++) {
      fields.add(
          text(struct.getFieldNames().get(i))
              + ":"
              + value(struct.getChildren().get(i), values.get(i)));
    }
    return "{" + String.join(",", fields) + "}";
  }

  private static String value(TypeDescription type, Object value) {
    if (value == null) {
      return "null";
    }
    List<TypeDescription> children = type.getChildren();
    return switch (type.getCategory()) {
      case BOOLEAN, BYTE, SHORT, INT, LONG -> value.toString();
      case FLOAT, DOUBLE ->
          Double.isFinite(((Number) value).doubleValue()) ? value.toString() : "\"" + value + "\"";
      case DECIMAL -> "\"" + ((BigDecimal) value).stripTrailingZeros().toPlainString() + "\"";
      case BINARY -> "\"" + Base64.getEncoder().encodeToString((byte[]) value) + "\"";
      case DATE -> "\"" + value + "\"";
      case TIMESTAMP -> "\"" + TIMESTAMP.format((LocalDateTime) value) + "\"";
      case TIMESTAMP_INSTANT ->
          "\"" + INSTANT.format(((Instant) value).atOffset(ZoneOffset.UTC)) + "\"";
      case LIST ->
          ((List<?>) value)
              .stream()
                  .map(element -> value(children.get(0), element))
                  .collect(Collectors.joining(",", "[", "]"));
      case MAP ->
          ((Map<?, ?>) value)
              .entrySet().stream()
                  .map(
                      entry ->
                          "["
                              + value(children.get(0), entry.getKey())
                              + ","
                              + value(children.get(1), entry.getValue())
                              + "]")
                  .sorted()
                  .collect(Collectors.joining(",", "[", "]"));
      case STRUCT -> fields(type, ((StructValue) value).values());
      case UNION -> {
        UnionValue union = (UnionValue) value;
        yield "{\"tag\":"
            + union.tag()
            + ",\"value\":"
            + value(children.get(union.tag()), union.value())
            + "}";
      }
      default -> text(value.toString());
    };
  }

  private static String text(String value) {
    StringBuilder out = new StringBuilder("\"");
    for (char c : value.toCharArray()) {
      if (c == '"' || c == '\\') {
        out.append('\\').append(c);
      } else if (c < ' ') {
        out.append(String.format("\\u%04x", (int) c));
      } else {
        out.append(c);
      }
    }
    return out.append('"').toString();
  }
}
