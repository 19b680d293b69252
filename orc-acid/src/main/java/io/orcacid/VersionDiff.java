package io.orcacid;

import io.orcacid.txn.log.TableMetadata;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * In what two versions of a table differ.
 *
 * @param from version that is compared
 * @param to version that it is compared with; it may be the older one
 * @param schemaFrom columns of the first, if the other has others
 * @param schemaTo columns of the second, if the other has others
 * @param properties properties that only one has, or with another value, by key
 * @param partitions partitions whose directories differ, by path
 */
public record VersionDiff(
    long from,
    long to,
    Optional<TableDefinition> schemaFrom,
    Optional<TableDefinition> schemaTo,
    Map<String, Property> properties,
    List<Partition> partitions) {
  public VersionDiff {
    properties = Map.copyOf(properties);
    partitions = List.copyOf(partitions);
  }

  /**
   * A property.
   *
   * @param from value in the first version; empty if it has none
   * @param to value in the second version; empty if it has none
   */
  public record Property(Optional<String> from, Optional<String> to) {}

  /**
   * A partition.
   *
   * @param partition its path, empty for a table without partitions
   * @param rowsAdded rows whose address only the second version has; an updated row counts here and
   *     among the removed, one that a compaction moved nowhere
   * @param rowsRemoved rows whose address only the first version has
   * @param directoriesAdded names of directories that only the second version has
   * @param directoriesRemoved names of directories that only the first version has
   * @param filesAdded data files in the former
   * @param filesRemoved data files in the latter
   */
  public record Partition(
      String partition,
      long rowsAdded,
      long rowsRemoved,
      List<String> directoriesAdded,
      List<String> directoriesRemoved,
      long filesAdded,
      long filesRemoved) {
    public Partition {
      directoriesAdded = List.copyOf(directoriesAdded);
      directoriesRemoved = List.copyOf(directoriesRemoved);
    }
  }

  /** Rows whose address only the second version has. */
  public long rowsAdded() {
    return partitions.stream().mapToLong(Partition::rowsAdded).sum();
  }

  /** Rows whose address only the first version has. */
  public long rowsRemoved() {
    return partitions.stream().mapToLong(Partition::rowsRemoved).sum();
  }

  /** Whether the versions have the same rows, columns and properties. */
  public boolean isEmpty() {
    return rowsAdded() == 0 && rowsRemoved() == 0 && schemaFrom.isEmpty() && properties.isEmpty();
  }

  static Map<String, Property> properties(TableMetadata from, TableMetadata to) {
    Map<String, Property> changed = new TreeMap<>();
    TreeSet<String> keys = new TreeSet<>(from.properties().keySet());
    keys.addAll(to.properties().keySet());
    for (String key : keys) {
      Optional<String> before = Optional.ofNullable(from.properties().get(key));
      Optional<String> after = Optional.ofNullable(to.properties().get(key));
      if (!before.equals(after)) {
        changed.put(key, new Property(before, after));
      }
    }
    return changed;
  }
}
