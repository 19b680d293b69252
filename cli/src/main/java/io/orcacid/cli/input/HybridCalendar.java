package io.orcacid.cli.input;

import io.orcacid.format.value.StructValue;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.Collection;
import java.util.Map;

/**
 * Parquet files whose writer counted days before 1582-10-15 by the Julian calendar, as Spark 2 and
 * Hive 3 do and later ones can be made to. Such days are refused: a zone would be needed to convert
 * times, and not all writers say theirs.
 */
final class HybridCalendar {
  private static final LocalDate FIRST_GREGORIAN_DAY = LocalDate.of(1582, 10, 15);

  private HybridCalendar() {}

  /** Whether a file's footer says so. */
  static boolean isOf(Map<String, String> footer) {
    return footer.containsKey("org.apache.spark.legacyDateTime")
        || "false".equals(footer.get("writer.date.proleptic"));
  }

  /**
   * Checks a value and what is in it.
   *
   * @throws InvalidValueException for a day on which the calendars differ
   */
  static void check(Object value) throws InvalidValueException {
    if (value instanceof LocalDate date) {
      checkDay(date);
    } else if (value instanceof LocalDateTime time) {
      checkDay(time.toLocalDate());
    } else if (value instanceof Instant instant) {
      checkDay(LocalDate.ofInstant(instant, ZoneOffset.UTC));
    } else if (value instanceof Collection<?> values) {
      for (Object each : values) {
        check(each);
      }
    } else if (value instanceof Map<?, ?> map) {
      check(map.keySet());
      check(map.values());
    } else if (value instanceof StructValue struct) {
      check(struct.values());
    }
  }

  private static void checkDay(LocalDate day) throws InvalidValueException {
    if (day.isBefore(FIRST_GREGORIAN_DAY)) {
      throw new InvalidValueException(
          "the file counts days before 1582-10-15 by another calendar: write it with the proleptic one");
    }
  }
}
