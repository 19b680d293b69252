package io.orcacid.reader.expression;

import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import org.apache.hadoop.hive.common.type.HiveDecimal;

/** Single values as the classes that {@link Literal} names. */
final class JavaValues {
  private JavaValues() {}

  /** The value in the class of a literal, or null if no column holds such a value. */
  static Object literal(Object value) {
    if (value instanceof Byte || value instanceof Short || value instanceof Integer) {
      return ((Number) value).longValue();
    } else if (value instanceof Float number) {
      return number.doubleValue();
    } else if (value instanceof HiveDecimal decimal) {
      return decimal.bigDecimalValue();
    } else if (value instanceof byte[] bytes) {
      return new Bytes(bytes);
    }
    boolean known =
        value instanceof Long
            || value instanceof Double
            || value instanceof BigDecimal
            || value instanceof Boolean
            || value instanceof String
            || value instanceof Bytes
            || value instanceof LocalDate
            || value instanceof LocalDateTime
            || value instanceof Instant;
    return known ? value : null;
  }

  /** The value of a row that is not NULL. */
  static Object read(Values values, Kind kind, int row) {
    int at = values.at(row);
    return switch (kind) {
      case BOOLEAN -> ((Values.Longs) values).vector[at] != 0;
      case INTEGER -> ((Values.Longs) values).vector[at];
      case DATE -> LocalDate.ofEpochDay(((Values.Longs) values).vector[at]);
      case FLOATING -> ((Values.Doubles) values).vector[at];
      case DECIMAL -> ((Values.Decimals) values).vector[at];
      case TEXT -> new String(((Values.Slices) values).copy(row), StandardCharsets.UTF_8);
      case BINARY -> new Bytes(((Values.Slices) values).copy(row));
      case TIMESTAMP -> LocalDateTime.ofInstant(instant((Values.Times) values, at), ZoneOffset.UTC);
      case INSTANT -> instant((Values.Times) values, at);
      case NULL, NESTED -> throw new IllegalArgumentException("no single value: " + kind);
    };
  }

  private static Instant instant(Values.Times values, int at) {
    return Instant.ofEpochSecond(values.seconds(at), values.nanos[at]);
  }
}
