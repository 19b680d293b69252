package io.orcacid.txn.log;

import io.orcacid.error.CorruptFileException;
import io.orcacid.error.OrcAcidException;
import io.orcacid.error.SnapshotTooOldException;
import io.orcacid.error.UnsupportedTableException;
import io.orcacid.format.io.Storage;
import io.orcacid.txn.store.AtomicStore;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentSkipListSet;
import java.util.concurrent.atomic.AtomicLong;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Loads states (PROTOCOL.md R21, R23): a checkpoint, the entries after it until one is absent, then
 * the checkpoints once more. Thread-safe; keeps no state but a few entries and counters.
 */
final class LogReader {
  /** Entries kept for conflict checks, which read the same few again. */
  private static final int ENTRIES_KEPT = 128;

  /** An entry with more changes is not kept. */
  private static final int MOST_CHANGES_KEPT = 64;

  private static final Logger LOG = LoggerFactory.getLogger(LogReader.class);

  private final AtomicStore store;
  private final String directory;
  private final CheckpointReader checkpoints;
  private final CheckpointNames names;
  private final SideManifests manifests;
  private final AtomicLong checkpointsRead = new AtomicLong();
  private final AtomicLong entriesRead = new AtomicLong();
  private final Set<String> rejected = new ConcurrentSkipListSet<>();

  /** Those of them that an input or output error kept from being read: they may be sound. */
  private final Map<String, IOException> unread = new ConcurrentHashMap<>();

  private final Map<Long, ReadEntry> kept =
      Collections.synchronizedMap(
          new LinkedHashMap<>() {
            private static final long serialVersionUID = 1L;

            @Override
            protected boolean removeEldestEntry(Map.Entry<Long, ReadEntry> eldest) {
              return size() > ENTRIES_KEPT;
            }
          });

  LogReader(
      Storage storage,
      AtomicStore store,
      String directory,
      CheckpointReader checkpoints,
      CheckpointNames names) {
    this.store = store;
    this.directory = directory;
    this.checkpoints = checkpoints;
    this.names = names;
    this.manifests = new SideManifests(storage, store, directory);
  }

  /** An entry and its length with its side manifest. */
  record ReadEntry(LogEntry entry, long bytes) {}

  LoadStatistics statistics() {
    return new LoadStatistics(checkpointsRead.get(), rejected.size(), entriesRead.get());
  }

  /** The newest state, from nothing. */
  TableState load() throws IOException {
    while (true) {
      Optional<TableState> checkpoint = checkpointIn("", Long.MAX_VALUE);
      TableState newest = loadAfter(checkpoint.isPresent() ? checkpoint.get() : beginning());
      if (!hasHoleAbove(newest)) {
        return newest;
      }
      // Since then others may have gone on for so long that what followed has expired (R23).
      if (!names.isOneAfter(newest.version())) {
        throw hole(newest.version() + 1);
      }
    }
  }

  /**
   * The newest state, given an older one. What is read while entries expire may be of two kinds:
   * the log's, and those that somebody put where expired ones had been and that count for nothing
   * (R11). If a newer checkpoint stands for them, how they fit together says nothing (R23).
   */
  TableState loadAfter(TableState known) throws IOException {
    TableState begin = known;
    while (true) {
      Optional<TableState> reached = Optional.empty();
      Optional<CorruptFileException> damage = Optional.empty();
      try {
        reached = Optional.of(readOn(begin));
      } catch (CorruptFileException e) {
        damage = Optional.of(e);
      }
      Optional<TableState> newer =
          checkpointIn(CheckpointRoot.after(begin.version()), Long.MAX_VALUE);
      if (newer.isEmpty()) {
        if (damage.isPresent()) {
          requireReadAbove(begin.version());
          throw damage.get();
        }
        requireNothingRejectedAbove(reached.orElseThrow());
        return reached.get();
      }
      begin = newer.get();
    }
  }

  /**
   * The state of a version that the newest version has behind it. Entries that expire while they
   * are read have a newer checkpoint (R23).
   */
  TableState loadAt(long version, long newest) throws IOException {
    Optional<TableState> checkpoint = checkpointIn("", version);
    while (true) {
      try {
        return loadAt(checkpoint, version, newest);
      } catch (CorruptFileException | SnapshotTooOldException e) {
        String after = checkpoint.map(state -> CheckpointRoot.after(state.version())).orElse("");
        Optional<TableState> newer = checkpointIn(after, version);
        if (newer.isEmpty()) {
          requireReadAbove(checkpoint.map(TableState::version).orElse(-1L));
          if (!load().isReadable(version)) {
            throw expired(version, newest);
          }
          throw e;
        }
        checkpoint = newer;
      }
    }
  }

  private TableState loadAt(Optional<TableState> checkpoint, long version, long newest)
      throws IOException {
    if (checkpoint.isEmpty() && entry(0).isEmpty()) {
      throw expired(version, newest);
    }
    TableState state = checkpoint.isPresent() ? checkpoint.get() : beginning();
    long begin = state.version();
    while (state.version() < version) {
      long next = state.version() + 1;
      Optional<ReadEntry> read = read(next);
      if (read.isEmpty()) {
        if (state.version() > begin || read(begin).isPresent()) {
          throw hole(next);
        }
        throw expired(version, newest);
      }
      state = fold(state, read.get());
    }
    return state;
  }

  /** Whether an entry is there and cannot be read. */
  boolean isDamaged(long version) throws IOException {
    try {
      read(version);
      return false;
    } catch (CorruptFileException e) {
      return true;
    }
  }

  private TableState readOn(TableState begin) throws IOException {
    TableState state = begin;
    while (true) {
      Optional<ReadEntry> next = read(state.version() + 1);
      if (next.isEmpty()) {
        return state;
      }
      state = fold(state, next.get());
    }
  }

  private TableState fold(TableState before, ReadEntry next) {
    return StateFolder.fold(before, next.entry(), next.bytes(), path(next.entry().version()));
  }

  private TableState beginning() throws IOException {
    Optional<ReadEntry> there = read(0);
    if (there.isEmpty()) {
      requireReadAbove(-1);
    }
    ReadEntry first =
        there.orElseThrow(
            () ->
                rejected.isEmpty()
                    ? new UnsupportedTableException(
                        "The table's creation was not finished: create it again", "path", directory)
                    : new CorruptFileException(
                        "No checkpoint of the log can be read and its first entry is gone",
                        "path",
                        directory,
                        "checkpoints",
                        rejected));
    return StateFolder.begin(first.entry(), first.bytes(), path(0));
  }

  /**
   * The newest readable checkpoint whose name is greater, and whose version is not above one. One
   * that cannot be read may have expired since it was listed, and then there is a newer one.
   */
  private Optional<TableState> checkpointIn(String startAfter, long mostVersion)
      throws IOException {
    int passedOver;
    do {
      passedOver = rejected.size();
      // What is older than the newest need not be among those that were announced.
      CheckpointNames found =
          mostVersion == Long.MAX_VALUE ? names : new CheckpointNames.Listed(store);
      Optional<TableState> state =
          found.newestFirst(startAfter, name -> readable(name, mostVersion));
      if (state.isPresent()) {
        return state;
      }
    } while (rejected.size() > passedOver);
    return Optional.empty();
  }

  private Optional<TableState> readable(String checkpoint, long mostVersion) {
    long version = CheckpointRoot.versionOf(checkpoint);
    if (version < 0 || version > mostVersion || rejected.contains(checkpoint)) {
      return Optional.empty();
    }
    try {
      TableState state = checkpoints.read(checkpoint);
      checkpointsRead.incrementAndGet();
      return Optional.of(state);
    } catch (UnsupportedTableException e) {
      throw e;
    } catch (OrcAcidException | IOException e) {
      if (e instanceof IOException error && !(e instanceof FileNotFoundException)) {
        unread.put(checkpoint, error);
      }
      rejected.add(checkpoint);
      LOG.warn("The checkpoint {}/{} is passed over: {}", directory, checkpoint, e.toString());
      return Optional.empty();
    }
  }

  /**
   * Entries below a checkpoint may be gone, so one that cannot be read and lies above all that was
   * read hides versions.
   */
  private void requireNothingRejectedAbove(TableState reached) throws IOException {
    requireReadAbove(reached.version());
    for (String name : rejected) {
      if (CheckpointRoot.versionOf(name) > reached.version()) {
        throw new CorruptFileException(
            "A checkpoint above the newest readable version is damaged: versions would be missing;"
                + " restore it from a copy",
            "path",
            directory + "/" + name,
            "readable",
            reached.version());
      }
    }
  }

  /**
   * Where nothing else stands for it, it is to be tried again, and nothing is known to be damaged.
   */
  private void requireReadAbove(long version) throws IOException {
    for (Map.Entry<String, IOException> one : unread.entrySet()) {
      if (CheckpointRoot.versionOf(one.getKey()) > version) {
        unread.remove(one.getKey());
        rejected.remove(one.getKey());
        throw new IOException(
            "A checkpoint could not be read: try again (" + directory + "/" + one.getKey() + ")",
            one.getValue());
      }
    }
  }

  /**
   * A hole below an existing entry is corruption, never the end of the log (R21). The hint says
   * where the end was; only where it does not agree is the log listed.
   */
  private boolean hasHoleAbove(TableState newest) throws IOException {
    if (hint() == newest.version()) {
      return false;
    }
    long absent = newest.version() + 1;
    List<String> beyond = store.list("_v", LogEntry.nameOf(absent), 1);
    return !beyond.isEmpty() && read(absent).isEmpty();
  }

  private long hint() {
    try {
      Optional<byte[]> bytes = store.read(LogAppender.HINT);
      return bytes.isEmpty() ? -1 : Json.unseal(bytes.get(), LogAppender.HINT).number("version");
    } catch (IOException | OrcAcidException e) {
      LOG.debug("The hint in {} says nothing: {}", directory, e.toString());
      return -1;
    }
  }

  /** An entry, if it is there. */
  Optional<LogEntry> entry(long version) throws IOException {
    return read(version).map(ReadEntry::entry);
  }

  Optional<ReadEntry> read(long version) throws IOException {
    ReadEntry known = kept.get(version);
    if (known != null) {
      return Optional.of(known);
    }
    Optional<byte[]> bytes = store.read(LogEntry.nameOf(version));
    if (bytes.isEmpty()) {
      return Optional.empty();
    }
    EntryCodec.Decoded decoded = EntryCodec.decode(bytes.get(), path(version));
    LogEntry entry = decoded.entry();
    if (entry.version() != version) {
      throw new CorruptFileException(
          "An entry has another version than its name",
          "path",
          path(version),
          "version",
          entry.version());
    }
    long length = bytes.get().length;
    if (decoded.manifest().isPresent()) {
      entry = manifests.attach(entry, decoded.manifest().get());
      length += decoded.manifest().get().length();
    }
    entriesRead.incrementAndGet();
    ReadEntry read = new ReadEntry(entry, length);
    int changes = entry.transactions().stream().mapToInt(one -> one.changes().size()).sum();
    if (changes <= MOST_CHANGES_KEPT) {
      kept.put(version, read);
    }
    return Optional.of(read);
  }

  /** Every transaction up to a state, oldest first. */
  History history(TableState state) throws IOException {
    List<VersionInfo> infos = new ArrayList<>();
    if (state.lineage.checkpoint().isPresent()) {
      for (CheckpointRoot.Part part : state.lineage.checkpoint().get().history()) {
        infos.addAll(checkpoints.history(part));
      }
    }
    infos.addAll(state.lineage.tailInfos());
    return new History(infos);
  }

  private SnapshotTooOldException expired(long version, long newest) {
    return new SnapshotTooOldException(
        "The version is no longer in the log: read a newer one",
        "version",
        version,
        "newest",
        newest);
  }

  private CorruptFileException hole(long version) {
    return new CorruptFileException(
        "An entry of the log is missing below an existing one: restore it from a copy",
        "path",
        path(version),
        "version",
        version);
  }

  String path(long version) {
    return directory + "/" + LogEntry.nameOf(version);
  }
}
