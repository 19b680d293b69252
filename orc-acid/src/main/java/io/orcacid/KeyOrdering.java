package io.orcacid;

import io.orcacid.error.UnsupportedTableException;
import io.orcacid.error.ValidationException;
import io.orcacid.txn.log.TableMetadata;
import io.orcacid.txn.policy.ConflictPolicy;
import java.math.BigDecimal;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.apache.orc.TypeDescription;
import org.apache.orc.TypeDescription.Category;

/**
 * The declared key of a table, and the column whose larger value wins if it declares one.
 * Immutable.
 *
 * @param key names of the key columns
 * @param ordering name of the ordering column
 */
record KeyOrdering(List<String> key, Optional<String> ordering) {
  /** Table property that names the ordering column. */
  static final String PROPERTY = "orcacid.ordering.column";

  private static final Set<Category> NO_ORDER = Set.of(Category.BINARY);

  KeyOrdering {
    key = List.copyOf(key);
  }

  /**
   * Refuses a table whose policy needs what it does not declare, and a column that cannot order.
   */
  static void check(TableDefinition definition) {
    String column = definition.properties().get(PROPERTY);
    String policy = definition.properties().get(ConflictPolicy.PROPERTY);
    boolean wanted = ConflictPolicy.NBCC.text().equals(policy);
    if (wanted && (definition.key().isEmpty() || column == null)) {
      throw new ValidationException(
          "The conflict policy nbcc needs a declared key and the table property " + PROPERTY,
          "key",
          definition.key(),
          PROPERTY,
          column == null ? "not given" : column);
    }
    if (column != null) {
      Category category = category(definition.row(), column);
      if (!category.isPrimitive() || NO_ORDER.contains(category)) {
        throw new ValidationException(
            "A column of this type has no order", "column", column, "type", category.getName());
      }
    }
    if (wanted) {
      for (String name : definition.key()) {
        if (!category(definition.row(), name).isPrimitive()) {
          throw new ValidationException(
              "A key column has a simple type under the policy nbcc", "column", name);
        }
      }
    }
  }

  private static Category category(TypeDescription row, String column) {
    for (int i = 0; i < row.getFieldNames().size(); i++) {
      if (row.getFieldNames().get(i).equalsIgnoreCase(column)) {
        return row.getChildren().get(i).getCategory();
      }
    }
    throw new ValidationException(
        "No such column", PROPERTY, column, "columns", row.getFieldNames());
  }

  /**
   * What a table declares.
   *
   * @throws UnsupportedTableException if it declares no key
   */
  static KeyOrdering of(TableMetadata metadata) {
    if (metadata.keyColumns().isEmpty()) {
      throw new UnsupportedTableException(
          "The table declares no key, by which rows could be found: say which row by a condition, or"
              + " create a table with a key",
          "columns",
          TableSchema.shape(metadata).row().getFieldNames());
    }
    for (String name : metadata.keyColumns()) {
      if (!category(TableSchema.shape(metadata).row(), name).isPrimitive()) {
        throw new UnsupportedTableException(
            "Rows are found by keys of simple types only", "column", name);
      }
    }
    return new KeyOrdering(
        metadata.keyColumns(), Optional.ofNullable(metadata.properties().get(PROPERTY)));
  }

  /** Whether a table declares a key by which rows are found. */
  static boolean isDeclared(TableMetadata metadata) {
    TypeDescription row = TableSchema.shape(metadata).row();
    return !metadata.keyColumns().isEmpty()
        && metadata.keyColumns().stream().allMatch(name -> category(row, name).isPrimitive());
  }

  /** The same key, of which every row counts alike. */
  KeyOrdering withoutOrder() {
    return new KeyOrdering(key, Optional.empty());
  }

  /** Key columns, then the ordering column. */
  List<String> columns() {
    List<String> columns = new ArrayList<>(key);
    ordering
        .filter(column -> key.stream().noneMatch(column::equalsIgnoreCase))
        .ifPresent(columns::add);
    return columns;
  }

  /** The key of a row of {@link #columns()}, equal for equal keys. */
  List<Object> key(Row row) {
    List<Object> values = new ArrayList<>(key.size());
    for (int i = 0; i < key.size(); i++) {
      values.add(canonical(row.get(i)));
    }
    return values;
  }

  /**
   * The same, of a row that is written.
   *
   * @throws ValidationException if a key column is NULL
   */
  List<Object> requiredKey(Row row) {
    List<Object> values = key(row);
    if (values.contains(null)) {
      throw new ValidationException(
          "A row written by key has NULL in a key column", "key", key, "values", values);
    }
    return values;
  }

  static Object canonical(Object value) {
    if (value instanceof Integer || value instanceof Short || value instanceof Byte) {
      return ((Number) value).longValue();
    }
    if (value instanceof BigDecimal decimal) {
      return decimal.stripTrailingZeros();
    }
    if (value instanceof byte[] bytes) {
      return ByteBuffer.wrap(bytes);
    }
    if (value instanceof Double number && number == 0) {
      return 0.0;
    }
    if (value instanceof Float number && number == 0) {
      return 0.0f;
    }
    return value;
  }

  /** The ordering value of a row of {@link #columns()}, null for NULL and without the column. */
  Object order(Row row) {
    return ordering.map(column -> canonical(row.get(column, Object.class))).orElse(null);
  }

  /** NULL before every value. */
  @SuppressWarnings("unchecked")
  int compare(Object one, Object other) {
    if (one == null || other == null) {
      return Boolean.compare(one != null, other != null);
    }
    return ((Comparable<Object>) one).compareTo(other);
  }
}
