package io.orcacid.interop.hive;

import java.time.Instant;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeFormatterBuilder;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.hadoop.hive.common.type.Date;
import org.apache.hadoop.hive.common.type.HiveChar;
import org.apache.hadoop.hive.common.type.HiveDecimal;
import org.apache.hadoop.hive.common.type.Timestamp;
import org.apache.hadoop.hive.common.type.TimestampTZ;
import org.apache.hadoop.hive.serde2.objectinspector.ListObjectInspector;
import org.apache.hadoop.hive.serde2.objectinspector.MapObjectInspector;
import org.apache.hadoop.hive.serde2.objectinspector.ObjectInspector;
import org.apache.hadoop.hive.serde2.objectinspector.PrimitiveObjectInspector;
import org.apache.hadoop.hive.serde2.objectinspector.StructField;
import org.apache.hadoop.hive.serde2.objectinspector.StructObjectInspector;
import org.apache.hadoop.hive.serde2.objectinspector.UnionObjectInspector;

/** Rows as lines of JSON, in the one form that the README of the fixtures defines. */
final class RowText {
  private static final DateTimeFormatter SECONDS =
      new DateTimeFormatterBuilder().appendPattern("uuuu-MM-dd HH:mm:ss").toFormatter();
  private static final DateTimeFormatter UTC_SECONDS =
      DateTimeFormatter.ofPattern("uuuu-MM-dd'T'HH:mm:ss");

  private RowText() {}

  static String row(long writeId, int bucket, long rowId, List<String> names, List<String> values) {
    StringBuilder out = new StringBuilder();
    out.append("{\"ROW__ID\":{\"writeId\":").append(writeId);
    out.append(",\"bucket\":").append(bucket);
    out.append(",\"rowId\":").append(rowId).append("},\"values\":{");
    for (int i = 0; i < names.size(); i++) {
      out.append(i == 0 ? "" : ",").append(quoted(names.get(i))).append(':').append(values.get(i));
    }
    return out.append("}}").toString();
  }

  static String value(Object value, ObjectInspector inspector) {
    if (value == null) {
      return "null";
    }
    return switch (inspector.getCategory()) {
      case PRIMITIVE -> primitive((PrimitiveObjectInspector) inspector, value);
      case LIST -> list((ListObjectInspector) inspector, value);
      case MAP -> map((MapObjectInspector) inspector, value);
      case STRUCT -> struct((StructObjectInspector) inspector, value);
      case UNION -> union((UnionObjectInspector) inspector, value);
      default -> throw new IllegalArgumentException(inspector.getTypeName());
    };
  }

  private static String primitive(PrimitiveObjectInspector inspector, Object value) {
    Object java = inspector.getPrimitiveJavaObject(value);
    if (java == null) {
      return "null";
    }
    return switch (inspector.getPrimitiveCategory()) {
      case BOOLEAN, BYTE, SHORT, INT, LONG -> java.toString();
      case FLOAT, DOUBLE -> {
        double number = ((Number) java).doubleValue();
        boolean plain = !Double.isNaN(number) && !Double.isInfinite(number);
        yield plain ? java.toString() : quoted(java.toString());
      }
      case STRING, VARCHAR -> quoted(java.toString());
      case CHAR -> quoted(((HiveChar) java).getStrippedValue().toString());
      case BINARY -> quoted(Base64.getEncoder().encodeToString((byte[]) java));
      case DECIMAL -> quoted(plain((HiveDecimal) java));
      case DATE -> quoted(date((Date) java));
      case TIMESTAMP -> quoted(timestamp((Timestamp) java));
      case TIMESTAMPLOCALTZ -> quoted(instant(((TimestampTZ) java)));
      default -> throw new IllegalArgumentException(inspector.getTypeName());
    };
  }

  private static String plain(HiveDecimal decimal) {
    return decimal.signum() == 0
        ? "0"
        : decimal.bigDecimalValue().stripTrailingZeros().toPlainString();
  }

  private static String date(Date date) {
    return java.time.LocalDate.ofEpochDay(date.toEpochDay()).toString();
  }

  private static String timestamp(Timestamp timestamp) {
    var wall =
        java.time.LocalDateTime.ofEpochSecond(
            timestamp.toEpochSecond(), timestamp.getNanos(), java.time.ZoneOffset.UTC);
    return SECONDS.format(wall) + nanoseconds(timestamp.getNanos());
  }

  private static String instant(TimestampTZ timestamp) {
    Instant instant = Instant.ofEpochSecond(timestamp.getEpochSecond(), timestamp.getNanos());
    return UTC_SECONDS.format(instant.atOffset(java.time.ZoneOffset.UTC))
        + nanoseconds(timestamp.getNanos())
        + "Z";
  }

  private static String nanoseconds(int nanoseconds) {
    return String.format(".%09d", nanoseconds);
  }

  private static String list(ListObjectInspector inspector, Object value) {
    List<String> elements = new ArrayList<>();
    for (int i = 0; i < inspector.getListLength(value); i++) {
      elements.add(
          value(inspector.getListElement(value, i), inspector.getListElementObjectInspector()));
    }
    return "[" + String.join(",", elements) + "]";
  }

  private static String map(MapObjectInspector inspector, Object value) {
    Map<String, String> entries = new TreeMap<>();
    for (Map.Entry<?, ?> entry : inspector.getMap(value).entrySet()) {
      entries.put(
          value(entry.getKey(), inspector.getMapKeyObjectInspector()),
          value(entry.getValue(), inspector.getMapValueObjectInspector()));
    }
    List<String> texts = new ArrayList<>();
    entries.forEach((key, text) -> texts.add("[" + key + "," + text + "]"));
    return "[" + String.join(",", texts) + "]";
  }

  private static String struct(StructObjectInspector inspector, Object value) {
    List<String> fields = new ArrayList<>();
    for (StructField field : inspector.getAllStructFieldRefs()) {
      fields.add(
          quoted(field.getFieldName())
              + ":"
              + value(inspector.getStructFieldData(value, field), field.getFieldObjectInspector()));
    }
    return "{" + String.join(",", fields) + "}";
  }

  private static String union(UnionObjectInspector inspector, Object value) {
    int tag = inspector.getTag(value);
    String text = value(inspector.getField(value), inspector.getObjectInspectors().get(tag));
    return "{\"tag\":" + tag + ",\"value\":" + text + "}";
  }

  private static String quoted(String text) {
    StringBuilder out = new StringBuilder("\"");
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c == '"' || c == '\\') {
        out.append('\\').append(c);
      } else if (c < 0x20) {
        out.append(String.format("\\u%04x", (int) c));
      } else {
        out.append(c);
      }
    }
    return out.append('"').toString();
  }
}
