package io.orcacid;

import io.orcacid.txn.log.CommitLog;
import io.orcacid.txn.log.DataDirectory;
import io.orcacid.txn.log.LogEntry;
import io.orcacid.txn.log.LogTransaction;
import io.orcacid.txn.log.PartitionChange;
import io.orcacid.txn.log.TableState;
import java.io.IOException;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/** In which partitions two versions may have different rows; said by the log alone. */
final class ChangedPartitions {
  private ChangedPartitions() {}

  /** Partitions that one of the versions has with other directories than the other. */
  static Set<String> relaid(TableState one, TableState other) {
    Set<String> partitions = new TreeSet<>(one.partitions());
    partitions.addAll(other.partitions());
    partitions.removeIf(partition -> names(one, partition).equals(names(other, partition)));
    return partitions;
  }

  /** Names of a partition's live directories. */
  static Set<String> names(TableState state, String partition) {
    return state.directories(partition).stream()
        .map(DataDirectory::name)
        .collect(Collectors.toSet());
  }

  /**
   * Those of them in which a transaction changed rows: where only compactions went, the rows are
   * the same. Where the log has no entries any more, all count.
   */
  static Set<String> rewritten(CommitLog log, TableState one, TableState other) throws IOException {
    Set<String> relaid = relaid(one, other);
    if (relaid.isEmpty()) {
      return relaid;
    }
    Set<String> touched = new HashSet<>();
    long last = Math.max(one.version(), other.version());
    for (long version = Math.min(one.version(), other.version()) + 1; version <= last; version++) {
      Optional<LogEntry> entry = log.entry(version);
      if (entry.isEmpty()) {
        return relaid;
      }
      if (entry.get().compaction().isEmpty() && entry.get().cleaning().isEmpty()) {
        for (LogTransaction transaction : entry.get().transactions()) {
          transaction.changes().stream().map(PartitionChange::partition).forEach(touched::add);
        }
      }
    }
    relaid.retainAll(touched);
    return relaid;
  }
}
