package io.orcacid.txn;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.orcacid.error.ValidationException;
import io.orcacid.error.WriteConflictException;
import io.orcacid.format.orc.RowIdSet;
import io.orcacid.testkit.ChildProcess;
import io.orcacid.txn.lock.LockProvider;
import io.orcacid.txn.log.Author;
import io.orcacid.txn.log.Fence;
import io.orcacid.txn.log.Operation;
import io.orcacid.txn.log.Token;
import io.orcacid.txn.log.VersionInfo;
import io.orcacid.txn.policy.ConflictPolicy;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** One writer at a time: the later one fences the earlier one (PROTOCOL.md §11). */
class SingleWriterTest {
  private static final Duration PATIENCE = Duration.ofMinutes(2);

  @TempDir Path directory;
  private TestTable table;

  @BeforeEach
  void create() throws IOException {
    table = new TestTable(directory);
    table.create(ConflictPolicy.SINGLE_WRITER);
  }

  private static BeginOptions insert() {
    return BeginOptions.of(Operation.INSERT);
  }

  @Test
  void every_data_commit_carries_the_epoch_of_its_writer() throws IOException {
    TransactionManager writer = table.manager();
    table.insert(writer, "p=1", 1);
    table.insert(writer, "p=1", 1);
    assertThat(writer.log().history().versions().stream().skip(1).map(VersionInfo::lockEpochs))
        .containsExactly(Map.of("writer", 1L), Map.of("writer", 1L));
    assertThat(writer.locks().holders())
        .extracting(LockProvider.Holder::name)
        .containsExactly("writer");
    writer.close();
    assertThat(table.manager().locks().holders()).isEmpty();
  }

  @Test
  void a_second_writer_fences_the_first_at_its_next_commit_even_before_its_own()
      throws IOException {
    TransactionManager first = table.manager();
    TransactionManager second =
        new TransactionManager(
            table.open(), TestTable.OPTIONS.withAuthor(new Author("second", "elsewhere", "")));
    table.insert(first, "p=1", 1);
    try (TransactionHandle late = first.begin(insert())) {
      table.addInsert(late, "p=1", 1);
      try (TransactionHandle taking = second.begin(insert())) {
        assertThatThrownBy(late::commit)
            .isInstanceOfSatisfying(
                WriteConflictException.class,
                e ->
                    assertThat(e.details())
                        .containsEntry("lock", "writer")
                        .containsEntry("epoch", 1L)
                        .containsEntry("otherEpoch", "2")
                        .containsEntry("owner", "second@elsewhere"));
        table.addInsert(taking, "p=2", 1);
        assertThat(taking.commit().version()).isEqualTo(2);
      }
    }
    assertThatThrownBy(() -> first.begin(insert()))
        .as("and stays fenced")
        .isInstanceOf(WriteConflictException.class)
        .hasMessageContaining("owner=second@elsewhere")
        .hasMessageContaining("otherEpoch=2");
    table.insert(second, "p=1", 1);
    assertThat(table.open().newest().directories("p=1")).hasSize(2);
  }

  /** A81: also where the second one's claim is seen by nobody but the log. */
  @Test
  void the_log_alone_fences_the_first() throws IOException {
    TransactionManager first = table.manager();
    try (TransactionHandle late = first.begin(insert())) {
      table.addInsert(late, "p=1", 1);
      table.insert(table.manager(), "p=2", 1);
      // As if a directory of locks had been lost.
      for (String object : table.localStore().list("_leases/_lock-", "", 10)) {
        table.localStore().remove(object);
      }
      assertThatThrownBy(late::commit)
          .isInstanceOf(WriteConflictException.class)
          .hasMessageContaining("otherEpoch=2");
    }
    table.insert(table.manager(), "p=3", 1);
    assertThat(table.open().newest().lockEpoch("writer"))
        .as("epochs go on above those of the log")
        .isEqualTo(3);
  }

  @Test
  void two_transactions_of_one_writer_that_overlap_conflict_wherever_they_write()
      throws IOException {
    TransactionManager writer = table.manager();
    try (TransactionHandle one = writer.begin(insert());
        TransactionHandle other = writer.begin(insert())) {
      table.addInsert(one, "p=1", 1);
      table.addInsert(other, "p=2", 1);
      one.commit();
      assertThatThrownBy(other::commit)
          .isInstanceOf(WriteConflictException.class)
          .hasMessageContaining("policy=single-writer");
    }
  }

  @Test
  void an_overwrite_that_wins_over_all_else_is_fenced_too() throws IOException {
    TransactionManager writer = table.manager();
    try (TransactionHandle one = writer.begin(insert());
        TransactionHandle other = writer.begin(BeginOptions.of(Operation.OVERWRITE))) {
      other.overwriteBy(OverwriteMode.LAST_WINS);
      other.writeId();
      other.replaceTable(
          partition -> {
            throw new AssertionError("it never comes to that");
          });
      table.addInsert(one, "p=1", 1);
      one.commit();
      assertThatThrownBy(other::commit).isInstanceOf(WriteConflictException.class);
    }
  }

  @Test
  void upkeep_needs_no_epoch_and_fences_nobody() throws IOException {
    TransactionManager writer = table.manager();
    table.insert(writer, "p=1", 1);
    TransactionManager upkeep = table.manager();
    upkeep.maintenance().announce(1, Map.of(), Fence.NONE);
    assertThat(table.insert(writer, "p=1", 1).version()).isEqualTo(3);
    assertThat(upkeep.log().newest().lockEpoch("writer")).isEqualTo(1);
  }

  @Test
  void a_transaction_of_a_laxer_table_may_ask_for_it() throws IOException {
    TestTable hive = new TestTable(directory.resolve("hive"));
    TransactionManager manager = hive.manager(hive.create());
    hive.insert(manager, "p=1", 2);
    try (TransactionHandle strict =
        manager.begin(insert().withPolicy(ConflictPolicy.SINGLE_WRITER))) {
      hive.addInsert(strict, "p=1", 1);
      hive.insert(manager, "p=2", 1);
      assertThatThrownBy(strict::commit)
          .isInstanceOf(WriteConflictException.class)
          .hasMessageContaining("policy=single-writer");
    }
    try (TransactionHandle strict =
            manager.begin(insert().withPolicy(ConflictPolicy.SINGLE_WRITER));
        TransactionHandle lax = manager.begin(BeginOptions.of(Operation.DELETE))) {
      hive.addInsert(strict, "p=1", 1);
      strict.commit();
      RowIdSet rows = TestTable.rows(1, 0);
      hive.addDelete(lax, "p=1", rows);
      lax.commit();
    }
    assertThat(hive.open().newest().lockEpoch("writer")).isEqualTo(1);
    assertThatThrownBy(() -> table.manager().begin(insert().withPolicy(ConflictPolicy.HIVE)))
        .isInstanceOf(ValidationException.class);
  }

  @Test
  void a_fenced_writer_still_hears_that_its_token_is_committed() throws IOException {
    TransactionManager first = table.manager();
    BeginOptions named = insert().withToken(new Token("loader", 1));
    try (TransactionHandle late = first.begin(named)) {
      table.addInsert(late, "p=1", 1);
      try (TransactionHandle again = table.manager().begin(named)) {
        table.addInsert(again, "p=1", 1);
        again.commit();
      }
      assertThat(late.commit().version()).isEqualTo(1);
      assertThat(late.status()).isEqualTo(TransactionHandle.Status.REPLAYED);
    }
  }

  /** A process that writes until it is fenced. */
  public static final class Writer {
    private Writer() {}

    /** Argument: the directory of the table. */
    public static void main(String[] arguments) throws IOException {
      TestTable table = new TestTable(Path.of(arguments[0]));
      TransactionManager manager = table.manager();
      long commits = 0;
      while (true) {
        try {
          table.insert(manager, "p=1", 1);
          commits++;
          if (commits == 1) {
            System.out.println("WRITES");
          }
        } catch (WriteConflictException e) {
          // The one before may have committed while this one took over.
          if (e.details().containsKey("otherEpoch")) {
            System.out.println("FENCED " + commits);
            System.out.println(e.getMessage());
            return;
          }
        }
      }
    }
  }

  @Test
  void of_two_processes_the_second_fences_the_first_and_every_acknowledged_row_is_there()
      throws IOException {
    ChildProcess.Program program = ChildProcess.of(Writer.class, directory.toString());
    try (ChildProcess first = program.start()) {
      first.awaitLine("WRITES", PATIENCE);
      try (ChildProcess second = program.start()) {
        assertThat(first.exitCode(PATIENCE)).isZero();
        second.awaitLine("WRITES", PATIENCE);
        TransactionManager third = table.manager();
        insertAgainAndAgain(third);
        assertThat(second.exitCode(PATIENCE)).isZero();
        long acknowledged = acknowledged(first) + acknowledged(second) + 1;
        assertThat(table.open().newest().directories("p=1")).hasSize((int) acknowledged);
        assertThat(first.out() + second.out()).contains("lock=writer");
        assertThat(
                table.open().history().versions().stream()
                    .skip(1)
                    .map(info -> info.lockEpochs().get("writer")))
            .isSorted()
            .contains(1L, 2L, 3L);
      }
    }
  }

  /** One commit of the fenced process may still have been under way. */
  private void insertAgainAndAgain(TransactionManager writer) throws IOException {
    for (int attempt = 0; ; attempt++) {
      try {
        table.insert(writer, "p=1", 1);
        return;
      } catch (WriteConflictException e) {
        assertThat(attempt).as(e.getMessage()).isLessThan(3);
      }
    }
  }

  private static long acknowledged(ChildProcess writer) {
    return writer
        .out()
        .lines()
        .filter(line -> line.startsWith("FENCED "))
        .mapToLong(line -> Long.parseLong(line.substring(7)))
        .sum();
  }
}
