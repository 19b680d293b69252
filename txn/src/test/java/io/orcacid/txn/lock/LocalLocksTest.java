package io.orcacid.txn.lock;

import io.orcacid.txn.store.AtomicStore;
import io.orcacid.txn.store.LocalAtomicStore;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.io.TempDir;

/** Locks on a local disk. */
class LocalLocksTest extends LockContract {
  @TempDir Path directory;

  @Override
  protected AtomicStore store() throws IOException {
    return LocalAtomicStore.create(directory.resolve("log"), List.of());
  }
}
