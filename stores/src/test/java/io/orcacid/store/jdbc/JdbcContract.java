package io.orcacid.store.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.orcacid.format.io.Storage;
import io.orcacid.txn.store.AtomicStore;
import io.orcacid.txn.store.AtomicStore.Outcome;
import io.orcacid.txn.store.AtomicStoreProvider.Table;
import io.orcacid.txn.store.StoreContract;
import java.io.IOException;
import java.util.Map;
import java.util.UUID;
import javax.sql.DataSource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What every database must do. */
abstract class JdbcContract extends StoreContract {
  private static final byte[] OWN = {1};

  abstract Map<String, String> settings() throws Exception;

  /** The same database without a pool. */
  abstract DataSource database() throws Exception;

  abstract Dialect dialect();

  @Override
  protected String kind() {
    return "jdbc";
  }

  @Override
  protected AtomicStore open(UUID table) throws Exception {
    return new JdbcStoreProvider()
        .open(new Table(Storage.local(), "/t/_acid_log", table, settings()));
  }

  @Override
  protected AtomicStore faulty(UUID table, Fault fault) throws Exception {
    return failing(table, fault, "08006");
  }

  private AtomicStore failing(UUID table, Fault fault, String state) throws Exception {
    return new JdbcAtomicStore(
        FailingDatabase.of(database(), fault, state), dialect(), AtomicStore.Scope.STORE, table);
  }

  @ParameterizedTest
  @ValueSource(strings = {"08003", "08006", "08007", "57P01", "40001", "40003", "58030", "HYT00"})
  void an_error_that_may_come_after_the_commit_is_unknown(String state) throws Exception {
    UUID table = UUID.randomUUID();
    assertThat(failing(table, Fault.DONE, state).putIfAbsent("_v1.json", OWN))
        .isEqualTo(Outcome.UNKNOWN);
    assertThat(open(table).read("_v1.json")).hasValue(OWN);
  }

  @Test
  void an_error_without_a_state_is_unknown() throws Exception {
    assertThat(failing(UUID.randomUUID(), Fault.DONE, null).putIfAbsent("_v1.json", OWN))
        .isEqualTo(Outcome.UNKNOWN);
  }

  @ParameterizedTest
  @ValueSource(strings = {"22001", "23502", "25006", "42501", "42P01"})
  void a_statement_that_the_database_refused_is_an_error_and_nothing_is_there(String state)
      throws Exception {
    UUID table = UUID.randomUUID();
    assertThatThrownBy(() -> failing(table, Fault.NOT_DONE, state).putIfAbsent("_v1.json", OWN))
        .isInstanceOf(IOException.class);
    assertThat(open(table).read("_v1.json")).isEmpty();
  }

  @Test
  void a_name_that_is_not_there_is_not_confirmed() {
    assertThatThrownBy(() -> open(UUID.randomUUID()).confirm("_v1.json"))
        .isInstanceOf(IOException.class);
  }
}
