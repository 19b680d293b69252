package io.orcacid.txn.log;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.orcacid.error.CommitStateUnknownException;
import io.orcacid.error.OrcAcidException;
import io.orcacid.error.ValidationException;
import io.orcacid.format.io.Storage;
import io.orcacid.txn.store.AtomicStore;
import io.orcacid.txn.store.AtomicStore.Outcome;
import java.io.IOException;
import java.util.Arrays;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Puts entries: what follows a lost answer (PROTOCOL.md R6) and a won put (R11). Stateless. */
final class LogAppender {
  /** Name of the hint at the newest version; nothing rests on it. */
  static final String HINT = "_last";

  /** Puts of the same bytes at the same number after lost answers. */
  private static final int MOST_PUTS = 10;

  /** Most directories in an entry itself. */
  private static final int MOST_DIRECTORIES = 1000;

  /**
   * Longest entry without a side manifest; below the limit, so that a reader's check never bites.
   */
  private static final int LONGEST_INLINE = EntryCodec.LONGEST_ENTRY - (64 << 10);

  private static final Logger LOG = LoggerFactory.getLogger(LogAppender.class);

  private final AtomicStore store;
  private final String directory;
  private final LogReader reader;
  private final CheckpointNames names;
  private final SideManifests manifests;

  LogAppender(
      Storage storage,
      AtomicStore store,
      String directory,
      LogReader reader,
      CheckpointNames names) {
    this.store = store;
    this.directory = directory;
    this.reader = reader;
    this.names = names;
    this.manifests = new SideManifests(storage, store, directory);
  }

  /** The bytes of an entry, its side manifest written where it needs one. */
  byte[] encode(LogEntry entry) throws IOException {
    long directories =
        entry.transactions().stream()
            .flatMap(transaction -> transaction.changes().stream())
            .mapToLong(change -> change.adds().size() + change.removes().size())
            .sum();
    if (directories <= MOST_DIRECTORIES) {
      byte[] bytes = EntryCodec.encode(entry, Optional.empty());
      if (bytes.length <= LONGEST_INLINE) {
        return bytes;
      }
    }
    byte[] bytes = EntryCodec.encode(entry, Optional.of(manifests.write(entry)));
    if (bytes.length > EntryCodec.LONGEST_ENTRY) {
      throw new ValidationException(
          "The table's metadata is too long for an entry of the log", "bytes", bytes.length);
    }
    return bytes;
  }

  /**
   * Puts an entry until it is known whose the number is.
   *
   * @return whether it is this entry's
   * @throws CommitStateUnknownException if that could not be found out
   * @throws IOException if the first put failed for certain
   */
  boolean put(LogEntry entry, byte[] bytes) throws IOException {
    String name = LogEntry.nameOf(entry.version());
    Outcome outcome = store.putIfAbsent(name, bytes);
    for (int puts = 1; outcome != Outcome.WON; puts++) {
      try {
        Optional<byte[]> there = store.read(name);
        if (there.isPresent()) {
          return isConfirmed(entry, bytes, name, there.get());
        }
        if (puts == MOST_PUTS) {
          throw unknown(entry, null);
        }
        outcome = store.putIfAbsent(name, bytes);
      } catch (CommitStateUnknownException e) {
        throw e;
      } catch (IOException | OrcAcidException e) {
        throw unknown(entry, e);
      }
    }
    return true;
  }

  /**
   * An earlier try of the same commit may have landed with other bytes, in another group say: then
   * the number is taken, and who loads it finds its own write id committed.
   */
  private boolean isConfirmed(LogEntry entry, byte[] bytes, String name, byte[] there)
      throws IOException {
    LogEntry found = EntryCodec.decode(there, directory + "/" + name).entry();
    if (!found.commitId().equals(entry.commitId())) {
      return false;
    }
    store.confirm(name);
    return Arrays.equals(there, bytes);
  }

  /**
   * Whether an entry that holds its number counts: not if it was put below a checkpoint that does
   * not have it (R11).
   */
  boolean counts(LogEntry entry) {
    try {
      if (!names.isOneAfter(entry.version() - 1)) {
        return true;
      }
      return reader.history(reader.load()).find(entry.commitId()).isPresent();
    } catch (IOException | OrcAcidException e) {
      throw unknown(entry, e);
    }
  }

  private CommitStateUnknownException unknown(LogEntry entry, Exception cause) {
    return new CommitStateUnknownException(
        "Whether the commit happened could not be found out: look for its commit id in the history"
            + " and remove nothing",
        cause,
        "path",
        directory,
        "version",
        entry.version(),
        "commitId",
        entry.commitId());
  }

  /** Leaves the hint, best effort. */
  void hint(long version) {
    try {
      ObjectNode object = Json.object();
      store.replace(HINT, Json.seal(object.put("version", version)));
    } catch (IOException | RuntimeException e) {
      LOG.debug("The hint in {} was not written: {}", directory, e.toString());
    }
  }
}
