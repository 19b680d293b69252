package io.orcacid.txn;

import io.orcacid.error.WriteConflictException;
import io.orcacid.format.orc.RowIdSet;
import io.orcacid.txn.log.CommitLog;
import io.orcacid.txn.log.Compaction;
import io.orcacid.txn.log.DataDirectory;
import io.orcacid.txn.log.LogEntry;
import io.orcacid.txn.log.LogTransaction;
import io.orcacid.txn.log.PartitionChange;
import io.orcacid.txn.log.TableState;
import io.orcacid.txn.policy.ConflictPolicy;
import io.orcacid.txn.policy.ConflictPolicy.Change;
import io.orcacid.txn.policy.ConflictPolicy.Decision;
import io.orcacid.txn.policy.ConflictPolicy.Overlap;
import io.orcacid.txn.policy.ConflictPolicy.WriteIdOrder;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Whether a transaction may follow what was committed since it read (PROTOCOL.md R3 c-e). Remembers
 * how far it came: after a lost race only the new entries are looked at. Not thread-safe.
 */
final class ConflictCheck {
  private final CommitLog log;
  private final DeletedRows deletedRows;
  private final LogTransaction own;
  private final ConflictPolicy policy;
  private final Optional<OverwriteMode> mode;
  private final boolean replacesTable;
  private final ReadSet reads;
  private final WrittenKeys keys;
  private final Map<String, PartitionChange> ownChanges = new HashMap<>();
  private final Map<String, RowIdSet> ownRows = new HashMap<>();
  private long checkedVersion;
  private String checkedCommitId;

  /**
   * @param read state that the transaction read
   * @param own the transaction with all that it did
   * @param ownRows the rows that it deleted, by partition, where they were told
   * @param mode how its overwrites are decided; empty for the policy's way
   * @param replacesTable whether it overwrites every partition there is
   * @param reads what it read
   * @param keys what it wrote by key
   */
  ConflictCheck(
      CommitLog log,
      DeletedRows deletedRows,
      TableState read,
      LogTransaction own,
      Map<String, RowIdSet> ownRows,
      Optional<OverwriteMode> mode,
      boolean replacesTable,
      ReadSet reads,
      WrittenKeys keys) {
    this.log = log;
    this.deletedRows = deletedRows;
    this.own = own;
    this.policy = ConflictPolicy.parse(own.policy());
    this.mode = mode;
    this.replacesTable = replacesTable;
    this.reads = reads;
    this.keys = keys;
    this.ownRows.putAll(ownRows);
    own.changes().forEach(change -> ownChanges.put(change.partition(), change));
    this.checkedVersion = read.version();
    this.checkedCommitId = read.commitId();
  }

  /**
   * @param before transactions that would come first in the same entry (R5)
   * @throws WriteConflictException if something committed up to the state, or before it in the
   *     entry, forbids this transaction
   */
  void check(TableState newest, List<LogTransaction> before) throws IOException {
    while (checkedVersion < newest.version()) {
      LogEntry entry = log.entry(checkedVersion + 1).orElse(null);
      if (entry == null || !entry.parent().equals(checkedCommitId)) {
        throw unreadable(checkedVersion + 1, newest);
      }
      // A cleaner's entry names directories, but does nothing to rows.
      if (entry.cleaning().isEmpty()) {
        check(entry.version(), entry.compaction(), entry.transactions());
      }
      checkedVersion = entry.version();
      checkedCommitId = entry.commitId();
    }
    if (!checkedCommitId.equals(newest.commitId())) {
      throw unreadable(checkedVersion, newest);
    }
    check(newest.version() + 1, Optional.empty(), before);
    checkBases(newest);
  }

  private void check(long version, Optional<Compaction> compaction, List<LogTransaction> earlier)
      throws IOException {
    for (LogTransaction one : earlier) {
      for (PartitionChange change : one.changes()) {
        check(version, compaction, one, change);
      }
    }
  }

  private void check(
      long version, Optional<Compaction> compaction, LogTransaction earlier, PartitionChange theirs)
      throws IOException {
    PartitionChange ours = ownChanges.get(theirs.partition());
    if (policy == ConflictPolicy.SERIALIZABLE && compaction.isEmpty()) {
      requireUnread(version, earlier, theirs);
    }
    if (compaction.isEmpty()) {
      requireOtherKeys(version, earlier, theirs);
    }
    if (ours == null && !replacesTable) {
      checkElsewhere(version, compaction, earlier, theirs);
      return;
    }
    Change earlierChange =
        compaction
            .map(one -> Change.valueOf(one.kind().name()))
            .orElseGet(() -> changeOf(earlier, theirs));
    Change laterChange = ours == null ? Change.OVERWRITE : changeOf(own, ours);
    Overlap overlap = Overlap.SAME_PARTITION_DISJOINT_ROWS;
    if (compaction.isPresent()) {
      // Row ids are kept, so that nothing of a compaction's rows has to be looked at (R16).
      if (decide(earlierChange, laterChange, overlap, WriteIdOrder.NOT_APPLICABLE)
          == Decision.FAIL_LATER) {
        throw conflict(version, earlier, theirs.partition(), earlierChange, laterChange);
      }
      return;
    }
    if (policy == ConflictPolicy.ROW && meetsByKey(earlier)) {
      // Without the keys that were looked up, any change of the partition may have met them.
      earlierChange = earlierChange == Change.OVERWRITE ? Change.OVERWRITE : Change.UPDATE_DELETE;
      overlap = Overlap.SAME_ROWS;
    }
    WriteIdOrder order =
        earlier.writeId().isEmpty()
            ? WriteIdOrder.NOT_APPLICABLE
            : earlier.writeId().getAsLong() < own.writeId().getAsLong()
                ? WriteIdOrder.LATER_ID_HIGHER
                : WriteIdOrder.LATER_ID_LOWER;
    if (overlap == Overlap.SAME_PARTITION_DISJOINT_ROWS
        && decide(earlierChange, laterChange, Overlap.SAME_ROWS, order)
            != decide(earlierChange, laterChange, overlap, order)
        && rowsOf(ours).intersects(deletedBy(version, theirs))) {
      overlap = Overlap.SAME_ROWS;
    }
    if (decide(earlierChange, laterChange, overlap, order) == Decision.FAIL_LATER) {
      throw conflict(version, earlier, theirs.partition(), earlierChange, laterChange);
    }
  }

  /** What was done in a partition that is none of its own is a conflict under one policy only. */
  private void checkElsewhere(
      long version,
      Optional<Compaction> compaction,
      LogTransaction earlier,
      PartitionChange theirs) {
    if (compaction.isPresent() || policy != ConflictPolicy.SINGLE_WRITER) {
      return;
    }
    Change earlierChange = changeOf(earlier, theirs);
    Change laterChange =
        ownChanges.values().stream()
            .findAny()
            .map(ours -> changeOf(own, ours))
            .orElse(Change.INSERT);
    if (policy.decide(
            earlierChange, laterChange, Overlap.DISJOINT_PARTITIONS, WriteIdOrder.LATER_ID_HIGHER)
        == Decision.FAIL_LATER) {
      throw conflict(version, earlier, theirs.partition(), earlierChange, laterChange);
    }
  }

  /**
   * What the transaction read must be what it would read now, in partitions too that it does not
   * write (PROTOCOL.md §11).
   */
  private void requireUnread(long version, LogTransaction earlier, PartitionChange theirs)
      throws IOException {
    String partition = theirs.partition();
    if (!theirs.overwrites() && theirs.adds().isEmpty()) {
      return;
    }
    try {
      boolean tookAway =
          theirs.overwrites()
              ? reads.hasRows(partition)
              : theirs.deletes() && reads.hasAnyOf(partition, deletedBy(version, theirs));
      if (tookAway || reads.matches(partition, theirs.adds())) {
        throw conflictOf(version, earlier, partition, changeOf(earlier, theirs), "READ");
      }
    } catch (FileNotFoundException gone) {
      throw goneSince(version, partition, gone);
    }
  }

  /** A key is unique in the table, so the partition does not matter. */
  private void requireOtherKeys(long version, LogTransaction earlier, PartitionChange theirs)
      throws IOException {
    String partition = theirs.partition();
    try {
      boolean tookAway =
          keys.haveRows(partition)
              && (theirs.overwrites()
                  || theirs.deletes() && keys.haveAnyOf(partition, deletedBy(version, theirs)));
      if (tookAway || !theirs.adds().isEmpty() && keys.areIn(partition, theirs.adds())) {
        throw conflictOf(version, earlier, partition, changeOf(earlier, theirs), "KEY");
      }
    } catch (FileNotFoundException gone) {
      throw goneSince(version, partition, gone);
    }
  }

  /** The policy's decision, but for an overwrite whose mode was chosen. */
  private Decision decide(Change earlier, Change later, Overlap overlap, WriteIdOrder order) {
    if (later == Change.OVERWRITE && mode.isPresent() && policy != ConflictPolicy.SINGLE_WRITER) {
      return policyOf(mode.get()).decide(earlier, later, overlap, order);
    }
    return policy.decide(earlier, later, overlap, order);
  }

  /** A policy whose decisions about a later overwrite are those of a mode. */
  private static ConflictPolicy policyOf(OverwriteMode mode) {
    return mode == OverwriteMode.CHECKED ? ConflictPolicy.HIVE : ConflictPolicy.MAXCOMPUTE;
  }

  /** How an overwrite is decided if nobody chose a mode. */
  static OverwriteMode modeOf(ConflictPolicy policy) {
    return policy == ConflictPolicy.MAXCOMPUTE ? OverwriteMode.LAST_WINS : OverwriteMode.CHECKED;
  }

  private RowIdSet deletedBy(long version, PartitionChange theirs) throws IOException {
    try {
      return deletedRows.of(theirs);
    } catch (FileNotFoundException gone) {
      throw goneSince(version, theirs.partition(), gone);
    }
  }

  private WriteConflictException goneSince(
      long version, String partition, FileNotFoundException gone) {
    return new WriteConflictException(
        "Files of an entry since the transaction's snapshot were cleaned away, so that nothing proves"
            + " that there is no conflict: run it again on a new snapshot",
        gone,
        "version",
        version,
        "partition",
        partition,
        "readVersion",
        own.readVersion());
  }

  private boolean meetsByKey(LogTransaction earlier) {
    return keys == WrittenKeys.NONE && own.operation().choosesByKey() && earlier.changesData();
  }

  private RowIdSet rowsOf(PartitionChange ours) throws IOException {
    RowIdSet rows = ownRows.get(ours.partition());
    if (rows == null) {
      rows = deletedRows.of(ours);
      ownRows.put(ours.partition(), rows);
    }
    return rows;
  }

  static Change changeOf(LogTransaction transaction, PartitionChange change) {
    if (change.overwrites()) {
      return Change.OVERWRITE;
    }
    return change.deletes() || transaction.operation().choosesByKey()
        ? Change.UPDATE_DELETE
        : Change.INSERT;
  }

  /**
   * R3c: a live base of a higher id would hide the transaction's rows, whatever the policy says.
   */
  private void checkBases(TableState newest) throws IOException {
    long writeId = own.writeId().getAsLong();
    for (Map.Entry<String, PartitionChange> ours : ownChanges.entrySet()) {
      String partition = ours.getKey();
      if (ours.getValue().overwrites()) {
        continue;
      }
      for (DataDirectory live : newest.directories(partition)) {
        if (live.isBase() && live.directory().maxWriteId() >= writeId) {
          throw hidden(newest, partition, live.name());
        }
      }
    }
  }

  private WriteConflictException hidden(TableState newest, String partition, String base)
      throws IOException {
    for (long version = newest.version(); version > own.readVersion(); version--) {
      Optional<LogEntry> entry = log.entry(version);
      for (LogTransaction earlier : entry.map(LogEntry::transactions).orElseGet(List::of)) {
        for (PartitionChange change : earlier.changes()) {
          if (change.partition().equals(partition)
              && change.adds().stream().anyMatch(add -> add.name().equals(base))) {
            return conflict(version, earlier, partition, Change.OVERWRITE, Change.INSERT);
          }
        }
      }
    }
    return new WriteConflictException(
        "A base of a higher write id would hide the transaction's rows: run it again",
        "partition",
        partition,
        "base",
        base,
        "writeId",
        own.writeId().getAsLong());
  }

  private WriteConflictException conflict(
      long version, LogTransaction winner, String partition, Change earlier, Change later) {
    return conflictOf(version, winner, partition, earlier, later);
  }

  private WriteConflictException conflictOf(
      long version, LogTransaction winner, String partition, Change earlier, Object later) {
    return new WriteConflictException(
        "Another transaction committed first what this one did not see: run it again on a new"
            + " snapshot",
        "version",
        version,
        "writeId",
        winner.writeId().isPresent() ? winner.writeId().getAsLong() : "none",
        "operation",
        winner.operation(),
        "user",
        winner.author().user(),
        "host",
        winner.author().host(),
        "partition",
        partition,
        "policy",
        policy.text(),
        "earlier",
        earlier,
        "later",
        later,
        "ownWriteId",
        own.writeId().getAsLong(),
        "readVersion",
        own.readVersion());
  }

  private WriteConflictException unreadable(long version, TableState newest) {
    return new WriteConflictException(
        "An entry since the transaction's snapshot can no longer be read, so that nothing proves that"
            + " there is no conflict: run it again on a new snapshot",
        "version",
        version,
        "newest",
        newest.version(),
        "readVersion",
        own.readVersion());
  }
}
