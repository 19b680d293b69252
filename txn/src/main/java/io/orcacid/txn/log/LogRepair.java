package io.orcacid.txn.log;

import io.orcacid.error.CorruptFileException;
import io.orcacid.error.OrcAcidException;
import io.orcacid.error.UnsupportedTableException;
import io.orcacid.format.io.Storage;
import io.orcacid.txn.store.AtomicStore;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.zip.CRC32C;

/**
 * Sets aside a damaged last entry of a log, by an operator's word (PROTOCOL.md R21). What that
 * version changed is lost, so nothing calls this by itself.
 *
 * <p>The entry stays in the log directory under another name. Its write ids stay claimed: they are
 * never used again, and its files are never read.
 */
public final class LogRepair {
  private static final String PREFIX = "_damaged-";

  private final AtomicStore store;
  private final LogReader reader;

  private LogRepair(AtomicStore store, LogReader reader) {
    this.store = store;
    this.reader = reader;
  }

  /**
   * What was done.
   *
   * @param version number of the entry that counts no more; the version before is the newest again
   * @param path where its bytes lie now
   * @param damage what was wrong with it
   */
  public record SetAside(long version, String path, String damage) {}

  /**
   * Sets the last entry aside if it is damaged and all that lies before it is sound. To be run
   * while nobody works on the table.
   *
   * @return empty if the log is sound
   * @throws CorruptFileException if something else than the last entry is damaged; nothing was
   *     changed
   * @throws UnsupportedTableException if a newer version of this engine wrote the log
   */
  public static Optional<SetAside> run(Storage storage, String tablePath, AtomicStore store)
      throws IOException {
    String directory = tablePath + "/" + CommitLog.DIRECTORY;
    LogReader reader =
        new LogReader(
            storage,
            store,
            directory,
            new CheckpointReader(store, directory),
            CheckpointNames.of(store));
    return new LogRepair(store, reader).run(directory);
  }

  private Optional<SetAside> run(String directory) throws IOException {
    try {
      reader.load();
      return Optional.empty();
    } catch (CorruptFileException damage) {
      long last = lastVersion().orElseThrow(() -> damage);
      if (last <= 0 || !isAllOf(last, damage)) {
        throw damage;
      }
      byte[] bytes = store.read(LogEntry.nameOf(last)).orElseThrow(() -> damage);
      String kept = keep(last, bytes);
      store.remove(LogEntry.nameOf(last));
      return Optional.of(new SetAside(last, directory + "/" + kept, damage.getMessage()));
    }
  }

  private Optional<Long> lastVersion() throws IOException {
    List<String> names = store.list("_v", "", Integer.MAX_VALUE);
    return names.isEmpty()
        ? Optional.empty()
        : Optional.of(LogEntry.versionOf(names.get(names.size() - 1)));
  }

  /** Whether the log up to the last entry can be loaded, and only that entry stops it. */
  private boolean isAllOf(long last, CorruptFileException damage) throws IOException {
    TableState before;
    try {
      before = reader.loadAt(last - 1, last);
    } catch (OrcAcidException elsewhere) {
      damage.addSuppressed(elsewhere);
      return false;
    }
    try {
      reader.loadAfter(before);
      // It stops nobody who begins before it, so the damage lies elsewhere.
      return false;
    } catch (UnsupportedTableException newer) {
      throw newer;
    } catch (CorruptFileException here) {
      return reader.isDamaged(last);
    }
  }

  private String keep(long version, byte[] bytes) throws IOException {
    CRC32C crc = new CRC32C();
    crc.update(bytes);
    String name = String.format(Locale.ROOT, "%s%020d-%08x.json", PREFIX, version, crc.getValue());
    store.putIfAbsent(name, bytes);
    byte[] there = store.read(name).orElse(new byte[0]);
    if (!Arrays.equals(there, bytes)) {
      throw new IOException("The damaged entry could not be kept under another name: " + name);
    }
    store.confirm(name);
    return name;
  }
}
