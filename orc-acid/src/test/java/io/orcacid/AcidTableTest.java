package io.orcacid;

import static io.orcacid.TestTables.insert;
import static io.orcacid.TestTables.row;
import static io.orcacid.TestTables.rows;
import static io.orcacid.TestTables.texts;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.orcacid.error.SnapshotTooOldException;
import io.orcacid.error.UnsupportedTableException;
import io.orcacid.error.ValidationException;
import io.orcacid.error.WriteConflictException;
import io.orcacid.format.RowId;
import io.orcacid.format.value.StructValue;
import io.orcacid.txn.log.VersionInfo;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class AcidTableTest {
  private static final TableDefinition CLICKS = TableDefinition.of("id bigint, url string, n int");

  @TempDir private Path directory;
  private String path;

  @BeforeEach
  void chooseAPath() {
    path = directory.resolve("clicks").toString();
  }

  @Test
  void rowsThatAreCommittedAreReadBack() throws IOException {
    AcidTable table = AcidTable.create(path, CLICKS);
    insert(table, row(1L, "/a", 3), row(2L, null, 5));

    assertThat(texts(table.scan())).containsExactly("[1, /a, 3]", "[2, null, 5]");
    assertThat(texts(AcidTable.open(path).scan().select("n", "id").where("url IS NULL")))
        .containsExactly("[5, 2]");
    assertThat(table.scan().count()).isEqualTo(2);
    assertThat(table.scan().where("n > 3").count()).isEqualTo(1);
  }

  @Test
  void rowIdsOfASingleWriterCountFromZero() throws IOException {
    AcidTable table = AcidTable.create(path, CLICKS);
    insert(table, row(1L, "/a", 3), row(2L, "/b", 5));

    assertThat(rows(table.scan().withRowId()))
        .extracting(found -> found.address().orElseThrow().rowId())
        .containsExactly(new RowId(1, 536870912, 0), new RowId(1, 536870912, 1));
  }

  @Test
  void aTransactionClosedWithoutCommitLeavesNoRowAndNoFile() throws IOException {
    AcidTable table = AcidTable.create(path, CLICKS);
    try (Transaction transaction = table.begin()) {
      transaction.insert().row(1L, "/a", 3);
      transaction.delete("true");
    }
    assertThat(table.scan().count()).isZero();
    assertThat(dataDirectories()).isEmpty();
    assertThat(table.version()).isZero();
  }

  @Test
  void assignmentsSeeTheRowAsItWas() throws IOException {
    AcidTable table = AcidTable.create(path, TableDefinition.of("a int, b int"));
    insert(table, row(1, 2), row(3, 4));

    assertThat(table.update("a = b, b = a", "a = 1").rows()).isEqualTo(1);
    assertThat(texts(table.scan().ordered())).containsExactly("[3, 4]", "[2, 1]");
    assertThat(dataDirectories())
        .containsExactlyInAnyOrder(
            "delta_0000001_0000001_0000",
            "delete_delta_0000002_0000002_0000",
            "delta_0000002_0000002_0001");
  }

  @Test
  void a41_upperCaseNamesUpdateTheSameColumn() throws IOException {
    AcidTable table = AcidTable.create(path, TableDefinition.of("a int, b int"));
    insert(table, row(1, 2), row(3, 3), row(5, 3));

    table.update("`B` = 7", "`A` = 1");

    assertThat(texts(table.scan().where("a = 1"))).containsExactly("[1, 7]");
  }

  @Test
  void aTransactionSeesItsOwnFinishedSteps() throws IOException {
    AcidTable table = AcidTable.create(path, CLICKS);
    insert(table, row(1L, "/a", 1));
    try (Transaction transaction = table.begin()) {
      transaction.insert().row(2L, "/b", 2).row(3L, "/c", 3);
      assertThat(transaction.delete("id = 2 OR id = 1")).isEqualTo(2);
      assertThat(transaction.update("n = 30", "id = 3")).isEqualTo(1);
      assertThat(texts(transaction.scan())).containsExactly("[3, /c, 30]");
      assertThat(texts(table.scan())).containsExactly("[1, /a, 1]");
      transaction.commit();
    }
    assertThat(texts(table.scan())).containsExactly("[3, /c, 30]");
  }

  @Test
  void everyVersionStaysReadable() throws IOException {
    AcidTable table = AcidTable.create(path, CLICKS);
    insert(table, row(1L, "/a", 1));
    insert(table, row(2L, "/b", 2));
    table.delete("id = 1");

    assertThat(table.scanAsOfVersion(0).count()).isZero();
    assertThat(texts(table.scanAsOfVersion(1))).containsExactly("[1, /a, 1]");
    assertThat(table.scanAsOfVersion(2).count()).isEqualTo(2);
    assertThat(texts(table.scanAsOfVersion(3))).containsExactly("[2, /b, 2]");
    List<VersionInfo> history = table.history();
    assertThat(texts(table.scanAsOfTime(history.get(1).time()))).containsExactly("[1, /a, 1]");
    assertThat(table.scanAsOfTime(history.get(3).time().minusNanos(1000)).count()).isEqualTo(2);
    assertThatThrownBy(() -> table.scanAsOfVersion(4).rows())
        .isInstanceOf(SnapshotTooOldException.class);
    assertThatThrownBy(() -> table.scanAsOfVersion(-1).rows())
        .isInstanceOf(SnapshotTooOldException.class);
  }

  @Test
  void partitionValuesOfAllKindsComeBack() throws IOException {
    AcidTable table =
        AcidTable.create(path, TableDefinition.of("p string, id int").partitionedBy("p"));
    insert(
        table,
        row("a/b", 1),
        row("%", 2),
        row(":", 3),
        row(" ", 4),
        row(null, 5),
        row("", 6),
        row("ä=ö", 7),
        row("..", 8));

    assertThat(rows(table.scan()))
        .extracting(found -> found.get(0) + "|" + found.get(1))
        .containsExactlyInAnyOrder(
            "a/b|1", "%|2", ":|3", " |4", "null|5", "null|6", "ä=ö|7", "..|8");
    assertThat(texts(table.scan().where("p = 'a/b'"))).containsExactly("[a/b, 1]");
    assertThat(table.scan().where("p IS NULL").count()).isEqualTo(2);
    assertThat(partitionDirectories())
        .containsExactlyInAnyOrder(
            "p=a%2Fb", "p=%25", "p=%3A", "p= ", "p=__HIVE_DEFAULT_PARTITION__", "p=ä%3Dö", "p=..");
  }

  @Test
  void rowIdsAreUniqueOverAllPartitionsOfAStatement() throws IOException {
    AcidTable table =
        AcidTable.create(
            path,
            TableDefinition.of("id int, p int").partitionedBy("p"),
            AcidOptions.of(
                Map.of("orcacid.writer.open.files", "2", "orcacid.writer.spill.memory", "65536")));
    try (Transaction transaction = table.begin()) {
      for (int i = 0; i < 20_000; i++) {
        transaction.insert().row(i, i % 7);
      }
      transaction.commit();
    }
    Set<RowId> ids = new HashSet<>();
    Set<Object> values = new HashSet<>();
    for (Row found : rows(table.scan().withRowId())) {
      ids.add(found.address().orElseThrow().rowId());
      values.add(found.get(0));
      assertThat((int) found.get(0) % 7).isEqualTo(found.get(1));
    }
    assertThat(ids).hasSize(20_000);
    assertThat(values).hasSize(20_000);
    assertThat(table.delete("id >= 100 AND id < 200").rows()).isEqualTo(100);
    assertThat(table.scan().count()).isEqualTo(19_900);
  }

  @Test
  void bucketedRowsLieInTheirBuckets() throws IOException {
    AcidTable table = AcidTable.create(path, CLICKS.bucketedBy(4, "id"));
    try (Transaction transaction = table.begin()) {
      for (long i = 0; i < 1000; i++) {
        transaction.insert().row(i, "/" + i, (int) i);
      }
      transaction.commit();
    }
    assertThat(table.scan().count()).isEqualTo(1000);
    assertThat(table.update("n = -1", "id < 500").rows()).isEqualTo(500);
    assertThat(table.scan().where("n = -1").count()).isEqualTo(500);
    assertThat(table.scan().count()).isEqualTo(1000);
    try (Stream<Path> files = Files.list(Path.of(path, "delta_0000001_0000001_0000"))) {
      assertThat(files.map(file -> file.getFileName().toString()))
          .contains("bucket_00000", "bucket_00001", "bucket_00002", "bucket_00003");
    }
  }

  @Test
  void rowsAreDeletedAndReplacedByAddress() throws IOException {
    AcidTable table = AcidTable.create(path, CLICKS);
    insert(table, row(1L, "/a", 1), row(2L, "/b", 2), row(3L, "/c", 3));
    List<Row> before = rows(table.scan().withRowId());
    try (Transaction transaction = table.begin()) {
      transaction.delete(before.get(0).address().orElseThrow());
      transaction.update(before.get(1).address().orElseThrow(), 2L, "/new", 20);
      transaction.commit();
    }
    assertThat(texts(table.scan())).containsExactlyInAnyOrder("[3, /c, 3]", "[2, /new, 20]");

    try (Transaction transaction = table.begin()) {
      transaction.delete(before.get(0).address().orElseThrow());
      assertThatThrownBy(transaction::commit)
          .isInstanceOf(ValidationException.class)
          .hasMessageContaining("sees no row of this address");
    }
  }

  @Test
  void a72_ofTwoUpdatesOfOnePartitionTheFirstCommitterWins() throws IOException {
    AcidTable table = AcidTable.create(path, CLICKS);
    insert(table, row(1L, "/a", 1), row(2L, "/b", 2));
    try (Transaction first = table.begin();
        Transaction second = table.begin()) {
      first.update("n = 10", "id = 1");
      second.update("n = 20", "id = 2");
      first.commit();
      assertThatThrownBy(second::commit).isInstanceOf(WriteConflictException.class);
    }
    assertThat(texts(table.scan())).containsExactlyInAnyOrder("[2, /b, 2]", "[1, /a, 10]");
  }

  @Test
  void underThePolicyRowOnlyTheSameRowIsAConflict() throws IOException {
    AcidTable table = AcidTable.create(path, CLICKS.property("orcacid.conflict.policy", "row"));
    insert(table, row(1L, "/a", 1), row(2L, "/b", 2));
    try (Transaction first = table.begin();
        Transaction second = table.begin();
        Transaction third = table.begin()) {
      first.update("n = 10", "id = 1");
      second.update("n = 20", "id = 2");
      third.delete("id = 1");
      first.commit();
      second.commit();
      assertThatThrownBy(third::commit).isInstanceOf(WriteConflictException.class);
    }
    assertThat(texts(table.scan())).containsExactlyInAnyOrder("[1, /a, 10]", "[2, /b, 20]");
  }

  @Test
  void insertsOfManyThreadsAreAllThere() throws Exception {
    AcidTable table = AcidTable.create(path, CLICKS);
    ExecutorService threads = Executors.newFixedThreadPool(4);
    List<Future<?>> running = new ArrayList<>();
    for (int t = 0; t < 4; t++) {
      long base = t * 1000L;
      running.add(
          threads.submit(
              () -> {
                for (int i = 0; i < 10; i++) {
                  insert(table, row(base + i, "/x", i));
                }
                return null;
              }));
    }
    for (Future<?> thread : running) {
      thread.get();
    }
    threads.shutdown();
    assertThat(table.scan().count()).isEqualTo(40);
    // Threads may share a version (PROTOCOL.md R5).
    assertThat(table.history()).hasSize(1 + 40);
  }

  @Test
  void anUpdateOfNoRowMakesNoVersion() throws IOException {
    AcidTable table = AcidTable.create(path, CLICKS);
    insert(table, row(1L, "/a", 1));
    assertThat(table.update("n = 1", "id = 77")).isEqualTo(new Changed(1, 0));
    assertThat(table.version()).isEqualTo(1);
  }

  @Test
  void aBadRowIsRefusedAndNothingIsVisible() throws IOException {
    AcidTable table = AcidTable.create(path, CLICKS);
    try (Transaction transaction = table.begin()) {
      transaction.insert().row(1L, "/a", 1);
      assertThatThrownBy(() -> transaction.insert().row(2L, "/b", 5_000_000_000L))
          .isInstanceOf(ValidationException.class)
          .hasMessageContaining("row=2")
          .hasMessageContaining("column=n");
    }
    assertThat(table.scan().count()).isZero();
  }

  @Test
  void anUpdateThatDoesNotFitChangesNothing() throws IOException {
    AcidTable table = AcidTable.create(path, TableDefinition.of("a tinyint"));
    insert(table, row(1), row(100));
    assertThatThrownBy(() -> table.update("a = a + 100", "true"))
        .isInstanceOf(ValidationException.class);
    assertThat(texts(table.scan())).containsExactly("[1]", "[100]");
  }

  @Test
  void aTableIsCreatedOnceAndOnlyInAnEmptyDirectory() throws IOException {
    AcidTable.create(path, CLICKS);
    assertThatThrownBy(() -> AcidTable.create(path, CLICKS))
        .isInstanceOf(ValidationException.class)
        .hasMessageContaining("already");
    Path other = Files.createDirectory(directory.resolve("other"));
    Files.writeString(other.resolve("file"), "x");
    assertThatThrownBy(() -> AcidTable.create(other.toString(), CLICKS))
        .isInstanceOf(ValidationException.class)
        .hasMessageContaining("not empty");
    assertThatThrownBy(() -> AcidTable.open(other.toString()))
        .isInstanceOf(UnsupportedTableException.class);
  }

  @Test
  void anUnknownPropertyOfTheEngineIsRefusedBeforeAnythingIsMade() {
    assertThatThrownBy(
            () -> AcidTable.create(path, CLICKS.property("orcacid.conflict.polcy", "row")))
        .isInstanceOf(ValidationException.class)
        .hasMessageContaining("orcacid.conflict.polcy")
        .hasMessageContaining("orcacid.conflict.policy");
    assertThat(Path.of(path)).doesNotExist();
  }

  @Test
  void settingsOfCompactionAreCheckedToo() throws IOException {
    assertThatThrownBy(
            () -> AcidTable.create(path, CLICKS.property("orcacid.compactor.delete.shar", "0.3")))
        .isInstanceOf(ValidationException.class)
        .hasMessageContaining("orcacid.compactor.delete.share.threshold");
    String threshold = "compactorthreshold.hive.compactor.delta.num.threshold";
    assertThatThrownBy(() -> AcidTable.create(path, CLICKS.property(threshold, "ten")))
        .isInstanceOf(ValidationException.class)
        .hasMessageContaining(threshold);
    AcidTable table =
        AcidTable.create(
            path,
            CLICKS
                .property(threshold, "5")
                .property("orcacid.compactor.delete.share.threshold", "0.3"));
    assertThat(table.definition().properties()).containsEntry(threshold, "5");
  }

  @Test
  void datesListsAndStructsComeBack() throws IOException {
    AcidTable table =
        AcidTable.create(
            path, TableDefinition.of("d date, tags array<string>, s struct<a:int,`b c`:string>"));
    insert(
        table, row(LocalDate.of(1500, 3, 1), List.of("x", "y"), new StructValue(List.of(1, "q"))));
    assertThat(texts(table.scan()).get(0)).startsWith("[1500-03-01, [x, y], StructValue");
  }

  private List<String> dataDirectories() throws IOException {
    try (Stream<Path> entries = Files.list(Path.of(path))) {
      return entries
          .map(entry -> entry.getFileName().toString())
          .filter(name -> name.contains("delta"))
          .toList();
    }
  }

  private List<String> partitionDirectories() throws IOException {
    try (Stream<Path> entries = Files.list(Path.of(path))) {
      return entries
          .map(entry -> entry.getFileName().toString())
          .filter(name -> name.startsWith("p="))
          .toList();
    }
  }

  @Test
  void who_has_a_table_open_that_was_dropped_writes_nothing_into_the_next_one_at_its_path()
      throws IOException {
    String path = directory.resolve("again").toString();
    TableDefinition definition = TableDefinition.of("id bigint");
    try (AcidTable old = AcidTable.create(path, definition)) {
      for (long id = 0; id < 5; id++) {
        insert(old, row(id));
      }
      old.compaction().major().run();
      delete(java.nio.file.Path.of(path));
      assertThatThrownBy(() -> insert(old, row(9L)))
          .isInstanceOf(UnsupportedTableException.class)
          .hasMessageContaining("dropped or moved");
      delete(java.nio.file.Path.of(path));
      try (AcidTable anew = AcidTable.create(path, definition)) {
        insert(anew, row(1L));
        insert(anew, row(2L));
        assertThatThrownBy(() -> insert(old, row(9L)))
            .isInstanceOf(UnsupportedTableException.class)
            .hasMessageContaining("Another table");
        assertThatThrownBy(
                () -> old.clean().retentionWithoutForeignReaders(java.time.Duration.ZERO).run())
            .isInstanceOf(UnsupportedTableException.class);
        assertThatThrownBy(old::requireThere).isInstanceOf(UnsupportedTableException.class);
        assertThat(anew.scan().count()).isEqualTo(2);
        assertThat(anew.verify().deep().run().hasErrors()).isFalse();
      }
    }
  }

  private static void delete(java.nio.file.Path directory) throws IOException {
    if (!java.nio.file.Files.exists(directory)) {
      return;
    }
    try (var files = java.nio.file.Files.walk(directory)) {
      for (java.nio.file.Path file : files.sorted(java.util.Comparator.reverseOrder()).toList()) {
        java.nio.file.Files.delete(file);
      }
    }
  }
}
