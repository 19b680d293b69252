package io.orcacid.reader.expression;

import io.orcacid.error.ValidationException;
import java.math.BigDecimal;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;

/**
 * A constant.
 *
 * @param value null for NULL, or a Boolean, Long, BigDecimal, Double, String, LocalDate,
 *     LocalDateTime, Instant or {@link Bytes}
 */
record Literal(Object value) implements Expression {

  /** The literal of a row's value. */
  static Literal of(Object value) {
    Object known = JavaValues.literal(value);
    if (known == null) {
      throw new ValidationException(
          "No literal stands for a value of this class", "class", value.getClass().getName());
    }
    return new Literal(known);
  }

  String text() {
    if (value == null) {
      return "NULL";
    } else if (value instanceof String string) {
      return quoted(string);
    } else if (value instanceof Boolean truth) {
      return truth ? "TRUE" : "FALSE";
    } else if (value instanceof BigDecimal decimal) {
      String plain = decimal.toPlainString();
      return plain.indexOf('.') < 0 ? plain + "." : plain;
    } else if (value instanceof Double number) {
      return floating(number);
    } else if (value instanceof LocalDate date) {
      return "DATE '" + CivilTime.print(date) + "'";
    } else if (value instanceof LocalDateTime timestamp) {
      return "TIMESTAMP '" + CivilTime.print(timestamp) + "'";
    } else if (value instanceof Instant instant) {
      return "TIMESTAMP '" + CivilTime.print(instant) + "'";
    }
    return value.toString();
  }

  private static String floating(double number) {
    if (Double.isNaN(number) || Double.isInfinite(number)) {
      return "CAST('" + number + "' AS double)";
    }
    String text = Double.toString(number);
    return text.indexOf('E') < 0 ? text + "E0" : text;
  }

  static String quoted(String string) {
    StringBuilder text = new StringBuilder("'");
    for (int i = 0; i < string.length(); i++) {
      char c = string.charAt(i);
      switch (c) {
        case '\'' -> text.append("''");
        case '\\' -> text.append("\\\\");
        case '\n' -> text.append("\\n");
        case '\r' -> text.append("\\r");
        case '\t' -> text.append("\\t");
        case '\b' -> text.append("\\b");
        case '\0' -> text.append("\\0");
        default -> text.append(c);
      }
    }
    return text.append('\'').toString();
  }

  @Override
  public String toString() {
    return text();
  }
}
