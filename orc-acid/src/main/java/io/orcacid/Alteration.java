package io.orcacid;

import io.orcacid.error.ValidationException;
import io.orcacid.format.SchemaText;
import io.orcacid.txn.TableChanges;
import io.orcacid.txn.log.TableMetadata;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.UnaryOperator;
import org.apache.orc.TypeDescription;
import org.apache.orc.TypeDescription.Category;

/**
 * A change of a table's columns and properties (PROTOCOL.md R24), to be described and then
 * committed as one version: {@code table.alter().addColumn("m int").widen("n", "bigint").commit()}.
 * Immutable, each method returns another one. No file is touched; rows that were written before
 * have NULL in an added column, and older versions keep their columns.
 *
 * <p>Names, order, narrower types, partition columns, buckets and the key stay as they are: engines
 * find columns in files by name or by position, and only what is offered here means one thing under
 * both. For anything else make a new table and insert the rows of this one.
 *
 * <p>Transactions that began before and commit after it succeed: their rows have the older columns.
 * Those of the policies {@code nbcc} and {@code serializable} are a conflict, as they compare rows
 * by the columns that they know; and so is one whose policy is laxer than the new one.
 */
public final class Alteration {
  /** Start of the properties that hold comments on columns. */
  static final String COMMENT = "orcacid.comment.";

  /** Hive's property for the comment on a table. */
  private static final String TABLE_COMMENT = "comment";

  private final TableChanges changes;
  private final List<UnaryOperator<TableDefinition>> steps;

  Alteration(TableChanges changes) {
    this(changes, List.of());
  }

  private Alteration(TableChanges changes, List<UnaryOperator<TableDefinition>> steps) {
    this.changes = changes;
    this.steps = List.copyOf(steps);
  }

  private Alteration with(UnaryOperator<TableDefinition> step) {
    List<UnaryOperator<TableDefinition>> more = new ArrayList<>(steps);
    more.add(step);
    return new Alteration(changes, more);
  }

  /**
   * Adds columns behind all others; they may be NULL, and are in every row that is there.
   *
   * @param columns such as {@code "m int, s string"}
   * @throws ValidationException if they cannot be read; and from {@link #commit}, if there is such
   *     a column already
   */
  public Alteration addColumn(String columns) {
    TypeDescription added = SchemaText.parse(columns);
    return with(definition -> withRow(definition, appended(definition.row(), added)));
  }

  /**
   * Adds fields behind the others of a struct.
   *
   * @param struct path of the struct, such as {@code address}, {@code address.geo} or, for the
   *     structs in an array or map, {@code points.element} or {@code prices.value}
   * @param fields such as {@code "zip string"}
   */
  public Alteration addField(String struct, String fields) {
    ColumnPath path = ColumnPath.parse(struct);
    TypeDescription added = SchemaText.parse(fields);
    return with(
        definition -> {
          requireStored(definition, path);
          return withRow(
              definition, path.changed(definition.row(), type -> extended(path, type, added)));
        });
  }

  private static TypeDescription extended(
      ColumnPath path, TypeDescription type, TypeDescription added) {
    if (type.getCategory() != Category.STRUCT) {
      throw new ValidationException(
          "Fields are added to a struct", "column", path, "type", type.toString());
    }
    return appended(type, added);
  }

  private static TypeDescription appended(TypeDescription struct, TypeDescription added) {
    TypeDescription all = struct.clone();
    for (int i = 0; i < added.getFieldNames().size(); i++) {
      String name = added.getFieldNames().get(i);
      if (all.getFieldNames().stream().anyMatch(name::equalsIgnoreCase)) {
        throw new ValidationException(
            "There is such a column already; names that differ in case only count as one",
            "column",
            name,
            "columns",
            struct.getFieldNames());
      }
      all.addField(name, added.getChildren().get(i).clone());
    }
    return all;
  }

  /**
   * Changes the type of a column to one that has all its values: {@code tinyint} to {@code
   * smallint} to {@code int} to {@code bigint}; {@code float} to {@code double}; {@code decimal} to
   * one with as many or more digits on both sides of the point; {@code char(n)} to a longer one;
   * {@code varchar(n)} to a longer one or to {@code string}.
   *
   * @param column path of the column; see {@link #addField}
   * @throws ValidationException from {@link #commit} for another change, and for columns that rows
   *     are partitioned or spread over buckets by
   */
  public Alteration widen(String column, String type) {
    ColumnPath path = ColumnPath.parse(column);
    TypeDescription wider = SchemaText.parse("c " + type).getChildren().get(0);
    return with(
        definition -> {
          requireStored(definition, path);
          requireUnhashed(definition, path);
          return withRow(
              definition,
              path.changed(definition.row(), narrow -> Widening.widened(path, narrow, wider)));
        });
  }

  private static void requireStored(TableDefinition definition, ColumnPath path) {
    if (definition.partitionedBy().stream().anyMatch(path.column()::equalsIgnoreCase)) {
      throw new ValidationException(
          "A partition column stays as it is, since its values are names of directories: make a new"
              + " table and insert the rows of this one",
          "column",
          path);
    }
  }

  private static void requireUnhashed(TableDefinition definition, ColumnPath path) {
    boolean hashed =
        definition.bucketing().stream()
            .flatMap(buckets -> buckets.columns().stream())
            .anyMatch(path.column()::equalsIgnoreCase);
    if (hashed) {
      throw new ValidationException(
          "A bucketing column stays as it is, since a wider type has other hashes and rows would lie"
              + " in the wrong buckets: make a new table and insert the rows of this one",
          "column",
          path);
    }
  }

  /** Sets the comment on the table, which is Hive's property {@code comment}; empty for none. */
  public Alteration comment(String text) {
    return commented(TABLE_COMMENT, text);
  }

  /**
   * Sets the comment on a column; empty for none.
   *
   * @param column path of the column; see {@link #addField}
   */
  public Alteration comment(String column, String text) {
    return commented(COMMENT + ColumnPath.parse(column).canonical(), text);
  }

  private Alteration commented(String key, String text) {
    return with(
        definition -> {
          Map<String, String> properties = new TreeMap<>(definition.properties());
          if (text.isEmpty()) {
            properties.remove(key);
          } else {
            properties.put(key, text);
          }
          return withProperties(definition, properties);
        });
  }

  /**
   * Sets a property, as at the table's creation.
   *
   * @throws ValidationException from {@link #commit}, if the key is one that starts with {@value
   *     AcidOption#PREFIX} and nobody knows, or the value is none that it can have
   */
  public Alteration set(String key, String value) {
    return with(definition -> definition.property(key, value));
  }

  /**
   * Removes a property.
   *
   * @throws ValidationException from {@link #commit}, if the table has none of this key
   */
  public Alteration unset(String key) {
    return with(
        definition -> {
          Map<String, String> properties = new TreeMap<>(definition.properties());
          if (properties.remove(key) == null) {
            throw new ValidationException(
                "The table has no such property", "key", key, "properties", properties.keySet());
          }
          return withProperties(definition, properties);
        });
  }

  /**
   * Makes it a version of the table, worked out on the newest one.
   *
   * @return the version; the newest one if nothing changed
   * @throws ValidationException if the change is refused; the message says why and what to do
   * @throws io.orcacid.error.CommitStateUnknownException if what became of it could not be found
   *     out
   */
  public long commit() throws IOException {
    return changes.alter(this::altered);
  }

  /**
   * Whether the change would be allowed as the table is now; changes nothing.
   *
   * @throws ValidationException if it is refused; the message says why and what to do
   */
  public void check() throws IOException {
    altered(changes.newest());
  }

  private TableMetadata altered(TableMetadata newest) {
    TableDefinition definition = TableSchema.definition(newest);
    for (UnaryOperator<TableDefinition> step : steps) {
      definition = step.apply(definition);
    }
    TableProperties.check(definition);
    return newest.withSchema(definition.row().toString()).withProperties(definition.properties());
  }

  private static TableDefinition withRow(TableDefinition definition, TypeDescription row) {
    return new TableDefinition(
        row,
        definition.partitionedBy(),
        definition.bucketing(),
        definition.key(),
        definition.properties());
  }

  private static TableDefinition withProperties(
      TableDefinition definition, Map<String, String> properties) {
    return new TableDefinition(
        definition.row(),
        definition.partitionedBy(),
        definition.bucketing(),
        definition.key(),
        properties);
  }
}
