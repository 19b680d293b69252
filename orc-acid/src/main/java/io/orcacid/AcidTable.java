package io.orcacid;

import io.orcacid.compactor.Compactor;
import io.orcacid.error.UnsupportedTableException;
import io.orcacid.error.ValidationException;
import io.orcacid.error.WriteConflictException;
import io.orcacid.format.Snapshot;
import io.orcacid.format.TableShape;
import io.orcacid.format.ValidTxnList;
import io.orcacid.format.ValidWriteIdList;
import io.orcacid.format.io.Storage;
import io.orcacid.reader.ListedPartitions;
import io.orcacid.txn.BeginOptions;
import io.orcacid.txn.CompactionRequests;
import io.orcacid.txn.Lease;
import io.orcacid.txn.LostConflict;
import io.orcacid.txn.SnapshotPin;
import io.orcacid.txn.TransactionManager;
import io.orcacid.txn.lock.LockProvider;
import io.orcacid.txn.log.CommitLog;
import io.orcacid.txn.log.LogRepair;
import io.orcacid.txn.log.Operation;
import io.orcacid.txn.log.RecordedToken;
import io.orcacid.txn.log.TableState;
import io.orcacid.txn.log.Tag;
import io.orcacid.txn.log.VersionInfo;
import io.orcacid.txn.policy.ConflictPolicy;
import io.orcacid.verify.Verification;
import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.orc.TypeDescription;

/**
 * A table in a directory. Opened from its path, created, or opened read-only as Hive left it.
 * Thread-safe; transactions and open scans belong to one thread each. Several processes may work on
 * one table.
 *
 * <pre>{@code
 * AcidTable clicks = AcidTable.create(path, TableDefinition.of("id bigint, url string, n int"));
 * try (Transaction tx = clicks.begin()) {
 *   tx.insert().row(1L, "/a", 3).row(2L, "/b", 5);
 *   tx.commit();
 * }
 * try (Rows rows = clicks.scan().where("n > 4").rows()) { ... }
 * }</pre>
 */
public final class AcidTable implements Closeable {
  private final TableLocation location;
  private final Storage storage;
  private final String root;
  private final AcidOptions options;
  private final Optional<TransactionManager> transactions;
  private final Optional<TableView> foreign;

  /** One, once it was asked for; guarded by itself. */
  private final List<Optional<KeyIndex>> keyIndexes = new ArrayList<>();

  private final CompactionHistory compactionHistory = new CompactionHistory();

  private AcidTable(
      TableLocation location,
      AcidOptions options,
      Optional<TransactionManager> transactions,
      Optional<TableView> foreign) {
    this.location = location;
    this.storage = location.storage();
    this.root = location.root();
    this.options = options;
    this.transactions = transactions;
    this.foreign = foreign;
  }

  /**
   * Creates a table with default options; see {@link #create(String, TableDefinition,
   * AcidOptions)}.
   */
  public static AcidTable create(String path, TableDefinition definition) throws IOException {
    return create(path, definition, AcidOptions.defaults());
  }

  /**
   * Creates a table.
   *
   * @param path directory on the local disk, or the address of one on HDFS; it may exist if it is
   *     empty, or holds nothing but a creation that was never finished
   * @param definition what it is to be
   * @param options settings
   * @throws ValidationException if there is a table already, the directory is not empty, or a
   *     property that starts with {@value AcidOption#PREFIX} is unknown
   */
  public static AcidTable create(String path, TableDefinition definition, AcidOptions options)
      throws IOException {
    return create(TableLocation.of(path, options), definition, options);
  }

  static AcidTable create(TableLocation location, TableDefinition definition, AcidOptions options)
      throws IOException {
    TableProperties.check(definition);
    if (location.hasTable()) {
      throw new ValidationException(
          "There is a table already: open it, or choose another path", "path", location.root());
    }
    if (!CommitLog.isVacant(location.storage(), location.root())) {
      throw new ValidationException(
          "The path is a file, or a directory that is not empty: a table is created in a new or"
              + " empty one",
          "path",
          location.root());
    }
    return ofLog(location, options, location.createLog(TableSchema.metadata(definition)));
  }

  /** Opens a table with default options. */
  public static AcidTable open(String path) throws IOException {
    return open(path, AcidOptions.defaults());
  }

  /**
   * Opens a table that has a commit log.
   *
   * @throws UnsupportedTableException if the directory has none
   */
  public static AcidTable open(String path, AcidOptions options) throws IOException {
    return open(TableLocation.of(path, options), options);
  }

  /**
   * Opens a table on a file system that the caller has opened, as one that runs on a platform has.
   *
   * @param storage the file system, with its settings
   * @param root absolute path of the table's directory in it, without scheme and host
   * @throws UnsupportedTableException if the directory has no commit log
   */
  public static AcidTable open(Storage storage, String root, AcidOptions options)
      throws IOException {
    return open(TableLocation.on(storage, root, options), options);
  }

  static AcidTable open(TableLocation location, AcidOptions options) throws IOException {
    return ofLog(location, options, location.openLog());
  }

  private static AcidTable ofLog(TableLocation location, AcidOptions options, CommitLog log) {
    return new AcidTable(
        location,
        options,
        Optional.of(new TransactionManager(log, options.transactions())),
        Optional.empty());
  }

  /** Whether a table with a commit log is there; one whose creation was never finished is not. */
  public static boolean exists(String path) throws IOException {
    return exists(path, AcidOptions.defaults());
  }

  /**
   * The same with settings, which a table needs whose commits a store elsewhere decides.
   *
   * @throws UnsupportedTableException if they name another kind of store than the table's
   */
  public static boolean exists(String path, AcidOptions options) throws IOException {
    return TableLocation.of(path, options).hasTable();
  }

  /** The same on a file system that the caller has opened. */
  public static boolean exists(Storage storage, String root, AcidOptions options)
      throws IOException {
    return TableLocation.on(storage, root, options).hasTable();
  }

  /**
   * Opens a Hive table read-only; no file is created (PROTOCOL.md R25).
   *
   * @param path directory of the table, or of one partition
   * @param definition its columns and partition columns
   * @param writeIds valid write ids, as Hive has them in {@code hive.txn.valid.writeids}
   * @param transactions valid transactions, as in {@code hive.txn.valid.txns}; empty only if no
   *     compaction of Hive 4 left a directory that depends on one
   */
  public static AcidTable openHive(
      String path,
      TableDefinition definition,
      ValidWriteIdList writeIds,
      Optional<ValidTxnList> transactions,
      AcidOptions options)
      throws IOException {
    return openHive(TableLocation.of(path, options), definition, writeIds, transactions, options);
  }

  /** The same on a file system that the caller has opened. */
  public static AcidTable openHive(
      Storage storage,
      String root,
      TableDefinition definition,
      ValidWriteIdList writeIds,
      Optional<ValidTxnList> transactions,
      AcidOptions options)
      throws IOException {
    return openHive(
        TableLocation.on(storage, root, options), definition, writeIds, transactions, options);
  }

  private static AcidTable openHive(
      TableLocation location,
      TableDefinition definition,
      ValidWriteIdList writeIds,
      Optional<ValidTxnList> transactions,
      AcidOptions options)
      throws IOException {
    Storage storage = location.storage();
    String root = location.root();
    if (!storage.exists(root)) {
      throw new ValidationException("There is no such directory", "path", root);
    }
    TableShape shape = TableShape.of(definition.row(), definition.partitionedBy());
    ListedPartitions partitions =
        new ListedPartitions(
            storage,
            root,
            shape,
            transactions.isPresent()
                ? ListedPartitions.Compactions.LISTED
                : ListedPartitions.Compactions.UNKNOWN);
    Snapshot snapshot = new Snapshot(writeIds, transactions.orElseGet(ValidTxnList::everything));
    TableView view = new TableView(shape, snapshot, partitions, OptionalLong.empty());
    return new AcidTable(location, options, Optional.empty(), Optional.of(view));
  }

  /** As the longer one, with both lists and default options. */
  public static AcidTable openHive(
      String path, TableDefinition definition, ValidWriteIdList writeIds, ValidTxnList transactions)
      throws IOException {
    return openHive(path, definition, writeIds, Optional.of(transactions), AcidOptions.defaults());
  }

  /**
   * The columns that all data files of an unpartitioned table of Hive agree on.
   *
   * @throws ValidationException if there is no file, or two differ: the schema has to be said then
   */
  public static TypeDescription schemaOf(String path, AcidOptions options) throws IOException {
    TableLocation location = TableLocation.of(path, options);
    return FileSchemas.common(location.storage(), location.root());
  }

  /** The same on a file system that the caller has opened. */
  public static TypeDescription schemaOf(Storage storage, String root) throws IOException {
    return FileSchemas.common(storage, root);
  }

  /**
   * Makes a table of Hive ours (PROTOCOL.md R26): from then on its commit log decides, and nobody
   * else may write to it. Its files stay as they are; each is read once.
   *
   * @param path directory of the table
   * @param definition its columns, partition columns and buckets
   * @param writeIds valid write ids; those that are open count as aborted from then on
   * @param transactions valid transactions; empty only if no directory depends on one
   * @throws ValidationException if there is a log already
   * @throws UnsupportedTableException if the layout is one that the log cannot express
   */
  public static AcidTable adopt(
      String path,
      TableDefinition definition,
      ValidWriteIdList writeIds,
      Optional<ValidTxnList> transactions,
      AcidOptions options)
      throws IOException {
    TableProperties.check(definition);
    AcidTable hive = openHive(path, definition, writeIds, transactions, options);
    if (hive.location.hasTable()) {
      throw new ValidationException(
          "The table has a commit log already: open it", "path", hive.root);
    }
    CommitLog log =
        HiveAdoption.adopt(
            hive.location, hive.foreign.orElseThrow(), TableSchema.metadata(definition));
    return ofLog(hive.location, options, log);
  }

  /** As the longer one, with both lists and default options. */
  public static AcidTable adopt(
      String path, TableDefinition definition, ValidWriteIdList writeIds, ValidTxnList transactions)
      throws IOException {
    return adopt(path, definition, writeIds, Optional.of(transactions), AcidOptions.defaults());
  }

  /** Absolute path of the table's directory. */
  public String path() {
    return root;
  }

  /** What the table is, as of its newest version. */
  public TableDefinition definition() throws IOException {
    if (foreign.isPresent()) {
      TableShape shape = foreign.get().shape();
      return TableDefinition.of(shape.row())
          .partitionedBy(shape.partitionedBy().toArray(new String[0]));
    }
    return TableSchema.definition(log().newest().metadata());
  }

  /**
   * What the table was at a version.
   *
   * @throws io.orcacid.error.SnapshotTooOldException if the version cannot be read
   */
  public TableDefinition definition(long version) throws IOException {
    return TableSchema.definition(log().stateAt(version).metadata());
  }

  /**
   * Makes sure that the directory still holds this table: for those who keep it open for long.
   *
   * @throws UnsupportedTableException if the directory is gone, or holds another table by now
   */
  public void requireThere() throws IOException {
    log().requireThere(log().newest());
  }

  /** The newest version. */
  public long version() throws IOException {
    return log().newest().version();
  }

  /** A scan of the newest version at the time it is run; for a Hive table, of its one snapshot. */
  public Scan scan() {
    return new Scan(
        storage,
        root,
        filter ->
            foreign.isPresent()
                ? PinnedView.unpinned(foreign.get())
                : pinned(manager().pinNewest()),
        options.readLimits());
  }

  /**
   * A scan of the table as it was.
   *
   * @param version version of the log; {@code SnapshotTooOldException} comes when the scan runs if
   *     it cannot be read
   */
  public Scan scanAsOfVersion(long version) {
    TransactionManager manager = manager();
    return new Scan(storage, root, filter -> pinned(manager.pin(version)), options.readLimits());
  }

  /** A scan of the table as it was at a time: the last version that changed data until then. */
  public Scan scanAsOfTime(Instant time) {
    TransactionManager manager = manager();
    return new Scan(storage, root, filter -> pinned(manager.pin(time)), options.readLimits());
  }

  /**
   * What versions changed, to be described and read; the table must have a log of this engine's.
   */
  public ChangeScan changes() {
    return new ChangeScan(storage, root, manager(), this::view, options.readLimits());
  }

  /**
   * A scan of the version that has a tag, also if it is older than the oldest readable one.
   *
   * @param tag name of the tag; {@link ValidationException} comes when the scan runs if there is
   *     none
   */
  public Scan scanAsOfTag(String tag) {
    TransactionManager manager = manager();
    return new Scan(
        storage,
        root,
        filter -> pinned(manager.pin(manager.tableChanges().versionOf(tag))),
        options.readLimits());
  }

  private Scan scan(PinnedView view) {
    return new Scan(storage, root, filter -> view, options.readLimits());
  }

  private PinnedView pinned(SnapshotPin pin) {
    return PinnedView.of(view(pin.state()), pin, log());
  }

  private TableView view(TableState state) {
    return TableView.of(state, tableName());
  }

  /** Begins a transaction on the newest version. */
  public Transaction begin() throws IOException {
    return begin(BeginOptions.of(Operation.INSERT));
  }

  /**
   * Begins a transaction that decides on an older version; what was committed since is checked when
   * it commits.
   */
  public Transaction beginAtVersion(long version) throws IOException {
    return begin(BeginOptions.of(Operation.INSERT).atVersion(version));
  }

  /**
   * Begins a transaction with a stricter conflict policy than the table's.
   *
   * @param policy name of the policy: {@code hive}, {@code row}, {@code maxcompute}, {@code
   *     serializable} or {@code single-writer}
   */
  public Transaction beginWithPolicy(String policy) throws IOException {
    return begin(BeginOptions.of(Operation.INSERT).withPolicy(ConflictPolicy.parse(policy)));
  }

  /** Begins a transaction as the options say. */
  public Transaction begin(BeginOptions begin) throws IOException {
    // Whatever fails here must not leave the pin of a transaction that nobody closes.
    Optional<KeyIndex> index = keyIndex();
    var handle = manager().begin(begin);
    return new Transaction(
        storage,
        handle,
        TableSchema.target(storage, root, handle.state().metadata()),
        options.writer(),
        tableName(),
        options.readLimits(),
        index);
  }

  private Optional<KeyIndex> keyIndex() throws IOException {
    synchronized (keyIndexes) {
      if (keyIndexes.isEmpty()) {
        KeyIndexChoice choice = KeyIndexChoice.of(options);
        keyIndexes.add(
            choice.open(
                manager(),
                view ->
                    new Scan(
                        storage, root, filter -> PinnedView.unpinned(view), options.readLimits())));
      }
      return keyIndexes.get(0);
    }
  }

  /** The index of the declared key that the setting {@code orcacid.key.index} asks for. */
  public Optional<KeyIndexStatus> keyIndexStatus() throws IOException {
    return keyIndex().map(KeyIndex::status);
  }

  /**
   * Waits until the index of the declared key is built and has reached the newest version. Writes
   * by key do not wait for it: until it is there they scan the key columns.
   *
   * @return whether it got there; not without an index, or if it cannot be built
   */
  public boolean awaitKeyIndex() throws IOException, InterruptedException {
    Optional<KeyIndex> index = keyIndex();
    return index.isPresent() && index.get().await();
  }

  /** What a transaction does, in a form that is safe to run more than once. */
  public interface TransactionBody {
    /** Works on a transaction that is committed afterwards; returns the rows it changed. */
    long run(Transaction transaction) throws IOException;
  }

  /**
   * Runs a transaction and commits it; after a conflict again, on a new snapshot.
   *
   * @throws WriteConflictException if the last attempt met a conflict too
   */
  public Changed transact(RetryPolicy retry, TransactionBody body) throws IOException {
    return transact(retry, BeginOptions.of(Operation.INSERT), body);
  }

  private Changed transact(RetryPolicy retry, BeginOptions begin, TransactionBody body)
      throws IOException {
    for (int attempt = 1; ; attempt++) {
      try (Transaction transaction = begin(begin)) {
        long rows = body.run(transaction);
        return new Changed(transaction.commit().version(), rows);
      } catch (WriteConflictException e) {
        if (attempt >= retry.attempts()) {
          throw e;
        }
        pause(retry, attempt);
      }
    }
  }

  private static void pause(RetryPolicy retry, int attempt) throws IOException {
    long longest = retry.base().toMillis() * Math.min(100, 1L << Math.min(attempt, 20));
    try {
      Thread.sleep(longest == 0 ? 0 : ThreadLocalRandom.current().nextLong(longest));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new java.io.InterruptedIOException(
          "interrupted while waiting to run a transaction again");
    }
  }

  /**
   * Writes rows by the declared key in a transaction of its own, run again after a conflict; see
   * {@link Transaction#upsert}.
   *
   * @param rows gone through again at each attempt; a value for each column in declared order
   * @return how many rows were written
   */
  public Changed upsert(Iterable<Object[]> rows) throws IOException {
    return transact(
        RetryPolicy.defaults(),
        transaction -> {
          Inserter inserter = transaction.upsert();
          for (Object[] row : rows) {
            inserter.row(row);
          }
          return inserter.rows();
        });
  }

  /**
   * Deletes the rows of some keys in a transaction of its own, run again after a conflict; see
   * {@link Transaction#deleteKeys}. Under the policy {@code nbcc} the transaction has the policy
   * {@code hive}.
   *
   * @param keys gone through again at each attempt; a value for each key column in declared order
   */
  public Changed deleteKeys(Iterable<Object[]> keys) throws IOException {
    return transact(RetryPolicy.defaults(), byRow(), transaction -> transaction.deleteKeys(keys));
  }

  /**
   * A merge to be described and then run in a transaction of its own, again after a conflict. Under
   * the policy {@code nbcc} the transaction has the policy {@code hive}.
   */
  public Merge merge(MergeSource source) {
    return new Merge(
        source,
        merge -> {
          AtomicReference<Merged> merged = new AtomicReference<>();
          transact(
              RetryPolicy.defaults(),
              byRow(),
              transaction -> {
                merged.set(transaction.merge(merge));
                return merged.get().rows();
              });
          return merged.get();
        });
  }

  /** The table's policy, or a stricter one under which rows can be deleted. */
  private BeginOptions byRow() throws IOException {
    BeginOptions begin = BeginOptions.of(Operation.INSERT);
    return ConflictPolicy.NBCC
            .text()
            .equals(log().newest().metadata().properties().get(ConflictPolicy.PROPERTY))
        ? begin.withPolicy(ConflictPolicy.HIVE)
        : begin;
  }

  /** Deletes rows in a transaction of its own, run again after a conflict. */
  public Changed delete(String where) throws IOException {
    return transact(RetryPolicy.defaults(), transaction -> transaction.delete(where));
  }

  /** Updates rows in a transaction of its own, run again after a conflict. */
  public Changed update(String set, String where) throws IOException {
    return transact(RetryPolicy.defaults(), transaction -> transaction.update(set, where));
  }

  /**
   * Removes all rows in a transaction of its own, run again after a conflict; its history stays.
   *
   * @return the version without rows
   */
  public long truncate() throws IOException {
    return transact(RetryPolicy.defaults(), transaction -> none(transaction.truncate())).version();
  }

  /**
   * Removes all rows of some partitions in a transaction of its own, run again after a conflict.
   *
   * @param partitions their paths, such as {@code day=2026-11-30}; one at least
   * @return the version without the rows
   */
  public long truncate(List<String> partitions) throws IOException {
    return transact(RetryPolicy.defaults(), transaction -> none(transaction.truncate(partitions)))
        .version();
  }

  /** Rows that go unseen are not counted. */
  private static long none(Transaction truncating) {
    return 0;
  }

  /**
   * The greatest sequence that an application committed by {@link Transaction#token}: where it goes
   * on after a crash.
   */
  public Optional<RecordedToken> token(String application) throws IOException {
    return log().newest().token(application);
  }

  /**
   * Locks between all who work on the table, for jobs that would rather wait than do the same work
   * twice. Safety never rests on them: a commit {@link Transaction#under} a lock is refused once
   * another committed under a later epoch. {@code writer} is the name that the policy {@code
   * single-writer} uses.
   */
  public LockProvider locks() {
    return manager().locks();
  }

  /** All versions, oldest first. */
  public List<VersionInfo> history() throws IOException {
    return log().history().versions();
  }

  /**
   * Declares that an open write id will never be committed; whoever claimed it cannot commit any
   * more.
   *
   * @throws ValidationException if it is committed already, or was never claimed
   */
  public void abort(long writeId) throws IOException {
    manager().abort(writeId);
  }

  /** A change of columns or properties to be described and committed. */
  public Alteration alter() {
    return new Alteration(manager().tableChanges());
  }

  /**
   * Gives the newest version a name. A version with a tag stays readable, whatever is cleaned,
   * until {@link #dropTag}.
   *
   * @param name 1 to 128 letters, digits, dots, hyphens and underscores
   * @return the version
   * @throws ValidationException if another version has the name
   */
  public long tag(String name) throws IOException {
    return manager().tableChanges().tag(name, OptionalLong.empty());
  }

  /**
   * Gives a version a name; see {@link #tag(String)}.
   *
   * @throws io.orcacid.error.SnapshotTooOldException if it cannot be read any more
   */
  public long tag(String name, long version) throws IOException {
    return manager().tableChanges().tag(name, OptionalLong.of(version));
  }

  /**
   * Takes a name away: what only this tag keeps goes with a cleaning.
   *
   * @throws ValidationException if there is no such tag
   */
  public void dropTag(String name) throws IOException {
    manager().tableChanges().dropTag(name);
  }

  /** The versions that have a name, by name. */
  public List<Tag> tags() throws IOException {
    return manager().tableChanges().tags();
  }

  /** Brings the rows of an older version back. */
  public Restoration restore() {
    return new Restoration(manager(), this::begin, this::scan, tableName());
  }

  /**
   * In what two versions differ; either may be the older one.
   *
   * @throws io.orcacid.error.SnapshotTooOldException if one of them cannot be read
   */
  public VersionDiff diff(long from, long to) throws IOException {
    return new VersionComparison(manager(), this::scan, tableName()).compare(from, to);
  }

  /** A compaction to be described and run; the table must have a log of this engine's. */
  public Compaction compaction() {
    return new Compaction(
        new Compactor(
            manager(), TableSchema::shape, options.compactionSettings(), options.rewrite()));
  }

  /** A cleaning to be described and run; the table must have a log of this engine's. */
  public Cleaning clean() {
    return new Cleaning(manager(), options.cleaning());
  }

  /** Transactions by their write ids, then compactions, that are open at the table. */
  public List<TransactionInfo> transactions() throws IOException {
    return OpenTransactions.of(manager());
  }

  /** Versions that readers keep, of all processes. */
  public List<Lease> leases() throws IOException {
    return manager().maintenance().leases();
  }

  /**
   * Transactions and compactions that lost against others, oldest first, as far as notes of it are
   * left: a cleaning removes those older than the log's retention.
   */
  public List<LostConflict> conflicts() throws IOException {
    return manager().conflicts();
  }

  /** Compactions that the log still knows, oldest first, those that run, those asked for. */
  public List<CompactionInfo> compactions() throws IOException {
    return compactionHistory.of(manager());
  }

  /** Compactions that are left to a daemon: asked for and not done yet. */
  public CompactionRequests compactionRequests() {
    return manager().compactionRequests();
  }

  /**
   * Renews this process's sign of life at the table; for programs that set {@code
   * orcacid.session.heartbeats=manual}.
   */
  public void beat() throws IOException {
    manager().beat();
  }

  /** The directories of the table and what a reader makes of each. */
  public TableInspection inspect() throws IOException {
    if (foreign.isPresent()) {
      return Inspector.inspect(
          storage, root, foreign.get(), List.of(), new LoggedFiles(Optional.empty()));
    }
    TableState state = log().newest();
    return Inspector.inspect(
        storage, root, view(state), manager().openClaims(), new LoggedFiles(Optional.of(state)));
  }

  /**
   * Data files of a directory, or the one original of that name, as they lie there.
   *
   * @param partition path of its partition, empty for an unpartitioned table
   * @param directory a name that {@link #inspect} gives
   * @throws ValidationException if nothing of that name is there
   */
  public List<TableInspection.File> files(String partition, String directory) throws IOException {
    Optional<TableState> state =
        transactions.isPresent() ? Optional.of(log().newest()) : Optional.empty();
    return DirectoryFiles.of(storage, root, partition, directory, new LoggedFiles(state));
  }

  /**
   * A check of the newest version, or of a Hive table's snapshot, to be run: log, names, files and,
   * if asked, rows.
   */
  public Verification verify() {
    return foreign
        .map(
            view ->
                Verification.ofSnapshot(
                    storage, root, view.shape(), view.snapshot(), view.partitions()))
        .orElseGet(() -> verify(location));
  }

  /** The same for a table with a log that may be too damaged to be opened. */
  public static Verification verify(String path, AcidOptions options) {
    return verify(TableLocation.of(path, options));
  }

  static Verification verify(TableLocation location) {
    return Verification.ofLog(
        location.storage(), location.root(), location::openLog, TableSchema::shape);
  }

  /**
   * Sets aside the last entry of a table's log if it is damaged, so that the table can be used
   * again (PROTOCOL.md R21). What that version changed is lost: to be called by an operator's word,
   * while nobody works on the table.
   *
   * @return what was set aside; empty if the log is sound
   * @throws io.orcacid.error.CorruptFileException if something else in the log is damaged; nothing
   *     was changed
   */
  public static Optional<LogRepair.SetAside> repairLog(String path, AcidOptions options)
      throws IOException {
    TableLocation location = TableLocation.of(path, options);
    return location.repairLog();
  }

  /**
   * The table part of its valid write id list: {@code default.<directory name>}, without what a
   * list cannot carry.
   */
  private String tableName() {
    return "default." + Path.of(root).getFileName().toString().replace(':', '_').replace('$', '_');
  }

  private TransactionManager manager() {
    return transactions.orElseThrow(
        () ->
            new UnsupportedTableException(
                "The table was opened by Hive's lists: it is read-only and has one snapshot",
                "path",
                root));
  }

  private CommitLog log() {
    return manager().log();
  }

  /**
   * Ends the heartbeat of this process for the table; open transactions stay open until they are
   * aborted.
   */
  @Override
  public void close() throws IOException {
    try {
      closeIndex();
    } finally {
      if (transactions.isPresent()) {
        transactions.get().close();
      }
    }
  }

  private void closeIndex() throws IOException {
    Optional<KeyIndex> index;
    synchronized (keyIndexes) {
      index = keyIndexes.isEmpty() ? Optional.empty() : keyIndexes.get(0);
    }
    if (index.isPresent()) {
      index.get().close();
    }
  }
}
