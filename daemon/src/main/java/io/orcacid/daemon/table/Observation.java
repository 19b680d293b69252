package io.orcacid.daemon.table;

import io.orcacid.compactor.CompactionExplanation;
import io.orcacid.daemon.view.HistoryEntry;
import io.orcacid.daemon.view.LeaseStatus;
import io.orcacid.daemon.view.TransactionStatus;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * What the initiator last saw of a table.
 *
 * @param version version of its log
 * @param partitions what is due in each, and why
 * @param history compactions that its log knows, oldest first
 * @param transactions what is open at it
 * @param leases what readers and upkeep hold at it
 * @param time when it was seen
 */
public record Observation(
    long version,
    List<CompactionExplanation> partitions,
    List<HistoryEntry> history,
    List<TransactionStatus> transactions,
    List<LeaseStatus> leases,
    Instant time) {
  public Observation {
    partitions = List.copyOf(partitions);
    history = List.copyOf(history);
    transactions = List.copyOf(transactions);
    leases = List.copyOf(leases);
  }

  /** The partition whose worst bucket has the most files; empty for a table without rows. */
  public Optional<CompactionExplanation> worst() {
    return partitions.stream()
        .max(Comparator.comparingInt(CompactionExplanation::readAmplification));
  }

  /** Partitions of which a compaction is due. */
  public List<CompactionExplanation> due() {
    return partitions.stream().filter(one -> one.kind().isPresent()).toList();
  }

  /** When a compaction was last published. */
  public Optional<Instant> lastCompaction() {
    return history.stream().map(HistoryEntry::ended).max(Instant::compareTo);
  }
}
