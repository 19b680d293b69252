package io.orcacid.store;

import io.orcacid.format.io.Storage;
import io.orcacid.store.hdfs.HdfsStoreProvider;
import io.orcacid.txn.lock.LockContract;
import io.orcacid.txn.store.AtomicStore;
import io.orcacid.txn.store.AtomicStoreProvider.Table;
import java.util.Map;
import java.util.UUID;

/** Locks on HDFS. */
class HdfsLocksTest extends LockContract {
  @Override
  protected AtomicStore store() throws Exception {
    return new HdfsStoreProvider()
        .open(
            new Table(
                Storage.local(),
                "/t/_acid_log",
                UUID.randomUUID(),
                Map.of("directory", Servers.hdfs() + "/logs")));
  }

  @Override
  protected int grants() {
    return 2;
  }
}
