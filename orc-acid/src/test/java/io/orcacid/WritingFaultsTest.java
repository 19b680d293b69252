package io.orcacid;

import static io.orcacid.TestTables.insert;
import static io.orcacid.TestTables.row;
import static io.orcacid.TestTables.rows;
import static io.orcacid.TestTables.texts;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.orcacid.error.OrcAcidException;
import io.orcacid.error.TransactionAbortedException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Faults that other engines had in writing (docs/faults.md, A2). */
class WritingFaultsTest {
  private static final TableDefinition CLICKS = TableDefinition.of("id bigint, url string, n int");

  @TempDir private Path directory;
  private Path path;
  private AcidTable table;

  @BeforeEach
  void makeATable() throws IOException {
    path = directory.resolve("clicks");
    table = AcidTable.create(path.toString(), CLICKS);
  }

  @Test
  void a38_aSecondAttemptMeetsNoFileOfTheFirstWhichDiedInTheMiddle() throws IOException {
    insert(table, row(1L, "/a", 1));
    Transaction dead = table.begin();
    dead.insert().row(2L, "/half", 2).row(3L, "/half", 3);
    dead.delete("id = 1");
    assertThat(dataDirectories()).hasSizeGreaterThan(1);

    AcidTable again = AcidTable.open(path.toString());
    insert(again, row(2L, "/whole", 2), row(3L, "/whole", 3));
    again.update("n = 10", "id = 1");

    assertThat(texts(again.scan()))
        .containsExactlyInAnyOrder("[1, /a, 10]", "[2, /whole, 2]", "[3, /whole, 3]");
    assertThat(again.verify().deep().run().hasErrors()).isFalse();
    dead.close();
    assertThat(again.scan().count()).isEqualTo(3);
  }

  @Test
  void a39_rowsOfFourParallelWritersAreEachUpdatedAndDeletedOnce() throws Exception {
    ExecutorService threads = Executors.newFixedThreadPool(4);
    List<Future<Long>> running = new ArrayList<>();
    for (int t = 0; t < 4; t++) {
      long base = t * 1000L;
      running.add(
          threads.submit(
              () -> {
                try (AcidTable own = AcidTable.open(path.toString());
                    Transaction transaction = own.begin()) {
                  Inserter inserter = transaction.insert();
                  for (int i = 0; i < 500; i++) {
                    inserter.row(base + i, "/x", i);
                  }
                  return transaction.commit().version();
                }
              }));
    }
    for (Future<Long> writer : running) {
      writer.get();
    }
    threads.shutdown();

    List<Address> addresses =
        rows(table.scan().withRowId()).stream().map(each -> each.address().orElseThrow()).toList();
    assertThat(addresses).hasSize(2000).doesNotHaveDuplicates();
    assertThat(table.update("n = -1", "n < 100").rows()).isEqualTo(400);
    assertThat(table.delete("id >= 3000").rows()).isEqualTo(500);
    assertThat(table.scan().where("n = -1").count()).isEqualTo(300);
    assertThat(table.scan().count()).isEqualTo(1500);
    assertThat(table.verify().deep().run().hasErrors()).isFalse();
  }

  @Test
  void a43_aBeginThatFailsSaysWhyAndTheTableIsUsableWhenTheCauseIsGone() throws IOException {
    insert(table, row(1L, "/a", 1));
    AcidTable other = AcidTable.open(path.toString());
    insert(other, row(2L, "/b", 2));
    Path entry = path.resolve("_acid_log/_v00000000000000000002.json");
    byte[] sound = Files.readAllBytes(entry);
    Files.write(entry, new byte[] {'{'});

    assertThatThrownBy(table::begin)
        .isInstanceOf(OrcAcidException.class)
        .hasMessageContaining(entry.toString());

    Files.write(entry, sound);
    try (Transaction transaction = table.begin()) {
      transaction.insert().row(3L, "/c", 3);
      transaction.commit();
    }
    assertThat(table.scan().count()).isEqualTo(3);
  }

  @Test
  void a44_tenThousandTransactionsLeaveNothingInMemoryAndNoThread() throws IOException {
    openAndClose(500);
    long before = usedMemory();
    int threads = Thread.activeCount();
    openAndClose(10_000);
    assertThat(usedMemory() - before).as("bytes held").isLessThan(4 << 20);
    assertThat(Thread.activeCount()).isLessThanOrEqualTo(threads);
  }

  private void openAndClose(int times) throws IOException {
    for (int i = 0; i < times; i++) {
      try (AcidTable opened = AcidTable.open(path.toString());
          Transaction transaction = opened.begin()) {
        if (i % 50 == 0) {
          transaction.insert().row((long) i, "/", i);
        }
        transaction.commit();
      }
    }
  }

  private static long usedMemory() {
    for (int i = 0; i < 3; i++) {
      System.gc();
    }
    return Runtime.getRuntime().totalMemory() - Runtime.getRuntime().freeMemory();
  }

  @Test
  void a46_aTransactionThatOthersAbortedCannotCommitAndShowsNoRow() throws IOException {
    insert(table, row(1L, "/a", 1));
    try (Transaction slow = table.begin()) {
      slow.insert().row(2L, "/slow", 2);
      slow.delete("id = 1");
      AcidTable operator = AcidTable.open(path.toString());
      operator.abort(operator.inspect().openWriteIds().get(0).writeId());

      assertThatThrownBy(slow::commit).isInstanceOf(TransactionAbortedException.class);
    }
    assertThat(texts(table.scan())).containsExactly("[1, /a, 1]");
    assertThat(texts(AcidTable.open(path.toString()).scan())).containsExactly("[1, /a, 1]");
  }

  private List<String> dataDirectories() throws IOException {
    try (Stream<Path> paths = Files.list(path)) {
      return paths
          .map(each -> each.getFileName().toString())
          .filter(name -> !name.startsWith("_"))
          .toList();
    }
  }
}
