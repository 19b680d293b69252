package io.orcacid.interop.hive;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.HexFormat;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.hadoop.hive.serde2.typeinfo.CharTypeInfo;
import org.apache.hadoop.hive.serde2.typeinfo.DecimalTypeInfo;
import org.apache.hadoop.hive.serde2.typeinfo.ListTypeInfo;
import org.apache.hadoop.hive.serde2.typeinfo.MapTypeInfo;
import org.apache.hadoop.hive.serde2.typeinfo.PrimitiveTypeInfo;
import org.apache.hadoop.hive.serde2.typeinfo.StructTypeInfo;
import org.apache.hadoop.hive.serde2.typeinfo.TypeInfo;
import org.apache.hadoop.hive.serde2.typeinfo.UnionTypeInfo;
import org.apache.hadoop.hive.serde2.typeinfo.VarcharTypeInfo;

/** Values in text form, the awkward ones of a type first, then random ones from a seed. */
final class ValueSource {
  /** Latin, Greek, Han and a character outside the basic plane: one to four bytes each. */
  private static final int[] LETTERS = {'a', 'e', 'Z', '0', ' ', 'ä', 'λ', '語', 0x1F600};

  private final Random random;

  ValueSource(long seed) {
    random = new Random(seed);
  }

  /** The awkward values of a type, null first. */
  static List<String> edges(TypeInfo type) {
    return switch (type.getCategory()) {
      case PRIMITIVE -> primitiveEdges((PrimitiveTypeInfo) type);
      case LIST -> List.of("~", "[]", "[~]", "[~,~]");
      case MAP -> List.of("~", "{}");
      case STRUCT -> structEdges((StructTypeInfo) type);
      case UNION -> List.of("~", "<0|~>", "<1|~>");
      default -> throw new IllegalArgumentException("type " + type);
    };
  }

  private static List<String> structEdges(StructTypeInfo type) {
    String nulls =
        type.getAllStructFieldNames().stream().map(f -> "~").collect(Collectors.joining(","));
    return List.of("~", "(" + nulls + ")");
  }

  private static List<String> primitiveEdges(PrimitiveTypeInfo type) {
    return switch (type.getPrimitiveCategory()) {
      case BOOLEAN -> List.of("~", "false", "true");
      case BYTE ->
          IntStream.rangeClosed(-129, 127).mapToObj(v -> v == -129 ? "~" : "" + v).toList();
      case SHORT -> List.of("~", "0", "1", "-1", "" + Short.MIN_VALUE, "" + Short.MAX_VALUE, "128");
      case INT ->
          List.of("~", "0", "1", "-1", "" + Integer.MIN_VALUE, "" + Integer.MAX_VALUE, "65536");
      case LONG ->
          List.of("~", "0", "1", "-1", "" + Long.MIN_VALUE, "" + Long.MAX_VALUE, "4294967296");
      case FLOAT ->
          List.of(
              "~",
              "0.0",
              "-0.0",
              "NaN",
              "Infinity",
              "-Infinity",
              "1.0",
              "-1.0",
              "1.4E-45",
              "3.4028235E38",
              "-3.4028235E38",
              "1.17549435E-38");
      case DOUBLE ->
          List.of(
              "~",
              "0.0",
              "-0.0",
              "NaN",
              "Infinity",
              "-Infinity",
              "1.0",
              "-1.0",
              "4.9E-324",
              "1.7976931348623157E308",
              "-1.7976931348623157E308",
              "2.2250738585072014E-308");
      case DECIMAL -> decimalEdges((DecimalTypeInfo) type);
      case STRING, CHAR, VARCHAR ->
          List.of(
              "~",
              "''",
              "'a'",
              "'ab'",
              "'abc'",
              "'abcd'",
              "'%20'",
              "'%20%20%20'",
              "'a%20'",
              "'a%20%20'",
              "'%20a'",
              "'a%00'",
              "'a%00%20'",
              "'%00'",
              "'abcdefg%00'",
              "'a%09'",
              "'%C3%A4'",
              "'%C3%A4%20'",
              "'a%C3'".replace("%C3", "%C3%A4"),
              "'%CE%BB%E8%AA%9E'",
              "'%F0%9F%98%80'",
              "'ab%F0%9F%98%80%20%20'",
              "'%7F'",
              "'%C2%80'",
              "'%C2%A0'",
              "'%E8%AA%9E%E8%AA%9E%E8%AA%9E%E8%AA%9E%E8%AA%9E%E8%AA%9E%E8%AA%9E%E8%AA%9E'");
      case BINARY -> List.of("~", "x", "x00", "xff", "x80", "x7f", "xff80", "xffff80", "x00000000");
      case DATE ->
          List.of(
              "~",
              "1970-01-01",
              "1969-12-31",
              "1970-01-02",
              "0001-01-01",
              "9999-12-31",
              "1582-10-04",
              "1582-10-10",
              "1582-10-15",
              "1500-02-28",
              "2000-02-29",
              "1900-03-01");
      case TIMESTAMP -> timestampEdges("");
      case TIMESTAMPLOCALTZ -> timestampEdges("Z");
      default -> throw new IllegalArgumentException("type " + type);
    };
  }

  private static List<String> decimalEdges(DecimalTypeInfo type) {
    String integer = "9".repeat(type.precision() - type.scale());
    String fraction = "9".repeat(type.scale());
    return List.of(
        "~",
        "0",
        "0.00",
        "1",
        "-1",
        "1.0",
        "1.50",
        "1.5",
        "-1.50",
        "0.01",
        "-0.01",
        "1E+5",
        "12E+3",
        "-1E+7",
        "100",
        "127",
        "128",
        "-128",
        "-129",
        "255",
        "256",
        "32767",
        "32768",
        integer + "." + fraction,
        "-" + integer + "." + fraction,
        integer,
        "0." + fraction);
  }

  private static List<String> timestampEdges(String suffix) {
    return List.of(
            "1970-01-01T00:00:00",
            "1970-01-01T00:00:00.000000001",
            "1969-12-31T23:59:59",
            "1969-12-31T23:59:59.999999999",
            "1969-12-31T23:59:59.500",
            "1969-12-31T23:59:58.000000001",
            "1970-01-01T00:00:00.100",
            "1970-01-01T00:00:00.123456789",
            "1970-01-01T00:00:00.120",
            "2038-01-19T03:14:07",
            "2038-01-19T03:14:08",
            "2038-01-19T03:14:08.001",
            "1901-12-13T20:45:52",
            "1901-12-13T20:45:51",
            "0001-01-01T00:00:00",
            "9999-12-31T23:59:59.999999999",
            "1582-10-04T23:59:59",
            "1582-10-10T12:00:00.5",
            "1582-10-15T00:00:00",
            "1500-03-01T00:00:00.25",
            "2020-03-08T02:30:00",
            "2020-11-01T01:30:00",
            "2020-03-29T02:30:00",
            "2020-10-25T02:30:00")
        .stream()
        .map(text -> text + suffix)
        .collect(Collectors.collectingAndThen(Collectors.toList(), ValueSource::withNull));
  }

  private static List<String> withNull(List<String> values) {
    values.add(0, "~");
    return values;
  }

  /** A value of the type; null once in a while below the top. */
  String next(TypeInfo type) {
    return switch (type.getCategory()) {
      case PRIMITIVE -> primitive((PrimitiveTypeInfo) type);
      case LIST -> list(((ListTypeInfo) type).getListElementTypeInfo());
      case MAP -> map((MapTypeInfo) type);
      case STRUCT ->
          ((StructTypeInfo) type)
              .getAllStructFieldTypeInfos().stream()
                  .map(this::nullable)
                  .collect(Collectors.joining(",", "(", ")"));
      case UNION -> union((UnionTypeInfo) type);
      default -> throw new IllegalArgumentException("type " + type);
    };
  }

  /** Now and then null or an awkward value, else a random one. */
  String nullable(TypeInfo type) {
    List<String> edges = edges(type);
    return switch (random.nextInt(8)) {
      case 0 -> "~";
      case 1 -> edges.get(random.nextInt(edges.size()));
      default -> next(type);
    };
  }

  private String list(TypeInfo element) {
    return IntStream.range(0, random.nextInt(4))
        .mapToObj(i -> nullable(element))
        .collect(Collectors.joining(",", "[", "]"));
  }

  private String map(MapTypeInfo type) {
    Set<String> keys = new LinkedHashSet<>();
    for (int i = random.nextInt(4); i > 0; i--) {
      keys.add(next(type.getMapKeyTypeInfo()));
    }
    return keys.stream()
        .map(key -> key + "=" + nullable(type.getMapValueTypeInfo()))
        .collect(Collectors.joining(",", "{", "}"));
  }

  private String union(UnionTypeInfo type) {
    int tag = random.nextInt(type.getAllUnionObjectTypeInfos().size());
    return "<" + tag + "|" + nullable(type.getAllUnionObjectTypeInfos().get(tag)) + ">";
  }

  private String primitive(PrimitiveTypeInfo type) {
    return switch (type.getPrimitiveCategory()) {
      case BOOLEAN -> "" + random.nextBoolean();
      case BYTE -> "" + (byte) random.nextInt();
      case SHORT -> "" + (short) random.nextInt();
      case INT -> "" + (random.nextInt() >> random.nextInt(32));
      case LONG -> "" + (random.nextLong() >> random.nextInt(64));
      case FLOAT -> "" + (random.nextBoolean() ? anyFloat() : random.nextInt(20_000) / 8f - 1000);
      case DOUBLE -> "" + (random.nextBoolean() ? anyDouble() : random.nextInt(20_000) / 8d - 1000);
      case DECIMAL -> decimal((DecimalTypeInfo) type);
      case STRING -> string(14);
      case CHAR -> string(((CharTypeInfo) type).getLength());
      case VARCHAR -> string(((VarcharTypeInfo) type).getLength());
      case BINARY -> binary();
      case DATE -> LocalDate.ofEpochDay(day()).toString();
      case TIMESTAMP -> wallClock().toString();
      case TIMESTAMPLOCALTZ -> instant().toString();
      default -> throw new IllegalArgumentException("type " + type);
    };
  }

  private float anyFloat() {
    return Float.intBitsToFloat(random.nextInt());
  }

  private double anyDouble() {
    return Double.longBitsToDouble(random.nextLong());
  }

  private String decimal(DecimalTypeInfo type) {
    int scale = random.nextInt(type.scale() + 1);
    int digits = 1 + random.nextInt(type.precision() - type.scale() + scale);
    BigInteger unscaled = new BigInteger(digits * 4, random).mod(BigInteger.TEN.pow(digits));
    if (random.nextInt(4) == 0) {
      unscaled = unscaled.divide(BigInteger.TEN).multiply(BigInteger.TEN);
    }
    return new BigDecimal(random.nextBoolean() ? unscaled : unscaled.negate(), scale).toString();
  }

  private String string(int maximumLetters) {
    StringBuilder letters = new StringBuilder();
    int plain = random.nextInt(3);
    for (int i = random.nextInt(maximumLetters + 1); i > 0; i--) {
      letters.appendCodePoint(LETTERS[random.nextInt(plain == 0 ? LETTERS.length : 5)]);
    }
    return escaped(letters.toString());
  }

  private static String escaped(String value) {
    StringBuilder text = new StringBuilder("'");
    for (byte b : value.getBytes(StandardCharsets.UTF_8)) {
      boolean plain = b >= '0' && b <= '9' || b >= 'A' && b <= 'Z' || b >= 'a' && b <= 'z';
      text.append(plain ? "" + (char) b : "%" + HexFormat.of().withUpperCase().toHexDigits(b));
    }
    return text.append("'").toString();
  }

  private String binary() {
    byte[] bytes = new byte[random.nextInt(9)];
    random.nextBytes(bytes);
    return "x" + HexFormat.of().formatHex(bytes);
  }

  private long day() {
    return switch (random.nextInt(4)) {
      case 0 -> LocalDate.of(1, 1, 1).toEpochDay() + random.nextInt(3_652_059);
      case 1 -> LocalDate.of(1570, 1, 1).toEpochDay() + random.nextInt(9_000);
      default -> random.nextInt(60_000) - 30_000L;
    };
  }

  private LocalDateTime wallClock() {
    return LocalDateTime.ofEpochSecond(second(), nanos(), ZoneOffset.UTC);
  }

  private Instant instant() {
    return Instant.ofEpochSecond(second(), nanos());
  }

  /** One third lies in the small hours of a Sunday, where clocks change. */
  private long second() {
    long day = day();
    return random.nextInt(3) == 0
        ? Math.floorDiv(day, 7) * 7 * 86_400 + 3 * 86_400 + random.nextInt(5 * 3_600)
        : day * 86_400 + random.nextInt(86_400);
  }

  private int nanos() {
    return switch (random.nextInt(4)) {
      case 0 -> 0;
      case 1 -> random.nextInt(1_000) * 1_000_000;
      case 2 -> random.nextInt(1_000_000) * 1_000;
      default -> random.nextInt(1_000_000_000);
    };
  }
}
