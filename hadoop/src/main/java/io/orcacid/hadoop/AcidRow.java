package io.orcacid.hadoop;

import com.google.common.cache.CacheBuilder;
import com.google.common.cache.CacheLoader;
import com.google.common.cache.LoadingCache;
import io.orcacid.error.ValidationException;
import io.orcacid.format.value.VectorValues;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import org.apache.hadoop.hive.ql.exec.vector.VectorizedRowBatch;
import org.apache.hadoop.io.Writable;
import org.apache.orc.TypeDescription;

/**
 * A row that says itself what its columns are, so that it goes through a shuffle without any
 * configuration. Values are plain Java, see the package {@code io.orcacid.format.value}; columns
 * are found by position from 0 or by name in any case. Readers fill one object again and again:
 * copy what is kept. Not thread-safe.
 */
public final class AcidRow implements Writable {
  /** Types are immutable from here on, and parsed once in a process. */
  private static final LoadingCache<String, TypeDescription> TYPES =
      CacheBuilder.newBuilder()
          .maximumSize(1000)
          .build(CacheLoader.from(TypeDescription::fromString));

  private TypeDescription type;
  private byte[] typeText;
  private Object[] values;

  /** A row without columns, for Hadoop, which reads into it. */
  public AcidRow() {
    this(TypeDescription.createStruct());
  }

  /**
   * A row of NULLs.
   *
   * @param type a struct of its columns; not to be changed afterwards
   */
  public AcidRow(TypeDescription type) {
    set(type, new Object[type.getChildren().size()]);
  }

  /**
   * A row of some values.
   *
   * @param type a struct of its columns; not to be changed afterwards
   * @param values one for each, null for NULL
   */
  public static AcidRow of(TypeDescription type, Object... values) {
    AcidRow row = new AcidRow(type);
    if (values.length != row.values.length) {
      throw new ValidationException(
          "A row has another number of values than columns",
          "values",
          values.length,
          "columns",
          type.getFieldNames());
    }
    System.arraycopy(values, 0, row.values, 0, values.length);
    return row;
  }

  /** A row that is independent of this one; values within values are shared. */
  public AcidRow copy() {
    return of(type, values);
  }

  private void set(TypeDescription newType, Object[] newValues) {
    type = newType;
    typeText = newType.toString().getBytes(StandardCharsets.UTF_8);
    values = newValues;
  }

  /** Takes a row of a batch, which may be reused afterwards. */
  void fill(TypeDescription newType, VectorizedRowBatch batch, int row) {
    if (type != newType) {
      set(newType, new Object[newType.getChildren().size()]);
    }
    for (int i = 0; i < values.length; i++) {
      values[i] = VectorValues.get(type.getChildren().get(i), batch.cols[i], row);
    }
  }

  /** Names and types of the columns, a struct; do not change it. */
  public TypeDescription type() {
    return type;
  }

  /** Number of columns. */
  public int size() {
    return values.length;
  }

  /** All values in order, unmodifiable; changes with the row. */
  public List<Object> values() {
    return Collections.unmodifiableList(Arrays.asList(values));
  }

  /** Value of a column, null for NULL. */
  public Object get(int column) {
    return values[column];
  }

  /** Value of a column, null for NULL. */
  public Object get(String column) {
    return values[position(column)];
  }

  /**
   * Value of a column, null for NULL.
   *
   * @throws ValidationException if it has another type
   */
  public <T> T get(int column, Class<T> kind) {
    Object value = values[column];
    if (value != null && !kind.isInstance(value)) {
      throw new ValidationException(
          "A column has another type",
          "column",
          type.getFieldNames().get(column),
          "asked",
          kind.getSimpleName(),
          "is",
          value.getClass().getSimpleName());
    }
    return kind.cast(value);
  }

  /**
   * Value of a column, null for NULL.
   *
   * @throws ValidationException if there is no such column, or it has another type
   */
  public <T> T get(String column, Class<T> kind) {
    return get(position(column), kind);
  }

  /** Whether a column is NULL. */
  public boolean isNull(int column) {
    return values[column] == null;
  }

  /** Whether a column is NULL. */
  public boolean isNull(String column) {
    return isNull(position(column));
  }

  /**
   * A whole number of any width.
   *
   * @throws ValidationException if the column is NULL or no whole number
   */
  public long getLong(int column) {
    Object value = present(column);
    if (value instanceof Long
        || value instanceof Integer
        || value instanceof Short
        || value instanceof Byte) {
      return ((Number) value).longValue();
    }
    return get(column, Long.class);
  }

  /** The same by name. */
  public long getLong(String column) {
    return getLong(position(column));
  }

  /**
   * A whole number that fits.
   *
   * @throws ValidationException if the column is NULL, no whole number, or too large
   */
  public int getInt(int column) {
    long value = getLong(column);
    if (value != (int) value) {
      throw new ValidationException(
          "A number is too large to be taken as int",
          "column",
          type.getFieldNames().get(column),
          "value",
          value);
    }
    return (int) value;
  }

  /** The same by name. */
  public int getInt(String column) {
    return getInt(position(column));
  }

  /**
   * A number of any kind, as the nearest of this one.
   *
   * @throws ValidationException if the column is NULL or no number
   */
  public double getDouble(int column) {
    present(column);
    return get(column, Number.class).doubleValue();
  }

  /** The same by name. */
  public double getDouble(String column) {
    return getDouble(position(column));
  }

  /**
   * A truth value.
   *
   * @throws ValidationException if the column is NULL or no truth value
   */
  public boolean getBoolean(int column) {
    present(column);
    return get(column, Boolean.class);
  }

  /** The same by name. */
  public boolean getBoolean(String column) {
    return getBoolean(position(column));
  }

  /** Text of a string, varchar or char; null for NULL. */
  public String getString(int column) {
    return get(column, String.class);
  }

  /** The same by name. */
  public String getString(String column) {
    return getString(position(column));
  }

  /** Sets a column; whether the value fits is asked when it is written. */
  public AcidRow set(int column, Object value) {
    values[column] = value;
    return this;
  }

  /** The same by name. */
  public AcidRow set(String column, Object value) {
    return set(position(column), value);
  }

  private Object present(int column) {
    if (values[column] == null) {
      throw new ValidationException(
          "A column is NULL: ask isNull before, or get for an object",
          "column",
          type.getFieldNames().get(column));
    }
    return values[column];
  }

  private int position(String column) {
    List<String> names = type.getFieldNames();
    for (int i = 0; i < names.size(); i++) {
      if (names.get(i).equalsIgnoreCase(column)) {
        return i;
      }
    }
    throw new ValidationException("The row has no such column", "column", column, "columns", names);
  }

  @Override
  public void write(DataOutput out) throws IOException {
    ValueCodec.writeBytes(out, typeText);
    for (int i = 0; i < values.length; i++) {
      ValueCodec.write(out, type.getChildren().get(i), values[i]);
    }
  }

  @Override
  public void readFields(DataInput in) throws IOException {
    byte[] text = ValueCodec.readBytes(in);
    if (!Arrays.equals(text, typeText)) {
      type = TYPES.getUnchecked(new String(text, StandardCharsets.UTF_8));
      typeText = text;
      values = new Object[type.getChildren().size()];
    }
    for (int i = 0; i < values.length; i++) {
      values[i] = ValueCodec.read(in, type.getChildren().get(i));
    }
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof AcidRow row
        && Arrays.equals(typeText, row.typeText)
        && Arrays.deepEquals(values, row.values);
  }

  @Override
  public int hashCode() {
    return Arrays.deepHashCode(values);
  }

  @Override
  public String toString() {
    return Arrays.deepToString(values);
  }
}
