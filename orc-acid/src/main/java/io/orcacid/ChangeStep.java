package io.orcacid;

import io.orcacid.error.UnsupportedTableException;
import io.orcacid.txn.log.DataDirectory;
import io.orcacid.txn.log.LogEntry;
import io.orcacid.txn.log.LogTransaction;
import io.orcacid.txn.log.PartitionChange;
import io.orcacid.txn.log.TableState;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * What one version did to a table's rows, or several of them together: the difference between the
 * rows of two states, by their addresses. Rows that came and went within it are in neither state.
 * Holds names of directories, no row. Not thread-safe.
 */
final class ChangeStep {
  private final TableState before;
  private final SortedMap<String, ChangedPartition> partitions = new TreeMap<>();
  private final Map<Long, VersionStamp> stamps = new HashMap<>();
  private VersionStamp last;

  ChangeStep(TableState before) {
    this.before = before;
    this.last = new VersionStamp(before.version(), before.time());
  }

  /**
   * Takes one more version.
   *
   * @param from the state before its entry
   * @param to the state after it
   */
  void add(LogEntry entry, TableState from, TableState to) {
    last = new VersionStamp(entry.version(), entry.time());
    TreeSet<String> touched = new TreeSet<>();
    for (LogTransaction transaction : entry.transactions()) {
      transaction.writeId().ifPresent(writeId -> stamps.put(writeId, last));
      transaction.changes().stream().map(PartitionChange::partition).forEach(touched::add);
    }
    for (String partition : touched) {
      List<DataDirectory> added = ChangedPartition.added(from, to, partition);
      requireTold(partition, from, to, added);
      partitions.computeIfAbsent(partition, path -> new ChangedPartition()).add(added);
    }
  }

  /** Rows go by a delete delta or by a base in their place; anything else would be guessed. */
  private void requireTold(
      String partition, TableState from, TableState to, List<DataDirectory> added) {
    if (added.stream().noneMatch(DataDirectory::isBase)
        && !ChangedPartition.keepsAll(from, to, partition)) {
      throw new UnsupportedTableException(
          "A version removes directories without one in their place: what changed cannot be told;"
              + " read the table as of this version and go on from there",
          "version",
          to.version(),
          "partition",
          partition);
    }
  }

  /** The state before. */
  TableState before() {
    return before;
  }

  /** What was done, by partition in path order. */
  SortedMap<String, ChangedPartition> partitions() {
    return Collections.unmodifiableSortedMap(partitions);
  }

  /** The version that committed a write id. */
  VersionStamp stamp(long writeId) {
    return stamps.getOrDefault(writeId, last);
  }

  /** Whether at least as many rows may have come as gone. */
  boolean bringsMore() {
    long balance = 0;
    for (Map.Entry<String, ChangedPartition> one : partitions.entrySet()) {
      balance +=
          one.getValue().mostInserted()
              - one.getValue().mostDeleted(before.directories(one.getKey()));
    }
    return balance >= 0;
  }
}
