package io.orcacid.txn;

import io.orcacid.error.CommitStateUnknownException;
import io.orcacid.error.TransactionAbortedException;
import io.orcacid.error.UnsupportedTableException;
import io.orcacid.error.ValidationException;
import io.orcacid.error.WriteConflictException;
import io.orcacid.format.layout.AcidDirectory;
import io.orcacid.format.orc.RowIdSet;
import io.orcacid.txn.log.CommitLog;
import io.orcacid.txn.log.DataDirectory;
import io.orcacid.txn.log.LogEntry;
import io.orcacid.txn.log.LogTransaction;
import io.orcacid.txn.log.Operation;
import io.orcacid.txn.log.PartitionChange;
import io.orcacid.txn.log.TableState;
import io.orcacid.txn.policy.ConflictPolicy;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.UUID;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One transaction: a fixed snapshot, a write id from the first write on, and what was written under
 * it. Closed without a commit it is aborted. Not thread-safe.
 *
 * <p>Not its business: writing files. Deltas and delete deltas go straight to their final
 * directories, whose names carry {@link #writeId()}; bases go to {@link #temporary()} in their
 * partition and are moved by the commit (PROTOCOL.md R9). All must be durable, with their
 * directories up to the table's, before {@link #add} names them.
 */
public final class TransactionHandle implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(TransactionHandle.class);

  private final TransactionManager manager;
  private final TableState read;
  private final SnapshotPin pin;
  private final ConflictPolicy policy;
  private final String commitId = UUID.randomUUID().toString();
  private final String temporary = "_tmp." + UUID.randomUUID();
  private final String secondCommitId = UUID.randomUUID().toString();
  private final TransactionChanges changes;
  private final Overwrites overwrites;
  private Optional<OverwriteMode> mode = Optional.empty();
  private Operation operation;
  private OptionalLong writeId = OptionalLong.empty();
  private Status status = Status.ACTIVE;

  TransactionHandle(
      TransactionManager manager, SnapshotPin pin, ConflictPolicy policy, Operation operation) {
    this.manager = manager;
    this.read = pin.state();
    this.pin = pin;
    this.policy = policy;
    this.operation = operation;
    this.changes = new TransactionChanges(read);
    this.overwrites = new Overwrites(manager, read, temporary);
  }

  /** How far a transaction is. */
  public enum Status {
    ACTIVE,
    COMMITTED,
    /** By its owner, by a conflict or by another's log entry: nothing of it is visible, ever. */
    ABORTED,
    /** {@link TransactionHandle#commit} may be called again to find out; nothing may be removed. */
    UNKNOWN
  }

  /** The state that it reads; never another one (PROTOCOL.md R3a). */
  public TableState state() {
    return read;
  }

  /** The table's log. */
  public CommitLog log() {
    return manager.log();
  }

  /**
   * Keeps what it reads while it is read; once it claimed a write id that does it (R1).
   *
   * @throws io.orcacid.error.SnapshotTooOldException if the version was cleaned away
   */
  public SnapshotPin pin() throws IOException {
    return writeId.isPresent() ? SnapshotPin.keptOtherwise(read) : manager.pin(read);
  }

  /** Its commit id, by which {@code History.find} knows it. */
  public String commitId() {
    return commitId;
  }

  /** Its conflict policy. */
  public ConflictPolicy policy() {
    return policy;
  }

  /** How far it is. */
  public Status status() {
    return status;
  }

  /** Its write id if it claimed one. */
  public OptionalLong claimedWriteId() {
    return writeId;
  }

  /** Its write id; claimed, durably, at the first call (R1). */
  public long writeId() throws IOException {
    requireActive();
    if (writeId.isEmpty()) {
      writeId = OptionalLong.of(manager.claim(pin, temporary));
      // The claim keeps the version from now on.
      pin.close();
    }
    return writeId.getAsLong();
  }

  /** Changes what history will show, for transactions of several statements. */
  public void describeAs(Operation newOperation) {
    requireActive();
    operation = newOperation;
  }

  /**
   * Names a finished directory.
   *
   * @param partition path of its partition, empty for an unpartitioned table
   * @param directory a {@code delta_W_W_S} or {@code delete_delta_W_W_S} of this write id, or a
   *     {@code base_W}, which replaces what is live in the partition when the commit happens
   * @throws ValidationException if it is of another write id, another kind, or named already, or if
   *     the partition would get a base and something else (R4a)
   */
  public void add(String partition, DataDirectory directory) {
    requireActive();
    changes.add(partition, directory, requireClaimed());
    if (directory.directory() instanceof AcidDirectory.Base) {
      overwrites.add(partition, directory);
    }
  }

  /** Name of the directory for unfinished bases, the same in each partition. */
  public String temporary() {
    return temporary;
  }

  /**
   * Says how overwrites are decided, whatever the policy says of them. The default is {@code
   * LAST_WINS} under {@code maxcompute}, else {@code CHECKED}.
   */
  public void overwriteBy(OverwriteMode newMode) {
    requireActive();
    mode = Optional.of(newMode);
  }

  /**
   * Makes it an overwrite of the whole table: partitions that have no base of it become empty, also
   * those that are new when the commit happens.
   *
   * @param emptyBase writes the bases of such partitions
   * @throws ValidationException if something was added to a partition
   */
  public void replaceTable(EmptyBase emptyBase) {
    requireActive();
    requireClaimed();
    if (changes.hasDeltas()) {
      throw new ValidationException(
          "A transaction that added to a partition cannot replace the table: use two transactions",
          "commitId",
          commitId);
    }
    overwrites.replaceTable(emptyBase);
  }

  /**
   * Says which rows the added delete deltas of a partition delete. Optional: what is not said is
   * read from their files where a conflict check needs it.
   *
   * @param partition path of the partition
   * @param rows all of them, or those of one statement
   * @throws ValidationException if one of them cannot have been visible to this transaction (R3a)
   */
  public void deleted(String partition, RowIdSet rows) {
    requireActive();
    changes.deleted(partition, rows, requireClaimed());
  }

  private long requireClaimed() {
    return writeId.orElseThrow(
        () -> new ValidationException("A transaction without a write id has written nothing"));
  }

  /**
   * Makes all of it visible, or nothing.
   *
   * <p>After {@link CommitStateUnknownException} it may be called again, which asks first. After an
   * {@link IOException}, {@link ValidationException} or {@link UnsupportedTableException} nothing
   * was committed and the transaction is still open.
   *
   * @throws WriteConflictException if another transaction won; this one is aborted
   * @throws TransactionAbortedException if a log entry aborted it
   * @throws CommitStateUnknownException if what became of it could not be found out
   */
  public Committed commit() throws IOException {
    if (status != Status.UNKNOWN) {
      requireActive();
    }
    if (changes.isEmpty() && overwrites.hasNothingToDo(manager.log().newest())) {
      return finishEmpty();
    }
    Committed committed = commit(transaction(commitId, writeId, changes.toAllChanges()));
    status = Status.COMMITTED;
    overwrites.removeTemporary();
    manager.log().checkpointIfDue();
    return committed;
  }

  private LogTransaction transaction(
      String itsCommitId, OptionalLong itsWriteId, List<PartitionChange> itsChanges) {
    return new LogTransaction(
        itsCommitId,
        operation,
        itsWriteId,
        read.version(),
        policy.text(),
        manager.options().author(),
        itsChanges,
        "");
  }

  private Committed commit(LogTransaction transaction) throws IOException {
    ConflictCheck conflicts =
        new ConflictCheck(
            manager.log(),
            manager.deletedRows(),
            read,
            transaction,
            changes.deletedRows(),
            mode,
            overwrites.replacesTable());
    if (status == Status.UNKNOWN) {
      manager.log().newest();
    }
    try {
      Optional<LogEntry> entry = manager.committer().commit(member(conflicts));
      return entry.isPresent()
          ? new Committed(entry.get().version(), entry.get().time())
          : recorded();
    } catch (WriteConflictException e) {
      giveUp();
      throw e;
    } catch (TransactionAbortedException e) {
      status = Status.ABORTED;
      overwrites.abandon();
      throw e;
    } catch (CommitStateUnknownException e) {
      status = Status.UNKNOWN;
      throw e;
    }
  }

  private GroupMember member(ConflictCheck conflicts) {
    return new GroupMember() {
      @Override
      public Optional<List<LogTransaction>> on(TableState newest, List<LogTransaction> before)
          throws IOException {
        return attempt(newest, before, conflicts);
      }

      @Override
      public boolean isAlone() {
        return !overwrites.isEmpty() || overwrites.replacesTable();
      }

      @Override
      public String commitId() {
        return commitId;
      }
    };
  }

  /** R3 on the newest loaded state; what lies on disk is looked at for all of the entry (R8). */
  private Optional<List<LogTransaction>> attempt(
      TableState newest, List<LogTransaction> before, ConflictCheck conflicts) throws IOException {
    long id = writeId.getAsLong();
    if (newest.isCommitted(id)) {
      return Optional.empty();
    }
    if (newest.isAborted(id) || newest.isAborted(overwrites.claimed().orElse(id))) {
      throw new TransactionAbortedException(
          "The transaction was aborted by a log entry: run it again",
          "writeId",
          id,
          "newest",
          newest.version());
    }
    conflicts.check(newest, before);
    return Optional.of(transactions(newest));
  }

  /**
   * R4: what bases replace is known only now; if they go under an id of their own, the entry
   * commits that one and the transaction's, which their rows have.
   */
  private List<LogTransaction> transactions(TableState newest) throws IOException {
    List<PartitionChange> replaced =
        overwrites.publish(newest, writeId.getAsLong(), mode.orElse(ConflictCheck.modeOf(policy)));
    List<PartitionChange> all = new ArrayList<>(changes.toChanges());
    if (overwrites.claimed().isPresent()) {
      return List.of(
          transaction(commitId, writeId, all),
          transaction(secondCommitId, overwrites.claimed(), replaced));
    }
    all.addAll(replaced);
    return List.of(transaction(commitId, writeId, all));
  }

  /** R3a: an earlier try was the one that landed. */
  private Committed recorded() throws IOException {
    return manager.recorded(commitId);
  }

  /** R7. */
  private Committed finishEmpty() throws IOException {
    pin.close();
    if (writeId.isPresent()) {
      manager.claims().giveUp(writeId.getAsLong());
    }
    status = Status.COMMITTED;
    return new Committed(read.version(), read.time());
  }

  /**
   * Gives the transaction up: its claim is marked at once, the next entry of this process says it
   * for good. Nothing happens if it is finished. Its bases are removed, other files stay for the
   * cleaner.
   *
   * @throws CommitStateUnknownException if a commit of it may still land
   */
  public void abort() throws IOException {
    if (status == Status.UNKNOWN) {
      throw new CommitStateUnknownException(
          "A commit of the transaction may still land: call commit again to find out",
          "commitId",
          commitId);
    }
    if (status == Status.ACTIVE) {
      giveUp();
    }
  }

  private void giveUp() {
    status = Status.ABORTED;
    pin.close();
    overwrites.abandon();
    if (writeId.isPresent()) {
      try {
        manager.claims().giveUp(writeId.getAsLong());
      } catch (IOException e) {
        // The mark only tells others sooner; the claim stays open until an entry aborts it.
        LOG.warn("The claim of write id {} was not marked: {}", writeId.getAsLong(), e.toString());
      }
    }
  }

  /** Aborts it unless it is finished or its outcome is unknown. */
  @Override
  public void close() {
    if (status == Status.ACTIVE) {
      giveUp();
    }
  }

  private void requireActive() {
    if (status != Status.ACTIVE) {
      throw new ValidationException(
          "The transaction is not active any more: begin another",
          "commitId",
          commitId,
          "status",
          status);
    }
  }
}
