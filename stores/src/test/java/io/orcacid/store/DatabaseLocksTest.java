package io.orcacid.store;

import io.orcacid.format.io.Storage;
import io.orcacid.store.jdbc.JdbcStoreProvider;
import io.orcacid.txn.lock.LockContract;
import io.orcacid.txn.store.AtomicStore;
import io.orcacid.txn.store.AtomicStoreProvider.Table;
import java.nio.file.Path;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.io.TempDir;

/** Locks in a database. */
class DatabaseLocksTest extends LockContract {
  @TempDir static Path temporary;

  @Override
  protected AtomicStore store() throws Exception {
    return new JdbcStoreProvider()
        .open(
            new Table(
                Storage.local(),
                "/t/_acid_log",
                UUID.randomUUID(),
                Map.of("url", "jdbc:h2:" + temporary.resolve("logs"))));
  }
}
