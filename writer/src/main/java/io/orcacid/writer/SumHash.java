package io.orcacid.writer;

import io.orcacid.error.ValidationException;
import java.time.ZoneId;
import java.util.Optional;
import org.apache.hadoop.hive.ql.exec.vector.BytesColumnVector;
import org.apache.hadoop.hive.ql.exec.vector.ColumnVector;
import org.apache.hadoop.hive.ql.exec.vector.DoubleColumnVector;
import org.apache.hadoop.hive.ql.exec.vector.LongColumnVector;
import org.apache.hadoop.hive.ql.exec.vector.TimestampColumnVector;
import org.apache.orc.TypeDescription;

/** Bucketing version 1 of the primitive types: hash codes in the manner of Java's own classes. */
final class SumHash {
  private SumHash() {}

  static ColumnHash of(TypeDescription type, Optional<ZoneId> hiveTimeZone) {
    return switch (type.getCategory()) {
      case BOOLEAN -> ColumnHash.of((column, index) -> longs(column)[index] != 0 ? 1 : 0);
      case BYTE -> ColumnHash.of((column, index) -> (byte) longs(column)[index]);
      case SHORT -> ColumnHash.of((column, index) -> (short) longs(column)[index]);
      case INT -> ColumnHash.of((column, index) -> (int) longs(column)[index]);
      case LONG -> ColumnHash.of((column, index) -> Long.hashCode(longs(column)[index]));
      case FLOAT ->
          ColumnHash.of((column, index) -> Float.hashCode((float) doubles(column)[index]));
      case DOUBLE -> ColumnHash.of((column, index) -> Double.hashCode(doubles(column)[index]));
      case DATE -> ColumnHash.of(StoredTime::epochDay);
      case TIMESTAMP -> ColumnHash.of(timestamp(zone(hiveTimeZone)));
      case TIMESTAMP_INSTANT -> ColumnHash.of(SumHash::instant);
      case DECIMAL -> decimal(new StoredDecimal(type));
      case STRING -> bytes(0, (bytes, start, length) -> length);
      case BINARY -> bytes(1, (bytes, start, length) -> length);
      case CHAR -> bytes(1, StoredText.character(type.getMaxLength()));
      case VARCHAR -> bytes(1, StoredText.varchar(type.getMaxLength()));
      default -> throw ColumnHashes.unsupported(type);
    };
  }

  private static long[] longs(ColumnVector column) {
    return ((LongColumnVector) column).vector;
  }

  private static double[] doubles(ColumnVector column) {
    return ((DoubleColumnVector) column).vector;
  }

  private static ColumnHash decimal(StoredDecimal decimals) {
    return ColumnHash.of((column, index) -> decimals.at(column, index).hashCode());
  }

  /** A string starts from 0, what Hive holds in a writable with a hash of its own starts from 1. */
  private static ColumnHash bytes(int first, StoredText kept) {
    return ColumnHash.of(
        (column, index) -> {
          BytesColumnVector values = (BytesColumnVector) column;
          byte[] bytes = values.vector[index];
          int start = values.start[index];
          int end = start + kept.length(bytes, start, values.length[index]);
          int hash = first;
          for (int i = start; i < end; i++) {
            hash = 31 * hash + bytes[i];
          }
          return hash;
        });
  }

  private static ColumnHash.ValueHash timestamp(ZoneId zone) {
    HiveInstant instants = new HiveInstant(zone);
    return (column, index) -> {
      TimestampColumnVector values = (TimestampColumnVector) column;
      long second = instants.epochSecond(StoredTime.wallClockSecond(values, index));
      return Long.hashCode(second << 30 | values.nanos[index]);
    };
  }

  private static int instant(ColumnVector column, int index) {
    TimestampColumnVector values = (TimestampColumnVector) column;
    return Long.hashCode(StoredTime.instantSecond(values, index)) + 51 * values.nanos[index];
  }

  private static ZoneId zone(Optional<ZoneId> hiveTimeZone) {
    return hiveTimeZone.orElseThrow(
        () ->
            new ValidationException(
                "Hive's hash of this timestamp depends on the default time zone of its JVM:"
                    + " give the time zone of the Hive processes that write the table"));
  }
}
