package io.orcacid.format.value;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.apache.orc.TypeDescription;

/** Values of every type, with its limits more often than chance would bring them. */
final class RandomRows {
  /** Columns of every type, nested ones too. */
  static final TypeDescription ALL_TYPES =
      TypeDescription.fromString(
          "struct<b:boolean,t:tinyint,s:smallint,i:int,l:bigint,f:float,d:double,d18:decimal(18,4),"
              + "d38:decimal(38,10),str:string,v:varchar(5),c:char(5),bin:binary,day:date,ts:timestamp,"
              + "tsl:timestamp with local time zone,list:array<int>,map:map<string,decimal(5,2)>,"
              + "st:struct<a:int,b:array<string>>,u:uniontype<int,string,array<timestamp>>,"
              + "deep:array<struct<k:string,v:map<int,array<double>>>>>");

  private final Random random;

  RandomRows(Random random) {
    this.random = random;
  }

  /** One value in five is NULL. */
  Object nullable(TypeDescription type) {
    return random.nextInt(5) == 0 ? null : value(type);
  }

  Object value(TypeDescription type) {
    return switch (type.getCategory()) {
      case BOOLEAN -> random.nextBoolean();
      case BYTE -> (byte) number(Byte.MIN_VALUE, Byte.MAX_VALUE);
      case SHORT -> (short) number(Short.MIN_VALUE, Short.MAX_VALUE);
      case INT -> (int) number(Integer.MIN_VALUE, Integer.MAX_VALUE);
      case LONG -> number(Long.MIN_VALUE, Long.MAX_VALUE);
      case FLOAT -> floatingNumber();
      case DOUBLE -> doubleNumber();
      case DECIMAL -> decimal(type.getPrecision(), type.getScale());
      case STRING -> text(30);
      case VARCHAR -> text(type.getMaxLength());
      case CHAR -> VectorValues.withoutPadding(text(type.getMaxLength()));
      case BINARY -> bytes();
      case DATE -> day();
      case TIMESTAMP -> LocalDateTime.ofInstant(instant(), ZoneOffset.UTC);
      case TIMESTAMP_INSTANT -> instant();
      default -> nested(type);
    };
  }

  private Object nested(TypeDescription type) {
    List<TypeDescription> children = type.getChildren();
    return switch (type.getCategory()) {
      case LIST -> {
        List<Object> list = new ArrayList<>();
        for (int i = random.nextInt(4); i > 0; i--) {
          list.add(nullable(children.get(0)));
        }
        yield list;
      }
      case MAP -> {
        Map<Object, Object> map = new LinkedHashMap<>();
        for (int i = random.nextInt(4); i > 0; i--) {
          map.put(value(children.get(0)), nullable(children.get(1)));
        }
        yield map;
      }
      case STRUCT ->
          new StructValue(new ArrayList<>(children.stream().map(this::nullable).toList()));
      default -> {
        int tag = random.nextInt(children.size());
        yield new UnionValue(tag, nullable(children.get(tag)));
      }
    };
  }

  private long number(long min, long max) {
    return switch (random.nextInt(6)) {
      case 0 -> min;
      case 1 -> max;
      case 2 -> 0;
      default -> max == Long.MAX_VALUE ? random.nextLong() : random.nextLong(min, max + 1);
    };
  }

  private float floatingNumber() {
    return switch (random.nextInt(8)) {
      case 0 -> Float.NaN;
      case 1 -> Float.NEGATIVE_INFINITY;
      case 2 -> -0.0f;
      case 3 -> Float.MIN_VALUE;
      case 4 -> Float.MAX_VALUE;
      default -> (float) random.nextGaussian();
    };
  }

  private double doubleNumber() {
    return switch (random.nextInt(8)) {
      case 0 -> Double.NaN;
      case 1 -> Double.POSITIVE_INFINITY;
      case 2 -> -0.0;
      case 3 -> Double.MIN_VALUE;
      case 4 -> -Double.MAX_VALUE;
      default -> random.nextGaussian();
    };
  }

  private BigDecimal decimal(int precision, int scale) {
    BigInteger digits = new BigInteger(1 + random.nextInt(140), random);
    BigInteger fitting = digits.mod(BigInteger.TEN.pow(precision));
    if (random.nextInt(5) == 0) {
      fitting = BigInteger.TEN.pow(precision).subtract(BigInteger.ONE);
    }
    return new BigDecimal(random.nextBoolean() ? fitting : fitting.negate(), scale)
        .stripTrailingZeros();
  }

  /** At most so many code points, some of them outside of the sixteen bits of a char. */
  private String text(int longest) {
    StringBuilder text = new StringBuilder();
    for (int i = random.nextInt(longest + 1); i > 0; i--) {
      text.appendCodePoint(
          switch (random.nextInt(5)) {
            case 0 -> random.nextInt(128);
            case 1 -> ' ';
            case 2 -> 0x1F600 + random.nextInt(50);
            case 3 -> 'ä';
            default -> 'a' + random.nextInt(26);
          });
    }
    return text.toString();
  }

  private byte[] bytes() {
    byte[] bytes = new byte[random.nextInt(10)];
    random.nextBytes(bytes);
    return bytes;
  }

  private LocalDate day() {
    return switch (random.nextInt(6)) {
      case 0 -> LocalDate.of(1, 1, 1);
      case 1 -> LocalDate.of(9999, 12, 31);
      case 2 -> LocalDate.of(1582, 10, 4).plusDays(random.nextInt(20));
      case 3 -> LocalDate.EPOCH.plusDays(random.nextInt(5) - 2);
      default -> LocalDate.ofEpochDay(random.nextInt(100_000) - 50_000);
    };
  }

  private Instant instant() {
    Instant instant =
        day()
            .atStartOfDay()
            .plusSeconds(random.nextInt(86_400))
            .plusNanos(random.nextBoolean() ? random.nextInt(1_000_000_000) : random.nextInt(3))
            .toInstant(ZoneOffset.UTC);
    return instant.getEpochSecond() == -1 ? Instant.EPOCH : instant;
  }
}
