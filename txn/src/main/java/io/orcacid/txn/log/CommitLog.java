package io.orcacid.txn.log;

import io.orcacid.error.CommitStateUnknownException;
import io.orcacid.error.CorruptFileException;
import io.orcacid.error.SnapshotTooOldException;
import io.orcacid.error.UnsupportedTableException;
import io.orcacid.error.ValidationException;
import io.orcacid.format.io.Storage;
import io.orcacid.txn.store.AtomicStore;
import io.orcacid.txn.store.LocalAtomicStore;
import java.io.IOException;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.locks.ReentrantLock;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The commit log of one table (PROTOCOL.md §2, R21-R23): who is committed, in which order. Gives
 * states and history to readers, and to the transaction manager the steps {@link #propose}, {@link
 * #preview}, {@link #append}. Thread-safe. Starts no thread and holds nothing open.
 *
 * <p>Not its business: whether two commits conflict, and the data files.
 */
public final class CommitLog {
  /** Name of the log directory in a table. */
  public static final String DIRECTORY = "_acid_log";

  /** Where write ids are claimed. */
  static final String CLAIMS = "_ids";

  /** Where compaction transactions are claimed. */
  static final String COMPACTION_CLAIMS = "_txns";

  /** Made with the log, so that they are durable before anything is put there. */
  private static final List<String> ROOMS =
      List.of(CLAIMS, COMPACTION_CLAIMS, CheckpointRoot.DIRECTORY);

  private static final Logger LOG = LoggerFactory.getLogger(CommitLog.class);

  private final Storage storage;
  private final String tablePath;
  private final AtomicStore store;
  private final LogOptions options;
  private final LogReader reader;
  private final LogAppender appender;
  private final CheckpointWriter checkpoints;
  private final CheckpointNames checkpointNames;
  private final LogExpiry expiry;
  private final ReentrantLock checkpointing = new ReentrantLock();
  private final Object loading = new Object();

  /** Whether the storage said whose table it is when it was opened. */
  private volatile boolean describedInStorage;

  private TableState current;

  /** Entries up to it were made durable by this process. */
  private long durable = -1;

  private CommitLog(Storage storage, String tablePath, AtomicStore store, LogOptions options) {
    this.storage = storage;
    this.tablePath = tablePath;
    this.store = store;
    this.options = options;
    String directory = directoryOf(tablePath);
    CheckpointReader checkpointReader = new CheckpointReader(store, directory);
    this.checkpointNames = CheckpointNames.of(store);
    this.reader = new LogReader(storage, store, directory, checkpointReader, checkpointNames);
    this.appender = new LogAppender(storage, store, directory, reader, checkpointNames);
    this.checkpoints = new CheckpointWriter(storage, store, checkpointReader, directory);
    this.expiry = new LogExpiry(store, checkpointReader, reader, checkpointNames);
  }

  /** What became of an entry. */
  public enum Appended {
    /** It is a version of the table, for good. */
    COMMITTED,
    /** The number is another's: load the newest state and check again. */
    TAKEN
  }

  /** Whether a path holds a table with a log; a creation that was never finished is none. */
  public static boolean exists(Storage storage, String tablePath) throws IOException {
    String directory = directoryOf(tablePath);
    if (!storage.exists(directory + "/" + StoreDescription.NAME)) {
      return false;
    }
    // The first entry may have expired, but then a checkpoint stands for it (R23).
    return storage.exists(directory + "/" + LogEntry.nameOf(0))
        || storage.names(directory).stream().anyMatch(name -> name.startsWith("_v"))
        || storage.names(directory + "/" + CheckpointRoot.DIRECTORY).stream()
            .anyMatch(name -> name.startsWith("_v"));
  }

  /** The same for a table whose commits a store elsewhere decides. */
  public static boolean exists(AtomicStore store) throws IOException {
    if (store.read(StoreDescription.NAME).isEmpty()) {
      return false;
    }
    return store.read(LogEntry.nameOf(0)).isPresent()
        || CheckpointNames.of(store).isOneAfter(-1)
        || store.lookup() == AtomicStore.Lookup.LISTING && !store.list("_v", "", 1).isEmpty();
  }

  /**
   * Whether a table can be created at a path: nothing lies there, or only a creation that was never
   * finished, which the next one finishes.
   */
  public static boolean isVacant(Storage storage, String tablePath) throws IOException {
    return storage.names(tablePath).stream().allMatch(DIRECTORY::equals)
        && !exists(storage, tablePath);
  }

  /**
   * Makes a table: its directory, its log and version 0.
   *
   * @throws ValidationException if there is one already
   * @throws UnsupportedTableException if the place cannot decide commits (R21)
   */
  public static CommitLog create(
      Storage storage, String tablePath, TableMetadata metadata, LogOptions options)
      throws IOException {
    return create(
        storage,
        tablePath,
        LocalAtomicStore.create(localDirectory(storage, tablePath), ROOMS),
        metadata,
        options);
  }

  /** The same with a store that the caller gives, whose kind is then the table's for good. */
  public static CommitLog create(
      Storage storage,
      String tablePath,
      AtomicStore store,
      TableMetadata metadata,
      LogOptions options)
      throws IOException {
    return create(storage, tablePath, store, metadata, List.of(), options);
  }

  /**
   * Makes the log of a directory of Hive, whose content version 0 names (PROTOCOL.md R26).
   *
   * @param content live directories by partition
   */
  public static CommitLog adopt(
      Storage storage,
      String tablePath,
      TableMetadata metadata,
      List<PartitionChange> content,
      LogOptions options)
      throws IOException {
    AtomicStore store = LocalAtomicStore.create(localDirectory(storage, tablePath), ROOMS);
    return create(storage, tablePath, store, metadata, content, options);
  }

  /** The same with a store that the caller gives, whose kind is then the table's for good. */
  public static CommitLog adopt(
      Storage storage,
      String tablePath,
      AtomicStore store,
      TableMetadata metadata,
      List<PartitionChange> content,
      LogOptions options)
      throws IOException {
    return create(storage, tablePath, store, metadata, content, options);
  }

  private static CommitLog create(
      Storage storage,
      String tablePath,
      AtomicStore store,
      TableMetadata metadata,
      List<PartitionChange> content,
      LogOptions options)
      throws IOException {
    String path = directoryOf(tablePath) + "/" + StoreDescription.NAME;
    StoreDescription wanted =
        new StoreDescription(store.kind(), metadata.uuid(), EntryCodec.FIRST_FORMAT);
    store.putIfAbsent(StoreDescription.NAME, wanted.encode());
    // Whoever put it, an unfinished creation is finished under the uuid that stands there.
    byte[] there =
        store
            .read(StoreDescription.NAME)
            .orElseThrow(() -> new IOException("The description was not written: " + path));
    StoreDescription description = StoreDescription.decode(there, path);
    description.requireKind(store.kind(), path);
    store.confirm(StoreDescription.NAME);
    CommitLog log = new CommitLog(storage, tablePath, store, options);
    log.putFirst(metadata.withUuid(description.table()), content);
    return log;
  }

  private void putFirst(TableMetadata metadata, List<PartitionChange> content) throws IOException {
    LogTransaction creation =
        new LogTransaction(
            UUID.randomUUID().toString(),
            Operation.CREATE,
            OptionalLong.empty(),
            0,
            "",
            Author.current(),
            content,
            "");
    LogEntry entry =
        new LogEntry(
            0,
            creation.commitId(),
            "",
            metadata.uuid(),
            now(),
            List.of(creation),
            List.of(),
            List.of(),
            Optional.empty(),
            Optional.empty(),
            Optional.of(metadata),
            EntryCodec.FIRST_FORMAT,
            "");
    byte[] bytes = appender.encode(entry);
    if (!appender.put(entry, bytes) || !appender.counts(entry)) {
      throw new ValidationException("A table is there already: open it", "path", tablePath);
    }
    current = StateFolder.begin(entry, bytes.length, reader.path(0));
    describedInStorage = StoreDescription.of(storage, tablePath).isPresent();
    appender.hint(0);
  }

  /**
   * Opens a table that has a log.
   *
   * @throws UnsupportedTableException for a directory without a log, or with another kind of store
   */
  public static CommitLog open(Storage storage, String tablePath, LogOptions options)
      throws IOException {
    if (!storage.exists(directoryOf(tablePath) + "/" + StoreDescription.NAME)) {
      throw new UnsupportedTableException(
          "The directory has no commit log: to read a table of Hive give its valid write id list and"
              + " transaction list, or adopt it",
          "path",
          tablePath);
    }
    return open(
        storage, tablePath, LocalAtomicStore.open(localDirectory(storage, tablePath)), options);
  }

  /** The same with a store that the caller gives; it must be of the table's kind. */
  public static CommitLog open(
      Storage storage, String tablePath, AtomicStore store, LogOptions options) throws IOException {
    String path = directoryOf(tablePath) + "/" + StoreDescription.NAME;
    byte[] there =
        store
            .read(StoreDescription.NAME)
            .orElseThrow(
                () ->
                    new UnsupportedTableException(
                        "The table has no description of its log", "path", path));
    StoreDescription description = StoreDescription.decode(there, path);
    description.requireKind(store.kind(), path);
    CommitLog log = new CommitLog(storage, tablePath, store, options);
    TableState newest = log.newest();
    if (!newest.metadata().uuid().equals(description.table())) {
      throw new CorruptFileException("The log is of another table than its store", "path", path);
    }
    return log;
  }

  /**
   * Sets aside the last entry if it is damaged, by an operator's word ({@link LogRepair}).
   *
   * @return empty if the log is sound
   * @throws CorruptFileException if something else is damaged; nothing was changed
   */
  public static Optional<LogRepair.SetAside> repair(Storage storage, String tablePath)
      throws IOException {
    return LogRepair.run(
        storage, tablePath, LocalAtomicStore.open(localDirectory(storage, tablePath)));
  }

  /** The same with a store that the caller gives. */
  public static Optional<LogRepair.SetAside> repair(
      Storage storage, String tablePath, AtomicStore store) throws IOException {
    return LogRepair.run(storage, tablePath, store);
  }

  private static java.nio.file.Path localDirectory(Storage storage, String tablePath) {
    if (!storage.isLocal()) {
      throw new UnsupportedTableException(
          "Only a local disk decides commits by itself here: give a store for this table",
          "path",
          tablePath);
    }
    return storage.localPath(directoryOf(tablePath));
  }

  private static String directoryOf(String tablePath) {
    return tablePath + "/" + DIRECTORY;
  }

  /** Where the table's files are. */
  public Storage storage() {
    return storage;
  }

  /** Path of the table. */
  public String tablePath() {
    return tablePath;
  }

  /** The store that decides. */
  public AtomicStore store() {
    return store;
  }

  /** How the log is kept. */
  public LogOptions options() {
    return options;
  }

  /** What loading cost so far. */
  public LoadStatistics statistics() {
    return reader.statistics();
  }

  /** The newest state; looks for entries that others put since the last time. */
  public TableState newest() throws IOException {
    synchronized (loading) {
      if (current == null) {
        describedInStorage = StoreDescription.of(storage, tablePath).isPresent();
        current = reader.load();
      } else {
        current = reader.loadAfter(current);
      }
      return current;
    }
  }

  /**
   * Makes sure that the directory still holds the table that was opened. Who has one open while it
   * is dropped and another is made at its path would write into that one's log, and take
   * directories of its for its own.
   *
   * @param state a state of the table that was opened
   * @throws UnsupportedTableException if the directory is gone, or holds another table
   */
  public void requireThere(TableState state) throws IOException {
    Optional<StoreDescription> there = StoreDescription.of(storage, tablePath);
    if (there.isEmpty() && describedInStorage) {
      throw new UnsupportedTableException(
          "The table is gone: it was dropped or moved since it was opened", "path", tablePath);
    }
    if (there.isPresent() && !there.get().table().equals(state.metadata().uuid())) {
      throw new UnsupportedTableException(
          "Another table is at the path since it was opened: open that one",
          "path",
          tablePath,
          "opened",
          state.metadata().uuid(),
          "found",
          there.get().table());
    }
  }

  /** The newest state that was loaded, without looking for a newer one. */
  public TableState loaded() throws IOException {
    synchronized (loading) {
      return current == null ? newest() : current;
    }
  }

  /**
   * The state of a version.
   *
   * @throws SnapshotTooOldException if the version is not there yet, or no longer
   */
  public TableState stateAt(long version) throws IOException {
    TableState newest = newest();
    if (version < 0 || version > newest.version()) {
      throw new SnapshotTooOldException(
          "The table has no such version: the newest is named here",
          "version",
          version,
          "newest",
          newest.version());
    }
    if (!newest.isReadable(version)) {
      throw new SnapshotTooOldException(
          "The version was cleaned away: read one from the oldest readable on, or one with a tag",
          "version",
          version,
          "oldestReadable",
          newest.oldestReadable(),
          "newest",
          newest.version());
    }
    return version == newest.version() ? newest : reader.loadAt(version, newest.version());
  }

  /**
   * The state that the table had at a time: of the greatest time version that is not after it; an
   * alteration counts as one.
   *
   * @throws SnapshotTooOldException for a time before the table's first version, or one of which
   *     the rows were cleaned away
   */
  public TableState stateAt(Instant time) throws IOException {
    TableState newest = newest();
    History history = history();
    OptionalLong version = history.versionAt(time);
    if (version.isEmpty()) {
      throw new SnapshotTooOldException(
          "The table was not there yet at this time", "time", time, "newest", newest.version());
    }
    // Upkeep since then left every row as it was, so a later version says the same.
    long next = history.nextChange(version.getAsLong());
    long readable = Math.max(version.getAsLong(), newest.oldestReadable());
    return stateAt(
        readable < next
            ? readable
            : newest.taggedIn(version.getAsLong(), next).orElse(version.getAsLong()));
  }

  /** What happened to the table, up to the newest version. */
  public History history() throws IOException {
    TableState newest = newest();
    try {
      return reader.history(newest);
    } catch (CorruptFileException e) {
      // A state that was loaded long ago may lean on a checkpoint that expired since (R23).
      return reader.history(reloaded());
    }
  }

  private TableState reloaded() throws IOException {
    TableState fresh = reader.load();
    synchronized (loading) {
      current = fresh;
    }
    return fresh;
  }

  /**
   * Version of the newest checkpoint up to a version that stands for older entries and of which
   * every byte was read; empty if nothing can expire (PROTOCOL.md R23).
   */
  public OptionalLong expirable(long mostVersion) throws IOException {
    return expiry.checkpoint(mostVersion, loaded().metadata().taggedVersions());
  }

  /**
   * Removes the entries up to a checkpoint's version, oldest first, and older checkpoints. The
   * caller made those versions unreadable before and knows that nobody holds one of them. Versions
   * with a tag are loaded from checkpoints of their own from then on.
   *
   * @param checkpoint what {@link #expirable} gave
   * @return how many entries were removed
   */
  public int expire(long checkpoint) throws IOException {
    TableState newest = newest();
    Set<Long> tagged = newest.metadata().taggedVersions();
    for (long version : tagged) {
      if (version < checkpoint && !expiry.stands(version)) {
        checkpoints.write(reader.loadAt(version, newest.version()));
      }
    }
    return expiry.expire(checkpoint, tagged);
  }

  /** The entry of a version, if the log has it. */
  public Optional<LogEntry> entry(long version) throws IOException {
    return reader.entry(version);
  }

  /**
   * The entry that would follow a state; its time is set here (R12).
   *
   * @param base the state that it was checked against
   * @param transactions at least one
   * @param fence numbers that the entry declares to be never committed
   * @throws UnsupportedTableException if the newest commit's time is too far ahead of this
   *     machine's clock
   */
  public LogEntry propose(TableState base, List<LogTransaction> transactions, Fence fence) {
    return propose(base, transactions, fence, Optional.empty(), Optional.empty(), Optional.empty());
  }

  /** The entry after which a table is something else (PROTOCOL.md R24). */
  public LogEntry propose(
      TableState base, LogTransaction transaction, Fence fence, TableMetadata metadata) {
    return propose(
        base,
        List.of(transaction),
        fence,
        Optional.empty(),
        Optional.empty(),
        Optional.of(metadata));
  }

  /** The entry of a compaction that would follow a state. */
  public LogEntry propose(
      TableState base, LogTransaction transaction, Fence fence, Compaction compaction) {
    return propose(
        base,
        List.of(transaction),
        fence,
        Optional.of(compaction),
        Optional.empty(),
        Optional.empty());
  }

  /** The entry of a cleaner that would follow a state. */
  public LogEntry propose(
      TableState base, LogTransaction transaction, Fence fence, Cleaning cleaning) {
    return propose(
        base,
        List.of(transaction),
        fence,
        Optional.empty(),
        Optional.of(cleaning),
        Optional.empty());
  }

  private LogEntry propose(
      TableState base,
      List<LogTransaction> transactions,
      Fence fence,
      Optional<Compaction> compaction,
      Optional<Cleaning> cleaning,
      Optional<TableMetadata> metadata) {
    base.requireWritable();
    Instant now = now();
    if (base.time().isAfter(now.plus(options.clockLag()))) {
      throw new UnsupportedTableException(
          "The newest commit lies in the future of this machine: set its clock, or allow a larger"
              + " lag by orcacid.commit.clock.lag.s",
          "newest",
          base.time(),
          "now",
          now,
          "allowed",
          options.clockLag());
    }
    Instant next = base.time().plus(1, ChronoUnit.MICROS);
    int format =
        compaction.isPresent() || cleaning.isPresent() || !fence.compactions().isEmpty()
            ? EntryCodec.MAINTAINED_FORMAT
            : EntryCodec.FIRST_FORMAT;
    if (transactions.stream().anyMatch(LogTransaction::isGuarded)) {
      format = EntryCodec.GUARDED_FORMAT;
    }
    format =
        transactions.stream()
            .mapToInt(transaction -> transaction.operation().sinceFormat())
            .reduce(format, Math::max);
    return new LogEntry(
        base.version() + 1,
        transactions.get(0).commitId(),
        base.commitId(),
        base.metadata().uuid(),
        now.isAfter(next) ? now : next,
        transactions,
        fence.writeIds(),
        fence.compactions(),
        compaction,
        cleaning,
        metadata,
        Math.max(base.minWriterVersion(), format),
        "");
  }

  /** The state that an entry would make. */
  public TableState preview(TableState base, LogEntry entry) {
    return StateFolder.fold(base, entry, 0, reader.path(entry.version()));
  }

  /**
   * Puts an entry (R6, R11). After {@code COMMITTED} it is durable and nothing failed.
   *
   * @throws CommitStateUnknownException if what became of it could not be found out
   * @throws IOException if it was not put, for certain
   */
  public Appended append(TableState base, LogEntry entry) throws IOException {
    return append(base, entry, preview(base, entry));
  }

  /**
   * The same with the state that the entry would make; what is loaded afterwards shares its parts.
   */
  public Appended append(TableState base, LogEntry entry, TableState preview) throws IOException {
    byte[] bytes = appender.encode(entry);
    requireThere(base);
    confirm(base.version());
    if (!appender.put(entry, bytes) || !appender.counts(entry)) {
      return Appended.TAKEN;
    }
    synchronized (loading) {
      durable = Math.max(durable, entry.version());
      if (current == null || current.commitId().equals(base.commitId())) {
        current = preview.withLineage(base.lineage.plus(entry, bytes.length));
      }
    }
    appender.hint(entry.version());
    return Appended.COMMITTED;
  }

  /**
   * Makes a version durable. What another process put is visible before it is: an entry that
   * outlasts the one before it would leave a hole, and who passes on what a version says must not
   * be ahead of the table after a power loss.
   */
  public void confirm(long version) throws IOException {
    synchronized (loading) {
      if (version <= durable) {
        return;
      }
    }
    store.confirm(LogEntry.nameOf(version));
    synchronized (loading) {
      durable = Math.max(durable, version);
    }
  }

  /**
   * Writes a checkpoint if the log's tail has become long (R22). Best effort, after a commit was
   * acknowledged: a failure is logged and changes nothing.
   *
   * @return whether one was written
   */
  public boolean checkpointIfDue() {
    if (!checkpointing.tryLock()) {
      return false;
    }
    try {
      TableState state = loaded();
      return isDue(state.lineage) && checkpoint(state);
    } catch (CorruptFileException e) {
      LOG.warn("No checkpoint of {} was written: {}", tablePath, e.toString());
      forget();
      return false;
    } catch (IOException | RuntimeException e) {
      LOG.warn("No checkpoint of {} was written: {}", tablePath, e.toString());
      return false;
    } finally {
      checkpointing.unlock();
    }
  }

  /** The next load begins with the newest checkpoint, not with one that may have expired. */
  private void forget() {
    synchronized (loading) {
      current = null;
    }
  }

  private boolean isDue(Lineage lineage) {
    long bytes = lineage.checkpoint().map(CheckpointRoot::bytes).orElse(0L);
    return lineage.entries() > options.checkpointEntries()
        && lineage.bytes() > options.checkpointFraction() * bytes;
  }

  private boolean checkpoint(TableState state) throws IOException {
    Optional<CheckpointRoot> root = checkpoints.write(state);
    if (root.isEmpty()) {
      return false;
    }
    checkpointNames.announce(root.get().name());
    synchronized (loading) {
      if (current != null && current.lineage.checkpoint().equals(state.lineage.checkpoint())) {
        current = current.withLineage(current.lineage.since(root.get(), state.lineage));
      }
    }
    return true;
  }

  private Instant now() {
    return options.clock().instant().truncatedTo(ChronoUnit.MICROS);
  }
}
