package io.orcacid.reader.expression;

import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import org.apache.hadoop.hive.common.type.HiveDecimal;
import org.apache.hadoop.hive.ql.exec.vector.BytesColumnVector;
import org.apache.hadoop.hive.ql.exec.vector.ColumnVector;
import org.apache.hadoop.hive.ql.exec.vector.Decimal64ColumnVector;
import org.apache.hadoop.hive.ql.exec.vector.DecimalColumnVector;
import org.apache.hadoop.hive.ql.exec.vector.DoubleColumnVector;
import org.apache.hadoop.hive.ql.exec.vector.LongColumnVector;
import org.apache.hadoop.hive.ql.exec.vector.TimestampColumnVector;

/** Puts single values, which fit the column's type, into vectors. */
final class VectorWriter {
  private VectorWriter() {}

  static void set(ColumnVector vector, int row, Object value) {
    if (vector instanceof Decimal64ColumnVector scaled) {
      scaled.set(row, HiveDecimal.create((BigDecimal) value));
    } else if (vector instanceof LongColumnVector longs) {
      longs.vector[row] = held(value);
    } else if (vector instanceof DoubleColumnVector doubles) {
      doubles.vector[row] = (Double) value;
    } else if (vector instanceof DecimalColumnVector decimals) {
      decimals.set(row, HiveDecimal.create((BigDecimal) value));
    } else if (vector instanceof BytesColumnVector bytes) {
      bytes.setVal(
          row,
          value instanceof Bytes binary
              ? binary.content()
              : ((String) value).getBytes(StandardCharsets.UTF_8));
    } else if (vector instanceof TimestampColumnVector timestamps) {
      Instant instant =
          value instanceof LocalDateTime timestamp
              ? timestamp.toInstant(ZoneOffset.UTC)
              : (Instant) value;
      timestamps.time[row] = Values.Times.milliseconds(instant.getEpochSecond(), instant.getNano());
      timestamps.nanos[row] = instant.getNano();
    } else {
      throw new IllegalArgumentException("no single values: " + vector.getClass().getName());
    }
  }

  private static long held(Object value) {
    if (value instanceof Boolean truth) {
      return truth ? 1 : 0;
    }
    return value instanceof LocalDate date ? date.toEpochDay() : (Long) value;
  }
}
