package io.orcacid.reader.expression;

import static java.time.temporal.ChronoField.DAY_OF_MONTH;
import static java.time.temporal.ChronoField.HOUR_OF_DAY;
import static java.time.temporal.ChronoField.MINUTE_OF_HOUR;
import static java.time.temporal.ChronoField.MONTH_OF_YEAR;
import static java.time.temporal.ChronoField.NANO_OF_SECOND;
import static java.time.temporal.ChronoField.SECOND_OF_MINUTE;
import static java.time.temporal.ChronoField.YEAR;

import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.time.chrono.IsoChronology;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeFormatterBuilder;
import java.time.format.ResolverStyle;
import java.time.format.SignStyle;
import java.time.temporal.TemporalAccessor;
import java.util.Locale;
import java.util.Optional;

/** Text of dates, timestamps and instants, read and printed. Proleptic Gregorian calendar. */
final class CivilTime {
  private static final DateTimeFormatter DATE =
      new DateTimeFormatterBuilder()
          .appendValue(YEAR, 4, 7, SignStyle.NORMAL)
          .appendLiteral('-')
          .appendValue(MONTH_OF_YEAR, 2)
          .appendLiteral('-')
          .appendValue(DAY_OF_MONTH, 2)
          .toFormatter(Locale.ROOT)
          .withResolverStyle(ResolverStyle.STRICT)
          .withChronology(IsoChronology.INSTANCE);
  private static final DateTimeFormatter TIME =
      new DateTimeFormatterBuilder()
          .appendValue(HOUR_OF_DAY, 2)
          .appendLiteral(':')
          .appendValue(MINUTE_OF_HOUR, 2)
          .appendLiteral(':')
          .appendValue(SECOND_OF_MINUTE, 2)
          .optionalStart()
          .appendFraction(NANO_OF_SECOND, 1, 9, true)
          .optionalEnd()
          .toFormatter(Locale.ROOT);
  private static final DateTimeFormatter TIMESTAMP =
      new DateTimeFormatterBuilder()
          .append(DATE)
          .appendLiteral(' ')
          .append(TIME)
          .optionalStart()
          .optionalStart()
          .appendLiteral(' ')
          .optionalEnd()
          .appendOffset("+HH:mm", "Z")
          .optionalEnd()
          .toFormatter(Locale.ROOT)
          .withResolverStyle(ResolverStyle.STRICT)
          .withChronology(IsoChronology.INSTANCE);
  private static final DateTimeFormatter PRINTED_TIMESTAMP =
      new DateTimeFormatterBuilder()
          .append(DATE)
          .appendLiteral(' ')
          .appendPattern("HH:mm:ss")
          .optionalStart()
          .appendFraction(NANO_OF_SECOND, 0, 9, true)
          .optionalEnd()
          .toFormatter(Locale.ROOT);

  private CivilTime() {}

  /** Reads {@code yyyy-MM-dd}. */
  static Optional<LocalDate> date(String text) {
    try {
      return Optional.of(LocalDate.parse(text, DATE));
    } catch (DateTimeException e) {
      return Optional.empty();
    }
  }

  /**
   * Reads a date or {@code yyyy-MM-dd HH:mm:ss[.n][zone]}, where the zone is {@code Z} or an
   * offset; ISO's {@code T} between date and time is read too.
   *
   * @return a LocalDateTime, or an Instant if the text has a zone
   */
  static Optional<Object> timestamp(String text) {
    Optional<LocalDate> day = date(text);
    if (day.isPresent()) {
      return Optional.of(day.get().atStartOfDay());
    }
    try {
      TemporalAccessor parsed =
          TIMESTAMP.parseBest(text.replace('T', ' '), OffsetDateTime::from, LocalDateTime::from);
      return Optional.of(
          parsed instanceof OffsetDateTime zoned ? (Object) zoned.toInstant() : parsed);
    } catch (DateTimeException e) {
      return Optional.empty();
    }
  }

  /** Reads a timestamp as an instant; without a zone it stands in UTC. */
  static Optional<Instant> instant(String text) {
    return timestamp(text).map(CivilTime::inUtc);
  }

  private static Instant inUtc(Object timestamp) {
    return timestamp instanceof Instant instant
        ? instant
        : ((LocalDateTime) timestamp).toInstant(ZoneOffset.UTC);
  }

  static String print(LocalDate date) {
    return DATE.format(date);
  }

  static String print(LocalDateTime timestamp) {
    return PRINTED_TIMESTAMP.format(timestamp);
  }

  static String print(Instant instant) {
    return print(LocalDateTime.ofInstant(instant, ZoneOffset.UTC)) + "Z";
  }
}
