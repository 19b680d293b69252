package io.orcacid.compactor;

import io.orcacid.compactor.policy.CompactionEstimate;
import io.orcacid.txn.Blocker;
import io.orcacid.txn.log.CompactionKind;
import java.util.Objects;
import java.util.Optional;

/**
 * What a compaction of a partition would do, and why; nothing was written for it. Immutable.
 *
 * @param partition path of the partition, empty for an unpartitioned table
 * @param kind what would run now; empty if nothing would
 * @param reason a sentence with the figures that decided
 * @param readAmplification files that a scan of the partition's worst bucket opens now
 * @param deltaDirectories live deltas and delete deltas
 * @param bytes bytes of its live files
 * @param estimate what it would cost and bring; empty if nothing would run
 * @param blocker the transaction that keeps later write ids out; empty if none does
 */
public record CompactionExplanation(
    String partition,
    Optional<CompactionKind> kind,
    String reason,
    int readAmplification,
    int deltaDirectories,
    long bytes,
    Optional<CompactionEstimate> estimate,
    Optional<Blocker> blocker) {
  public CompactionExplanation {
    Objects.requireNonNull(partition);
    Objects.requireNonNull(kind);
    Objects.requireNonNull(reason);
    Objects.requireNonNull(estimate);
    Objects.requireNonNull(blocker);
  }
}
