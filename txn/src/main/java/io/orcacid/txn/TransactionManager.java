package io.orcacid.txn;

import io.orcacid.error.CommitStateUnknownException;
import io.orcacid.error.SnapshotTooOldException;
import io.orcacid.error.UnsupportedTableException;
import io.orcacid.error.ValidationException;
import io.orcacid.error.WriteConflictException;
import io.orcacid.format.layout.AcidDirectory;
import io.orcacid.format.orc.RowIdSet;
import io.orcacid.txn.ReaderPins.Afterwards;
import io.orcacid.txn.lock.Lock;
import io.orcacid.txn.lock.LockOptions;
import io.orcacid.txn.lock.LockProvider;
import io.orcacid.txn.log.CommitLog;
import io.orcacid.txn.log.CompactionKind;
import io.orcacid.txn.log.Fence;
import io.orcacid.txn.log.LogTransaction;
import io.orcacid.txn.log.Operation;
import io.orcacid.txn.log.PartitionChange;
import io.orcacid.txn.log.PartitionPath;
import io.orcacid.txn.log.TableState;
import io.orcacid.txn.log.VersionInfo;
import io.orcacid.txn.policy.ConflictPolicy;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.UUID;

/**
 * Transactions of one process on one table (PROTOCOL.md §3-5). Thread-safe; the transactions that
 * it gives out are not. Costs nothing until a transaction writes: the session's file and thread
 * begin with the first claim of a write id.
 */
public final class TransactionManager implements AutoCloseable {
  private static final String PARTITION = "partition";
  private static final String TEMPORARY = "temporary";

  /** Start of the names of the locks of compactions; the partition follows. */
  private static final String COMPACTION = "compaction";

  private final CommitLog log;
  private final TransactionOptions options;
  private final Session session;
  private final IdClaims claims;
  private final IdClaims compactionClaims;
  private final ReaderPins pins;
  private final Committer committer;
  private final LayoutCheck layoutCheck;
  private final DeletedRows deletedRows;
  private final LockProvider locks;
  private final LockEpochs lockEpochs;
  private final SingleWriter singleWriter;

  /** A manager of a table; several, in several processes too, may work on one table. */
  public TransactionManager(CommitLog log, TransactionOptions options) {
    this.log = log;
    this.options = options;
    this.session =
        new Session(log.store(), options.author(), log.options(), options.sessionTimeout());
    this.claims = new IdClaims(ClaimKind.WRITE_ID, log.store(), log.options().clock());
    this.compactionClaims = new IdClaims(ClaimKind.COMPACTION, log.store(), log.options().clock());
    this.pins = new ReaderPins(log, session, options);
    this.layoutCheck = new LayoutCheck(log.storage(), log.tablePath());
    this.committer = new Committer(log, options.retry(), layoutCheck, this::leftOver);
    this.deletedRows = new DeletedRows(log.storage(), log.tablePath());
    this.locks = LockProvider.over(log.store(), options.author(), log.options().clock());
    this.lockEpochs = new LockEpochs(log);
    this.singleWriter = new SingleWriter(locks, lockEpochs, options.heartbeats());
  }

  /** The table's log. */
  public CommitLog log() {
    return log;
  }

  /**
   * Begins a transaction on the newest version, or on the one that the options name.
   *
   * @throws ValidationException if the policy is laxer than the table's
   * @throws UnsupportedTableException if this version of the engine may not write to the table
   * @throws io.orcacid.error.SnapshotTooOldException if the named version is not readable
   * @throws WriteConflictException under {@code single-writer}, if another process became the
   *     writer after this one
   */
  public TransactionHandle begin(BeginOptions begin) throws IOException {
    TableState newest = log.newest();
    newest.requireWritable();
    log.requireThere(newest);
    ConflictPolicy policy = policy(newest, begin.policy());
    if (policy == ConflictPolicy.SINGLE_WRITER) {
      singleWriter.claim(newest);
      singleWriter.requireCurrent(newest);
    }
    // Its owner may look for long before it writes: until it claims, a pin keeps what it reads.
    SnapshotPin read =
        pins.pin(
            begin.readVersion().isPresent()
                ? () -> log.stateAt(begin.readVersion().getAsLong())
                : log::newest,
            Afterwards.REMOVED);
    return new TransactionHandle(this, read, policy, begin);
  }

  /** The table's policy at a version. */
  static ConflictPolicy policy(TableState state) {
    return ConflictPolicy.parse(
        state
            .metadata()
            .properties()
            .getOrDefault(ConflictPolicy.PROPERTY, ConflictPolicy.HIVE.text()));
  }

  private static ConflictPolicy policy(TableState state, Optional<ConflictPolicy> wanted) {
    ConflictPolicy ofTable = policy(state);
    ConflictPolicy policy = wanted.orElse(ofTable);
    if (!policy.isAtLeastAsStrictAs(ofTable)) {
      throw new ValidationException(
          "A transaction may ask for a stricter conflict policy than its table's, not for a laxer"
              + " one",
          "policy",
          policy.text(),
          "table",
          ofTable.text());
    }
    return policy;
  }

  /** Claimed write ids that the newest version does not resolve, ascending. */
  public List<OpenClaim> openClaims() throws IOException {
    return openClaims(log.newest());
  }

  List<OpenClaim> openClaims(TableState state) throws IOException {
    return claims.unresolved(state).stream()
        .map(
            claim ->
                new OpenClaim(
                    claim.id(),
                    claim.session(),
                    claim.author(),
                    claim.readVersion(),
                    claim.started(),
                    claim.marking(),
                    claim.notes().getOrDefault(TEMPORARY, "")))
        .toList();
  }

  List<OpenCompaction> openCompactions(TableState state) throws IOException {
    return compactionClaims.unresolved(state).stream()
        .map(
            claim ->
                new OpenCompaction(
                    claim.id(),
                    claim.session(),
                    claim.author(),
                    claim.readVersion(),
                    claim.started(),
                    claim.marking(),
                    claim.notes().getOrDefault(PARTITION, ""),
                    claim.notes().getOrDefault(TEMPORARY, "")))
        .toList();
  }

  /** Compactions that run, or whose process died. */
  public List<OpenCompaction> openCompactions() throws IOException {
    return openCompactions(log.newest());
  }

  /**
   * Pins the newest version for a reader; in a process that pinned it a moment ago this writes
   * nothing.
   */
  public SnapshotPin pinNewest() throws IOException {
    return pins.pin(log::newest, Afterwards.KEPT_A_WHILE);
  }

  /**
   * Pins a version for a reader.
   *
   * @throws io.orcacid.error.SnapshotTooOldException if it is not readable
   */
  public SnapshotPin pin(long version) throws IOException {
    return pins.pin(() -> log.stateAt(version), Afterwards.KEPT_A_WHILE);
  }

  /**
   * Pins a state that an older pin keeps until now, for a reader that goes on from version to
   * version; that the floor passed it since takes nothing away from it.
   *
   * @param kept to be closed afterwards
   * @throws io.orcacid.error.SnapshotTooOldException if the floor passed it and the older pin is
   *     not honoured
   */
  public SnapshotPin pinLater(SnapshotPin kept, TableState state) throws IOException {
    return pins.pinLater(kept, state);
  }

  /** Pins a state that was loaded before. */
  SnapshotPin pin(TableState state) throws IOException {
    return pins.pin(
        () -> {
          TableState loaded = log.loaded();
          if (!loaded.isReadable(state.version())) {
            throw new SnapshotTooOldException(
                "The version that the transaction reads was cleaned away: run it again",
                "readVersion",
                state.version(),
                "oldestReadable",
                loaded.oldestReadable());
          }
          return state;
        },
        Afterwards.REMOVED);
  }

  /**
   * Pins the version that the table had at a time.
   *
   * @throws io.orcacid.error.SnapshotTooOldException if it is not readable
   */
  public SnapshotPin pin(Instant time) throws IOException {
    return pins.pin(() -> log.stateAt(time), Afterwards.KEPT_A_WHILE);
  }

  /** What keeps compactions of a version from taking in every committed write id (R17). */
  public Optional<Blocker> blocker(TableState state) throws IOException {
    if (CompactionScope.upTo(state) == state.highWaterMark()) {
      return Optional.empty();
    }
    long lowest = state.lowestUnresolvedWriteId().getAsLong();
    return Optional.of(
        new Blocker(
            lowest,
            openClaims(state).stream().filter(claim -> claim.writeId() == lowest).findFirst()));
  }

  /** Begins a compaction of a partition that takes all that it may. */
  public CompactionHandle beginCompaction(String partition, CompactionKind kind)
      throws IOException {
    return beginCompaction(partition, kind, CompactionScope.ALL_DIRECTORIES);
  }

  /**
   * Begins a compaction of a partition on the newest version (PROTOCOL.md R16).
   *
   * @param partition path of the partition, empty for an unpartitioned table
   * @param mostDirectories most directories that a minor compaction takes, the oldest first
   * @throws ValidationException if there is nothing to compact; the message says why
   * @throws WriteConflictException if the options ask for locks, and another compacts it
   */
  public CompactionHandle beginCompaction(
      String partition, CompactionKind kind, int mostDirectories) throws IOException {
    Optional<Lock> lock = maintenanceLock(compactionLock(partition));
    try {
      return beginCompaction(partition, kind, mostDirectories, lock);
    } catch (IOException | RuntimeException e) {
      lock.ifPresent(Lock::close);
      throw e;
    }
  }

  private CompactionHandle beginCompaction(
      String partition, CompactionKind kind, int mostDirectories, Optional<Lock> lock)
      throws IOException {
    while (true) {
      TableState plan = log.newest();
      plan.requireWritable();
      log.requireThere(plan);
      PartitionPath.check(partition, plan.metadata().partitionColumns());
      CompactionScope scope = scope(plan, partition, kind, mostDirectories);
      session.start(options.heartbeats());
      String temporary = TemporaryName.fresh();
      IdClaims.Claimed claimed =
          compactionClaims.claim(
              log::newest,
              new IdClaims.Claimer(
                  session.id(),
                  options.author(),
                  plan.version(),
                  Map.of(PARTITION, partition, TEMPORARY, temporary)));
      long transaction = claimed.id();
      if (claimed.after().oldestReadable() > plan.version()) {
        compactionClaims.giveUp(transaction);
        continue;
      }
      return new CompactionHandle(this, plan, partition, scope, transaction, temporary, lock);
    }
  }

  private static String compactionLock(String partition) {
    return partition.isEmpty() ? COMPACTION : COMPACTION + " " + partition;
  }

  /**
   * Takes the lock under which upkeep is done, if the options ask for it.
   *
   * @param work what is done, and where
   * @throws WriteConflictException if another does it
   */
  Optional<Lock> maintenanceLock(String work) throws IOException {
    if (options.maintenanceLocks() == TransactionOptions.MaintenanceLocks.NONE) {
      return Optional.empty();
    }
    LockOptions lasting = LockOptions.defaults().above(log.loaded().lockEpoch(work));
    Optional<Lock> granted = locks.tryLock(work, lasting);
    if (granted.isPresent()) {
      return granted;
    }
    Optional<LockProvider.Holder> holder =
        locks.holders().stream().filter(one -> one.name().equals(work)).findFirst();
    if (options.maintenanceLocks() == TransactionOptions.MaintenanceLocks.TRIED) {
      throw new WriteConflictException(
          "Another does it: look again later",
          "lock",
          work,
          "holder",
          holder.map(one -> one.owner().atHost()).orElse("unknown"),
          "since",
          holder.map(one -> one.since().toString()).orElse("unknown"));
    }
    // A process that lives here need not be watched; that another died shows in time only.
    boolean lives = holder.filter(one -> one.standing() == LockProvider.Standing.ALIVE).isPresent();
    Duration patience =
        lives ? Duration.ZERO : lasting.ttl().plus(lasting.drift()).plus(lasting.renewal());
    return Optional.of(locks.lock(work, lasting, patience));
  }

  private CompactionScope scope(
      TableState plan, String partition, CompactionKind kind, int mostDirectories)
      throws IOException {
    CompactionScope.Found found = CompactionScope.of(plan, partition, kind, mostDirectories);
    CompactionScope scope =
        found
            .scope()
            .orElseThrow(
                () ->
                    new ValidationException(
                        "There is nothing to compact: " + found.reason(),
                        "partition",
                        partition,
                        "kind",
                        kind));
    if (kind == CompactionKind.MINOR) {
      for (String name : log.storage().names(PartitionPlace.of(log.tablePath(), partition))) {
        if (AcidDirectory.parse(name)
            .filter(there -> !(there instanceof AcidDirectory.Base))
            .filter(there -> there.minWriteId() == scope.first())
            .filter(there -> there.maxWriteId() == scope.last())
            .isPresent()) {
          throw new ValidationException(
              "A directory of the same range lies there, of which Hive would take both: clean the"
                  + " table first",
              "partition",
              partition,
              "directory",
              name);
        }
      }
    }
    return scope;
  }

  /** What the table is, to be changed. */
  public TableChanges tableChanges() {
    return new TableChanges(this);
  }

  /** Compactions that were asked for. */
  public CompactionRequests compactionRequests() {
    return new CompactionRequests(log.store(), options.author(), log.options().clock());
  }

  /** The steps of a cleaner. */
  public Maintenance maintenance() {
    return new Maintenance(this);
  }

  /**
   * Declares, by an entry of the log, that a write id will never be committed; whoever claimed it
   * then gets {@link io.orcacid.error.TransactionAbortedException}. Nothing happens if it is so
   * already.
   *
   * @throws ValidationException if the write id is committed, or was never claimed
   * @throws CommitStateUnknownException if what became of the entry could not be found out
   */
  public void abort(long writeId) throws IOException {
    TableState newest = log.newest();
    if (writeId < 1 || writeId > newest.greatestWriteId() && !claims.isClaimed(writeId)) {
      throw new ValidationException("Nobody claimed this write id", "writeId", writeId);
    }
    LogTransaction transaction =
        new LogTransaction(
            UUID.randomUUID().toString(),
            Operation.ABORT,
            OptionalLong.empty(),
            newest.version(),
            "",
            options.author(),
            List.of(),
            "");
    committer.commitAlone(
        base -> {
          if (base.isCommitted(writeId)) {
            throw new ValidationException(
                "The write id is committed: nothing can abort it any more", "writeId", writeId);
          }
          return base.isAborted(writeId)
              ? Optional.empty()
              : Optional.of(
                  log.propose(base, List.of(transaction), Fence.ofWriteIds(List.of(writeId))));
        });
  }

  /** Renews the session; for embedders that asked for {@code MANUAL} heartbeats. */
  public void beat() throws IOException {
    session.beat();
    singleWriter.beat();
  }

  /** Locks between all who work on the table. */
  public LockProvider locks() {
    return locks;
  }

  /** Ends the session. Open transactions stay claimed until somebody aborts them. */
  @Override
  public void close() throws IOException {
    singleWriter.close();
    pins.close();
    session.close();
  }

  /** How this process runs transactions. */
  public TransactionOptions options() {
    return options;
  }

  IdClaims claims() {
    return claims;
  }

  IdClaims compactionClaims() {
    return compactionClaims;
  }

  ReaderPins pins() {
    return pins;
  }

  Committer committer() {
    return committer;
  }

  LayoutCheck layoutCheck() {
    return layoutCheck;
  }

  LockEpochs lockEpochs() {
    return lockEpochs;
  }

  SingleWriter singleWriter() {
    return singleWriter;
  }

  DeletedRows deletedRows() {
    return deletedRows;
  }

  /**
   * Which rows a change of an entry deleted.
   *
   * @throws java.io.FileNotFoundException if only its files say it, and they were cleaned away
   */
  public RowIdSet deletedBy(PartitionChange change) throws IOException {
    return deletedRows.of(change);
  }

  /** Gives a number up, with a note if it lost against another. */
  void giveUp(IdClaims of, long number, Operation operation, Optional<WriteConflictException> lost)
      throws IOException {
    if (lost.isEmpty()) {
      of.giveUp(number);
    } else {
      of.giveUp(
          LostConflict.of(
              number,
              of.kind(),
              log.options().clock().instant(),
              options.author(),
              operation.name(),
              lost.get()));
    }
  }

  /**
   * Transactions and compactions that lost against others, as far as notes of it are left: a
   * cleaning removes those older than the log's retention.
   */
  public List<LostConflict> conflicts() throws IOException {
    List<LostConflict> conflicts = new ArrayList<>(claims.conflicts());
    conflicts.addAll(compactionClaims.conflicts());
    conflicts.sort(Comparator.comparing(LostConflict::time));
    return conflicts;
  }

  /** Own numbers that nobody will commit; the next entry of this process says so. */
  Fence leftOver(TableState newest) {
    return new Fence(claims.leftOver(newest), compactionClaims.leftOver(newest));
  }

  /** What the log recorded of a commit id that an earlier try put there (R6). */
  Committed recorded(String commitId) throws IOException {
    VersionInfo info =
        log.history()
            .find(commitId)
            .orElseThrow(
                () ->
                    new CommitStateUnknownException(
                        "The number is committed, but not by this transaction's commit id",
                        "commitId",
                        commitId));
    return new Committed(info.version(), info.time());
  }

  /**
   * Claims a write id for a transaction that reads a pinned version; the claim is a lease on it
   * too. A floor above the version takes nothing away as long as cleaners honour the pin, which is
   * closed only after the claim is there.
   *
   * @param temporary name of its directories for unfinished bases, which the cleaner leaves alone
   *     while the claim is open
   * @throws SnapshotTooOldException if the version was cleaned away meanwhile
   */
  long claim(SnapshotPin pin, String temporary) throws IOException {
    TableState read = pin.state();
    session.start(options.heartbeats());
    IdClaims.Claimed claimed =
        claims.claim(
            log::newest,
            new IdClaims.Claimer(
                session.id(), options.author(), read.version(), Map.of(TEMPORARY, temporary)));
    long id = claimed.id();
    TableState after = claimed.after();
    if (!after.isReadable(read.version()) && !pin.isHonoured()) {
      claims.giveUp(id);
      throw new SnapshotTooOldException(
          "The version that the transaction reads was cleaned away before it wrote: run it again",
          "readVersion",
          read.version(),
          "oldestReadable",
          after.oldestReadable());
    }
    return id;
  }
}
