package io.orcacid.cli.input;

import io.orcacid.format.SchemaText;
import io.orcacid.format.value.StructValue;
import io.orcacid.format.value.UnionValue;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.apache.orc.TypeDescription;

/** Rows of all types with the values that text formats trip over. */
final class RandomRows {
  static final TypeDescription PRIMITIVES =
      SchemaText.parse(
          "c_bool boolean, c_tiny tinyint, c_small smallint, c_int int, c_big bigint, c_float float,"
              + " c_double double, c_dec decimal(12,3), c_decbig decimal(38,10), `c, \"str\" é` string,"
              + " c_char char(8), c_varchar varchar(12), c_bin binary, c_date date, c_ts timestamp,"
              + " c_local timestamp with local time zone");
  static final TypeDescription NESTED =
      SchemaText.parse(
          "c_list array<int>, c_map map<string,int>, c_struct struct<a:int,b:string>,"
              + " c_union uniontype<int,string>,"
              + " c_deep array<struct<k:string,v:map<int,array<double>>>>,"
              + " c_times map<date,array<timestamp>>");

  private static final String[] PIECES = {
    "", " ", ",", "\"", "\"\"", "\n", "\r", "\r\n", "\t", "\\", "a", "NULL", "null", "0", "é", "中",
    "😀", "\u0000", "\u001f", "\u007f", "\u2028", "\ufffd", "'", "{", "]"
  };

  private final Random random;

  RandomRows(Random random) {
    this.random = random;
  }

  static TypeDescription text() {
    return TypeDescription.createString();
  }

  /** Columns of all types in a random order, at least one. */
  TypeDescription columns() {
    TypeDescription row = TypeDescription.createStruct();
    for (TypeDescription all : List.of(PRIMITIVES, NESTED)) {
      for (int i = 0; i < all.getChildren().size(); i++) {
        if (random.nextInt(3) > 0) {
          row.addField(all.getFieldNames().get(i), all.getChildren().get(i).clone());
        }
      }
    }
    return row.getChildren().isEmpty() ? PRIMITIVES : row;
  }

  Object[] row(TypeDescription row) {
    return row.getChildren().stream().map(this::valueOrNull).toArray();
  }

  Object valueOrNull(TypeDescription type) {
    return random.nextInt(6) == 0 ? null : value(type);
  }

  private Object value(TypeDescription type) {
    return switch (type.getCategory()) {
      case BOOLEAN -> random.nextBoolean();
      case BYTE -> (byte) random.nextInt();
      case SHORT -> (short) random.nextInt();
      case INT -> random.nextInt();
      case LONG -> random.nextLong() >> random.nextInt(64);
      case FLOAT -> Float.intBitsToFloat(random.nextInt());
      case DOUBLE -> random.nextBoolean() ? Double.longBitsToDouble(random.nextLong()) : special();
      case DECIMAL -> decimal(type);
      case STRING -> text(20);
      case VARCHAR -> shortened(text(9), type);
      case CHAR -> shortened(text(7), type).stripTrailing();
      case BINARY -> bytes();
      case DATE -> LocalDate.ofEpochDay(random.nextInt(3_000_000) - 800_000);
      case TIMESTAMP ->
          LocalDateTime.ofEpochSecond(second(), random.nextInt(1_000_000_000), ZoneOffset.UTC);
      case TIMESTAMP_INSTANT -> Instant.ofEpochSecond(second(), random.nextInt(1_000_000_000));
      default -> nested(type);
    };
  }

  private double special() {
    double[] all = {0.0, -0.0, 1.5, 1e100, Double.NaN, Double.POSITIVE_INFINITY, -1.0 / 0, 1e-7};
    return all[random.nextInt(all.length)];
  }

  /** Years from about -220 to 9999 and beyond. */
  private long second() {
    return (random.nextInt(3_000_000) - 800_000) * 86_400L + random.nextInt(86_400);
  }

  private BigDecimal decimal(TypeDescription type) {
    int digits = 1 + random.nextInt(type.getPrecision());
    BigInteger unscaled = new BigInteger(3 * digits, random);
    return new BigDecimal(random.nextBoolean() ? unscaled : unscaled.negate(), type.getScale());
  }

  private byte[] bytes() {
    byte[] bytes = new byte[random.nextInt(6)];
    random.nextBytes(bytes);
    return bytes;
  }

  private String text(int pieces) {
    StringBuilder text = new StringBuilder();
    for (int i = random.nextInt(pieces); i > 0; i--) {
      text.append(PIECES[random.nextInt(PIECES.length)]);
    }
    return text.toString();
  }

  private static String shortened(String text, TypeDescription type) {
    int length = Math.min(type.getMaxLength(), text.codePointCount(0, text.length()));
    return text.substring(0, text.offsetByCodePoints(0, length));
  }

  private Object nested(TypeDescription type) {
    List<TypeDescription> children = type.getChildren();
    return switch (type.getCategory()) {
      case LIST -> values(children.get(0));
      case MAP -> {
        Map<Object, Object> map = new LinkedHashMap<>();
        for (int i = random.nextInt(4); i > 0; i--) {
          map.put(value(children.get(0)), valueOrNull(children.get(1)));
        }
        yield map;
      }
      case STRUCT -> new StructValue(Arrays.asList(row(type)));
      case UNION -> {
        int tag = random.nextInt(children.size());
        yield new UnionValue(tag, valueOrNull(children.get(tag)));
      }
      default -> throw new IllegalArgumentException(type.toString());
    };
  }

  private List<Object> values(TypeDescription type) {
    List<Object> values = new ArrayList<>();
    for (int i = random.nextInt(4); i > 0; i--) {
      values.add(valueOrNull(type));
    }
    return values;
  }
}
