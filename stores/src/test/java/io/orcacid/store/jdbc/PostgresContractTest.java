package io.orcacid.store.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import io.orcacid.store.LosingProxy;
import io.orcacid.store.PostgresServer;
import io.orcacid.store.Servers;
import io.orcacid.txn.store.AtomicStore;
import io.orcacid.txn.store.AtomicStore.Outcome;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.Statement;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import javax.sql.DataSource;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.postgresql.ds.PGSimpleDataSource;

class PostgresContractTest extends JdbcContract {
  @BeforeAll
  static void requirePrograms() throws Exception {
    boolean installed = PostgresServer.programs().isPresent();
    if (!installed) {
      System.out.println(
          "SKIPPED: PostgreSQL is not installed below /usr/lib/postgresql;"
              + " apt-get install postgresql, or the JDBC store is not tested on it");
    }
    Assumptions.assumeTrue(installed, "PostgreSQL is not installed");
  }

  @Override
  Map<String, String> settings() throws Exception {
    return Map.of("url", Servers.postgres().url(), "user", "orcacid");
  }

  @Override
  DataSource database() throws Exception {
    PGSimpleDataSource database = new PGSimpleDataSource();
    database.setURL(Servers.postgres().url());
    database.setUser("orcacid");
    return database;
  }

  @Override
  Dialect dialect() {
    return Dialect.POSTGRESQL;
  }

  private static Connection administrator() throws Exception {
    return DriverManager.getConnection(Servers.postgres().url(), "orcacid", "");
  }

  @Test
  void a_commit_waits_for_the_disk_though_the_server_is_set_not_to() throws Exception {
    open(UUID.randomUUID());
    try (Connection bare = administrator();
        Statement statement = bare.createStatement()) {
      assertThat(setting(statement)).isEqualTo("off");
      statement.execute(Dialect.POSTGRESQL.firstStatement().orElseThrow());
      assertThat(setting(statement)).isEqualTo("on");
    }
  }

  private static String setting(Statement statement) throws Exception {
    try (ResultSet rows = statement.executeQuery("SHOW synchronous_commit")) {
      assertThat(rows.next()).isTrue();
      return rows.getString(1);
    }
  }

  /** The insert waits for another of the same name; its connection is ended while it does. */
  @Test
  void a_connection_that_the_server_ends_during_the_insert_is_unknown() throws Exception {
    UUID table = UUID.randomUUID();
    AtomicStore store = open(table);
    try (Connection other = administrator();
        Connection administrator = administrator()) {
      other.setAutoCommit(false);
      try (Statement insert = other.createStatement()) {
        insert.execute(
            "INSERT INTO orcacid_log VALUES ('" + table + "', '', '_v1.json', 'other'::bytea)");
      }
      CompletableFuture<Outcome> outcome =
          CompletableFuture.supplyAsync(
              () -> {
                try {
                  return store.putIfAbsent("_v1.json", new byte[] {1});
                } catch (Exception e) {
                  throw new IllegalStateException(e);
                }
              });
      endWhoWaits(administrator);
      assertThat(outcome.get(60, TimeUnit.SECONDS)).isEqualTo(Outcome.UNKNOWN);
      other.rollback();
    }
    assertThat(store.read("_v1.json")).isEmpty();
    assertThat(store.putIfAbsent("_v1.json", new byte[] {1})).isEqualTo(Outcome.WON);
  }

  private static void endWhoWaits(Connection administrator) throws Exception {
    long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(60);
    boolean ended = false;
    while (!ended) {
      assertThat(System.nanoTime()).isLessThan(end);
      try (Statement statement = administrator.createStatement();
          ResultSet rows =
              statement.executeQuery(
                  "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
                      + " WHERE wait_event_type = 'Lock' AND query LIKE 'INSERT%'")) {
        ended = rows.next();
      }
    }
  }

  @Test
  void an_answer_that_is_lost_on_the_wire_after_the_commit_is_unknown_and_found_by_a_read()
      throws Exception {
    UUID table = UUID.randomUUID();
    AtomicStore store = open(table);
    int port = Integer.parseInt(Servers.postgres().url().replaceAll(".*:(\\d+)/.*", "$1"));
    try (LosingProxy proxy = new LosingProxy(port)) {
      PGSimpleDataSource losing =
          new PGSimpleDataSource() {
            @Override
            public Connection getConnection() throws java.sql.SQLException {
              Connection connection = super.getConnection();
              proxy.loseAnswers();
              return connection;
            }
          };
      losing.setURL("jdbc:postgresql://127.0.0.1:" + proxy.port() + "/postgres");
      losing.setUser("orcacid");
      AtomicStore cut = new JdbcAtomicStore(losing, dialect(), AtomicStore.Scope.STORE, table);
      assertThat(cut.putIfAbsent("_v1.json", new byte[] {1})).isEqualTo(Outcome.UNKNOWN);
    }
    assertThat(store.read("_v1.json")).hasValue(new byte[] {1});
    store.confirm("_v1.json");
  }
}
