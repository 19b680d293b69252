package io.orcacid;

import io.orcacid.error.ValidationException;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.List;

/**
 * Keys and ordering values as bytes: equal keys give equal bytes, different ones different bytes.
 * Each value stands behind a byte that tells its class, integers of all widths alike.
 */
final class KeyCodec {
  private static final int NULL = 0;
  private static final int INTEGER = 1;
  private static final int TEXT = 2;
  private static final int DECIMAL = 3;
  private static final int DATE = 4;
  private static final int TIMESTAMP = 5;
  private static final int INSTANT = 6;
  private static final int DOUBLE = 7;
  private static final int FLOAT = 8;
  private static final int TRUTH = 9;
  private static final int BYTES = 10;

  private KeyCodec() {}

  /** The bytes of a key of canonical values, none of them null. */
  static byte[] encode(List<Object> key) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream(16 * key.size());
    try (DataOutputStream out = new DataOutputStream(bytes)) {
      for (Object value : key) {
        write(value, out);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return bytes.toByteArray();
  }

  /** Writes one value, which may be null. */
  static void write(Object value, DataOutputStream out) throws IOException {
    if (value == null) {
      out.writeByte(NULL);
    } else if (value instanceof Long
        || value instanceof Integer
        || value instanceof Short
        || value instanceof Byte) {
      out.writeByte(INTEGER);
      out.writeLong(((Number) value).longValue());
    } else if (value instanceof String text) {
      writeBytes(TEXT, text.getBytes(StandardCharsets.UTF_8), out);
    } else if (value instanceof BigDecimal decimal) {
      BigDecimal plain = decimal.stripTrailingZeros();
      writeBytes(DECIMAL, plain.unscaledValue().toByteArray(), out);
      out.writeInt(plain.scale());
    } else if (value instanceof ByteBuffer binary) {
      byte[] content = new byte[binary.remaining()];
      binary.duplicate().get(content);
      writeBytes(BYTES, content, out);
    } else {
      writeFixed(value, out);
    }
  }

  private static void writeFixed(Object value, DataOutputStream out) throws IOException {
    if (value instanceof LocalDate date) {
      out.writeByte(DATE);
      out.writeLong(date.toEpochDay());
    } else if (value instanceof LocalDateTime time) {
      out.writeByte(TIMESTAMP);
      out.writeLong(time.toEpochSecond(ZoneOffset.UTC));
      out.writeInt(time.getNano());
    } else if (value instanceof Instant instant) {
      out.writeByte(INSTANT);
      out.writeLong(instant.getEpochSecond());
      out.writeInt(instant.getNano());
    } else if (value instanceof Double number) {
      out.writeByte(DOUBLE);
      out.writeLong(Double.doubleToLongBits(number));
    } else if (value instanceof Float number) {
      out.writeByte(FLOAT);
      out.writeInt(Float.floatToIntBits(number));
    } else if (value instanceof Boolean truth) {
      out.writeByte(TRUTH);
      out.writeBoolean(truth);
    } else {
      throw new ValidationException(
          "A key index holds simple values only", "class", value.getClass().getName());
    }
  }

  private static void writeBytes(int kind, byte[] content, DataOutputStream out)
      throws IOException {
    out.writeByte(kind);
    out.writeInt(content.length);
    out.write(content);
  }

  /** The value that was written; integers as long. */
  static Object read(DataInputStream in) throws IOException {
    int kind = in.readByte();
    return switch (kind) {
      case NULL -> null;
      case INTEGER -> in.readLong();
      case TEXT -> new String(readBytes(in), StandardCharsets.UTF_8);
      case DECIMAL -> new BigDecimal(new BigInteger(readBytes(in)), in.readInt());
      case DATE -> LocalDate.ofEpochDay(in.readLong());
      case TIMESTAMP -> LocalDateTime.ofEpochSecond(in.readLong(), in.readInt(), ZoneOffset.UTC);
      case INSTANT -> Instant.ofEpochSecond(in.readLong(), in.readInt());
      case DOUBLE -> Double.longBitsToDouble(in.readLong());
      case FLOAT -> Float.intBitsToFloat(in.readInt());
      case TRUTH -> in.readBoolean();
      case BYTES -> ByteBuffer.wrap(readBytes(in));
      default -> throw new IOException("no value of a key index: " + kind);
    };
  }

  private static byte[] readBytes(DataInputStream in) throws IOException {
    return in.readNBytes(in.readInt());
  }

  /** Input over bytes. */
  static DataInputStream over(byte[] bytes) {
    return new DataInputStream(new ByteArrayInputStream(bytes));
  }
}
