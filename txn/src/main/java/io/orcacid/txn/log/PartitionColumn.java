package io.orcacid.txn.log;

import java.util.Objects;

/**
 * A partition column.
 *
 * @param name in lower case, as it stands in {@code name=value}
 * @param type type in Hive's spelling, for example {@code date}
 */
public record PartitionColumn(String name, String type) {
  public PartitionColumn {
    Objects.requireNonNull(name);
    Objects.requireNonNull(type);
  }
}
