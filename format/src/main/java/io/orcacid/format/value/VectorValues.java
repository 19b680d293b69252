package io.orcacid.format.value;

import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.hive.common.type.HiveDecimal;
import org.apache.hadoop.hive.ql.exec.vector.BytesColumnVector;
import org.apache.hadoop.hive.ql.exec.vector.ColumnVector;
import org.apache.hadoop.hive.ql.exec.vector.Decimal64ColumnVector;
import org.apache.hadoop.hive.ql.exec.vector.DecimalColumnVector;
import org.apache.hadoop.hive.ql.exec.vector.DoubleColumnVector;
import org.apache.hadoop.hive.ql.exec.vector.ListColumnVector;
import org.apache.hadoop.hive.ql.exec.vector.LongColumnVector;
import org.apache.hadoop.hive.ql.exec.vector.MapColumnVector;
import org.apache.hadoop.hive.ql.exec.vector.StructColumnVector;
import org.apache.hadoop.hive.ql.exec.vector.TimestampColumnVector;
import org.apache.hadoop.hive.ql.exec.vector.UnionColumnVector;
import org.apache.orc.TypeDescription;

/** Reads Java values out of column vectors; see the package for the types. */
public final class VectorValues {
  private VectorValues() {}

  /** The value of one row, null for NULL. */
  public static Object get(TypeDescription type, ColumnVector column, int row) {
    if (Batches.isNull(column, row)) {
      return null;
    }
    int index = column.isRepeating ? 0 : row;
    return switch (type.getCategory()) {
      case BOOLEAN -> ((LongColumnVector) column).vector[index] != 0;
      case BYTE -> (byte) ((LongColumnVector) column).vector[index];
      case SHORT -> (short) ((LongColumnVector) column).vector[index];
      case INT -> (int) ((LongColumnVector) column).vector[index];
      case LONG -> ((LongColumnVector) column).vector[index];
      case DATE -> LocalDate.ofEpochDay(((LongColumnVector) column).vector[index]);
      case FLOAT -> (float) ((DoubleColumnVector) column).vector[index];
      case DOUBLE -> ((DoubleColumnVector) column).vector[index];
      case DECIMAL -> decimal(column, index);
      case STRING, VARCHAR -> text((BytesColumnVector) column, index);
      case CHAR -> withoutPadding(text((BytesColumnVector) column, index));
      case BINARY -> bytes((BytesColumnVector) column, index);
      case TIMESTAMP -> dateTime((TimestampColumnVector) column, index);
      case TIMESTAMP_INSTANT -> instant((TimestampColumnVector) column, index);
      case LIST -> list(type, (ListColumnVector) column, index);
      case MAP -> map(type, (MapColumnVector) column, index);
      case STRUCT -> struct(type, (StructColumnVector) column, index);
      case UNION -> {
        UnionColumnVector union = (UnionColumnVector) column;
        int tag = union.tags[index];
        yield new UnionValue(tag, get(type.getChildren().get(tag), union.fields[tag], index));
      }
      default -> throw new IllegalArgumentException("no such type in a table: " + type);
    };
  }

  private static BigDecimal decimal(ColumnVector column, int index) {
    if (column instanceof Decimal64ColumnVector small) {
      return BigDecimal.valueOf(small.vector[index], small.scale);
    }
    return ((DecimalColumnVector) column).vector[index].getHiveDecimal().bigDecimalValue();
  }

  private static String text(BytesColumnVector column, int index) {
    return new String(
        column.vector[index], column.start[index], column.length[index], StandardCharsets.UTF_8);
  }

  /** A char without the blanks that fill it up; a tab or newline at its end is content. */
  static String withoutPadding(String text) {
    int end = text.length();
    while (end > 0 && text.charAt(end - 1) == ' ') {
      end--;
    }
    return text.substring(0, end);
  }

  private static byte[] bytes(BytesColumnVector column, int index) {
    return Arrays.copyOfRange(
        column.vector[index], column.start[index], column.start[index] + column.length[index]);
  }

  private static LocalDateTime dateTime(TimestampColumnVector column, int index) {
    return LocalDateTime.ofEpochSecond(
        Math.floorDiv(column.time[index], 1000L), column.nanos[index], ZoneOffset.UTC);
  }

  private static Instant instant(TimestampColumnVector column, int index) {
    return Instant.ofEpochSecond(Math.floorDiv(column.time[index], 1000L), column.nanos[index]);
  }

  private static List<Object> list(TypeDescription type, ListColumnVector column, int index) {
    int from = (int) column.offsets[index];
    List<Object> values = new ArrayList<>();
    for (int i = 0; i < column.lengths[index]; i++) {
      values.add(get(type.getChildren().get(0), column.child, from + i));
    }
    return values;
  }

  private static Map<Object, Object> map(TypeDescription type, MapColumnVector column, int index) {
    int from = (int) column.offsets[index];
    Map<Object, Object> values = new LinkedHashMap<>();
    for (int i = 0; i < column.lengths[index]; i++) {
      values.put(
          get(type.getChildren().get(0), column.keys, from + i),
          get(type.getChildren().get(1), column.values, from + i));
    }
    return values;
  }

  private static StructValue struct(TypeDescription type, StructColumnVector column, int index) {
    List<Object> values = new ArrayList<>();
    for (int i = 0; i < column.fields.length; i++) {
      values.add(get(type.getChildren().get(i), column.fields[i], index));
    }
    return new StructValue(values);
  }

  /** The value as Hive's decimal; null if it has more than 38 digits. */
  static HiveDecimal hiveDecimal(BigDecimal value) {
    return HiveDecimal.create(value);
  }
}
