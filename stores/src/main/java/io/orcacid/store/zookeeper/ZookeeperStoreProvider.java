package io.orcacid.store.zookeeper;

import io.orcacid.error.ValidationException;
import io.orcacid.txn.store.AtomicStore;
import io.orcacid.txn.store.AtomicStoreProvider;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.apache.curator.framework.CuratorFramework;
import org.apache.curator.framework.CuratorFrameworkFactory;
import org.apache.curator.retry.ExponentialBackoffRetry;
import org.apache.zookeeper.common.PathUtils;

/**
 * Gives stores in ZooKeeper. Tables on the same servers share a session, which lasts as long as the
 * process and is renewed when it expired. Thread-safe.
 */
public final class ZookeeperStoreProvider implements AtomicStoreProvider {
  private static final String DEFAULT_PATH = "/orc-acid";
  private static final int CONNECTION_SECONDS = 15;
  private static final int RETRY_MILLISECONDS = 200;
  private static final int RETRIES = 5;

  private static final Map<String, CuratorFramework> OPEN = new HashMap<>();

  /** For {@link java.util.ServiceLoader}. */
  public ZookeeperStoreProvider() {}

  @Override
  public String kind() {
    return ZookeeperAtomicStore.KIND;
  }

  @Override
  public AtomicStore open(Table table) throws IOException {
    String servers = table.settings().get("connect");
    if (servers == null) {
      throw new ValidationException(
          "The servers of ZooKeeper are missing",
          "set",
          "orcacid.store.zookeeper.connect",
          "path",
          table.logDirectory());
    }
    String path = table.settings().getOrDefault("path", DEFAULT_PATH);
    try {
      PathUtils.validatePath(path);
    } catch (IllegalArgumentException e) {
      throw new ValidationException(
          "Not the path of a node", e, "key", "orcacid.store.zookeeper.path", "value", path);
    }
    String root = (path.equals("/") ? "" : path) + "/" + table.id();
    return new ZookeeperAtomicStore(new Nodes(client(servers)), root);
  }

  private static CuratorFramework client(String servers) throws IOException {
    synchronized (OPEN) {
      CuratorFramework open = OPEN.get(servers);
      if (open == null) {
        open = connect(servers);
        OPEN.put(servers, open);
      }
      return open;
    }
  }

  private static CuratorFramework connect(String servers) throws IOException {
    CuratorFramework client =
        CuratorFrameworkFactory.newClient(
            servers, new ExponentialBackoffRetry(RETRY_MILLISECONDS, RETRIES));
    client.start();
    boolean connected = false;
    try {
      connected = client.blockUntilConnected(CONNECTION_SECONDS, TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new InterruptedIOException("interrupted while connecting to ZooKeeper");
    } finally {
      if (!connected) {
        client.close();
      }
    }
    if (!connected) {
      throw new IOException(
          "ZooKeeper did not answer within " + CONNECTION_SECONDS + " s at " + servers);
    }
    return client;
  }
}
