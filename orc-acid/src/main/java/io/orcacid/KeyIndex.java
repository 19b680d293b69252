package io.orcacid;

import com.google.common.util.concurrent.Uninterruptibles;
import io.orcacid.format.orc.RowIdSet;
import io.orcacid.keyindex.KeyMap;
import io.orcacid.keyindex.KeyMapProvider;
import io.orcacid.txn.SnapshotPin;
import io.orcacid.txn.TransactionManager;
import io.orcacid.txn.log.DataDirectory;
import io.orcacid.txn.log.LogEntry;
import io.orcacid.txn.log.LogTransaction;
import io.orcacid.txn.log.Operation;
import io.orcacid.txn.log.PartitionChange;
import io.orcacid.txn.log.TableState;
import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.locks.ReentrantLock;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Where the rows of each key are, so that a write by key need not scan. Built in the background by
 * a scan of the key columns, and then kept up with the log: what a version added and deleted. It
 * answers only for the very version that it has reached and that is asked for; whoever gets no
 * answer scans. Thread-safe; one thread at a time uses it, others do not wait.
 *
 * <p>Compactions move no row to another address. Overwrites and changes of the schema make it be
 * built anew, and so does everything that it does not understand.
 */
final class KeyIndex implements Closeable {
  private static final Logger LOG = LoggerFactory.getLogger(KeyIndex.class);

  /** Room for what comes, beside what is there. */
  private static final double GROWTH = 1.5;

  /** Builds that a wait lasts for, if versions come that cannot be followed. */
  private static final int MOST_BUILDS = 5;

  private static final int LEAST_ENTRIES = 1 << 16;

  /** Bytes of a value with one row and an integer as its ordering value. */
  private static final int VALUE_BYTES = 33;

  private final TransactionManager manager;
  private final KeyOrdering ordering;
  private final KeyLookup lookup;
  private final KeyMapProvider maps;
  private final Optional<Path> directory;
  private final String identity;
  private final String bootId;
  private final ReentrantLock turn = new ReentrantLock();
  private Optional<KeyIndexLock> lock = Optional.empty();
  private Optional<KeyMap> map = Optional.empty();
  private KeyIndexState state;
  private Thread builder;
  private volatile boolean closed;
  private boolean unusable;
  private long answers;
  private long builds;

  /**
   * @param table names the table
   * @param maps keeps the map
   * @param directory where a durable map lies; empty if it is none
   * @param bootId names the run of this machine
   */
  KeyIndex(
      TransactionManager manager,
      String table,
      KeyOrdering ordering,
      ReadPredicates.ScanSource scans,
      KeyMapProvider maps,
      Optional<Path> directory,
      String bootId) {
    this.manager = manager;
    this.ordering = ordering;
    this.lookup = new KeyLookup(ordering, scans, Optional.empty());
    this.maps = maps;
    this.directory = directory;
    this.bootId = bootId;
    this.identity = table + " " + ordering.key() + " " + ordering.ordering().orElse("-");
    this.state = new KeyIndexState(identity);
  }

  /** Whether it can tell what is asked for by a key. */
  boolean has(KeyOrdering wanted) {
    return wanted.key().equals(ordering.key())
        && (wanted.ordering().isEmpty() || wanted.equals(ordering));
  }

  /**
   * Gives the rows of some keys at a version.
   *
   * @return whether it could; if not, nothing was given
   */
  boolean find(TableState at, Set<List<Object>> keys, KeyLookup.Taker taker) {
    List<Found> found = new ArrayList<>();
    if (!find(at, keys, found)) {
      return false;
    }
    found.forEach(one -> taker.take(one.key(), one.order(), one.address()));
    return true;
  }

  private boolean find(TableState at, Set<List<Object>> keys, List<Found> found) {
    if (!turn.tryLock()) {
      return false;
    }
    try {
      if (closed || unusable || isBuilding()) {
        return false;
      }
      if (map.isEmpty() && !reopen()) {
        if (!unusable) {
          build();
        }
        return false;
      }
      if (!isAt(at) && !advance(at)) {
        return false;
      }
      keys.forEach(key -> find(key, found));
      answers++;
      return true;
    } catch (LinkageError e) {
      giveUp(e);
      return false;
    } catch (IOException | RuntimeException e) {
      // It is a copy: whatever is wrong with it, a scan tells the truth.
      LOG.warn("The key index of {} is built anew: {}", manager.log().tablePath(), e.toString());
      discard();
      return false;
    } finally {
      turn.unlock();
    }
  }

  /** What keeps the maps cannot be loaded here, and will not be. */
  private void giveUp(LinkageError e) {
    unusable = true;
    LOG.warn(
        "No key index of {} can be kept: the JVM lacks options or classes that it needs; keys are"
            + " looked for by scans ({})",
        manager.log().tablePath(),
        e.toString());
  }

  private boolean isAt(TableState at) {
    return state.version() == at.version() && state.commitId().equals(at.commitId());
  }

  private record Found(List<Object> key, Object order, Address address) {}

  private void find(List<Object> key, List<Found> found) {
    for (KeyPlaces.Place place : places(KeyCodec.encode(key)).rows()) {
      if (!state.isDeleted(place)) {
        found.add(
            new Found(
                key,
                place.order(),
                new Address(state.partition(place.partition()), place.rowId())));
      }
    }
  }

  private KeyPlaces places(byte[] key) {
    return map.orElseThrow().get(key).map(KeyPlaces::decode).orElse(KeyPlaces.NONE);
  }

  /** Waits until it is built, and lets it follow to the newest version; whether it got there. */
  boolean await() throws IOException, InterruptedException {
    for (int tries = 0; tries < MOST_BUILDS; tries++) {
      awaitBuild();
      try (SnapshotPin pin = manager.pinNewest()) {
        if (follow(pin.state())) {
          return true;
        }
      }
    }
    return false;
  }

  private void awaitBuild() throws IOException, InterruptedException {
    Thread running;
    turn.lock();
    try {
      if (map.isEmpty() && !closed && !unusable && !isBuilding() && !reopen() && !unusable) {
        build();
      }
      running = builder;
    } finally {
      turn.unlock();
    }
    if (running != null) {
      running.join();
    }
  }

  private boolean follow(TableState newest) throws IOException {
    turn.lock();
    try {
      return map.isPresent() && (isAt(newest) || advance(newest));
    } finally {
      turn.unlock();
    }
  }

  private boolean isBuilding() {
    return builder != null && builder.isAlive();
  }

  /** A map of another process, or of this one before. */
  private boolean reopen() throws IOException {
    if (directory.isEmpty()) {
      return false;
    }
    if (!lock()) {
      unusable = true;
      return false;
    }
    Optional<KeyIndexState> saved = KeyIndexState.load(stateFile(), identity, bootId);
    if (saved.isEmpty()) {
      return false;
    }
    map = maps.open(mapFile());
    saved.filter(one -> map.isPresent()).ifPresent(one -> state = one);
    return map.isPresent();
  }

  private boolean lock() throws IOException {
    if (lock.isEmpty()) {
      lock = KeyIndexLock.take(directory.orElseThrow());
      if (lock.isEmpty()) {
        LOG.info("The key index in {} is another's: keys are looked for by scans", directory.get());
      }
    }
    return lock.isPresent();
  }

  private Path mapFile() {
    return directory.map(path -> path.resolve("keys")).orElse(Path.of("keys"));
  }

  private Path stateFile() {
    return directory.orElseThrow().resolve("state");
  }

  private void build() {
    builder = new Thread(this::buildNow, "orc-acid-key-index");
    builder.setDaemon(true);
    builder.start();
  }

  private void buildNow() {
    try (SnapshotPin pin = manager.pinNewest()) {
      TableState newest = pin.state();
      Optional<KeyMap> begun = begin(newest);
      if (begun.isEmpty()) {
        return;
      }
      KeyMap made = begun.get();
      KeyIndexState reached = new KeyIndexState(identity);
      try {
        fill(made, reached, TableView.of(newest));
      } catch (IOException | RuntimeException e) {
        made.close();
        throw e;
      }
      reached.reached(newest.version(), newest.commitId());
      take(made, reached);
    } catch (LinkageError e) {
      giveUp(e);
    } catch (IOException | RuntimeException e) {
      LOG.warn("No key index of {} was built: {}", manager.log().tablePath(), e.toString());
    }
  }

  private Optional<KeyMap> begin(TableState newest) throws IOException {
    turn.lock();
    try {
      if (closed) {
        return Optional.empty();
      }
      if (directory.isPresent() && !lock()) {
        unusable = true;
        return Optional.empty();
      }
      return Optional.of(maps.create(mapFile(), size(newest)));
    } finally {
      turn.unlock();
    }
  }

  private void take(KeyMap made, KeyIndexState reached) throws IOException {
    turn.lock();
    try {
      if (closed) {
        made.close();
        return;
      }
      map = Optional.of(made);
      state = reached;
      builds++;
      save();
    } finally {
      turn.unlock();
    }
  }

  private KeyMapProvider.Size size(TableState newest) {
    long rows =
        newest.partitions().stream()
            .flatMap(partition -> newest.directories(partition).stream())
            .filter(directory -> !directory.isDelete())
            .flatMap(directory -> directory.files().stream())
            .mapToLong(file -> file.rows())
            .sum();
    return new KeyMapProvider.Size(
        Math.max(LEAST_ENTRIES, (long) (rows * GROWTH)), 12 * ordering.key().size(), VALUE_BYTES);
  }

  private void fill(KeyMap into, KeyIndexState reached, TableView view) throws IOException {
    lookup.each(
        view,
        row -> {
          if (closed) {
            throw new IOException("the table was closed");
          }
          List<Object> key = ordering.key(row);
          if (!key.contains(null)) {
            add(into, reached, key, row);
          }
        });
  }

  private void add(KeyMap into, KeyIndexState reached, List<Object> key, Row row) {
    Address address = row.address().orElseThrow();
    KeyPlaces.Place place =
        new KeyPlaces.Place(
            reached.number(address.partition()), address.rowId(), ordering.order(row));
    byte[] bytes = KeyCodec.encode(key);
    KeyPlaces known =
        into.get(bytes).map(KeyPlaces::decode).orElse(KeyPlaces.NONE).without(reached::isDeleted);
    into.put(bytes, known.plus(place).encode());
  }

  /** Follows the log up to a version; false if it is behind the index, or cannot be followed. */
  private boolean advance(TableState at) throws IOException {
    if (at.version() <= state.version()) {
      return false;
    }
    while (state.version() < at.version()) {
      Optional<LogEntry> entry = manager.log().entry(state.version() + 1);
      if (entry.isEmpty()
          || !entry.get().parent().equals(state.commitId())
          || !apply(entry.get(), at)) {
        discard();
        build();
        return false;
      }
      state.reached(entry.get().version(), entry.get().commitId());
    }
    if (state.deletedRows() > Math.max(LEAST_ENTRIES, map.orElseThrow().size())) {
      // Most of what it holds is of rows that are gone.
      discard();
      build();
      return false;
    }
    save();
    return true;
  }

  /**
   * @param at the state that is asked for: rows are read by its columns
   */
  private boolean apply(LogEntry entry, TableState at) throws IOException {
    boolean onlyNames =
        entry.transactions().stream().allMatch(one -> one.operation() == Operation.TAG);
    if (onlyNames || entry.compaction().isPresent() || entry.cleaning().isPresent()) {
      return true;
    }
    if (entry.metadata().isPresent()) {
      return false;
    }
    for (LogTransaction transaction : entry.transactions()) {
      for (PartitionChange change : transaction.changes()) {
        if (!change.removes().isEmpty() || change.overwrites()) {
          return false;
        }
      }
    }
    // Deletes first: a row that is added is not deleted by what came before it.
    for (LogTransaction transaction : entry.transactions()) {
      for (PartitionChange change : transaction.changes()) {
        if (change.deletes()) {
          RowIdSet rows = manager.deletedBy(change);
          state.delete(change.partition(), rows);
        }
      }
    }
    for (LogTransaction transaction : entry.transactions()) {
      for (PartitionChange change : transaction.changes()) {
        add(change, at);
      }
    }
    return true;
  }

  private void add(PartitionChange change, TableState at) throws IOException {
    if (change.adds().stream().allMatch(DataDirectory::isDelete)) {
      return;
    }
    TableView added =
        new NamedDirectories(Map.of(change.partition(), change.adds())).in(TableView.of(at));
    fill(map.orElseThrow(), state, added);
  }

  private void save() throws IOException {
    if (directory.isPresent() && maps.isDurable()) {
      state.save(stateFile(), bootId);
    }
  }

  /** What was reached may be wrong from here on. */
  private void discard() {
    try {
      if (directory.isPresent()) {
        Files.deleteIfExists(stateFile());
      }
      if (map.isPresent()) {
        map.get().close();
      }
    } catch (IOException e) {
      LOG.warn("A key index was not closed: {}", e.toString());
    }
    map = Optional.empty();
    state = new KeyIndexState(identity);
  }

  KeyIndexStatus status() {
    turn.lock();
    try {
      return new KeyIndexStatus(state.version(), map.map(KeyMap::size).orElse(0L), answers, builds);
    } finally {
      turn.unlock();
    }
  }

  /** Ends a build that runs; only then the map and its lock are another's to have. */
  @Override
  public void close() throws IOException {
    Thread running;
    turn.lock();
    try {
      closed = true;
      running = builder;
    } finally {
      turn.unlock();
    }
    if (running != null) {
      Uninterruptibles.joinUninterruptibly(running);
    }
    turn.lock();
    try {
      closeMap();
    } finally {
      turn.unlock();
    }
  }

  private void closeMap() throws IOException {
    try {
      if (map.isPresent()) {
        map.get().close();
      }
    } finally {
      map = Optional.empty();
      if (lock.isPresent()) {
        lock.get().close();
        lock = Optional.empty();
      }
    }
  }
}
