package io.orcacid;

import io.orcacid.CompactionInfo.State;
import io.orcacid.format.layout.AcidDirectory;
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
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/** The compactions of a table: published ones from the entries of its log, then those that run. */
final class CompactionHistory {
  private CompactionHistory() {}

  static List<CompactionInfo> of(TransactionManager manager) throws IOException {
    CommitLog log = manager.log();
    TableState newest = log.newest();
    List<CompactionInfo> compactions = new ArrayList<>();
    for (VersionInfo version : log.history().versions()) {
      if (version.operation() == Operation.COMPACT) {
        Optional<LogEntry> entry = log.entry(version.version());
        entry.ifPresent(found -> compactions.add(published(found, newest)));
      }
    }
    for (OpenCompaction open : manager.openCompactions()) {
      compactions.add(running(open));
    }
    return compactions;
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
            .max());
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
        OptionalLong.empty());
  }
}
