package io.orcacid.writer;

import org.apache.hadoop.hive.ql.exec.vector.BytesColumnVector;
import org.apache.hadoop.hive.ql.exec.vector.ColumnVector;
import org.apache.hadoop.hive.ql.exec.vector.DoubleColumnVector;
import org.apache.hadoop.hive.ql.exec.vector.LongColumnVector;
import org.apache.hadoop.hive.ql.exec.vector.TimestampColumnVector;
import org.apache.hadoop.hive.serde2.io.HiveDecimalWritable;
import org.apache.hive.common.util.Murmur3;
import org.apache.orc.TypeDescription;

/**
 * Bucketing version 2 of the primitive types: Murmur3, with Hive's seed and its signed tail bytes,
 * over the big-endian bytes of the value. That is why the function is Hive's own, from the jar that
 * holds the vectors too.
 */
final class MurmurHash {
  /** Longest form of a timestamp: 4 bytes, then two variable-length numbers of 5 and 9. */
  private static final int SCRATCH = 18;

  private final byte[] scratch = new byte[SCRATCH];

  private MurmurHash() {}

  static ColumnHash of(TypeDescription type) {
    MurmurHash murmur = new MurmurHash();
    return switch (type.getCategory()) {
      case BOOLEAN -> ColumnHash.of((column, index) -> longs(column)[index] != 0 ? 1 : 0);
      case BYTE -> ColumnHash.of((column, index) -> (byte) longs(column)[index]);
      case SHORT -> ColumnHash.of((column, index) -> murmur.ofShort((short) longs(column)[index]));
      case INT -> ColumnHash.of((column, index) -> murmur.ofInt((int) longs(column)[index]));
      case LONG -> ColumnHash.of((column, index) -> Murmur3.hash32(longs(column)[index]));
      case FLOAT ->
          ColumnHash.of((column, index) -> murmur.ofFloat((float) doubles(column)[index]));
      case DOUBLE -> ColumnHash.of((column, index) -> ofDouble(doubles(column)[index]));
      case DATE ->
          ColumnHash.of((column, index) -> murmur.ofInt(StoredTime.epochDay(column, index)));
      case TIMESTAMP -> ColumnHash.of(murmur::timestamp);
      case TIMESTAMP_INSTANT -> ColumnHash.of(murmur::instant);
      case DECIMAL -> decimal(new StoredDecimal(type));
      case STRING, BINARY -> bytes((bytes, start, length) -> length);
      case CHAR -> bytes(StoredText.character(type.getMaxLength()));
      case VARCHAR -> bytes(StoredText.varchar(type.getMaxLength()));
      default -> throw ColumnHashes.unsupported(type);
    };
  }

  private static long[] longs(ColumnVector column) {
    return ((LongColumnVector) column).vector;
  }

  private static double[] doubles(ColumnVector column) {
    return ((DoubleColumnVector) column).vector;
  }

  private static int of(byte[] bytes, int start, int length) {
    return Murmur3.hash32(bytes, start, length, Murmur3.DEFAULT_SEED);
  }

  private int ofShort(short value) {
    scratch[0] = (byte) (value >> 8);
    scratch[1] = (byte) value;
    return of(scratch, 0, Short.BYTES);
  }

  private int ofInt(int value) {
    putInt(value);
    return of(scratch, 0, Integer.BYTES);
  }

  /**
   * Hive turns the bits, taken for a whole number, into a float once more before it hashes them.
   */
  private int ofFloat(float value) {
    return ofInt(Float.floatToIntBits(Float.floatToIntBits(value)));
  }

  /** As {@link #ofFloat}: the bits, taken for a whole number, become a double once more. */
  private static int ofDouble(double value) {
    return Murmur3.hash32(Double.doubleToLongBits(Double.doubleToLongBits(value)));
  }

  private static ColumnHash bytes(StoredText kept) {
    return ColumnHash.of(
        (column, index) -> {
          BytesColumnVector values = (BytesColumnVector) column;
          byte[] bytes = values.vector[index];
          int start = values.start[index];
          return of(bytes, start, kept.length(bytes, start, values.length[index]));
        });
  }

  private static ColumnHash decimal(StoredDecimal decimals) {
    return ColumnHash.of(
        (column, index) -> {
          HiveDecimalWritable value = decimals.at(column, index);
          int length = value.bigIntegerBytesInternalScratch();
          return of(value.bigIntegerBytesInternalScratchBuffer(), 0, length);
        });
  }

  private int timestamp(ColumnVector column, int index) {
    TimestampColumnVector values = (TimestampColumnVector) column;
    return serialized(StoredTime.wallClockSecond(values, index), values.nanos[index]);
  }

  private int instant(ColumnVector column, int index) {
    TimestampColumnVector values = (TimestampColumnVector) column;
    return serialized(StoredTime.instantSecond(values, index), values.nanos[index]);
  }

  /**
   * Hash of the serialised form: the low 31 bits of the second and a flag that says whether more
   * follows; the digits of the nanosecond in reverse, complemented if the second does not fit 31
   * bits; then what is left of the second.
   */
  private int serialized(long second, int nanos) {
    int reversed = reversed(nanos);
    boolean longSecond = second < 0 || second > Integer.MAX_VALUE;
    boolean more = longSecond || reversed != 0;
    putInt(more ? (int) second | Integer.MIN_VALUE : (int) second);
    int length = Integer.BYTES;
    if (more) {
      length = putVariable(longSecond ? ~reversed : reversed, length);
    }
    if (longSecond) {
      length = putVariable(second >> 31, length);
    }
    return of(scratch, 0, length);
  }

  /** 123 of a billion becomes 321000000: trailing zeros of the fraction cost nothing. */
  private static int reversed(int nanos) {
    int reversed = 0;
    int rest = nanos;
    for (int digit = 0; digit < 9; digit++) {
      reversed = 10 * reversed + rest % 10;
      rest /= 10;
    }
    return reversed;
  }

  private void putInt(int value) {
    scratch[0] = (byte) (value >> 24);
    scratch[1] = (byte) (value >> 16);
    scratch[2] = (byte) (value >> 8);
    scratch[3] = (byte) value;
  }

  /**
   * Hadoop's variable-length number: one byte from -112 to 127, else sign and count in a first
   * byte.
   */
  private int putVariable(long value, int position) {
    if (value >= -112 && value <= 127) {
      scratch[position] = (byte) value;
      return position + 1;
    }
    long magnitude = value < 0 ? ~value : value;
    int bytes = (Long.SIZE + 7 - Long.numberOfLeadingZeros(magnitude)) / Byte.SIZE;
    scratch[position] = (byte) ((value < 0 ? -120 : -112) - bytes);
    for (int i = 1; i <= bytes; i++) {
      scratch[position + i] = (byte) (magnitude >> Byte.SIZE * (bytes - i));
    }
    return position + 1 + bytes;
  }
}
