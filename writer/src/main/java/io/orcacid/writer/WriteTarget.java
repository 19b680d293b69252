package io.orcacid.writer;

import io.orcacid.format.TableShape;
import io.orcacid.format.io.Storage;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/**
 * The table that is written to, as far as a writer cares. Immutable.
 *
 * @param storage where the table lies
 * @param root absolute path of the table's directory
 * @param shape its columns
 * @param bucketing how rows are spread over buckets, if they are
 * @param properties table properties; those of {@code orc.*} reach the files
 */
public record WriteTarget(
    Storage storage,
    String root,
    TableShape shape,
    Optional<Bucketing> bucketing,
    Map<String, String> properties) {
  public WriteTarget {
    Objects.requireNonNull(storage);
    Objects.requireNonNull(root);
    Objects.requireNonNull(shape);
    properties = Map.copyOf(properties);
  }

  /**
   * Spread of rows over buckets.
   *
   * @param columns bucketing columns, in order
   * @param buckets number of buckets, 1 to 4096
   * @param version which of Hive's two hashes
   */
  public record Bucketing(List<String> columns, int buckets, BucketingVersion version) {
    public Bucketing {
      columns = List.copyOf(columns);
    }
  }

  /**
   * The same table with its partitions elsewhere, as a task has them until they are committed.
   *
   * @param newRoot absolute path under which the partitions are made
   */
  public WriteTarget under(String newRoot) {
    return new WriteTarget(storage, newRoot, shape, bucketing, properties);
  }

  /** Absolute path of a directory in a partition. */
  String path(String partition, String directory) {
    return partition.isEmpty() ? root + "/" + directory : root + "/" + partition + "/" + directory;
  }
}
