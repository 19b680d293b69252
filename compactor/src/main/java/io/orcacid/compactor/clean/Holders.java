package io.orcacid.compactor.clean;

import io.orcacid.txn.Lease;
import java.util.List;
import java.util.Set;

/**
 * Who holds something at a moment. Immutable.
 *
 * @param leases pins of readers
 * @param open claimed write ids and compaction transactions that the log has not resolved
 * @param silentSessions sessions whose sign of life did not change for too long
 * @param abandonedWriteIds open write ids that nobody claims, for too long
 * @param tags versions with a tag that need a directory which is not live any more
 * @param unknownTags versions with a tag that could not be loaded: what they need is unknown
 */
record Holders(
    List<Lease> leases,
    List<OpenNumber> open,
    Set<String> silentSessions,
    List<Long> abandonedWriteIds,
    List<TaggedVersion> tags,
    List<CleanPlan.Hold> unknownTags) {
  Holders {
    leases = List.copyOf(leases);
    open = List.copyOf(open);
    silentSessions = Set.copyOf(silentSessions);
    abandonedWriteIds = List.copyOf(abandonedWriteIds);
    tags = List.copyOf(tags);
    unknownTags = List.copyOf(unknownTags);
  }
}
