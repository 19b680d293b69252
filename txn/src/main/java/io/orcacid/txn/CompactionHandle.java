package io.orcacid.txn;

import io.orcacid.error.CommitStateUnknownException;
import io.orcacid.error.TransactionAbortedException;
import io.orcacid.error.UnsupportedTableException;
import io.orcacid.error.ValidationException;
import io.orcacid.error.WriteConflictException;
import io.orcacid.format.io.Storage;
import io.orcacid.format.layout.AcidDirectory;
import io.orcacid.format.layout.DirectoryListing;
import io.orcacid.format.layout.LayoutResolver;
import io.orcacid.format.layout.PartitionLayout;
import io.orcacid.txn.lock.Lock;
import io.orcacid.txn.log.Compaction;
import io.orcacid.txn.log.CompactionFigures;
import io.orcacid.txn.log.CompactionKind;
import io.orcacid.txn.log.DataDirectory;
import io.orcacid.txn.log.DataFile;
import io.orcacid.txn.log.Fence;
import io.orcacid.txn.log.LogEntry;
import io.orcacid.txn.log.LogTransaction;
import io.orcacid.txn.log.Operation;
import io.orcacid.txn.log.PartitionChange;
import io.orcacid.txn.log.TableState;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeSet;
import java.util.UUID;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One compaction of one partition (PROTOCOL.md R16): a claimed compaction transaction, the version
 * that it reads, and the publication of what was made of it. Closed without one, what it left is
 * removed. Not thread-safe.
 *
 * <p>Not its business: writing the files. They go to {@link #outputPath} and must be durable, with
 * their directories, before {@link #publish} names them.
 */
public final class CompactionHandle implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(CompactionHandle.class);

  private final TransactionManager manager;
  private final TableState plan;
  private final String partition;
  private final CompactionScope scope;
  private final long transaction;
  private final String temporary;
  private final String commitId = UUID.randomUUID().toString();
  private final PublishCheck check;
  private final Optional<Lock> lock;
  private final Map<String, Long> lockEpoch;
  private List<DataDirectory> outputs = List.of();
  private Optional<CompactionFigures> figures = Optional.empty();
  private TransactionHandle.Status status = TransactionHandle.Status.ACTIVE;

  CompactionHandle(
      TransactionManager manager,
      TableState plan,
      String partition,
      CompactionScope scope,
      long transaction,
      String temporary,
      Optional<Lock> lock) {
    this.manager = manager;
    this.plan = plan;
    this.partition = partition;
    this.scope = scope;
    this.transaction = transaction;
    this.temporary = temporary;
    this.lock = lock;
    this.lockEpoch =
        lock.map(granted -> Map.of(granted.name(), granted.epoch())).orElseGet(Map::of);
    this.check = new PublishCheck(manager.log(), plan, partition, scope);
  }

  /** The version P that it reads. */
  public TableState state() {
    return plan;
  }

  /** Path of its partition. */
  public String partition() {
    return partition;
  }

  /** What it takes in. */
  public CompactionScope scope() {
    return scope;
  }

  /** Its compaction transaction T. */
  public long transaction() {
    return transaction;
  }

  /** How far it is. */
  public TransactionHandle.Status status() {
    return status;
  }

  /** The directories that it replaces, resolved as a reader of {@link #state()} would. */
  public PartitionLayout layout() {
    Set<String> names = new HashSet<>();
    List<DirectoryListing.Entry> files = new ArrayList<>();
    for (DataDirectory input : scope.inputs()) {
      String prefix = input.isOriginals() ? "" : input.name() + "/";
      if (!input.isOriginals()) {
        names.add(input.name());
      }
      for (DataFile file : input.files()) {
        files.add(new DirectoryListing.Entry(prefix + file.name(), file.length()));
      }
    }
    return LayoutResolver.resolve(
        new DirectoryListing(names, files, Map.of()), plan.snapshot("table"));
  }

  /**
   * Names that its outputs have: the base of a major compaction, the delta and the delete delta of
   * a minor one.
   */
  public Set<String> outputNames() {
    return new TreeSet<>(scope.outputs(transaction));
  }

  /** The base or the delta that it makes; a delete delta goes with the delta. */
  public AcidDirectory output() {
    return outputNames().stream()
        .map(name -> AcidDirectory.parse(name).orElseThrow())
        .filter(made -> !(made instanceof AcidDirectory.DeleteDelta))
        .findFirst()
        .orElseThrow();
  }

  /** Absolute path of its partition. */
  public String partitionPath() {
    return place();
  }

  /** Absolute path of its directory for unfinished files; it makes it at the first write. */
  public String temporaryPath() {
    return place() + "/" + temporary;
  }

  /** Where an output is written. */
  public String outputPath(String name) {
    requireOutput(name);
    return outputDirectory() + "/" + name;
  }

  /**
   * Absolute path of the directory in which the outputs are made: that for unfinished files, or the
   * partition itself where nothing can be moved. The names of the outputs carry {@link
   * #transaction()}, so that nobody sees them before the log says so (PROTOCOL.md R2, R9).
   */
  public String outputDirectory() {
    return manager.log().storage().renames() ? temporaryPath() : place();
  }

  /** What keeps it from taking in every committed write id; empty if nothing does. */
  public Optional<Blocker> blocker() throws IOException {
    return manager.blocker(plan);
  }

  private String place() {
    return PartitionPlace.of(manager.log().tablePath(), partition);
  }

  private void requireOutput(String name) {
    if (!scope.outputs(transaction).contains(name)) {
      throw new ValidationException(
          "A compaction makes only the directories that it is named for",
          "directory",
          name,
          "outputs",
          outputNames());
    }
  }

  /** What the entry will say of its cost; to be called before {@link #publish}. */
  public CompactionHandle describedBy(CompactionFigures known) {
    figures = Optional.of(known);
    return this;
  }

  /**
   * Makes the outputs live instead of the inputs, or nothing. After {@link
   * CommitStateUnknownException} it may be called again with the same outputs, which asks first.
   *
   * @param made its outputs with their files: the base, even without files, or those of a minor
   *     compaction's two directories of which an input is there
   * @throws WriteConflictException if an input is no longer live, or a lost race was the last; what
   *     was written is removed
   * @throws TransactionAbortedException if a log entry aborted it
   * @throws UnsupportedTableException if its names would mean something else to another engine
   * @throws CommitStateUnknownException if what became of it could not be found out; nothing is
   *     removed
   */
  public Committed publish(List<DataDirectory> made) throws IOException {
    if (status != TransactionHandle.Status.UNKNOWN) {
      requireActive();
      requireOutputs(made);
      outputs = List.copyOf(made);
    } else {
      manager.log().newest();
    }
    try {
      Optional<LogEntry> entry = manager.committer().commitAlone(this::attempt);
      status = TransactionHandle.Status.COMMITTED;
      lock.ifPresent(Lock::close);
      removeTemporary();
      manager.log().checkpointIfDue();
      return entry.isPresent()
          ? new Committed(entry.get().version(), entry.get().time())
          : manager.recorded(commitId);
    } catch (CommitStateUnknownException e) {
      status = TransactionHandle.Status.UNKNOWN;
      throw e;
    } catch (WriteConflictException e) {
      giveUp(Optional.of(e));
      throw e;
    } catch (TransactionAbortedException | UnsupportedTableException | ValidationException e) {
      // Every put was answered, so none of them can land any more (R6, R14).
      giveUp();
      throw e;
    }
  }

  private void requireOutputs(List<DataDirectory> made) {
    made.forEach(output -> requireOutput(output.name()));
    if (made.isEmpty() || made.stream().map(DataDirectory::name).distinct().count() < made.size()) {
      throw new ValidationException(
          "A compaction publishes each of its directories once, and one at least",
          "directories",
          made.stream().map(DataDirectory::name).toList());
    }
    for (DataDirectory output : made) {
      if (scope.kind() == CompactionKind.MINOR && output.files().isEmpty()) {
        throw new ValidationException(
            "A minor compaction makes no empty directory: leave it out",
            "directory",
            output.name());
      }
    }
  }

  private Optional<LogEntry> attempt(TableState newest) throws IOException {
    if (newest.isCompactionCommitted(transaction)) {
      return Optional.empty();
    }
    if (newest.isCompactionAborted(transaction)) {
      throw new TransactionAbortedException(
          "The compaction was aborted by a log entry: run it again",
          "transaction",
          transaction,
          "newest",
          newest.version());
    }
    manager.lockEpochs().check(newest, List.of(), lockEpoch);
    List<String> removes = check.removes(newest);
    moveOutputs();
    PartitionChange change = new PartitionChange(partition, outputs, removes, "", "");
    LogTransaction compacted =
        new LogTransaction(
                commitId,
                Operation.COMPACT,
                OptionalLong.empty(),
                plan.version(),
                "",
                manager.options().author(),
                List.of(change),
                "")
            .guardedBy(Optional.empty(), lockEpoch);
    LogEntry entry = manager.log().propose(newest, compacted, fence(newest), published());
    manager
        .layoutCheck()
        .checkCompaction(manager.log().preview(newest, entry), transaction, change);
    return Optional.of(entry);
  }

  private Compaction published() {
    Compaction compaction = Compaction.of(scope.kind(), transaction);
    return figures.map(compaction::with).orElse(compaction);
  }

  private Fence fence(TableState newest) {
    return manager.leftOver(newest);
  }

  /** R9: one rename of each complete directory, just before the put. */
  private void moveOutputs() throws IOException {
    Storage storage = manager.log().storage();
    if (!storage.renames()) {
      return;
    }
    boolean moved = false;
    for (DataDirectory output : outputs) {
      String from = temporaryPath() + "/" + output.name();
      String to = place() + "/" + output.name();
      if (storage.exists(from)) {
        storage.syncDirectory(from);
        storage.rename(from, to);
        moved = true;
      }
    }
    if (moved) {
      storage.syncDirectory(place());
    }
  }

  private void giveUp() {
    giveUp(Optional.empty());
  }

  private void giveUp(Optional<WriteConflictException> lost) {
    status = TransactionHandle.Status.ABORTED;
    lock.ifPresent(Lock::close);
    try {
      for (String output : outputNames()) {
        manager.log().storage().delete(place() + "/" + output);
      }
    } catch (IOException e) {
      LOG.warn("What compaction {} left is for the cleaner: {}", transaction, e.toString());
    }
    removeTemporary();
    try {
      manager.giveUp(manager.compactionClaims(), transaction, Operation.COMPACT, lost);
    } catch (IOException e) {
      // The mark only tells others sooner; the claim stays open until an entry aborts it.
      LOG.warn("The claim of compaction {} was not marked: {}", transaction, e.toString());
    }
  }

  private void removeTemporary() {
    try {
      manager.log().storage().delete(temporaryPath());
    } catch (IOException e) {
      LOG.warn("{} is for the cleaner: {}", temporaryPath(), e.toString());
    }
  }

  /** Gives it up and removes what it wrote, unless it is finished or its outcome is unknown. */
  @Override
  public void close() {
    if (status == TransactionHandle.Status.ACTIVE) {
      giveUp();
    } else if (status == TransactionHandle.Status.UNKNOWN) {
      // Its files stay; the lock only saves others work, and must not be held for good.
      lock.ifPresent(Lock::close);
    }
  }

  private void requireActive() {
    if (status != TransactionHandle.Status.ACTIVE) {
      throw new ValidationException(
          "The compaction is not active any more: begin another",
          "transaction",
          transaction,
          "status",
          status);
    }
  }
}
