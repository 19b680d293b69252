package io.orcacid.format.value;

import io.orcacid.error.ValidationException;
import java.math.BigDecimal;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeFormatterBuilder;
import java.time.format.DateTimeParseException;
import java.time.format.ResolverStyle;
import java.time.format.SignStyle;
import java.time.temporal.ChronoField;
import java.util.Base64;
import java.util.Locale;
import org.apache.orc.TypeDescription;

/**
 * Text form of values of primitive types: as fixtures and the command print them, partition
 * directories name them and input files bring them.
 */
public final class ValueText {
  private static final DateTimeFormatter DATE =
      new DateTimeFormatterBuilder()
          .appendValue(ChronoField.YEAR, 4, 10, SignStyle.NORMAL)
          .appendPattern("-MM-dd")
          .toFormatter(Locale.ROOT)
          // Else 30 February is the 28th and 24:00 the midnight before.
          .withResolverStyle(ResolverStyle.STRICT);
  private static final DateTimeFormatter TIME =
      new DateTimeFormatterBuilder()
          .appendPattern("HH:mm:ss")
          .appendFraction(ChronoField.NANO_OF_SECOND, 9, 9, true)
          .toFormatter(Locale.ROOT);
  private static final DateTimeFormatter SHORT_TIME =
      new DateTimeFormatterBuilder()
          .appendPattern("HH:mm[:ss]")
          .appendFraction(ChronoField.NANO_OF_SECOND, 0, 9, true)
          .toFormatter(Locale.ROOT)
          .withResolverStyle(ResolverStyle.STRICT);

  private ValueText() {}

  /**
   * The text of a value that is not null: nine digits of a second, decimals without trailing zeros.
   */
  public static String print(TypeDescription type, Object value) {
    return switch (type.getCategory()) {
      case DECIMAL -> plain((BigDecimal) value);
      case DATE -> DATE.format((LocalDate) value);
      case TIMESTAMP -> timestamp((LocalDateTime) value);
      case TIMESTAMP_INSTANT ->
          timestamp(LocalDateTime.ofInstant((Instant) value, ZoneOffset.UTC)).replace(' ', 'T')
              + "Z";
      case BINARY -> Base64.getEncoder().encodeToString((byte[]) value);
      default -> value.toString();
    };
  }

  /**
   * The text of a value in a partition's directory, as Hive writes it: no trailing zeros of a
   * second.
   */
  public static String partition(TypeDescription type, Object value) {
    if (type.getCategory() == TypeDescription.Category.TIMESTAMP) {
      String text = timestamp((LocalDateTime) value);
      int end = text.length();
      while (text.charAt(end - 1) == '0') {
        end--;
      }
      return text.charAt(end - 1) == '.' ? text.substring(0, end - 1) : text.substring(0, end);
    }
    return print(type, value);
  }

  private static String timestamp(LocalDateTime value) {
    return DATE.format(value) + " " + TIME.format(value);
  }

  private static String plain(BigDecimal value) {
    return value.signum() == 0 ? "0" : value.stripTrailingZeros().toPlainString();
  }

  /**
   * Reads a value. Blanks around numbers, dates and times are passed over; nothing is cut or
   * rounded.
   *
   * @throws ValidationException if the text is no value of the type
   */
  public static Object parse(TypeDescription type, String text) {
    try {
      return switch (type.getCategory()) {
        case BOOLEAN -> bool(type, text.trim());
        case BYTE -> Byte.valueOf(text.trim());
        case SHORT -> Short.valueOf(text.trim());
        case INT -> Integer.valueOf(text.trim());
        case LONG -> Long.valueOf(text.trim());
        case FLOAT -> floating(type, text, Float.parseFloat(text.trim()));
        case DOUBLE -> floating(type, text, Double.parseDouble(text.trim()));
        case DECIMAL -> decimal(type, text.trim());
        case STRING, VARCHAR, CHAR -> text;
        case BINARY -> Base64.getDecoder().decode(text);
        case DATE -> LocalDate.parse(text.trim(), DATE);
        case TIMESTAMP -> parseTimestamp(text.trim());
        case TIMESTAMP_INSTANT -> parseInstant(text.trim());
        default -> throw wrong(type, text, null);
      };
    } catch (DateTimeException | IllegalArgumentException e) {
      throw wrong(type, text, e);
    }
  }

  private static ValidationException wrong(TypeDescription type, String text, Exception cause) {
    return new ValidationException(
        "The text is no value of the type", cause, "type", type, "text", text);
  }

  private static Boolean bool(TypeDescription type, String text) {
    if (text.equalsIgnoreCase("true")) {
      return Boolean.TRUE;
    }
    if (text.equalsIgnoreCase("false")) {
      return Boolean.FALSE;
    }
    throw wrong(type, text, null);
  }

  private static Number floating(TypeDescription type, String text, Number value) {
    boolean infinite = Double.isInfinite(value.doubleValue());
    if (infinite && !text.toLowerCase(Locale.ROOT).contains("inf")) {
      throw wrong(type, text, null);
    }
    return value;
  }

  private static BigDecimal decimal(TypeDescription type, String text) {
    BigDecimal value = new BigDecimal(text);
    // The exponent of a hostile text must not become digits.
    if (value.signum() != 0 && Math.abs((long) value.precision() - value.scale()) > 100) {
      throw wrong(type, text, null);
    }
    return value;
  }

  private static LocalDateTime parseTimestamp(String text) {
    int separator = Math.max(text.indexOf(' ', 1), text.indexOf('T', 1));
    if (separator < 0) {
      return LocalDate.parse(text, DATE).atStartOfDay();
    }
    return LocalDateTime.of(
        LocalDate.parse(text.substring(0, separator), DATE),
        LocalTime.parse(text.substring(separator + 1).trim(), SHORT_TIME));
  }

  private static Instant parseInstant(String text) {
    // ISO's own parser wants a sign before years of five digits, which nobody prints.
    if (text.endsWith("Z")) {
      return parseTimestamp(text.substring(0, text.length() - 1)).toInstant(ZoneOffset.UTC);
    }
    try {
      return OffsetDateTime.parse(text.replace(' ', 'T')).toInstant();
    } catch (DateTimeParseException withoutZone) {
      return parseTimestamp(text).toInstant(ZoneOffset.UTC);
    }
  }
}
