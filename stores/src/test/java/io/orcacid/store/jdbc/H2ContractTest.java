package io.orcacid.store.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.orcacid.error.UnsupportedTableException;
import io.orcacid.error.ValidationException;
import io.orcacid.format.io.Storage;
import io.orcacid.txn.store.AtomicStore;
import io.orcacid.txn.store.AtomicStoreProvider.Table;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import java.util.UUID;
import javax.sql.DataSource;
import org.h2.jdbcx.JdbcDataSource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class H2ContractTest extends JdbcContract {
  @TempDir static Path temporary;

  private static String url() {
    return "jdbc:h2:" + temporary.resolve("logs");
  }

  @Override
  Map<String, String> settings() {
    return Map.of("url", url());
  }

  @Override
  DataSource database() {
    JdbcDataSource database = new JdbcDataSource();
    database.setURL(url());
    return database;
  }

  @Override
  Dialect dialect() {
    return Dialect.H2;
  }

  private static Table table(Map<String, String> settings) {
    return new Table(Storage.local(), "/t/_acid_log", UUID.randomUUID(), settings);
  }

  @Test
  void a_database_in_memory_keeps_only_threads_apart_and_says_so() throws IOException {
    AtomicStore store = new JdbcStoreProvider().open(table(Map.of("url", "jdbc:h2:mem:logs")));
    assertThat(store.scope()).isEqualTo(AtomicStore.Scope.JVM);
    assertThat(JdbcStoreProvider.scope("jdbc:h2:tcp://db/mem:logs"))
        .isEqualTo(AtomicStore.Scope.JVM);
    assertThat(JdbcStoreProvider.scope("jdbc:postgresql://db/mem:logs"))
        .isEqualTo(AtomicStore.Scope.STORE);
  }

  @Test
  void a_database_in_files_without_their_lock_is_refused() {
    assertThatThrownBy(
            () -> new JdbcStoreProvider().open(table(Map.of("url", url() + ";FILE_LOCK=NO"))))
        .isInstanceOf(UnsupportedTableException.class);
  }

  @Test
  void a_missing_address_or_driver_is_said() {
    assertThatThrownBy(() -> new JdbcStoreProvider().open(table(Map.of())))
        .isInstanceOf(ValidationException.class)
        .hasMessageContaining("orcacid.store.jdbc.url");
    assertThatThrownBy(
            () -> new JdbcStoreProvider().open(table(Map.of("url", "jdbc:nothing://x/y"))))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("driver");
  }

  @Test
  void another_database_is_refused() {
    assertThatThrownBy(() -> Dialect.of("Derby"))
        .isInstanceOf(UnsupportedTableException.class)
        .hasMessageContaining("PostgreSQL");
  }
}
