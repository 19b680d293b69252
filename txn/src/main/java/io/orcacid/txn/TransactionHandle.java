package io.orcacid.txn;

import io.orcacid.error.CommitStateUnknownException;
import io.orcacid.error.TransactionAbortedException;
import io.orcacid.error.UnsupportedTableException;
import io.orcacid.error.ValidationException;
import io.orcacid.error.WriteConflictException;
import io.orcacid.format.layout.AcidDirectory;
import io.orcacid.format.orc.RowIdSet;
import io.orcacid.txn.lock.Lock;
import io.orcacid.txn.log.CommitLog;
import io.orcacid.txn.log.DataDirectory;
import io.orcacid.txn.log.LogEntry;
import io.orcacid.txn.log.LogTransaction;
import io.orcacid.txn.log.Operation;
import io.orcacid.txn.log.PartitionChange;
import io.orcacid.txn.log.RecordedToken;
import io.orcacid.txn.log.TableState;
import io.orcacid.txn.log.Token;
import io.orcacid.txn.policy.ConflictPolicy;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.TreeMap;
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
  private final String temporary;
  private final String secondCommitId = UUID.randomUUID().toString();
  private final TransactionChanges changes;
  private final Overwrites overwrites;
  private final KeyedWrites keyed;
  private ReadSet reads = ReadSet.NOTHING;
  private WrittenKeys keys = WrittenKeys.NONE;
  private Optional<OverwriteMode> mode = Optional.empty();

  /** Whether any change of data since it read is a conflict, in whatever partition. */
  private boolean alone;

  private Optional<Token> token;
  private final Map<String, Lock> locks = new TreeMap<>();
  private Optional<RecordedToken> replayed = Optional.empty();

  /** Version of the state that the last attempt was put onto. */
  private long attempted = -1;

  private Operation operation;
  private OptionalLong writeId = OptionalLong.empty();
  private Status status = Status.ACTIVE;

  TransactionHandle(
      TransactionManager manager, SnapshotPin pin, ConflictPolicy policy, BeginOptions begin) {
    this.manager = manager;
    this.read = pin.state();
    this.pin = pin;
    this.policy = policy;
    this.operation = begin.operation();
    this.token = begin.token();
    this.temporary = begin.temporary().orElseGet(TemporaryName::fresh);
    this.changes = new TransactionChanges(read);
    this.overwrites = new Overwrites(manager, read, temporary);
    this.keyed = new KeyedWrites(manager, read, temporary);
  }

  /** How far a transaction is. */
  public enum Status {
    ACTIVE,
    COMMITTED,
    /** By its owner, by a conflict or by another's log entry: nothing of it is visible, ever. */
    ABORTED,
    /** What its token names was committed before: nothing of this one is visible, ever. */
    REPLAYED,
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
   * Says what the application calls the transaction. If a sequence as great or greater is committed
   * for the application, the commit drops what this one did and returns what was recorded of the
   * greatest (PROTOCOL.md R13). Without any files it makes a version all the same.
   */
  public void name(Token newToken) {
    requireActive();
    token = Optional.of(newToken);
  }

  /**
   * Lets the commit happen only while a lock is held and no later epoch of it is in the log; the
   * entry carries the epoch.
   *
   * @throws ValidationException if the lock keeps apart fewer than can reach the table
   */
  public void under(Lock lock) {
    requireActive();
    if (lock.scope().compareTo(manager.log().store().scope()) < 0) {
      throw new ValidationException(
          "The lock keeps apart fewer than can reach the table: take it from the table's own locks",
          "lock",
          lock.name(),
          "scope",
          lock.scope(),
          "needed",
          manager.log().store().scope());
    }
    locks.put(lock.name(), lock);
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
   * Name of the directory in each partition in which its bases are made: {@link #temporary()}, or
   * the empty text, which is their own place, where nothing can be moved (PROTOCOL.md R9).
   */
  public String basesDirectory() {
    return manager.log().storage().renames() ? temporary : "";
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
   * Makes the whole table what its overwrites say and its snapshot holds: a change of data that was
   * committed since it read is a conflict, in whatever partition and under every policy.
   */
  public void overwriteAlone() {
    overwriteBy(OverwriteMode.CHECKED);
    alone = true;
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

  /**
   * Says what it read; asked at the commit, and only under the policy {@code serializable}. The set
   * may still grow until then.
   */
  public void reads(ReadSet newReads) {
    requireActive();
    reads = newReads;
  }

  /**
   * Says what it wrote by key; asked at the commit, under every policy. The set may still grow
   * until then.
   */
  public void wroteKeys(WrittenKeys newKeys) {
    requireActive();
    keys = newKeys;
  }

  /** Lets the commit decide which rows of a key stay (policy {@code nbcc}). */
  public void resolveKeysBy(KeyResolution resolution) {
    requireActive();
    keyed.resolveBy(resolution);
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
    if (changes.isEmpty() && hasNothingToOverwrite()) {
      return token.isPresent() ? finishNamed() : finishEmpty();
    }
    Committed committed = commit(transaction(commitId, writeId, changes.toAllChanges()));
    if (replayed.isPresent()) {
      return drop(replayed.get());
    }
    status = Status.COMMITTED;
    overwrites.removeTemporary();
    manager.log().checkpointIfDue();
    return committed;
  }

  private boolean hasNothingToOverwrite() throws IOException {
    try {
      return overwrites.hasNothingToDo(manager.log().newest());
    } catch (IOException e) {
      if (status == Status.UNKNOWN) {
        throw stillUnknown(e);
      }
      throw e;
    }
  }

  /** That nothing was committed nobody can say who could not look. */
  private CommitStateUnknownException stillUnknown(IOException cause) {
    return new CommitStateUnknownException(
        "A commit may have landed, and the store cannot be asked: call commit again to find out",
        cause,
        "commitId",
        commitId);
  }

  /** R13: what was committed before is the answer. */
  private Committed drop(RecordedToken recorded) {
    giveUp();
    status = Status.REPLAYED;
    return new Committed(recorded.version(), recorded.time());
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
            "")
        .guardedBy(itsCommitId.equals(commitId) ? token : Optional.empty(), lockEpochs());
  }

  private Map<String, Long> lockEpochs() {
    Map<String, Long> epochs = new TreeMap<>();
    if (policy == ConflictPolicy.SINGLE_WRITER) {
      epochs.putAll(manager.singleWriter().epoch());
    }
    locks.forEach((name, lock) -> epochs.put(name, lock.epoch()));
    return epochs;
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
            overwrites.replacesTable() || alone,
            reads,
            keys);
    return commit(() -> manager.committer().commit(member(conflicts)));
  }

  /** A way to the log. */
  private interface Put {
    Optional<LogEntry> run() throws IOException;
  }

  private Committed commit(Put put) throws IOException {
    boolean mayHaveLanded = status == Status.UNKNOWN;
    try {
      if (mayHaveLanded) {
        manager.log().newest();
      }
      Optional<LogEntry> entry = put.run();
      if (replayed.isPresent()) {
        return new Committed(replayed.get().version(), replayed.get().time());
      }
      return entry.isPresent()
          ? new Committed(entry.get().version(), entry.get().time())
          : recorded();
    } catch (WriteConflictException e) {
      giveUp(Optional.of(e));
      throw e;
    } catch (TransactionAbortedException e) {
      status = Status.ABORTED;
      overwrites.abandon();
      keyed.abandon();
      throw e;
    } catch (CommitStateUnknownException e) {
      status = Status.UNKNOWN;
      throw e;
    } catch (IOException e) {
      if (mayHaveLanded) {
        throw stillUnknown(e);
      }
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
        return !overwrites.isEmpty() || overwrites.replacesTable() || keyed.isWanted();
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
    if (newest.isCommitted(id) || isReplay(newest, before)) {
      return Optional.empty();
    }
    requireNotAborted(newest);
    requireLocks(newest, before);
    MetadataCheck.check(read, newest, policy);
    conflicts.check(newest, before);
    try {
      return Optional.of(transactions(newest));
    } catch (IOException e) {
      // A cleaner removes the files of what was aborted, perhaps by an entry that is not loaded
      // yet.
      requireNotAborted(manager.log().newest());
      throw e;
    }
  }

  private void requireNotAborted(TableState state) {
    long id = writeId.getAsLong();
    if (state.isAborted(id) || state.isAborted(overwrites.claimed().orElse(id))) {
      throw new TransactionAbortedException(
          "The transaction was aborted by a log entry: run it again",
          "writeId",
          id,
          "newest",
          state.version());
    }
  }

  /** R13. What only stands before it in the entry is no fact yet: it leaves, to be asked again. */
  private boolean isReplay(TableState newest, List<LogTransaction> before) {
    if (before.stream()
        .flatMap(one -> one.token().stream())
        .anyMatch(
            other ->
                token.filter(own -> own.application().equals(other.application())).isPresent()
                    && other.sequence() >= token.get().sequence())) {
      throw new WriteConflictException(
          "Another transaction of this process has the token", "token", token.get());
    }
    replayed =
        token.flatMap(
            own ->
                newest
                    .token(own.application())
                    .filter(recorded -> recorded.sequence() >= own.sequence()));
    return replayed.isPresent();
  }

  /**
   * Epochs are compared on the state that the entry is put onto: one step with the put. What only
   * the locks' objects say is no reason to give up while a put may still land (R6), or while the
   * state is not the newest one: that put is lost, and the next attempt knows more.
   */
  private void requireLocks(TableState newest, List<LogTransaction> before) throws IOException {
    manager.lockEpochs().check(newest, before, lockEpochs());
    boolean mayLand = status == Status.UNKNOWN && newest.version() == attempted;
    attempted = newest.version();
    if (mayLand) {
      return;
    }
    Optional<WriteConflictException> lost = lostLock();
    if (lost.isPresent() && manager.log().newest().version() == newest.version()) {
      throw lost.get();
    }
  }

  private Optional<WriteConflictException> lostLock() throws IOException {
    if (policy == ConflictPolicy.SINGLE_WRITER) {
      Optional<WriteConflictException> fenced = manager.singleWriter().fenced();
      if (fenced.isPresent()) {
        return fenced;
      }
    }
    for (Lock lock : locks.values()) {
      if (!lock.isHeld()) {
        return Optional.of(LockEpochs.lost(lock.name(), lock.epoch(), lock.successor()));
      }
    }
    return Optional.empty();
  }

  /**
   * R4: what bases replace is known only now; if they go under an id of their own, the entry
   * commits that one and the transaction's, which their rows have.
   */
  private List<LogTransaction> transactions(TableState newest) throws IOException {
    if (keyed.isWanted()) {
      return keyedTransactions(newest);
    }
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

  /** The deletes of a write by key have a write id above all that they delete. */
  private List<LogTransaction> keyedTransactions(TableState newest) throws IOException {
    List<PartitionChange> deletes = keyed.on(newest, writeId.getAsLong());
    LogTransaction rows = transaction(commitId, writeId, changes.toChanges());
    return deletes.isEmpty()
        ? List.of(rows)
        : List.of(rows, transaction(secondCommitId, keyed.claimed(), deletes));
  }

  /** R3a: an earlier try was the one that landed. */
  private Committed recorded() throws IOException {
    return manager.recorded(commitId);
  }

  /** R7 of a transaction with a token: an entry without data change, so that it is recorded. */
  private Committed finishNamed() throws IOException {
    LogTransaction named = transaction(commitId, OptionalLong.empty(), List.of());
    boolean maybeThere = status == Status.UNKNOWN;
    Committer.Attempt attempt =
        newest -> {
          if (maybeThere && manager.log().history().find(commitId).isPresent()
              || isReplay(newest, List.of())) {
            return Optional.empty();
          }
          requireLocks(newest, List.of());
          return Optional.of(
              manager.log().propose(newest, List.of(named), manager.leftOver(newest)));
        };
    Committed committed = commit(() -> manager.committer().commitAlone(attempt));
    if (replayed.isPresent()) {
      return drop(replayed.get());
    }
    pin.close();
    if (writeId.isPresent()) {
      manager.claims().giveUp(writeId.getAsLong());
    }
    status = Status.COMMITTED;
    manager.log().checkpointIfDue();
    return committed;
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
    giveUp(Optional.empty());
  }

  private void giveUp(Optional<WriteConflictException> lost) {
    status = Status.ABORTED;
    pin.close();
    overwrites.abandon();
    keyed.abandon();
    if (writeId.isPresent()) {
      try {
        manager.giveUp(manager.claims(), writeId.getAsLong(), operation, lost);
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
