package io.orcacid.txn;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.orcacid.error.CommitStateUnknownException;
import io.orcacid.error.ValidationException;
import io.orcacid.testkit.ChildProcess;
import io.orcacid.txn.FaultyStore.Fault;
import io.orcacid.txn.FaultyStore.SimulatedCrash;
import io.orcacid.txn.log.CommitLog;
import io.orcacid.txn.log.Operation;
import io.orcacid.txn.log.RecordedToken;
import io.orcacid.txn.log.TableState;
import io.orcacid.txn.log.Token;
import io.orcacid.txn.log.VersionInfo;
import io.orcacid.txn.store.AtomicStore;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What a commit with a token does when it is run again (PROTOCOL.md R13). */
class TokenTest {
  private static final Duration PATIENCE = Duration.ofMinutes(2);

  @TempDir Path directory;
  private TestTable table;
  private TransactionManager manager;

  @BeforeEach
  void create() throws IOException {
    table = new TestTable(directory);
    manager = table.manager(table.create());
  }

  private static TransactionHandle begin(TransactionManager manager, String app, long sequence)
      throws IOException {
    return manager.begin(BeginOptions.of(Operation.INSERT).withToken(new Token(app, sequence)));
  }

  private Committed insert(TransactionManager by, String application, long sequence)
      throws IOException {
    try (TransactionHandle transaction = begin(by, application, sequence)) {
      table.addInsert(transaction, "p=1", 1);
      return transaction.commit();
    }
  }

  private void requireDirectories(int count) throws IOException {
    assertThat(table.open().newest().directories("p=1")).hasSize(count);
  }

  @Test
  void a_replay_returns_what_was_recorded_and_commits_nothing() throws IOException {
    Committed first = insert(manager, "loader", 7);
    table.insert(manager, "p=2", 1);
    try (TransactionHandle replay = begin(manager, "loader", 7)) {
      table.addInsert(replay, "p=1", 1);
      assertThat(replay.commit()).isEqualTo(first);
      assertThat(replay.status()).isEqualTo(TransactionHandle.Status.REPLAYED);
      assertThatThrownBy(replay::commit).isInstanceOf(ValidationException.class);
    }
    assertThat(manager.log().newest().version()).isEqualTo(2);
    requireDirectories(1);
    table.insert(manager, "p=2", 1);
    assertThat(manager.log().newest().isAborted(3)).as("its claim was given up").isTrue();
  }

  @Test
  void a_lower_sequence_is_a_replay_too_and_a_greater_one_is_not() throws IOException {
    insert(manager, "loader", 3);
    Committed greatest = insert(manager, "loader", 9);
    assertThat(insert(manager, "loader", 3)).isEqualTo(greatest);
    assertThat(insert(manager, "loader", 8)).isEqualTo(greatest);
    assertThat(insert(manager, "loader", 10).version()).isEqualTo(3);
    requireDirectories(3);
  }

  @Test
  void applications_count_for_themselves() throws IOException {
    insert(manager, "one", 5);
    assertThat(insert(manager, "other", 0).version()).isEqualTo(2);
    assertThat(insert(manager, "One", 0).version()).isEqualTo(3);
    requireDirectories(3);
  }

  @Test
  void state_and_history_say_what_was_recorded() throws IOException {
    Committed committed = insert(manager, "loader", 4);
    CommitLog log = table.open();
    VersionInfo info = log.history().versions().get(1);
    assertThat(info.token()).contains(new Token("loader", 4));
    assertThat(log.newest().token("loader"))
        .contains(new RecordedToken(4, 1, info.commitId(), committed.time()));
    assertThat(log.newest().token("another")).isEmpty();
  }

  @Test
  void a_transaction_without_files_makes_a_version_without_data_change_and_only_once()
      throws IOException {
    Committed first;
    try (TransactionHandle empty = begin(manager, "loader", 1)) {
      empty.writeId();
      first = empty.commit();
    }
    assertThat(first.version()).isEqualTo(1);
    VersionInfo info = table.open().history().versions().get(1);
    assertThat(info.dataChange()).isFalse();
    assertThat(info.writeId()).isEmpty();
    assertThat(info.token()).contains(new Token("loader", 1));
    try (TransactionHandle again = begin(manager, "loader", 1)) {
      assertThat(again.commit()).isEqualTo(first);
    }
    assertThat(insert(manager, "loader", 1)).isEqualTo(first);
    assertThat(manager.log().newest().version()).isEqualTo(1);
  }

  @ParameterizedTest
  @EnumSource(names = {"LOST_ANSWER", "SAYS_EXISTS", "LOST_REQUEST"})
  void a_lost_answer_records_the_token_once(Fault fault) throws IOException {
    for (String kind : List.of("rows", "nothing")) {
      FaultyStore store = FaultyStore.atPut(table.localStore(), fault, "_v");
      TransactionManager losing = table.manager(table.open(store));
      long before = losing.log().newest().version();
      try (TransactionHandle transaction = begin(losing, kind, 1)) {
        if (kind.equals("rows")) {
          table.addInsert(transaction, "p=1", 1);
        }
        assertThat(transaction.commit().version()).isEqualTo(before + 1);
        assertThat(transaction.status()).isEqualTo(TransactionHandle.Status.COMMITTED);
      }
      assertThat(store.faults()).isEqualTo(1);
      assertThat(table.open().newest().version()).isEqualTo(before + 1);
    }
    requireDirectories(1);
  }

  @Test
  void an_unknown_outcome_is_found_out_and_is_no_replay_of_itself() throws IOException {
    for (String kind : List.of("rows", "nothing")) {
      UnreadableStore store = new UnreadableStore(table.localStore());
      TransactionManager unsure = table.manager(table.open(store));
      store.arm();
      try (TransactionHandle transaction = begin(unsure, kind, 1)) {
        if (kind.equals("rows")) {
          table.addInsert(transaction, "p=1", 1);
        }
        assertThatThrownBy(transaction::commit).isInstanceOf(CommitStateUnknownException.class);
        store.repair();
        // Another has gone on meanwhile.
        insert(manager, kind, 2);
        transaction.commit();
        assertThat(transaction.status()).isEqualTo(TransactionHandle.Status.COMMITTED);
        assertThat(
                table.open().history().versions().stream()
                    .filter(info -> info.commitId().equals(transaction.commitId())))
            .hasSize(1);
      }
    }
  }

  @Test
  void a_crash_at_any_call_and_a_replay_leave_the_rows_once() throws IOException {
    for (Fault fault : List.of(Fault.CRASH_BEFORE, Fault.CRASH_AFTER)) {
      for (long call = 1; ; call++) {
        TestTable fresh = new TestTable(directory.resolve(fault + "-" + call));
        fresh.create();
        FaultyStore store = FaultyStore.atCall(fresh.localStore(), fault, call);
        boolean crashed = false;
        try {
          importOnce(fresh, store);
        } catch (SimulatedCrash crash) {
          crashed = true;
        }
        importOnce(fresh, fresh.localStore());
        TableState state = fresh.open().newest();
        assertThat(state.directories("p=1")).as("%s at call %d", fault, call).hasSize(1);
        assertThat(state.version()).isEqualTo(1);
        if (!crashed) {
          assertThat(call).isGreaterThan(5);
          break;
        }
      }
    }
  }

  private static void importOnce(TestTable table, AtomicStore store) throws IOException {
    TransactionManager manager = table.manager(table.open(store));
    try (TransactionHandle transaction = begin(manager, "import", 1)) {
      table.addInsert(transaction, "p=1", 1);
      transaction.commit();
    }
  }

  @Test
  void of_threads_with_the_same_token_one_commits_and_all_get_its_version() throws Exception {
    ExecutorService executor = Executors.newFixedThreadPool(6);
    try {
      List<Future<Committed>> results = new ArrayList<>();
      for (int thread = 0; thread < 6; thread++) {
        TransactionManager own = thread % 2 == 0 ? manager : table.manager();
        results.add(executor.submit(() -> insert(own, "loader", 1)));
      }
      for (Future<Committed> result : results) {
        assertThat(result.get().version()).isEqualTo(1);
      }
    } finally {
      executor.shutdownNow();
    }
    requireDirectories(1);
  }

  /** A process that commits one insert with a token, over and over. */
  public static final class Loader {
    private Loader() {}

    /** Arguments: the directory of the table, the number of sequences. */
    public static void main(String[] arguments) throws IOException {
      TestTable table = new TestTable(Path.of(arguments[0]));
      TransactionManager manager = table.manager();
      for (int sequence = 0; sequence < Integer.parseInt(arguments[1]); sequence++) {
        try (TransactionHandle transaction = begin(manager, "loader", sequence)) {
          table.addInsert(transaction, "p=1", 1);
          transaction.commit();
        }
      }
      System.out.println("DONE");
    }
  }

  @Test
  void two_processes_with_the_same_tokens_commit_each_once() throws IOException {
    ChildProcess.Program program = ChildProcess.of(Loader.class, directory.toString(), "25");
    try (ChildProcess one = program.start();
        ChildProcess other = program.start()) {
      assertThat(one.exitCode(PATIENCE)).as(one.err()).isZero();
      assertThat(other.exitCode(PATIENCE)).as(other.err()).isZero();
    }
    requireDirectories(25);
    assertThat(table.open().history().versions().stream().skip(1).map(VersionInfo::token))
        .hasSize(25)
        .doesNotHaveDuplicates()
        .allSatisfy(token -> assertThat(token).isPresent());
  }

  @Test
  void a_table_with_a_token_is_written_only_by_those_who_know_tokens() throws IOException {
    table.insert(manager, "p=1", 1);
    assertThat(manager.log().newest().minWriterVersion()).isEqualTo(1);
    insert(manager, "loader", 1);
    assertThat(table.open().newest().minWriterVersion()).isEqualTo(3);
  }

  @Test
  void tokens_that_nobody_may_have_are_refused() {
    for (String application : List.of("", "a\nb", "\ud800", "x".repeat(1001))) {
      assertThatThrownBy(() -> new Token(application, 1)).isInstanceOf(ValidationException.class);
    }
    assertThatThrownBy(() -> new Token("a", -1)).isInstanceOf(ValidationException.class);
    assertThat(Optional.of(new Token("../ä 😀", Long.MAX_VALUE))).isPresent();
  }
}
