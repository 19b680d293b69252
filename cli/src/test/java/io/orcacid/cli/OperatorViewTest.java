package io.orcacid.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.orcacid.AcidTable;
import io.orcacid.Rows;
import io.orcacid.TableDefinition;
import io.orcacid.Transaction;
import io.orcacid.error.WriteConflictException;
import io.orcacid.txn.lock.Lock;
import io.orcacid.txn.lock.LockOptions;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Who holds, who waits, who lost: {@code transactions}, {@code locks}, {@code history}. */
class OperatorViewTest {
  @TempDir Path directory;
  private String path;
  private AcidTable table;

  @BeforeEach
  void create() throws IOException {
    path = directory.resolve("t").toString();
    table = AcidTable.create(path, TableDefinition.of("id int, n int"));
    try (Transaction transaction = table.begin()) {
      transaction.insert().row(1, 1).row(2, 2);
      transaction.commit();
    }
  }

  private static String run(String... arguments) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    ByteArrayOutputStream err = new ByteArrayOutputStream();
    int code =
        OrcAcidCommand.run(
            new PrintStream(out, true, StandardCharsets.UTF_8),
            new PrintStream(err, true, StandardCharsets.UTF_8),
            arguments);
    assertThat(code).as(err.toString(StandardCharsets.UTF_8)).isZero();
    return out.toString(StandardCharsets.UTF_8);
  }

  @Test
  void an_open_transaction_is_shown_with_its_owner_and_ends_by_abort() throws IOException {
    assertThat(run("transactions", path).lines()).hasSize(1);
    try (Transaction open = table.begin()) {
      open.update("n = 5", "id = 1");
      assertThat(run("transactions", path).lines().skip(1).findFirst().orElseThrow().strip())
          .matches("2 +WRITE +OPEN +BEATS +\\S+ +1 +" + System.getProperty("user.name") + " .*");
      assertThat(run("transactions", path, "--format", "json"))
          .contains("\"transactionId\" : 2", "\"readVersion\" : 1");
      run("abort", path, "2");
      assertThat(run("transactions", path).lines()).hasSize(1);
      assertThatThrownBy(open::commit)
          .isInstanceOf(io.orcacid.error.TransactionAbortedException.class);
    }
  }

  @Test
  void a_lock_is_shown_with_its_holder_and_with_who_waits_for_it() throws Exception {
    LockOptions options = LockOptions.defaults();
    try (Lock held = table.locks().tryLock("nightly load", options).orElseThrow();
        AcidTable other = AcidTable.open(path)) {
      assertThat(run("locks", path)).containsPattern("nightly load +ACQUIRED +--- +EXCLUSIVE +1 ");
      Thread waiting =
          new Thread(
              () -> {
                try {
                  other.locks().lock("nightly load", options, Duration.ofSeconds(60)).close();
                } catch (IOException e) {
                  throw new java.io.UncheckedIOException(e);
                }
              });
      waiting.start();
      while (table.locks().waiters().isEmpty()) {
        Thread.sleep(10);
      }
      assertThat(run("locks", path))
          .containsPattern(
              "nightly load +WAITING +" + System.getProperty("user.name") + "@\\S+ +EXCLUSIVE");
      held.close();
      waiting.join();
    }
    assertThat(run("locks", path)).doesNotContain("nightly load");
  }

  @Test
  void a_reader_is_shown_with_the_version_that_it_keeps() throws IOException {
    try (Rows rows = table.scan().rows()) {
      assertThat(run("locks", path)).containsPattern("version 1 +ACQUIRED +--- +SHARED_READ +1 ");
      assertThat(run("locks", path, "--format", "json")).contains("\"version\" : 1");
    }
  }

  @Test
  void history_says_who_lost_to_whom_and_why_until_the_log_retention_is_over() throws IOException {
    try (Transaction winner = table.begin();
        Transaction loser = table.begin()) {
      winner.update("n = 5", "id = 1");
      loser.update("n = 6", "id = 1");
      winner.commit();
      assertThatThrownBy(loser::commit).isInstanceOf(WriteConflictException.class);
    }
    String user = System.getProperty("user.name");
    assertThat(run("history", path, "--conflicts"))
        .containsPattern(
            "UPDATE 3 +"
                + user
                + "@\\S+ +version 2 of "
                + user
                + "@\\S+ +hive +UPDATE_DELETE after UPDATE_DELETE");
    assertThat(run("history", path, "--conflicts", "--format", "json"))
        .contains("\"transactionId\" : 3", "\"writeId\" : \"2\"", "\"operation\" : \"UPDATE\"");

    run("insert", path, "--values", "(3, 3)");
    run("clean", path, "--retention", "0s", "--no-foreign-readers");
    assertThat(run("history", path, "--conflicts").lines()).hasSize(2);
    run("insert", path, "--values", "(4, 4)");
    run(
        "clean",
        path,
        "--retention",
        "0s",
        "--no-foreign-readers",
        "--conf",
        "orcacid.log.retention=0s");
    assertThat(run("history", path, "--conflicts").lines()).hasSize(1);
  }
}
