package io.orcacid.txn.log;

import io.orcacid.error.CorruptFileException;
import io.orcacid.error.OrcAcidException;
import io.orcacid.error.SnapshotTooOldException;
import io.orcacid.error.UnsupportedTableException;
import io.orcacid.format.io.Storage;
import io.orcacid.txn.store.AtomicStore;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
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
  private final SideManifests manifests;
  private final AtomicLong checkpointsRead = new AtomicLong();
  private final AtomicLong entriesRead = new AtomicLong();
  private final Set<String> rejected = new ConcurrentSkipListSet<>();
  private final Map<Long, ReadEntry> kept =
      Collections.synchronizedMap(
          new LinkedHashMap<>() {
            private static final long serialVersionUID = 1L;

            @Override
            protected boolean removeEldestEntry(Map.Entry<Long, ReadEntry> eldest) {
              return size() > ENTRIES_KEPT;
            }
          });

  LogReader(Storage storage, AtomicStore store, String directory, CheckpointReader checkpoints) {
    this.store = store;
    this.directory = directory;
    this.checkpoints = checkpoints;
    this.manifests = new SideManifests(storage, store, directory);
  }

  /** An entry and its length with its side manifest. */
  record ReadEntry(LogEntry entry, long bytes) {}

  LoadStatistics statistics() {
    return new LoadStatistics(checkpointsRead.get(), rejected.size(), entriesRead.get());
  }

  /** The newest state, from nothing. */
  TableState load() throws IOException {
    Optional<TableState> checkpoint = checkpointIn("", Long.MAX_VALUE);
    TableState newest = loadAfter(checkpoint.isPresent() ? checkpoint.get() : beginning());
    requireNoHole(newest);
    return newest;
  }

  /** The newest state, given an older one. */
  TableState loadAfter(TableState known) throws IOException {
    TableState begin = known;
    while (true) {
      TableState reached = readOn(begin);
      Optional<TableState> newer =
          checkpointIn(CheckpointRoot.after(begin.version()), Long.MAX_VALUE);
      if (newer.isEmpty()) {
        requireNothingRejectedAbove(reached);
        return reached;
      }
      begin = newer.get();
    }
  }

  /** The state of a version that the newest version has behind it. */
  TableState loadAt(long version, long newest) throws IOException {
    Optional<TableState> checkpoint = checkpointIn("", version);
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
    ReadEntry first =
        read(0)
            .orElseThrow(
                () ->
                    rejected.isEmpty()
                        ? new UnsupportedTableException(
                            "The table's creation was not finished: create it again",
                            "path",
                            directory)
                        : new CorruptFileException(
                            "No checkpoint of the log can be read and its first entry is gone",
                            "path",
                            directory,
                            "checkpoints",
                            rejected));
    return StateFolder.begin(first.entry(), first.bytes(), path(0));
  }

  /** The newest readable checkpoint whose name is greater, and whose version is not above one. */
  private Optional<TableState> checkpointIn(String startAfter, long mostVersion)
      throws IOException {
    List<String> names =
        new ArrayList<>(store.list(CheckpointRoot.PREFIX, startAfter, Integer.MAX_VALUE));
    Collections.reverse(names);
    for (String name : names) {
      long version = CheckpointRoot.versionOf(name);
      if (version < 0 || version > mostVersion || rejected.contains(name)) {
        continue;
      }
      try {
        TableState state = checkpoints.read(name);
        checkpointsRead.incrementAndGet();
        return Optional.of(state);
      } catch (UnsupportedTableException e) {
        throw e;
      } catch (OrcAcidException | IOException e) {
        rejected.add(name);
        LOG.warn("The checkpoint {}/{} is passed over: {}", directory, name, e.toString());
      }
    }
    return Optional.empty();
  }

  /**
   * Entries below a checkpoint may be gone, so one that cannot be read and lies above all that was
   * read hides versions.
   */
  private void requireNothingRejectedAbove(TableState reached) {
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
   * A hole below an existing entry is corruption, never the end of the log (R21). The hint says
   * where the end was; only where it does not agree is the log listed.
   */
  private void requireNoHole(TableState newest) throws IOException {
    if (hint() == newest.version()) {
      return;
    }
    long absent = newest.version() + 1;
    List<String> beyond = store.list("_v", LogEntry.nameOf(absent), 1);
    if (!beyond.isEmpty() && read(absent).isEmpty()) {
      throw hole(absent);
    }
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
