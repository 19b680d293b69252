package io.orcacid.hadoop;

import io.orcacid.error.ValidationException;
import io.orcacid.format.value.StructValue;
import io.orcacid.format.value.UnionValue;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.io.WritableUtils;
import org.apache.orc.TypeDescription;

/** Values of rows as bytes between the processes of a job, by their types. */
final class ValueCodec {
  private ValueCodec() {}

  static void write(DataOutput out, TypeDescription type, Object value) throws IOException {
    out.writeBoolean(value != null);
    if (value == null) {
      return;
    }
    try {
      writePresent(out, type, value);
    } catch (ClassCastException e) {
      throw new ValidationException(
          "A value is of the wrong kind for its column",
          e,
          "type",
          type,
          "value",
          value,
          "found",
          value.getClass().getSimpleName());
    }
  }

  private static void writePresent(DataOutput out, TypeDescription type, Object value)
      throws IOException {
    switch (type.getCategory()) {
      case BOOLEAN -> out.writeBoolean((Boolean) value);
      case BYTE, SHORT, INT, LONG -> WritableUtils.writeVLong(out, integral(type, value));
      case FLOAT -> out.writeFloat(((Number) value).floatValue());
      case DOUBLE -> out.writeDouble(((Number) value).doubleValue());
      case DECIMAL -> {
        BigDecimal decimal = (BigDecimal) value;
        WritableUtils.writeVInt(out, decimal.scale());
        writeBytes(out, decimal.unscaledValue().toByteArray());
      }
      case STRING, VARCHAR, CHAR -> writeBytes(out, text(value));
      case BINARY -> writeBytes(out, (byte[]) value);
      case DATE -> WritableUtils.writeVLong(out, ((LocalDate) value).toEpochDay());
      case TIMESTAMP -> writeInstant(out, ((LocalDateTime) value).toInstant(ZoneOffset.UTC));
      case TIMESTAMP_INSTANT -> writeInstant(out, (Instant) value);
      default -> writeNested(out, type, value);
    }
  }

  private static long integral(TypeDescription type, Object value) {
    if (value instanceof Long
        || value instanceof Integer
        || value instanceof Short
        || value instanceof Byte) {
      return ((Number) value).longValue();
    }
    throw new ClassCastException("not a whole number for " + type);
  }

  private static byte[] text(Object value) {
    return ((CharSequence) value).toString().getBytes(StandardCharsets.UTF_8);
  }

  private static void writeNested(DataOutput out, TypeDescription type, Object value)
      throws IOException {
    List<TypeDescription> children = type.getChildren();
    switch (type.getCategory()) {
      case LIST -> {
        Collection<?> elements = (Collection<?>) value;
        WritableUtils.writeVInt(out, elements.size());
        for (Object element : elements) {
          write(out, children.get(0), element);
        }
      }
      case MAP -> {
        Map<?, ?> map = (Map<?, ?>) value;
        WritableUtils.writeVInt(out, map.size());
        for (Map.Entry<?, ?> entry : map.entrySet()) {
          write(out, children.get(0), entry.getKey());
          write(out, children.get(1), entry.getValue());
        }
      }
      case STRUCT -> {
        List<Object> fields = ((StructValue) value).values();
        for (int i = 0; i < children.size(); i++) {
          write(out, children.get(i), fields.get(i));
        }
      }
      case UNION -> {
        UnionValue union = (UnionValue) value;
        out.writeByte(union.tag());
        write(out, children.get(union.tag()), union.value());
      }
      default -> throw new ValidationException("No value of this type travels", "type", type);
    }
  }

  static Object read(DataInput in, TypeDescription type) throws IOException {
    if (!in.readBoolean()) {
      return null;
    }
    return switch (type.getCategory()) {
      case BOOLEAN -> in.readBoolean();
      case BYTE -> (byte) WritableUtils.readVLong(in);
      case SHORT -> (short) WritableUtils.readVLong(in);
      case INT -> (int) WritableUtils.readVLong(in);
      case LONG -> WritableUtils.readVLong(in);
      case FLOAT -> in.readFloat();
      case DOUBLE -> in.readDouble();
      case DECIMAL -> {
        int scale = WritableUtils.readVInt(in);
        yield new BigDecimal(new BigInteger(readBytes(in)), scale);
      }
      case STRING, VARCHAR, CHAR -> new String(readBytes(in), StandardCharsets.UTF_8);
      case BINARY -> readBytes(in);
      case DATE -> LocalDate.ofEpochDay(WritableUtils.readVLong(in));
      case TIMESTAMP -> LocalDateTime.ofInstant(readInstant(in), ZoneOffset.UTC);
      case TIMESTAMP_INSTANT -> readInstant(in);
      default -> readNested(in, type);
    };
  }

  private static Object readNested(DataInput in, TypeDescription type) throws IOException {
    List<TypeDescription> children = type.getChildren();
    switch (type.getCategory()) {
      case LIST -> {
        List<Object> elements = new ArrayList<>();
        for (int left = WritableUtils.readVInt(in); left > 0; left--) {
          elements.add(read(in, children.get(0)));
        }
        return elements;
      }
      case MAP -> {
        Map<Object, Object> map = new LinkedHashMap<>();
        for (int left = WritableUtils.readVInt(in); left > 0; left--) {
          Object key = read(in, children.get(0));
          map.put(key, read(in, children.get(1)));
        }
        return map;
      }
      case STRUCT -> {
        List<Object> fields = new ArrayList<>();
        for (TypeDescription child : children) {
          fields.add(read(in, child));
        }
        return new StructValue(fields);
      }
      case UNION -> {
        int tag = in.readUnsignedByte();
        return new UnionValue(tag, read(in, children.get(tag)));
      }
      default -> throw new ValidationException("No value of this type travels", "type", type);
    }
  }

  private static void writeInstant(DataOutput out, Instant instant) throws IOException {
    WritableUtils.writeVLong(out, instant.getEpochSecond());
    WritableUtils.writeVInt(out, instant.getNano());
  }

  private static Instant readInstant(DataInput in) throws IOException {
    long seconds = WritableUtils.readVLong(in);
    return Instant.ofEpochSecond(seconds, WritableUtils.readVInt(in));
  }

  static void writeBytes(DataOutput out, byte[] bytes) throws IOException {
    WritableUtils.writeVInt(out, bytes.length);
    out.write(bytes);
  }

  static byte[] readBytes(DataInput in) throws IOException {
    byte[] bytes = new byte[WritableUtils.readVInt(in)];
    in.readFully(bytes);
    return bytes;
  }
}
