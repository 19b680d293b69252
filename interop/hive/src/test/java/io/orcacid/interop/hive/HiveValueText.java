package io.orcacid.interop.hive;

import java.io.ByteArrayOutputStream;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.hive.common.type.Date;
import org.apache.hadoop.hive.common.type.HiveChar;
import org.apache.hadoop.hive.common.type.HiveDecimal;
import org.apache.hadoop.hive.common.type.HiveVarchar;
import org.apache.hadoop.hive.common.type.Timestamp;
import org.apache.hadoop.hive.common.type.TimestampTZ;
import org.apache.hadoop.hive.serde2.objectinspector.StandardUnionObjectInspector.StandardUnion;
import org.apache.hadoop.hive.serde2.typeinfo.CharTypeInfo;
import org.apache.hadoop.hive.serde2.typeinfo.DecimalTypeInfo;
import org.apache.hadoop.hive.serde2.typeinfo.ListTypeInfo;
import org.apache.hadoop.hive.serde2.typeinfo.MapTypeInfo;
import org.apache.hadoop.hive.serde2.typeinfo.PrimitiveTypeInfo;
import org.apache.hadoop.hive.serde2.typeinfo.StructTypeInfo;
import org.apache.hadoop.hive.serde2.typeinfo.TypeInfo;
import org.apache.hadoop.hive.serde2.typeinfo.UnionTypeInfo;
import org.apache.hadoop.hive.serde2.typeinfo.VarcharTypeInfo;

/**
 * Reads the text form of the golden file into the Java objects of Hive's standard object
 * inspectors. The header of the file describes the form.
 */
final class HiveValueText {
  private static final String ENDS = ",=()[]{}<>|:";
  private static final ZoneId SOME_ZONE = ZoneId.of("Asia/Tokyo");

  private final String text;
  private int position;

  private HiveValueText(String text) {
    this.text = text;
  }

  /**
   * @param text one value
   * @param type its type
   * @return the object, null for {@code ~}
   */
  static Object parse(String text, TypeInfo type) {
    HiveValueText parser = new HiveValueText(text);
    Object value = parser.value(type);
    if (parser.position != text.length()) {
      throw new IllegalArgumentException("rest after position " + parser.position + " of " + text);
    }
    return value;
  }

  private Object value(TypeInfo type) {
    if (text.startsWith("~", position)) {
      position++;
      return null;
    }
    return switch (type.getCategory()) {
      case PRIMITIVE -> primitive((PrimitiveTypeInfo) type);
      case LIST -> list(((ListTypeInfo) type).getListElementTypeInfo());
      case MAP -> map((MapTypeInfo) type);
      case STRUCT -> struct((StructTypeInfo) type);
      case UNION -> union((UnionTypeInfo) type);
      default -> throw new IllegalArgumentException("type " + type);
    };
  }

  private List<Object> list(TypeInfo element) {
    List<Object> list = new ArrayList<>();
    expect('[');
    while (!at(']')) {
      list.add(value(element));
      at(',');
    }
    return list;
  }

  private Map<Object, Object> map(MapTypeInfo type) {
    Map<Object, Object> map = new LinkedHashMap<>();
    expect('{');
    while (!at('}')) {
      Object key = value(type.getMapKeyTypeInfo());
      expect('=');
      map.put(key, value(type.getMapValueTypeInfo()));
      at(',');
    }
    return map;
  }

  private List<Object> struct(StructTypeInfo type) {
    List<Object> fields = new ArrayList<>();
    expect('(');
    for (TypeInfo field : type.getAllStructFieldTypeInfos()) {
      fields.add(value(field));
      at(',');
    }
    expect(')');
    return fields;
  }

  private StandardUnion union(UnionTypeInfo type) {
    expect('<');
    byte tag = Byte.parseByte(token());
    expect('|');
    Object value = value(type.getAllUnionObjectTypeInfos().get(tag));
    expect('>');
    return new StandardUnion(tag, value);
  }

  private Object primitive(PrimitiveTypeInfo type) {
    return switch (type.getPrimitiveCategory()) {
      case BOOLEAN -> Boolean.valueOf(token());
      case BYTE -> Byte.valueOf(token());
      case SHORT -> Short.valueOf(token());
      case INT -> Integer.valueOf(token());
      case LONG -> Long.valueOf(token());
      case FLOAT -> Float.valueOf(token());
      case DOUBLE -> Double.valueOf(token());
      case DECIMAL -> decimal((DecimalTypeInfo) type);
      case STRING -> unescaped();
      case CHAR -> new HiveChar(unescaped(), ((CharTypeInfo) type).getLength());
      case VARCHAR -> new HiveVarchar(unescaped(), ((VarcharTypeInfo) type).getLength());
      case BINARY -> binary();
      case DATE -> Date.ofEpochDay((int) LocalDate.parse(token()).toEpochDay());
      case TIMESTAMP -> timestamp();
      case TIMESTAMPLOCALTZ -> instant();
      default -> throw new IllegalArgumentException("type " + type);
    };
  }

  private HiveDecimal decimal(DecimalTypeInfo type) {
    BigDecimal exact = new BigDecimal(token());
    HiveDecimal value =
        HiveDecimal.enforcePrecisionScale(
            HiveDecimal.create(exact), type.precision(), type.scale());
    if (value == null || value.bigDecimalValue().compareTo(exact) != 0) {
      throw new IllegalArgumentException(exact + " does not fit " + type);
    }
    return value;
  }

  private byte[] binary() {
    expect('x');
    return HexFormat.of().parseHex(token());
  }

  private Timestamp timestamp() {
    LocalDateTime wallClock = LocalDateTime.parse(dateTime());
    return Timestamp.ofEpochSecond(wallClock.toEpochSecond(ZoneOffset.UTC), wallClock.getNano());
  }

  private TimestampTZ instant() {
    Instant instant = Instant.parse(dateTime());
    return new TimestampTZ(instant.getEpochSecond(), instant.getNano(), SOME_ZONE);
  }

  private String dateTime() {
    int start = position;
    while (position < text.length() && (text.charAt(position) == ':' || !atEnd())) {
      position++;
    }
    return text.substring(start, position);
  }

  private String unescaped() {
    expect('\'');
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    while (!at('\'')) {
      char character = text.charAt(position++);
      if (character == '%') {
        bytes.write(Integer.parseInt(text.substring(position, position + 2), 16));
        position += 2;
      } else {
        bytes.write(character);
      }
    }
    return bytes.toString(StandardCharsets.UTF_8);
  }

  private String token() {
    int start = position;
    while (position < text.length() && !atEnd()) {
      position++;
    }
    return text.substring(start, position);
  }

  private boolean atEnd() {
    return ENDS.indexOf(text.charAt(position)) >= 0;
  }

  private boolean at(char character) {
    boolean found = position < text.length() && text.charAt(position) == character;
    if (found) {
      position++;
    }
    return found;
  }

  private void expect(char character) {
    if (!at(character)) {
      throw new IllegalArgumentException(
          "expected " + character + " at position " + position + " of " + text);
    }
  }
}
