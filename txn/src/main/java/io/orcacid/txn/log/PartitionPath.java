package io.orcacid.txn.log;

import io.orcacid.error.ValidationException;
import java.nio.charset.StandardCharsets;
import java.util.List;

/**
 * Paths of partitions as they stand on disk, such as {@code dt=2026-11-30/country=de}. What is in a
 * log or comes from a caller passes through here, so that nothing steers outside of the table
 * (PROTOCOL.md §2).
 */
public final class PartitionPath {
  /** The partition of an unpartitioned table. */
  public static final String NONE = "";

  private static final int LONGEST_PART = 255;

  private PartitionPath() {}

  /**
   * The path, if it is one: parts of the form {@code name=value}, none hidden, none too long for a
   * file system, without control characters.
   *
   * @throws ValidationException otherwise
   */
  public static String check(String partition) {
    if (partition.isEmpty()) {
      return partition;
    }
    for (String part : partition.split("/", -1)) {
      int equals = part.indexOf('=');
      if (equals < 1
          || part.startsWith("_")
          || part.startsWith(".")
          || part.getBytes(StandardCharsets.UTF_8).length > LONGEST_PART
          || part.chars().anyMatch(c -> c < ' ' || c == 0x7f || c == '\\')) {
        throw new ValidationException(
            "Not a path of a partition: each part is name=value, escaped as Hive does",
            "partition",
            partition,
            "part",
            part);
      }
    }
    return partition;
  }

  /**
   * Checks the path against the table's columns.
   *
   * @throws ValidationException if it has other parts than the table's partition columns
   */
  public static String check(String partition, List<PartitionColumn> columns) {
    check(partition);
    String[] parts = partition.isEmpty() ? new String[0] : partition.split("/", -1);
    boolean matches = parts.length == columns.size();
    for (int i = 0; matches && i < parts.length; i++) {
      String name = parts[i].substring(0, parts[i].indexOf('='));
      matches = name.equalsIgnoreCase(columns.get(i).name());
    }
    if (!matches) {
      throw new ValidationException(
          "The path of a partition does not match the table's partition columns",
          "partition",
          partition,
          "columns",
          columns);
    }
    return partition;
  }
}
