package io.orcacid.writer;

import io.orcacid.error.ValidationException;
import java.time.Instant;
import java.util.TimeZone;
import org.apache.hadoop.hive.ql.exec.vector.ColumnVector;
import org.apache.hadoop.hive.ql.exec.vector.ListColumnVector;
import org.apache.hadoop.hive.ql.exec.vector.MapColumnVector;
import org.apache.hadoop.hive.ql.exec.vector.StructColumnVector;
import org.apache.hadoop.hive.ql.exec.vector.TimestampColumnVector;
import org.apache.hadoop.hive.ql.exec.vector.UnionColumnVector;
import org.apache.orc.TypeDescription;
import org.apache.orc.impl.SerializationUtils;

/**
 * Refuses the times that ORC cannot hold: a time of a whole millisecond or more after the start of
 * the last second before 1970 comes back one second later, whatever is written. Values are checked
 * where they are set; this is for batches.
 */
final class StorableTimes {
  private static final long MILLISECONDS = 1000;

  private StorableTimes() {}

  /** Whether a type holds times at all. */
  static boolean concern(TypeDescription type) {
    switch (type.getCategory()) {
      case TIMESTAMP, TIMESTAMP_INSTANT -> {
        return true;
      }
      default -> {
        return type.getChildren() != null
            && type.getChildren().stream().anyMatch(StorableTimes::concern);
      }
    }
  }

  /**
   * Checks the first values of a vector, whole children of nested ones.
   *
   * @throws ValidationException for a time that would be read back as another
   */
  static void check(ColumnVector column, int size, String name) {
    if (column instanceof TimestampColumnVector times) {
      check(times, size, name);
    } else if (column instanceof StructColumnVector struct) {
      for (ColumnVector field : struct.fields) {
        check(field, size, name);
      }
    } else if (column instanceof UnionColumnVector union) {
      for (ColumnVector field : union.fields) {
        check(field, size, name);
      }
    } else if (column instanceof ListColumnVector list) {
      check(list.child, list.childCount, name);
    } else if (column instanceof MapColumnVector map) {
      check(map.keys, map.childCount, name);
      check(map.values, map.childCount, name);
    }
  }

  private static void check(TimestampColumnVector times, int size, String name) {
    int count = times.isRepeating ? Math.min(size, 1) : size;
    for (int i = 0; i < count; i++) {
      boolean isNull = !times.noNulls && times.isNull[i];
      if (!isNull && isLost(times.isUTC() ? times.time[i] : asWritten(times.time[i]))) {
        throw new ValidationException(
            "ORC cannot hold this time: within the last second before 1970 it would come back a second later",
            "column",
            name,
            "time",
            Instant.ofEpochMilli(times.time[i]));
      }
    }
  }

  private static boolean isLost(long milliseconds) {
    return milliseconds < 0 && milliseconds > -MILLISECONDS;
  }

  /** ORC's writer shifts the wall clock of a vector that is not UTC. */
  private static long asWritten(long milliseconds) {
    return SerializationUtils.convertToUtc(TimeZone.getDefault(), milliseconds);
  }
}
