package io.orcacid.writer;

import io.orcacid.error.ValidationException;
import org.apache.hadoop.hive.common.type.CalendarUtils;
import org.apache.hadoop.hive.ql.exec.vector.ColumnVector;
import org.apache.hadoop.hive.ql.exec.vector.DateColumnVector;
import org.apache.hadoop.hive.ql.exec.vector.LongColumnVector;
import org.apache.hadoop.hive.ql.exec.vector.TimestampColumnVector;

/**
 * Reads dates and timestamps by the proleptic Gregorian calendar, in which Hive hashes them. A
 * vector that does not say it is proleptic is of the hybrid calendar, where the same date before
 * 1582-10-15 has another number.
 */
final class StoredTime {
  private StoredTime() {}

  /** Day since 1970-01-01. */
  static int epochDay(ColumnVector column, int index) {
    int day = (int) ((LongColumnVector) column).vector[index];
    boolean proleptic =
        column instanceof DateColumnVector dates && dates.isUsingProlepticCalendar();
    return proleptic ? day : CalendarUtils.convertDateToProleptic(day);
  }

  /** Second since 1970-01-01 00:00:00 on the same clock. */
  static long wallClockSecond(TimestampColumnVector column, int index) {
    if (!column.isUTC()) {
      throw new ValidationException(
          "a timestamp column is held in the local time of this JVM:"
              + " hold its wall clock as if it were UTC and call setIsUTC(true)");
    }
    return instantSecond(column, index);
  }

  /** Second since 1970-01-01T00:00:00Z. */
  static long instantSecond(TimestampColumnVector column, int index) {
    long millis = column.time[index];
    return Math.floorDiv(
        column.usingProlepticCalendar() ? millis : CalendarUtils.convertTimeToProleptic(millis),
        1_000L);
  }
}
