package io.orcacid.writer;

import io.orcacid.error.ValidationException;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.GregorianCalendar;
import java.util.TimeZone;

/**
 * The instant that Hive's version 1 takes a wall clock for: read by {@code java.sql.Timestamp} in
 * the default time zone of its JVM, so by the hybrid calendar, clocks set forward being read
 * leniently. Holds scratch space: for one thread.
 */
final class HiveInstant {
  private final GregorianCalendar calendar;

  HiveInstant(ZoneId zone) {
    calendar = new GregorianCalendar(TimeZone.getTimeZone(zone));
  }

  /**
   * @param wallClockSecond second since 1970-01-01 00:00:00 on the same clock, proleptic
   * @return second since 1970-01-01T00:00:00Z
   * @throws ValidationException outside the years 1 to 9999, which Hive's version 1 cannot hash
   */
  long epochSecond(long wallClockSecond) {
    LocalDateTime clock = LocalDateTime.ofEpochSecond(wallClockSecond, 0, ZoneOffset.UTC);
    if (clock.getYear() < 1 || clock.getYear() > 9999) {
      throw new ValidationException(
          "bucketing version 1 has hashes for timestamps of the years 1 to 9999 only",
          "timestamp",
          clock);
    }
    calendar.clear();
    calendar.set(
        clock.getYear(),
        clock.getMonthValue() - 1,
        clock.getDayOfMonth(),
        clock.getHour(),
        clock.getMinute(),
        clock.getSecond());
    return Math.floorDiv(calendar.getTimeInMillis(), 1_000L);
  }
}
