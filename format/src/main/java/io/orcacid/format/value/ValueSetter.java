package io.orcacid.format.value;

import io.orcacid.error.ValidationException;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.Collection;
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

/**
 * Puts Java values into column vectors. A value that the type cannot hold exactly is refused, never
 * cut, wrapped or rounded; only fractions go into float and double as the nearest binary number.
 */
public final class ValueSetter {
  private ValueSetter() {}

  /**
   * Sets one row of a vector that is not repeating.
   *
   * @param type type of the column
   * @param column vector of that type
   * @param row row to set; rows of lists and maps are set in ascending order
   * @param value the value, null for NULL; see the package for the Java types. Every integer type
   *     takes every integral {@link Number} in its range, decimal and floating types take numbers
   *     that fit, string types any {@link CharSequence}
   * @throws ValidationException if the value does not fit the type
   */
  public static void set(TypeDescription type, ColumnVector column, int row, Object value) {
    if (value == null) {
      column.noNulls = false;
      column.isNull[row] = true;
      return;
    }
    column.isNull[row] = false;
    switch (type.getCategory()) {
      case BOOLEAN ->
          ((LongColumnVector) column).vector[row] = as(Boolean.class, type, value) ? 1 : 0;
      case BYTE -> setLong(type, column, row, value, Byte.MIN_VALUE, Byte.MAX_VALUE);
      case SHORT -> setLong(type, column, row, value, Short.MIN_VALUE, Short.MAX_VALUE);
      case INT -> setLong(type, column, row, value, Integer.MIN_VALUE, Integer.MAX_VALUE);
      case LONG -> setLong(type, column, row, value, Long.MIN_VALUE, Long.MAX_VALUE);
      case DATE -> setDate(type, column, row, as(LocalDate.class, type, value));
      case FLOAT ->
          ((DoubleColumnVector) column).vector[row] = floating(type, value, Float.MAX_VALUE);
      case DOUBLE ->
          ((DoubleColumnVector) column).vector[row] = floating(type, value, Double.MAX_VALUE);
      case DECIMAL -> setDecimal(type, column, row, value);
      case STRING, VARCHAR, CHAR -> setText(type, (BytesColumnVector) column, row, value);
      case BINARY -> ((BytesColumnVector) column).setVal(row, as(byte[].class, type, value));
      case TIMESTAMP ->
          setInstant(
              type, column, row, as(LocalDateTime.class, type, value).toInstant(ZoneOffset.UTC));
      case TIMESTAMP_INSTANT -> setInstant(type, column, row, as(Instant.class, type, value));
      default -> setNested(type, column, row, value);
    }
  }

  private static void setNested(TypeDescription type, ColumnVector column, int row, Object value) {
    switch (type.getCategory()) {
      case LIST -> setList(type, (ListColumnVector) column, row, as(Collection.class, type, value));
      case MAP -> setMap(type, (MapColumnVector) column, row, as(Map.class, type, value));
      case STRUCT ->
          setStruct(type, (StructColumnVector) column, row, as(StructValue.class, type, value));
      case UNION -> {
        UnionValue union = as(UnionValue.class, type, value);
        if (union.tag() < 0 || union.tag() >= type.getChildren().size()) {
          throw new ValidationException(
              "A union has no such type", "tag", union.tag(), "type", type);
        }
        UnionColumnVector vector = (UnionColumnVector) column;
        vector.tags[row] = union.tag();
        set(type.getChildren().get(union.tag()), vector.fields[union.tag()], row, union.value());
      }
      default ->
          throw new ValidationException("No value of this type can be written", "type", type);
    }
  }

  private static <T> T as(Class<T> kind, TypeDescription type, Object value) {
    if (!kind.isInstance(value)) {
      throw new ValidationException(
          "A value is of the wrong kind for its column",
          "type",
          type,
          "value",
          value,
          "expected",
          kind.getSimpleName(),
          "found",
          value.getClass().getSimpleName());
    }
    return kind.cast(value);
  }

  private static ValidationException outOfRange(TypeDescription type, Object value) {
    return new ValidationException(
        "A value does not fit its column's type", "type", type, "value", value);
  }

  private static void setLong(
      TypeDescription type, ColumnVector column, int row, Object value, long min, long max) {
    long number = integral(type, value);
    if (number < min || number > max) {
      throw outOfRange(type, value);
    }
    ((LongColumnVector) column).vector[row] = number;
  }

  private static long integral(TypeDescription type, Object value) {
    if (value instanceof Long
        || value instanceof Integer
        || value instanceof Short
        || value instanceof Byte) {
      return ((Number) value).longValue();
    }
    try {
      if (value instanceof BigDecimal decimal) {
        return decimal.longValueExact();
      }
      if (value instanceof BigInteger integer) {
        return integer.longValueExact();
      }
    } catch (ArithmeticException e) {
      throw outOfRange(type, value);
    }
    throw outOfRange(type, value);
  }

  /** ORC's statistics of dates hold an int; a greater number of days would be pruned wrongly. */
  private static void setDate(TypeDescription type, ColumnVector column, int row, LocalDate date) {
    long days = date.toEpochDay();
    if (days != (int) days) {
      throw outOfRange(type, date);
    }
    ((LongColumnVector) column).vector[row] = days;
  }

  private static double floating(TypeDescription type, Object value, double greatest) {
    double number = as(Number.class, type, value).doubleValue();
    boolean fraction =
        value instanceof Double || value instanceof Float || value instanceof BigDecimal;
    if (Math.abs(number) > greatest && !Double.isInfinite(number)
        || Double.isInfinite(number) && !(value instanceof Double || value instanceof Float)) {
      throw outOfRange(type, value);
    }
    double held = type.getCategory() == TypeDescription.Category.FLOAT ? (float) number : number;
    if (!fraction && new BigDecimal(held).compareTo(new BigDecimal(value.toString())) != 0) {
      throw outOfRange(type, value);
    }
    return held;
  }

  private static void setDecimal(TypeDescription type, ColumnVector column, int row, Object value) {
    BigDecimal decimal;
    if (value instanceof BigDecimal exact) {
      decimal = exact;
    } else if (value instanceof BigInteger integer) {
      decimal = new BigDecimal(integer);
    } else if (value instanceof Float || value instanceof Double) {
      throw new ValidationException(
          "A decimal column takes no floating number: pass a BigDecimal",
          "type",
          type,
          "value",
          value);
    } else {
      decimal = BigDecimal.valueOf(integral(type, value));
    }
    BigDecimal plain = decimal.signum() == 0 ? BigDecimal.ZERO : decimal.stripTrailingZeros();
    long digitsBeforePoint = (long) plain.precision() - plain.scale();
    if (plain.scale() > type.getScale()
        || digitsBeforePoint > type.getPrecision() - type.getScale()) {
      throw outOfRange(type, value);
    }
    HiveDecimal hive = VectorValues.hiveDecimal(plain);
    if (column instanceof Decimal64ColumnVector small) {
      small.vector[row] = plain.setScale(small.scale).unscaledValue().longValueExact();
    } else {
      ((DecimalColumnVector) column).set(row, hive);
    }
  }

  private static void setText(
      TypeDescription type, BytesColumnVector column, int row, Object value) {
    String text = as(CharSequence.class, type, value).toString();
    if (type.getCategory() != TypeDescription.Category.STRING) {
      String counted =
          type.getCategory() == TypeDescription.Category.CHAR
              ? VectorValues.withoutPadding(text)
              : text;
      if (counted.codePointCount(0, counted.length()) > type.getMaxLength()) {
        throw new ValidationException(
            "A text is too long for its column", "type", type, "value", value);
      }
      text = counted;
    }
    requirePairedSurrogates(type, text);
    column.setVal(row, text.getBytes(StandardCharsets.UTF_8));
  }

  /** UTF-8 has no half characters: they would become question marks. */
  private static void requirePairedSurrogates(TypeDescription type, String text) {
    for (int i = 0; i < text.length(); i++) {
      if (Character.isSurrogate(text.charAt(i))) {
        if (i + 1 == text.length()
            || !Character.isSurrogatePair(text.charAt(i), text.charAt(i + 1))) {
          throw new ValidationException(
              "A text holds half of a surrogate pair", "type", type, "position", i);
        }
        i++;
      }
    }
  }

  private static void setInstant(
      TypeDescription type, ColumnVector column, int row, Instant instant) {
    // In the last second before 1970 ORC keeps no sign: the value would come back a second later.
    if (instant.getEpochSecond() == -1 && instant.getNano() > 999_999) {
      throw new ValidationException(
          "ORC files cannot hold a time from 1969-12-31 23:59:59.001 to 1970: drop its fraction of a second",
          "type",
          type,
          "value",
          instant);
    }
    TimestampColumnVector vector = (TimestampColumnVector) column;
    try {
      vector.time[row] = instant.toEpochMilli();
    } catch (ArithmeticException e) {
      throw outOfRange(type, instant);
    }
    vector.nanos[row] = instant.getNano();
  }

  private static void setList(
      TypeDescription type, ListColumnVector column, int row, Collection<?> values) {
    column.offsets[row] = column.childCount;
    column.lengths[row] = values.size();
    column.childCount += values.size();
    ensureSize(column.child, column.childCount);
    int child = (int) column.offsets[row];
    for (Object value : values) {
      set(type.getChildren().get(0), column.child, child++, value);
    }
  }

  /** Grows by doubling: the vector itself would copy all it has for every row. */
  private static void ensureSize(ColumnVector child, int size) {
    if (child.isNull.length < size) {
      child.ensureSize(Math.max(size, child.isNull.length * 2), true);
    }
  }

  private static void setMap(
      TypeDescription type, MapColumnVector column, int row, Map<?, ?> values) {
    column.offsets[row] = column.childCount;
    column.lengths[row] = values.size();
    column.childCount += values.size();
    ensureSize(column.keys, column.childCount);
    ensureSize(column.values, column.childCount);
    int child = (int) column.offsets[row];
    for (Map.Entry<?, ?> entry : values.entrySet()) {
      if (entry.getKey() == null) {
        throw new ValidationException("A map cannot have a null key", "type", type);
      }
      set(type.getChildren().get(0), column.keys, child, entry.getKey());
      set(type.getChildren().get(1), column.values, child++, entry.getValue());
    }
  }

  private static void setStruct(
      TypeDescription type, StructColumnVector column, int row, StructValue struct) {
    List<Object> values = struct.values();
    if (values.size() != column.fields.length) {
      throw new ValidationException(
          "A struct has another number of fields", "type", type, "values", values.size());
    }
    for (int i = 0; i < column.fields.length; i++) {
      set(type.getChildren().get(i), column.fields[i], row, values.get(i));
    }
  }
}
