package io.orcacid.store.zookeeper;

import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.apache.curator.RetryLoop;
import org.apache.curator.framework.CuratorFramework;
import org.apache.zookeeper.CreateMode;
import org.apache.zookeeper.KeeperException;
import org.apache.zookeeper.ZooDefs;
import org.apache.zookeeper.ZooKeeper;

/** What the store asks of ZooKeeper; apart so that a test can let an answer be lost. */
class Nodes {
  private final CuratorFramework client;

  Nodes(CuratorFramework client) {
    this.client = client;
  }

  /** The present session; what fails here was not sent. */
  ZooKeeper session() throws Exception {
    return client.getZookeeperClient().getZooKeeper();
  }

  /**
   * Creates a node, asked once: of a creation that is asked again nobody knows whose node is there.
   */
  void createOnce(ZooKeeper session, String path, byte[] content)
      throws KeeperException, InterruptedException {
    session.create(path, content, ZooDefs.Ids.OPEN_ACL_UNSAFE, CreateMode.PERSISTENT);
  }

  /** Makes a node and its parents if they are not there. */
  void createDirectories(String path) throws Exception {
    try {
      client.create().creatingParentsIfNeeded().forPath(path, new byte[0]);
    } catch (KeeperException.NodeExistsException there) {
      return;
    }
  }

  /** Creates a node that is nobody else's, however often it is asked. */
  void createOwn(String path, byte[] content) throws Exception {
    try {
      client.create().forPath(path, content);
    } catch (KeeperException.NodeExistsException there) {
      return;
    }
  }

  byte[] read(String path) throws Exception {
    return client.getData().forPath(path);
  }

  void write(String path, byte[] content) throws Exception {
    client.setData().forPath(path, content);
  }

  List<String> children(String path) throws Exception {
    return client.getChildren().forPath(path);
  }

  void delete(String path) throws Exception {
    client.delete().forPath(path);
  }

  /** Waits until the server of this session knows all that the leader knew. */
  void sync(String path) throws Exception {
    RetryLoop.callWithRetry(
        client.getZookeeperClient(),
        () -> {
          CompletableFuture<Integer> answer = new CompletableFuture<>();
          session().sync(path, (code, synced, context) -> answer.complete(code), null);
          KeeperException.Code code = KeeperException.Code.get(answer.get());
          if (code != KeeperException.Code.OK) {
            throw KeeperException.create(code, path);
          }
          return code;
        });
  }
}
