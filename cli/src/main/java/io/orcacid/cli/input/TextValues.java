package io.orcacid.cli.input;

import io.orcacid.error.ValidationException;
import io.orcacid.format.value.ValueText;
import java.math.BigDecimal;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import org.apache.orc.TypeDescription;

/** Values of primitive types from text: {@link ValueText#parse}, and the range of the type. */
final class TextValues {
  /** Far more than any number needs; the time to read one grows with the square of its digits. */
  private static final int LONGEST_NUMBER = 1000;

  private TextValues() {}

  static Object parse(TypeDescription type, String text) throws InvalidValueException {
    checkNumber(type, text);
    Object value;
    try {
      value = ValueText.parse(type, text);
    } catch (ValidationException e) {
      throw new InvalidValueException(
          isInteger(type) && text.strip().matches("[+-]?[0-9]+")
              ? outOfRange(type, text)
              : InvalidValueException.shown(text) + " is no " + type);
    }
    checkRange(type, text, value);
    return value instanceof String && type.getCategory() == TypeDescription.Category.CHAR
        ? withoutPadding(text)
        : value;
  }

  private static boolean isInteger(TypeDescription type) {
    return switch (type.getCategory()) {
      case BYTE, SHORT, INT, LONG -> true;
      default -> false;
    };
  }

  private static void checkNumber(TypeDescription type, String text) throws InvalidValueException {
    switch (type.getCategory()) {
      case BYTE, SHORT, INT, LONG, DECIMAL -> checkLength(type, text);
      case FLOAT, DOUBLE -> {
        checkLength(type, text);
        checkNoJavaLiteral(type, text.strip());
      }
      default -> {}
    }
  }

  private static void checkLength(TypeDescription type, String text) throws InvalidValueException {
    if (text.length() > LONGEST_NUMBER) {
      throw new InvalidValueException(InvalidValueException.shown(text) + " is no " + type);
    }
  }

  /** Java's parser takes {@code 1d} and {@code 0x1p3}, which are numbers nowhere else. */
  private static void checkNoJavaLiteral(TypeDescription type, String text)
      throws InvalidValueException {
    boolean suffix = !text.isEmpty() && "dDfF".indexOf(text.charAt(text.length() - 1)) >= 0;
    if (suffix || text.indexOf('x') >= 0 || text.indexOf('X') >= 0) {
      throw new InvalidValueException(InvalidValueException.shown(text) + " is no " + type);
    }
  }

  private static void checkRange(TypeDescription type, String text, Object value)
      throws InvalidValueException {
    boolean fits =
        switch (type.getCategory()) {
          case DECIMAL -> fits(type, (BigDecimal) value);
          case VARCHAR -> text.codePointCount(0, text.length()) <= type.getMaxLength();
          case CHAR -> {
            String counted = withoutPadding(text);
            yield counted.codePointCount(0, counted.length()) <= type.getMaxLength();
          }
          case DATE -> {
            long day = ((LocalDate) value).toEpochDay();
            yield day >= Integer.MIN_VALUE && day <= Integer.MAX_VALUE;
          }
          case TIMESTAMP -> fits(((LocalDateTime) value).toInstant(ZoneOffset.UTC));
          case TIMESTAMP_INSTANT -> fits((Instant) value);
          default -> true;
        };
    if (!fits) {
      throw new InvalidValueException(outOfRange(type, text));
    }
  }

  static boolean fits(TypeDescription type, BigDecimal value) {
    BigDecimal plain = value.signum() == 0 ? BigDecimal.ZERO : value.stripTrailingZeros();
    return plain.scale() <= type.getScale()
        && plain.precision() - plain.scale() <= type.getPrecision() - type.getScale();
  }

  static boolean fits(Instant value) {
    long seconds = value.getEpochSecond();
    return Math.abs(seconds) < Long.MAX_VALUE / 1000;
  }

  private static String outOfRange(TypeDescription type, String text) {
    return InvalidValueException.shown(text) + " does not fit " + type;
  }

  static String withoutPadding(String text) {
    int end = text.length();
    while (end > 0 && text.charAt(end - 1) == ' ') {
      end--;
    }
    return text.substring(0, end);
  }
}
