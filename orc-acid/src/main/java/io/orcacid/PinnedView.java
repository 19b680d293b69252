package io.orcacid;

import io.orcacid.error.CorruptFileException;
import io.orcacid.error.OrcAcidException;
import io.orcacid.error.SnapshotTooOldException;
import io.orcacid.error.TransactionAbortedException;
import io.orcacid.txn.SnapshotPin;
import io.orcacid.txn.log.CommitLog;
import io.orcacid.txn.log.TableState;
import java.io.Closeable;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * A view while it is read: its version is kept until this is closed (PROTOCOL.md R19). A table of
 * Hive has no pins.
 *
 * @param view what is read
 * @param pin what keeps it; empty for a table without a log
 * @param log the table's log; empty for a table without one
 * @param ownWriteId write id of the transaction that reads; empty for another reader
 */
record PinnedView(
    TableView view, Optional<SnapshotPin> pin, Optional<CommitLog> log, OptionalLong ownWriteId)
    implements Closeable {
  static PinnedView unpinned(TableView view) {
    return new PinnedView(view, Optional.empty(), Optional.empty(), OptionalLong.empty());
  }

  static PinnedView of(TableView view, SnapshotPin pin, CommitLog log) {
    return new PinnedView(view, Optional.of(pin), Optional.of(log), OptionalLong.empty());
  }

  /** Why nothing keeps the version; empty if something does, or nothing could. */
  Optional<String> unprotectedBecause() {
    return pin.flatMap(SnapshotPin::unprotectedBecause);
  }

  /**
   * What a missing file means (R20): the transaction that reads was aborted and its files removed
   * (R14), a cleaner overtook this reader, or the table is damaged. A table without a log is
   * another engine's to clean.
   */
  OrcAcidException missing(FileNotFoundException gone) throws IOException {
    if (log.isEmpty()) {
      throw gone;
    }
    TableState newest = log.get().newest();
    if (ownWriteId.isPresent() && newest.isAborted(ownWriteId.getAsLong())) {
      return new TransactionAbortedException(
          "The transaction was aborted by a log entry, and its files were removed: run it again",
          gone,
          "writeId",
          ownWriteId.getAsLong(),
          "newest",
          newest.version());
    }
    long floor = newest.oldestReadable();
    if (!newest.isReadable(view.version().orElse(floor))) {
      return new SnapshotTooOldException(
          "A file of the version was cleaned away while it was read: read a newer version",
          gone,
          "version",
          view.version().getAsLong(),
          "oldestReadable",
          floor);
    }
    return new CorruptFileException(
        "A file that the log names is gone: restore it from a copy",
        gone,
        "path",
        gone.getMessage(),
        "version",
        view.version().isPresent() ? view.version().getAsLong() : "none");
  }

  @Override
  public void close() {
    pin.ifPresent(SnapshotPin::close);
  }
}
