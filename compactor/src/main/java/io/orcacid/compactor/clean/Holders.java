package io.orcacid.compactor.clean;

import io.orcacid.txn.Lease;
import io.orcacid.txn.OpenClaim;
import io.orcacid.txn.OpenCompaction;
import java.util.List;
import java.util.Set;

/**
 * Who holds something at a moment. Immutable.
 *
 * @param leases pins of readers
 * @param claims open write ids
 * @param compactions open compaction transactions
 * @param silentSessions sessions whose sign of life did not change for too long
 * @param abandonedWriteIds open write ids that nobody claims, for too long
 */
record Holders(
    List<Lease> leases,
    List<OpenClaim> claims,
    List<OpenCompaction> compactions,
    Set<String> silentSessions,
    List<Long> abandonedWriteIds) {
  Holders {
    leases = List.copyOf(leases);
    claims = List.copyOf(claims);
    compactions = List.copyOf(compactions);
    silentSessions = Set.copyOf(silentSessions);
    abandonedWriteIds = List.copyOf(abandonedWriteIds);
  }
}
