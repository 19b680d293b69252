package io.orcacid;

import io.orcacid.error.UnsupportedTableException;
import io.orcacid.error.ValidationException;
import io.orcacid.format.io.Storage;
import io.orcacid.txn.log.CommitLog;
import io.orcacid.txn.log.LogOptions;
import io.orcacid.txn.log.TableMetadata;
import io.orcacid.txn.store.AtomicStore;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;

/**
 * Where a table is and what decides its commits there: the one place that a table on something else
 * than the local disk begins with.
 *
 * @param storage holds the table's files
 * @param root absolute path of its directory
 * @param store decides commits; empty for the log directory on the storage's own local disk
 * @param log how the log is kept
 */
record TableLocation(Storage storage, String root, Optional<AtomicStore> store, LogOptions log) {
  /** A directory of this machine. */
  static TableLocation local(String path, AcidOptions options) {
    return new TableLocation(
        Storage.local(options.storageSettings()),
        localRoot(path),
        Optional.empty(),
        LogOptions.defaults());
  }

  private static String localRoot(String path) {
    String local = path.startsWith("file:") ? path.replaceFirst("^file:(//)?(?=/)", "") : path;
    if (local.matches("[A-Za-z][A-Za-z0-9+.-]+://.*")) {
      throw new UnsupportedTableException(
          "Tables are on the local disk; mount the file system, or copy the table", "path", path);
    }
    if (local.isEmpty() || local.indexOf('\u0000') >= 0) {
      throw new ValidationException("Not a path", "path", path);
    }
    return Path.of(local).toAbsolutePath().normalize().toString();
  }

  boolean hasTable() throws IOException {
    return CommitLog.exists(storage, root);
  }

  CommitLog createLog(TableMetadata metadata) throws IOException {
    return store.isPresent()
        ? CommitLog.create(storage, root, store.get(), metadata, log)
        : CommitLog.create(storage, root, metadata, log);
  }

  CommitLog openLog() throws IOException {
    return store.isPresent()
        ? CommitLog.open(storage, root, store.get(), log)
        : CommitLog.open(storage, root, log);
  }
}
