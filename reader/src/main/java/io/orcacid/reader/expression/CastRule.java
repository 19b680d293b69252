package io.orcacid.reader.expression;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.Locale;
import java.util.Optional;
import java.util.function.UnaryOperator;
import org.apache.orc.TypeDescription;

/** What CAST makes of a value; null where the value cannot be converted. */
final class CastRule {
  private static final BigDecimal LONG_MINIMUM = BigDecimal.valueOf(Long.MIN_VALUE);
  private static final BigDecimal LONG_MAXIMUM = BigDecimal.valueOf(Long.MAX_VALUE);

  /** A decimal of more digits than this fits no type; reckoning with it could take for ever. */
  private static final int MAXIMUM_EXPONENT = 400;

  private CastRule() {}

  /** The conversion, or nothing if CAST between the types is refused. */
  static Optional<UnaryOperator<Object>> between(TypeDescription from, TypeDescription to) {
    Kind source = Kind.of(from);
    return switch (Kind.of(to)) {
      case BOOLEAN -> allowed(source == Kind.TEXT || isNumber(source), CastRule::toBoolean);
      case INTEGER -> allowed(source == Kind.TEXT || isNumber(source), v -> toInteger(v, to));
      case FLOATING -> allowed(source == Kind.TEXT || isNumber(source), v -> toFloating(v, to));
      case DECIMAL -> allowed(source == Kind.TEXT || isNumber(source), v -> toDecimal(v, to));
      case TEXT -> allowed(source != Kind.NESTED, v -> toText(v, from, to));
      case BINARY -> allowed(source == Kind.TEXT || source == Kind.BINARY, CastRule::toBinary);
      case DATE -> allowed(source == Kind.TEXT || isTime(source), CastRule::toDate);
      case TIMESTAMP -> allowed(source == Kind.TEXT || isTime(source), CastRule::toTimestamp);
      case INSTANT -> allowed(source == Kind.TEXT || isTime(source), CastRule::toInstant);
      case NULL, NESTED -> Optional.empty();
    };
  }

  private static Optional<UnaryOperator<Object>> allowed(
      boolean allowed, UnaryOperator<Object> conversion) {
    return allowed ? Optional.of(conversion) : Optional.empty();
  }

  private static boolean isNumber(Kind kind) {
    return kind.isNumeric() || kind == Kind.BOOLEAN;
  }

  private static boolean isTime(Kind kind) {
    return kind == Kind.DATE || kind == Kind.TIMESTAMP || kind == Kind.INSTANT;
  }

  private static Object toBoolean(Object value) {
    if (value instanceof String text) {
      return switch (text.strip().toLowerCase(Locale.ROOT)) {
        case "true" -> true;
        case "false" -> false;
        default -> null;
      };
    } else if (value instanceof Double number) {
      return number != 0;
    } else if (value instanceof BigDecimal decimal) {
      return decimal.signum() != 0;
    }
    return value instanceof Long number ? (Object) (number != 0) : value;
  }

  /** The number exactly, or null if it is none or is not finite. */
  static BigDecimal exact(Object value) {
    if (value instanceof Long number) {
      return BigDecimal.valueOf(number);
    } else if (value instanceof Boolean truth) {
      return truth ? BigDecimal.ONE : BigDecimal.ZERO;
    } else if (value instanceof Double number) {
      return Double.isNaN(number) || Double.isInfinite(number) ? null : new BigDecimal(number);
    } else if (value instanceof String text) {
      return parsed(text);
    }
    return (BigDecimal) value;
  }

  private static BigDecimal parsed(String text) {
    try {
      BigDecimal number = new BigDecimal(text.strip());
      boolean sane =
          Math.abs((long) number.precision() - number.scale()) <= MAXIMUM_EXPONENT
              && Math.abs((long) number.scale()) <= MAXIMUM_EXPONENT;
      return sane ? number : null;
    } catch (NumberFormatException e) {
      return null;
    }
  }

  private static Object toInteger(Object value, TypeDescription to) {
    BigDecimal number = exact(value);
    if (number == null
        || number.compareTo(LONG_MINIMUM.subtract(BigDecimal.ONE)) <= 0
        || number.compareTo(LONG_MAXIMUM.add(BigDecimal.ONE)) >= 0) {
      return null;
    }
    long truncated = number.setScale(0, RoundingMode.DOWN).longValueExact();
    return IntegerType.of(to).contains(truncated) ? truncated : null;
  }

  private static Object toFloating(Object value, TypeDescription to) {
    if (value instanceof String text) {
      try {
        String number = text.strip();
        // Java reads 1f and 1d too, which no one means.
        return number.matches(".*[fFdD]") ? null : rounded(Double.parseDouble(number), number, to);
      } catch (NumberFormatException e) {
        return null;
      }
    } else if (value instanceof Double number) {
      return rounded(number, null, to);
    }
    BigDecimal number = exact(value);
    return rounded(number.doubleValue(), number.toString(), to);
  }

  /** Rounds once, from the text where there is one, since rounding twice can differ. */
  private static double rounded(double number, String exact, TypeDescription to) {
    if (to.getCategory() == TypeDescription.Category.DOUBLE) {
      return number;
    }
    return exact == null ? (float) number : Float.parseFloat(exact);
  }

  private static Object toDecimal(Object value, TypeDescription to) {
    // A double stands for the shortest decimal that names it, as when it is printed.
    BigDecimal number =
        value instanceof Double floating && exact(value) != null
            ? new BigDecimal(Double.toString(floating))
            : exact(value);
    if (number == null) {
      return null;
    }
    BigDecimal rounded = number.setScale(to.getScale(), RoundingMode.HALF_UP);
    return rounded.precision() > to.getPrecision() ? null : rounded;
  }

  private static Object toText(Object value, TypeDescription from, TypeDescription to) {
    String text = text(value, from);
    if (to.getCategory() == TypeDescription.Category.STRING) {
      return text;
    }
    int characters = text.codePointCount(0, text.length());
    String cut =
        characters <= to.getMaxLength()
            ? text
            : text.substring(0, text.offsetByCodePoints(0, to.getMaxLength()));
    return to.getCategory() == TypeDescription.Category.CHAR ? trimmed(cut) : cut;
  }

  static String trimmed(String text) {
    int length = text.length();
    while (length > 0 && text.charAt(length - 1) == ' ') {
      length--;
    }
    return text.substring(0, length);
  }

  private static String text(Object value, TypeDescription from) {
    if (value instanceof Boolean truth) {
      return truth ? "TRUE" : "FALSE";
    } else if (value instanceof BigDecimal decimal) {
      return decimal.setScale(Math.max(from.getScale(), decimal.scale())).toPlainString();
    } else if (value instanceof Double number) {
      boolean single = from.getCategory() == TypeDescription.Category.FLOAT;
      return single ? Float.toString(number.floatValue()) : number.toString();
    } else if (value instanceof Bytes bytes) {
      return new String(bytes.content(), StandardCharsets.UTF_8);
    } else if (value instanceof LocalDate date) {
      return CivilTime.print(date);
    } else if (value instanceof LocalDateTime timestamp) {
      return CivilTime.print(timestamp);
    } else if (value instanceof Instant instant) {
      return CivilTime.print(instant);
    }
    String text = value.toString();
    return from.getCategory() == TypeDescription.Category.CHAR ? trimmed(text) : text;
  }

  private static Object toBinary(Object value) {
    return value instanceof String text ? new Bytes(text.getBytes(StandardCharsets.UTF_8)) : value;
  }

  private static Object toDate(Object value) {
    Object timestamp = toTimestamp(value);
    return timestamp == null ? null : ((LocalDateTime) timestamp).toLocalDate();
  }

  private static Object toTimestamp(Object value) {
    if (value instanceof String text) {
      // A text with a zone names an instant; which wall clock is meant would be a guess.
      return CivilTime.timestamp(text.strip()).filter(LocalDateTime.class::isInstance).orElse(null);
    } else if (value instanceof LocalDate date) {
      return date.atStartOfDay();
    } else if (value instanceof Instant instant) {
      return LocalDateTime.ofInstant(instant, ZoneOffset.UTC);
    }
    return value;
  }

  private static Object toInstant(Object value) {
    if (value instanceof String text) {
      return CivilTime.instant(text.strip()).orElse(null);
    } else if (value instanceof LocalDate date) {
      return date.atStartOfDay().toInstant(ZoneOffset.UTC);
    } else if (value instanceof LocalDateTime timestamp) {
      return timestamp.toInstant(ZoneOffset.UTC);
    }
    return value;
  }
}
