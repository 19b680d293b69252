package io.orcacid.hadoop;

import io.orcacid.error.ValidationException;
import io.orcacid.format.value.StructValue;
import io.orcacid.format.value.UnionValue;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.sql.Timestamp;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.hive.common.type.HiveDecimal;
import org.apache.hadoop.hive.serde2.io.DateWritable;
import org.apache.hadoop.hive.serde2.io.HiveDecimalWritable;
import org.apache.hadoop.io.BooleanWritable;
import org.apache.hadoop.io.ByteWritable;
import org.apache.hadoop.io.BytesWritable;
import org.apache.hadoop.io.DoubleWritable;
import org.apache.hadoop.io.FloatWritable;
import org.apache.hadoop.io.IntWritable;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.io.ShortWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.io.WritableComparable;
import org.apache.orc.TypeDescription;
import org.apache.orc.mapred.OrcList;
import org.apache.orc.mapred.OrcMap;
import org.apache.orc.mapred.OrcStruct;
import org.apache.orc.mapred.OrcTimestamp;
import org.apache.orc.mapred.OrcUnion;

/** Values of rows from and to the objects that orc-mapreduce has for them. */
final class OrcWritables {
  private OrcWritables() {}

  /** The object of orc-mapreduce for a value, null for NULL. */
  static WritableComparable<?> writable(TypeDescription type, Object value) {
    if (value == null) {
      return null;
    }
    return switch (type.getCategory()) {
      case BOOLEAN -> new BooleanWritable((Boolean) value);
      case BYTE -> new ByteWritable(((Number) value).byteValue());
      case SHORT -> new ShortWritable(((Number) value).shortValue());
      case INT -> new IntWritable(((Number) value).intValue());
      case LONG -> new LongWritable(((Number) value).longValue());
      case FLOAT -> new FloatWritable(((Number) value).floatValue());
      case DOUBLE -> new DoubleWritable(((Number) value).doubleValue());
      case DECIMAL -> new HiveDecimalWritable(HiveDecimal.create((BigDecimal) value));
      case STRING, VARCHAR, CHAR -> new Text(value.toString());
      case BINARY -> new BytesWritable((byte[]) value);
      case DATE -> new DateWritable((int) ((LocalDate) value).toEpochDay());
      case TIMESTAMP -> timestamp(Timestamp.valueOf((LocalDateTime) value));
      case TIMESTAMP_INSTANT -> timestamp(Timestamp.from((Instant) value));
      default -> nested(type, value);
    };
  }

  private static OrcTimestamp timestamp(Timestamp time) {
    OrcTimestamp timestamp = new OrcTimestamp(time.getTime());
    timestamp.setNanos(time.getNanos());
    return timestamp;
  }

  private static WritableComparable<?> nested(TypeDescription type, Object value) {
    List<TypeDescription> children = type.getChildren();
    switch (type.getCategory()) {
      case LIST -> {
        OrcList<WritableComparable<?>> list = new OrcList<>(type);
        ((Collection<?>) value).forEach(each -> list.add(writable(children.get(0), each)));
        return list;
      }
      case MAP -> {
        OrcMap<WritableComparable<?>, WritableComparable<?>> map = new OrcMap<>(type);
        ((Map<?, ?>) value)
            .forEach(
                (key, each) ->
                    map.put(writable(children.get(0), key), writable(children.get(1), each)));
        return map;
      }
      case STRUCT -> {
        OrcStruct struct = new OrcStruct(type);
        for (int i = 0; i < children.size(); i++) {
          struct.setFieldValue(i, writable(children.get(i), ((StructValue) value).values().get(i)));
        }
        return struct;
      }
      case UNION -> {
        UnionValue given = (UnionValue) value;
        OrcUnion union = new OrcUnion(type);
        union.set((byte) given.tag(), writable(children.get(given.tag()), given.value()));
        return union;
      }
      default -> throw unknown(type);
    }
  }

  private static ValidationException unknown(TypeDescription type) {
    return new ValidationException("orc-mapreduce has no values of this type", "type", type);
  }

  /** The inverse. */
  static Object value(TypeDescription type, Object writable) {
    if (writable == null) {
      return null;
    }
    return switch (type.getCategory()) {
      case BOOLEAN -> ((BooleanWritable) writable).get();
      case BYTE -> ((ByteWritable) writable).get();
      case SHORT -> ((ShortWritable) writable).get();
      case INT -> ((IntWritable) writable).get();
      case LONG -> ((LongWritable) writable).get();
      case FLOAT -> ((FloatWritable) writable).get();
      case DOUBLE -> ((DoubleWritable) writable).get();
      case DECIMAL -> ((HiveDecimalWritable) writable).getHiveDecimal().bigDecimalValue();
      case STRING, VARCHAR, CHAR -> text((Text) writable);
      case BINARY -> ((BytesWritable) writable).copyBytes();
      case DATE -> LocalDate.ofEpochDay(((DateWritable) writable).getDays());
      case TIMESTAMP -> ((OrcTimestamp) writable).toLocalDateTime();
      case TIMESTAMP_INSTANT -> ((OrcTimestamp) writable).toInstant();
      default -> nestedValue(type, writable);
    };
  }

  private static String text(Text text) {
    return new String(text.getBytes(), 0, text.getLength(), StandardCharsets.UTF_8);
  }

  private static Object nestedValue(TypeDescription type, Object writable) {
    List<TypeDescription> children = type.getChildren();
    switch (type.getCategory()) {
      case LIST -> {
        List<Object> list = new ArrayList<>();
        ((OrcList<?>) writable).forEach(each -> list.add(value(children.get(0), each)));
        return list;
      }
      case MAP -> {
        Map<Object, Object> map = new LinkedHashMap<>();
        ((OrcMap<?, ?>) writable)
            .forEach(
                (key, each) -> map.put(value(children.get(0), key), value(children.get(1), each)));
        return map;
      }
      case STRUCT -> {
        List<Object> fields = new ArrayList<>();
        for (int i = 0; i < children.size(); i++) {
          fields.add(value(children.get(i), ((OrcStruct) writable).getFieldValue(i)));
        }
        return new StructValue(fields);
      }
      case UNION -> {
        OrcUnion union = (OrcUnion) writable;
        return new UnionValue(
            union.getTag(), value(children.get(union.getTag()), union.getObject()));
      }
      default -> throw unknown(type);
    }
  }
}
