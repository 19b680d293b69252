package io.orcacid.reader.expression;

import java.math.BigDecimal;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import org.apache.orc.TypeDescription;

/** How values are held and compared, whatever their exact type. */
enum Kind {
  /** The type of the literal NULL. */
  NULL,
  BOOLEAN,
  /** tinyint, smallint, int, bigint. */
  INTEGER,
  DECIMAL,
  /** float, double. */
  FLOATING,
  /** string, varchar, char. */
  TEXT,
  BINARY,
  DATE,
  TIMESTAMP,
  /** timestamp with local time zone. */
  INSTANT,
  /** list, map, struct, union: can only be tested for NULL and copied. */
  NESTED;

  static Kind of(TypeDescription type) {
    return switch (type.getCategory()) {
      case BOOLEAN -> BOOLEAN;
      case BYTE, SHORT, INT, LONG -> INTEGER;
      case FLOAT, DOUBLE -> FLOATING;
      case DECIMAL -> DECIMAL;
      case STRING, VARCHAR, CHAR -> TEXT;
      case BINARY -> BINARY;
      case DATE -> DATE;
      case TIMESTAMP -> TIMESTAMP;
      case TIMESTAMP_INSTANT -> INSTANT;
      default -> NESTED;
    };
  }

  boolean isNumeric() {
    return this == INTEGER || this == DECIMAL || this == FLOATING;
  }

  /** Dates and booleans are held like integers. */
  boolean isHeldAsLong() {
    return this == INTEGER || this == DATE || this == BOOLEAN;
  }

  /** The type of a literal's value. */
  static TypeDescription typeOf(Object value) {
    if (value instanceof Boolean) {
      return TypeDescription.createBoolean();
    } else if (value instanceof Long) {
      return TypeDescription.createLong();
    } else if (value instanceof BigDecimal decimal) {
      int scale = Math.max(decimal.scale(), 0);
      int precision = Math.max(decimal.precision() - decimal.scale() + scale, scale);
      return DecimalType.of(Math.min(Math.max(precision, 1), DecimalType.MAXIMUM_PRECISION), scale);
    } else if (value instanceof Double) {
      return TypeDescription.createDouble();
    } else if (value instanceof String) {
      return TypeDescription.createString();
    } else if (value instanceof Bytes) {
      return TypeDescription.createBinary();
    } else if (value instanceof LocalDate) {
      return TypeDescription.createDate();
    } else if (value instanceof LocalDateTime) {
      return TypeDescription.createTimestamp();
    } else if (value instanceof Instant) {
      return TypeDescription.createTimestampInstant();
    }
    throw new IllegalArgumentException("no literal: " + value);
  }
}
