package io.orcacid.format;

import io.orcacid.error.ValidationException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalInt;
import org.apache.orc.TypeDescription;

/**
 * The columns of a table in the order in which it was declared, and which of them name partitions
 * instead of standing in files. Column names are found in any case, as in Hive. Immutable; do not
 * change the types it returns.
 */
public final class TableShape {
  private final TypeDescription row;
  private final TypeDescription data;
  private final int[] dataColumns;
  private final int[] partitionColumns;
  private final Map<String, Integer> positions = new HashMap<>();

  private TableShape(TypeDescription row, int[] dataColumns, int[] partitionColumns) {
    this.row = row;
    this.dataColumns = dataColumns;
    this.partitionColumns = partitionColumns;
    TypeDescription files = TypeDescription.createStruct();
    for (int column : dataColumns) {
      files.addField(row.getFieldNames().get(column), row.getChildren().get(column).clone());
    }
    this.data = files;
    for (int i = 0; i < row.getFieldNames().size(); i++) {
      if (positions.put(key(row.getFieldNames().get(i)), i) != null) {
        throw new ValidationException(
            "A column name stands twice; names that differ in case only count as one",
            "column",
            row.getFieldNames().get(i));
      }
    }
  }

  /**
   * @param row all columns, a struct
   * @param partitionedBy names of the partition columns, outermost first; empty for none
   * @throws ValidationException for unknown or unsuitable partition columns, or names that stand
   *     twice
   */
  public static TableShape of(TypeDescription row, List<String> partitionedBy) {
    if (row.getCategory() != TypeDescription.Category.STRUCT || row.getChildren().isEmpty()) {
      throw new ValidationException("A table needs at least one column", "schema", row);
    }
    int[] partitions = new int[partitionedBy.size()];
    List<Integer> files = new ArrayList<>();
    for (int i = 0; i < row.getChildren().size(); i++) {
      files.add(i);
    }
    for (int i = 0; i < partitions.length; i++) {
      partitions[i] = find(row, partitionedBy.get(i));
      TypeDescription type = row.getChildren().get(partitions[i]);
      if (!type.getCategory().isPrimitive()
          || type.getCategory() == TypeDescription.Category.BINARY) {
        throw new ValidationException(
            "A table cannot be partitioned by a column of this type",
            "column",
            partitionedBy.get(i),
            "type",
            type);
      }
      if (!files.remove(Integer.valueOf(partitions[i]))) {
        throw new ValidationException(
            "A partition column stands twice", "column", partitionedBy.get(i));
      }
    }
    if (files.isEmpty()) {
      throw new ValidationException(
          "A table needs a column that names no partition", "schema", row);
    }
    return new TableShape(row, files.stream().mapToInt(Integer::intValue).toArray(), partitions);
  }

  private static int find(TypeDescription row, String name) {
    for (int i = 0; i < row.getFieldNames().size(); i++) {
      if (key(row.getFieldNames().get(i)).equals(key(name))) {
        return i;
      }
    }
    throw new ValidationException("No such column", "column", name, "columns", row.getFieldNames());
  }

  private static String key(String name) {
    return name.toLowerCase(Locale.ROOT);
  }

  /** All columns in declared order. */
  public TypeDescription row() {
    return row;
  }

  /** The columns that stand in files, in declared order. */
  public TypeDescription data() {
    return data;
  }

  /** Positions in {@link #row()} of the columns of {@link #data()}; do not change. */
  public int[] dataColumns() {
    return dataColumns;
  }

  /** Positions in {@link #row()} of the partition columns, outermost first; do not change. */
  public int[] partitionColumns() {
    return partitionColumns;
  }

  /** Names of the partition columns, outermost first. */
  public List<String> partitionedBy() {
    List<String> names = new ArrayList<>();
    for (int column : partitionColumns) {
      names.add(row.getFieldNames().get(column));
    }
    return List.copyOf(names);
  }

  /** Whether the table has partitions. */
  public boolean isPartitioned() {
    return partitionColumns.length > 0;
  }

  /** Position of a column by name, in any case. */
  public OptionalInt position(String name) {
    Integer position = positions.get(key(name));
    return position == null ? OptionalInt.empty() : OptionalInt.of(position);
  }
}
