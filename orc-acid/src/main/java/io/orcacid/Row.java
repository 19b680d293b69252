package io.orcacid;

import io.orcacid.error.ValidationException;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Optional;

/**
 * One row of a scan: plain Java values, see the package {@code io.orcacid.format.value}. Immutable,
 * may be kept.
 */
public final class Row {
  private final List<String> names;
  private final Object[] values;
  private final Optional<Address> address;

  Row(List<String> names, Object[] values, Optional<Address> address) {
    this.names = names;
    this.values = values;
    this.address = address;
  }

  /** Number of columns. */
  public int size() {
    return values.length;
  }

  /** Names of the columns, in order. */
  public List<String> columns() {
    return names;
  }

  /** Value of a column by position from 0, null for NULL. */
  public Object get(int column) {
    return values[column];
  }

  /**
   * Value of a column by name, in any case, null for NULL.
   *
   * @throws ValidationException if the scan returns no such column, or it has another type
   */
  public <T> T get(String column, Class<T> type) {
    for (int i = 0; i < values.length; i++) {
      if (names.get(i).equalsIgnoreCase(column)) {
        if (values[i] != null && !type.isInstance(values[i])) {
          throw new ValidationException(
              "A column has another type",
              "column",
              column,
              "asked",
              type.getSimpleName(),
              "is",
              values[i].getClass().getSimpleName());
        }
        return type.cast(values[i]);
      }
    }
    throw new ValidationException(
        "The scan returns no such column", "column", column, "columns", names);
  }

  /** All values in order; unmodifiable. */
  public List<Object> values() {
    return Collections.unmodifiableList(Arrays.asList(values));
  }

  /** Where the row is, if the scan was asked for it. */
  public Optional<Address> address() {
    return address;
  }

  @Override
  public String toString() {
    return Arrays.toString(values);
  }
}
