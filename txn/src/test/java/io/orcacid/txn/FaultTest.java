package io.orcacid.txn;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.orcacid.error.CommitStateUnknownException;
import io.orcacid.txn.FaultyStore.Fault;
import io.orcacid.txn.FaultyStore.SimulatedCrash;
import io.orcacid.txn.log.CommitLog;
import io.orcacid.txn.log.Operation;
import io.orcacid.txn.log.TableState;
import io.orcacid.txn.policy.ConflictPolicy;
import io.orcacid.txn.store.AtomicStore;
import io.orcacid.txn.store.LocalAtomicStore;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class FaultTest {
  @TempDir Path directory;

  @ParameterizedTest
  @EnumSource(names = {"LOST_ANSWER", "SAYS_EXISTS", "LOST_REQUEST"})
  void a_lost_answer_of_a_commit_counts_the_rows_once(Fault fault) throws IOException {
    TestTable table = new TestTable(directory);
    table.create();
    FaultyStore store = FaultyStore.atPut(table.localStore(), fault, "_v");
    TransactionManager manager = table.manager(table.open(store));

    assertThat(table.insert(manager, "p=1", 1).version()).isEqualTo(1);

    assertThat(store.faults()).isEqualTo(1);
    TableState state = table.open().newest();
    assertThat(state.version()).isEqualTo(1);
    assertThat(state.directories("p=1")).hasSize(1);
  }

  @ParameterizedTest
  @EnumSource(names = {"LOST_ANSWER", "SAYS_EXISTS"})
  void a_lost_answer_of_a_claim_burns_the_write_id(Fault fault) throws IOException {
    TestTable table = new TestTable(directory);
    table.create();
    TransactionManager manager =
        table.manager(table.open(FaultyStore.atPut(table.localStore(), fault, "_ids/")));
    try (TransactionHandle transaction = manager.begin(BeginOptions.of(Operation.INSERT))) {
      assertThat(transaction.writeId()).isEqualTo(2);
      table.addInsert(transaction, "p=1", 1);
      transaction.commit();
    }
    TableState state = table.open().newest();
    assertThat(state.snapshot("t").writeIds()).hasToString("t:2:9223372036854775807::1");
    assertThat(state.isAborted(1)).isTrue();
  }

  @Test
  void a_claim_that_never_came_to_the_store_is_put_again_at_the_same_number() throws IOException {
    TestTable table = new TestTable(directory);
    table.create();
    FaultyStore store = FaultyStore.atPut(table.localStore(), Fault.LOST_REQUEST, "_ids/");
    TransactionManager manager = table.manager(table.open(store));
    try (TransactionHandle transaction = manager.begin(BeginOptions.of(Operation.INSERT))) {
      assertThat(transaction.writeId()).isEqualTo(1);
    }
    assertThat(store.faults()).isEqualTo(1);
  }

  @Test
  void a_refused_put_leaves_the_transaction_open_and_it_can_be_committed_again()
      throws IOException {
    TestTable table = new TestTable(directory);
    table.create();
    TransactionManager manager =
        table.manager(table.open(FaultyStore.atPut(table.localStore(), Fault.ERROR, "_v")));
    try (TransactionHandle transaction = manager.begin(BeginOptions.of(Operation.INSERT))) {
      table.addInsert(transaction, "p=1", 1);
      assertThatThrownBy(transaction::commit).isInstanceOf(IOException.class);
      assertThat(transaction.status()).isEqualTo(TransactionHandle.Status.ACTIVE);
      assertThat(transaction.commit().version()).isEqualTo(1);
    }
  }

  @Test
  void an_outcome_that_cannot_be_found_out_is_unknown_and_commit_asks_again() throws IOException {
    TestTable table = new TestTable(directory);
    table.create();
    UnreadableStore store = new UnreadableStore(table.localStore());
    store.arm();
    TransactionManager manager = table.manager(table.open(store));
    try (TransactionHandle transaction = manager.begin(BeginOptions.of(Operation.INSERT))) {
      table.addInsert(transaction, "p=1", 1);
      assertThatThrownBy(transaction::commit)
          .isInstanceOf(CommitStateUnknownException.class)
          .hasMessageContaining(transaction.commitId());
      assertThat(transaction.status()).isEqualTo(TransactionHandle.Status.UNKNOWN);
      assertThatThrownBy(transaction::abort).isInstanceOf(CommitStateUnknownException.class);
      store.repair();
      assertThat(transaction.commit().version()).isEqualTo(1);
    }
    assertThat(table.open().history().versions()).hasSize(2);
  }

  @Test
  void closing_a_transaction_of_unknown_outcome_gives_nothing_up() throws IOException {
    TestTable table = new TestTable(directory);
    table.create();
    UnreadableStore store = new UnreadableStore(table.localStore());
    store.arm();
    TransactionManager manager = table.manager(table.open(store));
    TransactionHandle transaction = manager.begin(BeginOptions.of(Operation.INSERT));
    table.addInsert(transaction, "p=1", 1);
    assertThatThrownBy(transaction::commit).isInstanceOf(CommitStateUnknownException.class);
    transaction.close();
    assertThat(table.logDirectory().resolve("_ids/_00000000000000000001.aborted")).doesNotExist();
  }

  /** One insert, one delete and one dropped insert, by a process that may die. */
  private static void history(TestTable table, AtomicStore store) throws IOException {
    TransactionManager manager = table.manager(table.open(store));
    table.insert(manager, "p=1", 2);
    try (TransactionHandle dropped = manager.begin(BeginOptions.of(Operation.INSERT))) {
      table.addInsert(dropped, "p=2", 1);
    }
    try (TransactionHandle delete = manager.begin(BeginOptions.of(Operation.DELETE))) {
      table.addDelete(delete, "p=1", TestTable.rows(delete.state().highWaterMark(), 0));
      delete.commit();
    }
    manager.close();
  }

  private long callsOfCalmHistory(Fault fault) throws IOException {
    TestTable table = new TestTable(directory.resolve(fault + "-calm"));
    table.create();
    FaultyStore counting = FaultyStore.atCall(table.localStore(), fault, -1);
    history(table, counting);
    return counting.calls();
  }

  @ParameterizedTest
  @EnumSource(names = {"LOST_ANSWER", "ERROR", "CRASH_BEFORE", "CRASH_AFTER"})
  void whatever_call_of_the_store_goes_wrong_the_table_stays_whole_and_goes_on(Fault fault)
      throws IOException {
    long calls = 0;
    for (long call = 1; call == 1 || call <= calls; call++) {
      TestTable table = new TestTable(directory.resolve(fault + "-" + call));
      table.create();
      FaultyStore store = FaultyStore.atCall(table.localStore(), fault, call);
      boolean finished = false;
      try {
        history(table, store);
        finished = true;
      } catch (SimulatedCrash | IOException | CommitStateUnknownException e) {
        assertThat(store.faults()).isEqualTo(1);
      }
      if (call == 1) {
        calls = callsOfCalmHistory(fault);
      }
      CommitLog log = table.open();
      TableState state = log.newest();
      assertThat(state.version()).as("%s at call %d", fault, call).isBetween(0L, 2L);
      assertThat(state.directories("p=1")).hasSize((int) state.version());
      assertThat(state.directories("p=2")).isEmpty();
      if (finished) {
        assertThat(state.version()).isEqualTo(2);
      }
      assertThat(log.history().versions()).hasSize((int) state.version() + 1);
      assertThat(table.insert(table.manager(log), "p=1", 1).version())
          .isEqualTo(state.version() + 1);
    }
    assertThat(calls).isGreaterThan(20);
  }

  @ParameterizedTest
  @EnumSource(names = {"CRASH_BEFORE", "CRASH_AFTER", "LOST_ANSWER", "SAYS_EXISTS"})
  void whatever_call_goes_wrong_while_a_table_is_created_it_can_be_created_or_is_there(Fault fault)
      throws IOException {
    for (long call = 1; call <= 8; call++) {
      TestTable table = new TestTable(directory.resolve(fault + "-" + call));
      LocalAtomicStore.create(table.logDirectory(), List.of("_ids"));
      FaultyStore store = FaultyStore.atCall(table.localStore(), fault, call);
      try {
        CommitLog.create(
            table.storage(),
            table.path(),
            store,
            TestTable.metadata(ConflictPolicy.HIVE),
            TestTable.LOG_OPTIONS);
      } catch (SimulatedCrash | IOException | CommitStateUnknownException e) {
        assertThat(store.faults()).isEqualTo(1);
      }
      if (table.localStore().read("_v00000000000000000000.json").isEmpty()) {
        table.create();
      }
      assertThat(table.insert(table.manager(), "p=1", 1).version()).isEqualTo(1);
    }
  }
}
