package io.orcacid.store;

import io.orcacid.format.io.Storage;
import io.orcacid.store.zookeeper.ZookeeperStoreProvider;
import io.orcacid.txn.lock.LockContract;
import io.orcacid.txn.store.AtomicStore;
import io.orcacid.txn.store.AtomicStoreProvider.Table;
import java.util.Map;
import java.util.UUID;

/** Locks in ZooKeeper. */
class ZookeeperLocksTest extends LockContract {
  @Override
  protected AtomicStore store() throws Exception {
    return new ZookeeperStoreProvider()
        .open(
            new Table(
                Storage.local(),
                "/t/_acid_log",
                UUID.randomUUID(),
                Map.of("connect", Servers.zookeeper(), "path", "/locks")));
  }
}
