package io.orcacid.simulation.concurrent;

import io.orcacid.testkit.disk.CrashingDisk.Sync;
import io.orcacid.testkit.disk.CrashingDisk.SyncRule;
import io.orcacid.txn.store.AtomicStore;
import io.orcacid.txn.store.AtomicStore.Outcome;
import java.io.IOException;
import java.util.List;
import java.util.Optional;

/** What a simulation must find if it is there (L11). */
enum PlantedBug {
  NONE,
  /** Entries are put by replacing what is there, as a rename does. */
  PUT_REPLACES_ENTRIES,
  /** Write ids are claimed the same way, so that two have one. */
  PUT_REPLACES_CLAIMS,
  /** Whatever became of it, a put says that it was put. */
  LOST_IS_TAKEN_FOR_WON,
  /** The cleaner does not see the readers. */
  LEASES_UNSEEN,
  /** Nobody sees the claims of others: running writers look dead. */
  SESSIONS_UNSEEN,
  /** Directories are never made durable. */
  NO_SYNC_OF_DIRECTORIES;

  SyncRule syncs() {
    return (kind, path) -> this != NO_SYNC_OF_DIRECTORIES || kind != Sync.DIRECTORY;
  }

  Outcome put(AtomicStore store, String name, byte[] content) throws IOException {
    boolean replaces =
        this == PUT_REPLACES_ENTRIES && name.startsWith("_v")
            || this == PUT_REPLACES_CLAIMS && name.startsWith("_ids/");
    if (replaces) {
      store.replace(name, content);
      return Outcome.WON;
    }
    Outcome outcome = store.putIfAbsent(name, content);
    return this == LOST_IS_TAKEN_FOR_WON && name.startsWith("_v") ? Outcome.WON : outcome;
  }

  List<String> list(List<String> names, String prefix) {
    boolean hides =
        this == LEASES_UNSEEN && prefix.startsWith("_leases/")
            || this == SESSIONS_UNSEEN && prefix.startsWith("_sessions/");
    return hides ? List.of() : names;
  }

  Optional<byte[]> read(AtomicStore store, String name) throws IOException {
    return store.read(name);
  }
}
