package io.orcacid.daemon.schedule;

import io.orcacid.daemon.view.QueueEntry.Origin;
import io.orcacid.txn.log.CompactionKind;
import java.util.Optional;

/**
 * A compaction that a table should have.
 *
 * @param place what is to be compacted
 * @param kind what it makes; empty for what the thresholds ask for when it begins
 * @param origin who wants it
 * @param pool whose workers do it
 * @param readAmplification files that a scan of the partition's worst bucket opens: what its
 *     readers gain by it
 * @param reason why it is wanted
 */
public record Wish(
    Place place,
    Optional<CompactionKind> kind,
    Origin origin,
    String pool,
    int readAmplification,
    String reason) {
  /**
   * A partition of a table.
   *
   * @param table path of the table
   * @param partition path of the partition, empty for an unpartitioned table
   */
  public record Place(String table, String partition) {}
}
