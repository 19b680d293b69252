package io.orcacid;

import io.orcacid.error.ValidationException;
import io.orcacid.format.SchemaText;
import io.orcacid.format.TableShape;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.orc.TypeDescription;

/**
 * What a new table is to be. Immutable; each method returns another one.
 *
 * @param row all columns in the order in which rows are written and read
 * @param partitionedBy names of the columns that name partitions, outermost first
 * @param bucketing spread over buckets, if any
 * @param key names of the columns of the declared key
 * @param properties Hive's under their names, {@code orc.*} for the files, ours starting with
 *     {@code orcacid.}
 */
public record TableDefinition(
    TypeDescription row,
    List<String> partitionedBy,
    Optional<Buckets> bucketing,
    List<String> key,
    Map<String, String> properties) {

  public TableDefinition {
    partitionedBy = List.copyOf(partitionedBy);
    key = List.copyOf(key);
    properties = Map.copyOf(properties);
    TableShape shape = TableShape.of(row, partitionedBy);
    requireReadableNames(row);
    for (String column : key) {
      requireColumn(shape, column, "key");
    }
    for (String column : bucketing.map(Buckets::columns).orElse(List.of())) {
      requireColumn(shape, column, "bucketing");
      if (partitionedBy.stream().anyMatch(column::equalsIgnoreCase)) {
        throw new ValidationException(
            "A partition column cannot be a bucketing column", "column", column);
      }
    }
  }

  /**
   * Spread of rows over buckets by Hive's hash.
   *
   * @param columns hashed columns
   * @param count buckets, 1 to 4096
   * @param hashVersion 1 or 2; new tables of Hive have 2
   */
  public record Buckets(List<String> columns, int count, int hashVersion) {
    public Buckets {
      columns = List.copyOf(columns);
      if (columns.isEmpty() || count < 1 || count > 4096 || hashVersion < 1 || hashVersion > 2) {
        throw new ValidationException(
            "Bucketing needs columns, 1 to 4096 buckets and hash version 1 or 2",
            "columns",
            columns,
            "count",
            count,
            "hashVersion",
            hashVersion);
      }
    }
  }

  /** ORC's reader cuts a name at a back quote, and the column would read as NULL. */
  private static void requireReadableNames(TypeDescription type) {
    if (type.getCategory() == TypeDescription.Category.STRUCT) {
      for (String name : type.getFieldNames()) {
        if (name.isEmpty() || name.indexOf('`') >= 0) {
          throw new ValidationException(
              "A column name cannot be empty or hold a back quote: ORC would not find it again",
              "column",
              name);
        }
      }
    }
    if (type.getChildren() != null) {
      type.getChildren().forEach(TableDefinition::requireReadableNames);
    }
  }

  private static void requireColumn(TableShape shape, String column, String use) {
    if (shape.position(column).isEmpty()) {
      throw new ValidationException(
          "No such column", "column", column, "use", use, "columns", shape.row().getFieldNames());
    }
  }

  /** A table with these columns, such as {@code "id bigint, url string, n int"}. */
  public static TableDefinition of(String columns) {
    return of(SchemaText.parse(columns));
  }

  /** A table with the columns of a struct type. */
  public static TableDefinition of(TypeDescription row) {
    return new TableDefinition(row, List.of(), Optional.empty(), List.of(), Map.of());
  }

  /** The same, partitioned by these of its columns, outermost first. */
  public TableDefinition partitionedBy(String... columns) {
    return new TableDefinition(row, List.of(columns), bucketing, key, properties);
  }

  /** The same, spread over buckets by Hive's hash of these columns (its version 2). */
  public TableDefinition bucketedBy(int count, String... columns) {
    return new TableDefinition(
        row, partitionedBy, Optional.of(new Buckets(List.of(columns), count, 2)), key, properties);
  }

  /** The same with a declared key. */
  public TableDefinition key(String... columns) {
    return new TableDefinition(row, partitionedBy, bucketing, List.of(columns), properties);
  }

  /** The same with one more property. */
  public TableDefinition property(String name, String value) {
    Map<String, String> more = new LinkedHashMap<>(properties);
    more.put(name, value);
    return new TableDefinition(row, partitionedBy, bucketing, key, more);
  }
}
