package io.orcacid;

import static io.orcacid.TestTables.insert;
import static io.orcacid.TestTables.row;
import static io.orcacid.TestTables.rows;
import static io.orcacid.TestTables.texts;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.orcacid.error.ValidationException;
import io.orcacid.error.WriteConflictException;
import io.orcacid.format.RowId;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TransactionTest {
  private static final TableDefinition ACCOUNTS = TableDefinition.of("id int, balance bigint");

  @TempDir private Path directory;
  private AcidTable table;

  @BeforeEach
  void createATable() throws IOException {
    table = AcidTable.create(directory.resolve("accounts").toString(), ACCOUNTS);
  }

  private List<String> dataDirectories() throws IOException {
    try (Stream<Path> entries = Files.list(Path.of(table.path()))) {
      return entries
          .map(entry -> entry.getFileName().toString())
          .filter(name -> name.contains("delta"))
          .sorted()
          .toList();
    }
  }

  @Test
  void eachStepIsAStatementOfItsOwn() throws IOException {
    insert(table, row(1, 10L), row(2, 20L));
    try (Transaction transaction = table.begin()) {
      transaction.insert().row(3, 30L);
      transaction.insert().row(4, 40L);
      assertThat(transaction.update("balance = balance + 1", "id IN (1, 3)")).isEqualTo(2);
      assertThat(transaction.update("balance = balance + 1", "id IN (1, 3)")).isEqualTo(2);
      assertThat(transaction.delete("id = 4 OR id = 2")).isEqualTo(2);
      transaction.insert().row(5, 50L);
      transaction.commit();
    }
    assertThat(texts(table.scan())).containsExactlyInAnyOrder("[1, 12]", "[3, 32]", "[5, 50]");
    assertThat(dataDirectories())
        .containsExactly(
            "delete_delta_0000002_0000002_0001",
            "delete_delta_0000002_0000002_0003",
            "delete_delta_0000002_0000002_0005",
            "delta_0000001_0000001_0000",
            "delta_0000002_0000002_0000",
            "delta_0000002_0000002_0002",
            "delta_0000002_0000002_0004",
            "delta_0000002_0000002_0006");
    assertThat(rows(table.scan().where("id = 5").withRowId()).get(0).address())
        .contains(new Address("", new RowId(2, 1 << 29 | 6, 0)));
  }

  @Test
  void aTransactionHasAtMost4096Statements() throws IOException {
    insert(table, row(1, 10L));
    try (Transaction transaction = table.begin()) {
      for (int i = 0; i < 4_096; i++) {
        transaction.insert();
        transaction.scan();
      }
      assertThatThrownBy(transaction::insert)
          .isInstanceOf(ValidationException.class)
          .hasMessageContaining("4,096 statements");
    }
    assertThat(table.scan().count()).isEqualTo(1);
  }

  @Test
  void afterAConflictTheBodyRunsAgainOnANewSnapshot() throws IOException {
    insert(table, row(1, 10L));
    List<Long> seen = new ArrayList<>();
    Changed changed =
        table.transact(
            RetryPolicy.of(3),
            transaction -> {
              seen.add(rows(transaction.scan()).get(0).get("balance", Long.class));
              long updated = transaction.update("balance = balance * 2", "id = 1");
              if (seen.size() == 1) {
                table.update("balance = balance + 1", "id = 1");
              }
              return updated;
            });
    assertThat(seen).containsExactly(10L, 11L);
    assertThat(changed).isEqualTo(new Changed(3, 1));
    assertThat(texts(table.scan())).containsExactly("[1, 22]");
    assertThat(dataDirectories()).noneMatch(name -> name.contains("0000002_0000002"));
  }

  @Test
  void theLastAttemptsConflictComesOut() throws IOException {
    insert(table, row(1, 10L));
    assertThatThrownBy(
            () ->
                table.transact(
                    new RetryPolicy(2, Duration.ZERO),
                    transaction -> {
                      long updated = transaction.update("balance = 0", "id = 1");
                      table.update("balance = balance + 1", "id = 1");
                      return updated;
                    }))
        .isInstanceOf(WriteConflictException.class);
    assertThat(texts(table.scan())).containsExactly("[1, 12]");
  }

  @Test
  void aTransactionIsCommittedOnce() throws IOException {
    try (Transaction transaction = table.begin()) {
      transaction.insert().row(1, 10L);
      transaction.commit();
      assertThatThrownBy(transaction::commit).isInstanceOf(ValidationException.class);
      assertThatThrownBy(transaction::insert).isInstanceOf(ValidationException.class);
      assertThatThrownBy(() -> transaction.delete("id = 1"))
          .isInstanceOf(ValidationException.class);
      assertThatThrownBy(() -> transaction.update("balance = 0", "id = 1"))
          .isInstanceOf(ValidationException.class);
    }
    assertThat(table.version()).isEqualTo(1);
    assertThat(texts(table.scan())).containsExactly("[1, 10]");
    assertThat(dataDirectories()).containsExactly("delta_0000001_0000001_0000");
  }

  @Test
  void aClosedTransactionDoesNothingMore() throws IOException {
    insert(table, row(1, 10L));
    Transaction transaction = table.begin();
    transaction.insert().row(2, 20L);
    transaction.close();
    transaction.close();
    assertThatThrownBy(transaction::insert).isInstanceOf(ValidationException.class);
    assertThatThrownBy(() -> transaction.delete("id = 1")).isInstanceOf(ValidationException.class);
    assertThatThrownBy(transaction::commit).isInstanceOf(ValidationException.class);
    assertThat(texts(table.scan())).containsExactly("[1, 10]");
    assertThat(dataDirectories()).containsExactly("delta_0000001_0000001_0000");
  }

  @Test
  void afterARowThatCouldNotBeInsertedNothingIsCommitted() throws IOException {
    try (Transaction transaction = table.begin()) {
      transaction.insert().row(1, 10L);
      assertThatThrownBy(() -> transaction.insert().row("two", 20L))
          .isInstanceOf(ValidationException.class);
      assertThatThrownBy(() -> transaction.insert().row(3, 30L))
          .isInstanceOf(ValidationException.class);
      assertThatThrownBy(transaction::commit).isInstanceOf(ValidationException.class);
      assertThatThrownBy(transaction::commit).isInstanceOf(ValidationException.class);
    }
    assertThat(table.scan().count()).isZero();
    assertThat(dataDirectories()).isEmpty();
  }

  @Test
  void afterAStepThatFailedNothingIsCommitted() throws IOException {
    insert(table, row(1, 10L), row(2, Long.MAX_VALUE));
    Address gone = new Address("", new RowId(1, 1 << 29, 77));
    try (Transaction transaction = table.begin()) {
      transaction.insert().row(3, 30L);
      transaction.delete(gone);
      assertThatThrownBy(transaction::commit)
          .isInstanceOf(ValidationException.class)
          .hasMessageContaining("sees no row of this address");
      assertThatThrownBy(transaction::commit)
          .isInstanceOf(ValidationException.class)
          .hasMessageContaining("can only be closed");
    }
    try (Transaction transaction = table.begin()) {
      transaction.insert().row(3, 30L);
      assertThatThrownBy(() -> transaction.update("balance = balance + 1", "true"))
          .isInstanceOf(ValidationException.class);
      assertThatThrownBy(() -> transaction.delete("true")).isInstanceOf(ValidationException.class);
      assertThatThrownBy(transaction::commit).isInstanceOf(ValidationException.class);
    }
    assertThat(table.scan().count()).isEqualTo(2);
    assertThat(dataDirectories()).containsExactly("delta_0000001_0000001_0000");
  }

  @Test
  void aConditionThatCannotBeReadSpoilsNothing() throws IOException {
    try (Transaction transaction = table.begin()) {
      transaction.insert().row(1, 10L);
      assertThatThrownBy(() -> transaction.delete("no such column = 1"))
          .isInstanceOf(ValidationException.class);
      assertThatThrownBy(() -> transaction.update("id = ", "true"))
          .isInstanceOf(ValidationException.class);
      transaction.commit();
    }
    assertThat(texts(table.scan())).containsExactly("[1, 10]");
  }

  @Test
  void aTransactionReadsItsSnapshotWhateverIsCommittedMeanwhile() throws IOException {
    insert(table, row(1, 10L));
    try (Transaction transaction = table.begin()) {
      table.delete("id = 1");
      insert(table, row(2, 20L));
      assertThat(texts(transaction.scan())).containsExactly("[1, 10]");
      transaction.insert().row(3, 30L);
      assertThat(texts(transaction.scan())).containsExactly("[1, 10]", "[3, 30]");
      transaction.commit();
    }
    assertThat(texts(table.scan())).containsExactlyInAnyOrder("[2, 20]", "[3, 30]");
  }

  @Test
  void moneyIsNeitherMadeNorLostUnderThePolicyRow() throws Exception {
    AcidTable bank =
        AcidTable.create(
            directory.resolve("bank").toString(),
            ACCOUNTS.property("orcacid.conflict.policy", "row"));
    int accounts = 6;
    insert(
        bank,
        java.util.stream.IntStream.range(0, accounts)
            .mapToObj(id -> row(id, 100L))
            .toArray(Object[][]::new));
    ExecutorService threads = Executors.newFixedThreadPool(4);
    List<Future<?>> running = new ArrayList<>();
    for (int t = 0; t < 4; t++) {
      Random random = new Random(t);
      running.add(
          threads.submit(
              () -> {
                for (int i = 0; i < 10; i++) {
                  int from = random.nextInt(accounts);
                  int to = (from + 1 + random.nextInt(accounts - 1)) % accounts;
                  int amount = random.nextInt(50);
                  bank.transact(
                      new RetryPolicy(1_000, Duration.ofMillis(1)),
                      transaction ->
                          transaction.update("balance = balance - " + amount, "id = " + from)
                              + transaction.update("balance = balance + " + amount, "id = " + to));
                }
                return null;
              }));
    }
    for (Future<?> thread : running) {
      thread.get();
    }
    threads.shutdown();
    assertThat(bank.version()).isEqualTo(41);
    for (long version : new long[] {1, 7, 20, 41}) {
      List<Row> found = rows(bank.scanAsOfVersion(version));
      assertThat(found).hasSize(accounts);
      assertThat(found.stream().mapToLong(each -> each.get("balance", Long.class)).sum())
          .isEqualTo(accounts * 100L);
    }
  }
}
