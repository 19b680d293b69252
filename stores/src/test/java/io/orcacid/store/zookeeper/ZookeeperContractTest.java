package io.orcacid.store.zookeeper;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.orcacid.error.ValidationException;
import io.orcacid.format.io.Storage;
import io.orcacid.store.LosingProxy;
import io.orcacid.store.Servers;
import io.orcacid.txn.store.AtomicStore;
import io.orcacid.txn.store.AtomicStore.Outcome;
import io.orcacid.txn.store.AtomicStoreProvider.Table;
import io.orcacid.txn.store.StoreContract;
import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import org.apache.curator.framework.CuratorFramework;
import org.apache.curator.framework.CuratorFrameworkFactory;
import org.apache.curator.retry.RetryNTimes;
import org.apache.curator.test.TestingServer;
import org.apache.zookeeper.KeeperException;
import org.apache.zookeeper.ZooKeeper;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class ZookeeperContractTest extends StoreContract {
  private static final String PATH = "/warehouse/logs";

  private final Map<String, CuratorFramework> clients = new HashMap<>();

  @AfterEach
  void close() {
    clients.values().forEach(CuratorFramework::close);
  }

  @Override
  protected String kind() {
    return "zookeeper";
  }

  private static Table table(UUID id, Map<String, String> settings) {
    return new Table(Storage.local(), "/t/_acid_log", id, settings);
  }

  @Override
  protected AtomicStore open(UUID table) throws Exception {
    return new ZookeeperStoreProvider()
        .open(table(table, Map.of("connect", Servers.zookeeper(), "path", PATH)));
  }

  private CuratorFramework client(String servers) {
    return clients.computeIfAbsent(
        servers,
        wanted -> {
          CuratorFramework client =
              CuratorFrameworkFactory.newClient(wanted, 10_000, 10_000, new RetryNTimes(1, 100));
          client.start();
          return client;
        });
  }

  private static AtomicStore store(Nodes nodes, UUID table) {
    return new ZookeeperAtomicStore(nodes, PATH + "/" + table);
  }

  @Override
  protected AtomicStore faulty(UUID table, Fault fault) throws Exception {
    return store(
        new Nodes(client(Servers.zookeeper())) {
          @Override
          void createOnce(ZooKeeper session, String path, byte[] content)
              throws KeeperException, InterruptedException {
            if (fault == Fault.DONE) {
              super.createOnce(session, path, content);
            }
            throw new KeeperException.ConnectionLossException();
          }
        },
        table);
  }

  @Test
  void an_expired_session_is_followed_by_another_and_loses_nothing() throws Exception {
    UUID table = UUID.randomUUID();
    CuratorFramework client = client(Servers.zookeeper());
    AtomicStore store = store(new Nodes(client), table);
    assertThat(store.putIfAbsent("_v0.json", new byte[] {0})).isEqualTo(Outcome.WON);
    long before = client.getZookeeperClient().getZooKeeper().getSessionId();
    client.getZookeeperClient().getZooKeeper().getTestable().injectSessionExpiration();
    assertThat(client.blockUntilConnected(30, TimeUnit.SECONDS)).isTrue();
    Outcome outcome = store.putIfAbsent("_v1.json", new byte[] {1});
    while (outcome == Outcome.UNKNOWN) {
      outcome = store.putIfAbsent("_v1.json", new byte[] {1});
    }
    assertThat(store.read("_v0.json")).hasValue(new byte[] {0});
    assertThat(store.read("_v1.json")).hasValue(new byte[] {1});
    assertThat(client.getZookeeperClient().getZooKeeper().getSessionId()).isNotEqualTo(before);
  }

  @Test
  void a_session_that_expires_during_the_creation_is_unknown() throws Exception {
    UUID table = UUID.randomUUID();
    AtomicStore store =
        store(
            new Nodes(client(Servers.zookeeper())) {
              @Override
              void createOnce(ZooKeeper session, String path, byte[] content)
                  throws KeeperException, InterruptedException {
                super.createOnce(session, path, content);
                throw new KeeperException.SessionExpiredException();
              }
            },
            table);
    assertThat(store.putIfAbsent("_v0.json", new byte[] {0})).isEqualTo(Outcome.UNKNOWN);
    assertThat(store.read("_v0.json")).hasValue(new byte[] {0});
  }

  @Test
  void a_server_that_is_gone_is_an_error_or_unknown_and_what_was_put_is_there_again_with_it()
      throws Exception {
    UUID table = UUID.randomUUID();
    try (TestingServer server = new TestingServer(-1, true)) {
      AtomicStore store = store(new Nodes(client(server.getConnectString())), table);
      assertThat(store.putIfAbsent("_v0.json", new byte[] {0})).isEqualTo(Outcome.WON);
      server.stop();
      Outcome outcome;
      try {
        outcome = store.putIfAbsent("_v1.json", new byte[] {1});
      } catch (IOException notSent) {
        outcome = Outcome.UNKNOWN;
      }
      assertThat(outcome).isEqualTo(Outcome.UNKNOWN);
      assertThatThrownBy(() -> store.read("_v0.json")).isInstanceOf(IOException.class);
      server.restart();
      assertThat(client(server.getConnectString()).blockUntilConnected(60, TimeUnit.SECONDS))
          .isTrue();
      assertThat(store.read("_v0.json")).hasValue(new byte[] {0});
    }
  }

  @Test
  void an_answer_that_is_lost_on_the_wire_is_unknown_and_the_content_is_there_or_not()
      throws Exception {
    UUID table = UUID.randomUUID();
    int port = Integer.parseInt(Servers.zookeeper().replaceAll(".*:", ""));
    int found = 0;
    try (LosingProxy proxy = new LosingProxy(port)) {
      CuratorFramework client = client("127.0.0.1:" + proxy.port());
      AtomicStore store = store(new Nodes(client), table);
      assertThat(store.putIfAbsent("_v00000000000000000000.json", new byte[] {0}))
          .isEqualTo(Outcome.WON);
      for (int version = 1; version <= 20 && found < 3; version++) {
        String name = String.format("_v%020d.json", version);
        byte[] own = {(byte) version};
        proxy.loseAnswers();
        Outcome outcome;
        try {
          outcome = store.putIfAbsent(name, own);
        } catch (IOException notSent) {
          outcome = Outcome.UNKNOWN;
        }
        assertThat(outcome).isEqualTo(Outcome.UNKNOWN);
        proxy.handAnswersOn();
        assertThat(client.blockUntilConnected(60, TimeUnit.SECONDS)).isTrue();
        AtomicStore other = open(table);
        if (other.read(name).isPresent()) {
          assertThat(other.read(name)).hasValue(own);
          found++;
        }
      }
    }
    // A heartbeat may end a connection before the request of a put does.
    assertThat(found).isPositive();
  }

  @Test
  void pieces_go_with_the_put_that_lost_and_with_the_name() throws Exception {
    UUID table = UUID.randomUUID();
    CuratorFramework client = client(Servers.zookeeper());
    AtomicStore store = store(new Nodes(client), table);
    byte[] content = new byte[1_200_000];
    assertThat(store.putIfAbsent("_part-1.orc", content)).isEqualTo(Outcome.WON);
    assertThat(store.putIfAbsent("_part-1.orc", content)).isEqualTo(Outcome.LOST);
    String pieces = PATH + "/" + table + "/pieces";
    List<String> kept = client.getChildren().forPath(pieces);
    assertThat(kept).hasSize(1);
    assertThat(store.read("_part-1.orc")).hasValue(content);
    store.remove("_part-1.orc");
    assertThat(client.getChildren().forPath(pieces)).isEmpty();
  }

  @Test
  void a_directory_of_many_names_does_not_need_one_answer() throws Exception {
    UUID table = UUID.randomUUID();
    CuratorFramework client = client(Servers.zookeeper());
    AtomicStore store = store(new Nodes(client), table);
    for (int version : new int[] {0, 1, 999, 1000, 1001, 123_456}) {
      store.putIfAbsent(String.format("_v%020d.json", version), new byte[] {1});
    }
    assertThat(client.getChildren().forPath(PATH + "/" + table + "/d")).hasSize(3);
    assertThat(store.list("_v", "_v00000000000000000999.json", 1))
        .containsExactly("_v00000000000000001000.json");
  }

  @Test
  void settings_that_are_missing_or_wrong_are_refused() {
    assertThatThrownBy(() -> new ZookeeperStoreProvider().open(table(UUID.randomUUID(), Map.of())))
        .isInstanceOf(ValidationException.class)
        .hasMessageContaining("orcacid.store.zookeeper.connect");
    assertThatThrownBy(
            () ->
                new ZookeeperStoreProvider()
                    .open(
                        table(
                            UUID.randomUUID(),
                            Map.of("connect", "127.0.0.1:1", "path", "no/slash"))))
        .isInstanceOf(ValidationException.class)
        .hasMessageContaining("orcacid.store.zookeeper.path");
  }
}
