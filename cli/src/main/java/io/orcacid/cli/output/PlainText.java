package io.orcacid.cli.output;

import io.orcacid.format.value.ValueText;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import org.apache.orc.TypeDescription;

/**
 * The text of values of primitive types without quotes: what {@link ValueText#print} gives, but
 * appended, as rows are printed by the million.
 */
final class PlainText {
  private static final int GREATEST_FOUR_DIGIT_YEAR = 9999;

  private PlainText() {}

  /** Appends a value that is not null. */
  static void append(StringBuilder out, TypeDescription type, Object value) {
    switch (type.getCategory()) {
      case BYTE, SHORT, INT, LONG -> out.append(((Number) value).longValue());
      case FLOAT -> out.append(((Number) value).floatValue());
      case DOUBLE -> out.append(((Number) value).doubleValue());
      case CHAR -> out.append(withoutTrailingBlanks(value.toString()));
      case DATE -> date(out, type, (LocalDate) value);
      case TIMESTAMP -> timestamp(out, type, (LocalDateTime) value);
      case TIMESTAMP_INSTANT -> instant(out, type, (Instant) value);
      default -> out.append(ValueText.print(type, value));
    }
  }

  /** The text without blanks at its end; blanks only, as the type char pads with nothing else. */
  static String withoutTrailingBlanks(String text) {
    int end = text.length();
    while (end > 0 && text.charAt(end - 1) == ' ') {
      end--;
    }
    return text.substring(0, end);
  }

  private static void date(StringBuilder out, TypeDescription type, LocalDate value) {
    if (hasFourDigits(value.getYear())) {
      date(out, value);
    } else {
      out.append(ValueText.print(type, value));
    }
  }

  private static void timestamp(StringBuilder out, TypeDescription type, LocalDateTime value) {
    if (hasFourDigits(value.getYear())) {
      dateAndTime(out, value, ' ');
    } else {
      out.append(ValueText.print(type, value));
    }
  }

  private static void instant(StringBuilder out, TypeDescription type, Instant value) {
    LocalDateTime utc = LocalDateTime.ofInstant(value, ZoneOffset.UTC);
    if (hasFourDigits(utc.getYear())) {
      dateAndTime(out, utc, 'T');
      out.append('Z');
    } else {
      out.append(ValueText.print(type, value));
    }
  }

  private static boolean hasFourDigits(int year) {
    return year >= 0 && year <= GREATEST_FOUR_DIGIT_YEAR;
  }

  private static void dateAndTime(StringBuilder out, LocalDateTime value, char separator) {
    date(out, value.toLocalDate());
    out.append(separator);
    twoDigits(out, value.getHour());
    out.append(':');
    twoDigits(out, value.getMinute());
    out.append(':');
    twoDigits(out, value.getSecond());
    out.append('.');
    int nanos = value.getNano();
    for (int unit = 100_000_000; unit > 0; unit /= 10) {
      out.append((char) ('0' + nanos / unit % 10));
    }
  }

  private static void date(StringBuilder out, LocalDate value) {
    twoDigits(out, value.getYear() / 100);
    twoDigits(out, value.getYear() % 100);
    out.append('-');
    twoDigits(out, value.getMonthValue());
    out.append('-');
    twoDigits(out, value.getDayOfMonth());
  }

  private static void twoDigits(StringBuilder out, int number) {
    out.append((char) ('0' + number / 10)).append((char) ('0' + number % 10));
  }
}
