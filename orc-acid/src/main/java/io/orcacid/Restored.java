package io.orcacid;

import java.util.List;

/**
 * What a restoration did.
 *
 * @param version version that it made; where every partition had the rows already, the newest one
 * @param restored the version whose rows it has
 * @param partitions paths of the partitions that were replaced, the empty text for a table without
 *     partitions
 * @param rows rows that were written
 */
public record Restored(long version, long restored, List<String> partitions, long rows) {
  public Restored {
    partitions = List.copyOf(partitions);
  }
}
