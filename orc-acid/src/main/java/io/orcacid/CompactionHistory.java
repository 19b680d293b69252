package io.orcacid;

import io.orcacid.CompactionInfo.State;
import io.orcacid.format.layout.AcidDirectory;
import io.orcacid.txn.CompactionRequest;
import io.orcacid.txn.OpenCompaction;
import io.orcacid.txn.TransactionManager;
import io.orcacid.txn.log.CommitLog;
import io.orcacid.txn.log.Compaction;
import io.orcacid.txn.log.DataDirectory;
import io.orcacid.txn.log.LogEntry;
import io.orcacid.txn.log.LogTransaction;
import io.orcacid.txn.log.Operation;
import io.orcacid.txn.log.PartitionChange;
import io.orcacid.txn.log.RetiredDirectory;
import io.orcacid.txn.log.TableState;
import io.orcacid.txn.log.VersionInfo;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The compactions of a table: published ones from the entries of its log, then those that run, then
 * those that were asked for. Thread-safe; entries are read once.
 */
final class CompactionHistory {
  private final Map<Long, Optional<LogEntry>> entries = new ConcurrentHashMap<>();

  List<CompactionInfo> of(TransactionManager manager) throws IOException {
    CommitLog log = manager.log();
    TableState newest = log.newest();
    List<CompactionInfo> compactions = new ArrayList<>();
    Set<Long> known = new HashSet<>();
    for (VersionInfo version : log.history().versions()) {
      if (version.operation() == Operation.COMPACT) {
        known.add(version.version());
        entry(log, version.version()).ifPresent(found -> compactions.add(published(found, newest)));
      }
    }
    entries.keySet().retainAll(known);
    for (OpenCompaction open : manager.openCompactions()) {
      compactions.add(running(open));
    }
    for (CompactionRequest request : manager.compactionRequests().all()) {
      compactions.add(askedFor(request));
    }
    return compactions;
  }

  /** An entry never changes, but it goes with the log's retention. */
  private Optional<LogEntry> entry(CommitLog log, long version) throws IOException {
    Optional<LogEntry> known = entries.get(version);
    if (known == null) {
      known = log.entry(version);
      entries.put(version, known);
    }
    return known;
  }

  private static CompactionInfo published(LogEntry entry, TableState newest) {
    Compaction compaction = entry.compaction().orElseThrow();
    LogTransaction transaction = entry.transactions().get(0);
    PartitionChange change = transaction.changes().get(0);
    boolean left =
        newest.retired(change.partition()).stream()
            .map(RetiredDirectory::directory)
            .map(DataDirectory::name)
            .anyMatch(change.removes()::contains);
    return new CompactionInfo(
        compaction.transaction(),
        change.partition(),
        left ? State.READY_FOR_CLEANING : State.SUCCEEDED,
        Optional.of(compaction.kind()),
        transaction.author(),
        Optional.empty(),
        Optional.of(entry.time()),
        OptionalLong.of(entry.version()),
        transaction.readVersion(),
        change.removes(),
        change.adds().stream().map(DataDirectory::name).toList(),
        change.adds().stream()
            .map(DataDirectory::directory)
            .mapToLong(AcidDirectory::maxWriteId)
            .max(),
        compaction.figures());
  }

  private static CompactionInfo running(OpenCompaction open) {
    return new CompactionInfo(
        open.transaction(),
        open.partition(),
        State.WORKING,
        Optional.empty(),
        open.author(),
        Optional.of(open.started()),
        Optional.empty(),
        OptionalLong.empty(),
        open.planVersion(),
        List.of(),
        List.of(),
        OptionalLong.empty(),
        Optional.empty());
  }

  private static CompactionInfo askedFor(CompactionRequest request) {
    return new CompactionInfo(
        0,
        request.partition(),
        State.INITIATED,
        request.kind(),
        request.author(),
        Optional.of(request.since()),
        Optional.empty(),
        OptionalLong.empty(),
        0,
        List.of(),
        List.of(),
        OptionalLong.empty(),
        Optional.empty());
  }
}
