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
import io.orcacid.format.ValidTxnList;
import io.orcacid.format.ValidWriteIdList;
import io.orcacid.testkit.Fixture;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.Optional;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Scans, and the places that tables lie at. */
class ScanTest {
  private static final TableDefinition NUMBERS = TableDefinition.of("n bigint, name string");

  @TempDir private Path directory;

  private AcidTable numbers(int count) throws IOException {
    AcidTable table = AcidTable.create(directory.resolve("numbers").toString(), NUMBERS);
    insert(
        table,
        LongStream.range(0, count).mapToObj(n -> row(n, "name " + n)).toArray(Object[][]::new));
    return table;
  }

  @Test
  void aLimitEndsRowsBatchesAndCount() throws IOException {
    AcidTable table = numbers(5_000);
    table.delete("n < 10");
    assertThat(texts(table.scan().select("n").ordered().limit(3)))
        .containsExactly("[10]", "[11]", "[12]");
    assertThat(rows(table.scan().limit(0))).isEmpty();
    assertThat(rows(table.scan().limit(4_000))).hasSize(4_000);
    assertThat(rows(table.scan().limit(Long.MAX_VALUE))).hasSize(4_990);
    assertThat(table.scan().limit(7).count()).isEqualTo(7);
    assertThat(table.scan().where("n < 12").limit(7).count()).isEqualTo(2);
    long inBatches = 0;
    try (Batches batches = table.scan().where("n >= 100").limit(2_001).batches()) {
      for (var batch = batches.next(); batch.isPresent(); batch = batches.next()) {
        inBatches += batch.get().rows().size;
      }
    }
    assertThat(inBatches).isEqualTo(2_001);
    assertThatThrownBy(() -> table.scan().limit(-1)).isInstanceOf(ValidationException.class);
  }

  @Test
  void aScanIsAFormThatMayBeRunAgain() throws IOException {
    AcidTable table = numbers(10);
    Scan small = table.scan().where("n < 5");
    Scan even = small.where("n % 2 = 0").select("n");
    assertThat(small.count()).isEqualTo(5);
    assertThat(texts(even)).containsExactly("[0]", "[2]", "[4]");
    table.delete("n = 2");
    assertThat(texts(even)).containsExactly("[0]", "[4]");
    assertThat(small.count()).isEqualTo(4);
    try (Rows open = small.rows()) {
      table.delete("true");
      assertThat(open).hasSize(4);
    }
    assertThat(small.count()).isZero();
  }

  @Test
  void conditionsAreJoinedAsTheyWereMeant() throws IOException {
    AcidTable table = numbers(10);
    assertThat(table.scan().where("n = 1 OR n = 2").where("n = 2 OR n = 3").count()).isEqualTo(1);
    assertThatThrownBy(() -> table.scan().where("n = ")).isInstanceOf(ValidationException.class);
    assertThatThrownBy(() -> table.scan().where("m = 1").rows())
        .isInstanceOf(ValidationException.class);
    assertThatThrownBy(() -> table.scan().select("m").rows())
        .isInstanceOf(ValidationException.class);
  }

  @Test
  void columnsAreSelectedInAnyCaseAndMoreThanOnce() throws IOException {
    AcidTable table = numbers(1);
    Row found = rows(table.scan().select("NAME", "n", "name")).get(0);
    assertThat(found.values()).containsExactly("name 0", 0L, "name 0");
    assertThat(found.get("N", Long.class)).isZero();
    assertThatThrownBy(() -> found.get("n", String.class)).isInstanceOf(ValidationException.class);
    assertThatThrownBy(() -> found.get("m", String.class)).isInstanceOf(ValidationException.class);
    assertThat(rows(table.scan().select())).hasSize(1);
  }

  @Test
  void anIteratorEndsAsIteratorsDo() throws IOException {
    AcidTable table = numbers(1);
    try (Rows found = table.scan().rows()) {
      var iterator = found.iterator();
      assertThat(iterator.next().get(0)).isEqualTo(0L);
      assertThat(iterator.hasNext()).isFalse();
      assertThatThrownBy(iterator::next).isInstanceOf(NoSuchElementException.class);
    }
  }

  @Test
  void aTimeMeansTheLastVersionUntilThen() throws IOException {
    AcidTable table = numbers(1);
    insert(table, row(1L, "one"));
    Instant created = table.history().get(0).time();
    Instant second = table.history().get(2).time();
    assertThat(table.scanAsOfTime(created).count()).isZero();
    assertThat(table.scanAsOfTime(second.minus(Duration.ofNanos(1000))).count()).isEqualTo(1);
    assertThat(table.scanAsOfTime(second).count()).isEqualTo(2);
    assertThat(table.scanAsOfTime(Instant.parse("9999-01-01T00:00:00Z")).count()).isEqualTo(2);
    assertThatThrownBy(() -> table.scanAsOfTime(created.minus(Duration.ofNanos(1000))).count())
        .isInstanceOf(SnapshotTooOldException.class);
    assertThatThrownBy(() -> table.scanAsOfTime(Instant.MIN).count())
        .isInstanceOf(SnapshotTooOldException.class);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "with blanks in it",
        "a:b$c",
        "ä ö ü 中文 😀",
        "%41 #1 ?x=y",
        "delta_tbl",
        "_hidden",
        "{a,b}*[c]"
      })
  void tablesMayBeNamedAlmostAnything_A13(String name) throws IOException {
    String path = directory.resolve(name).resolve(name).toString();
    try (AcidTable table =
        AcidTable.create(path, TableDefinition.of("id int, p string").partitionedBy("p"))) {
      insert(table, row(1, "x y"), row(2, "ä:b"));
      table.update("id = id + 10", "p = 'ä:b'");
      table.delete("id = 1");
    }
    try (AcidTable table = AcidTable.open(path)) {
      assertThat(texts(table.scan())).containsExactly("[12, ä:b]");
      assertThat(table.inspect().partitions()).hasSize(2);
      insert(table, row(3, null));
      assertThat(table.scan().count()).isEqualTo(2);
      assertThat(table.path()).isEqualTo(path);
    }
    assertThat(Files.isDirectory(Path.of(path, "_acid_log"))).isTrue();
  }

  @Test
  void relativePathsAndFileAddressesNameTheSameTable() throws IOException {
    numbers(3);
    Path absolute = directory.resolve("numbers");
    Path relative = Path.of("").toAbsolutePath().relativize(absolute);
    for (String path :
        List.of(
            relative.toString(),
            "file:" + absolute,
            "file://" + absolute,
            absolute + "/",
            absolute + "/../numbers/.")) {
      assertThat(AcidTable.exists(path)).as(path).isTrue();
      try (AcidTable table = AcidTable.open(path)) {
        assertThat(table.scan().count()).isEqualTo(3);
        assertThat(table.path()).isEqualTo(absolute.toString());
      }
    }
    assertThatThrownBy(() -> AcidTable.open("s3a://somewhere/x"))
        .isInstanceOf(UnsupportedTableException.class)
        .hasMessageContaining("hadoop-aws");
    assertThatThrownBy(() -> AcidTable.open("")).isInstanceOf(ValidationException.class);
  }

  @Test
  void anInspectionTellsWhatIsMadeOfEachDirectory() throws IOException {
    AcidTable table = numbers(2);
    table.delete("n = 0");
    try (Transaction open = table.begin()) {
      open.insert().row(5L, "five");
      open.scan();
      TableInspection inspection = table.inspect();
      assertThat(inspection.partitions().get(0).directories())
          .extracting(
              found ->
                  found.name() + " " + found.state() + " " + found.rows() + " " + found.deletes())
          .containsExactlyInAnyOrder(
              "delta_0000001_0000001_0000 USED 2 0",
              "delete_delta_0000002_0000002_0000 USED 0 1",
              "delta_0000003_0000003_0000 OPEN 0 0");
      assertThat(inspection.openWriteIds())
          .extracting(TableInspection.OpenWriteId::writeId)
          .containsExactly(3L);
      assertThat(inspection.version()).hasValue(2);
      assertThatThrownBy(() -> inspection.of("p=1")).isInstanceOf(ValidationException.class);
    }
    assertThat(table.inspect().partitions().get(0).directories()).hasSize(2);
  }

  @Test
  void aTableOfHiveIsReadInspectedAndNeverWritten() throws IOException {
    Fixture fixture = Fixture.named("hive-4.1/compacted_visible");
    String path = fixture.copyTable(directory.resolve("hive")).toString();
    Fixture.FixtureSnapshot snapshot = fixture.snapshots().get(0);
    TableDefinition definition = TableDefinition.of(fixture.schema());
    ValidWriteIdList writeIds = ValidWriteIdList.parse(snapshot.validWriteIdList());
    AcidTable table =
        AcidTable.openHive(path, definition, writeIds, ValidTxnList.parse(snapshot.validTxnList()));

    assertThat(table.scan().count()).isEqualTo(snapshot.expected().orElseThrow().size());
    assertThat(table.definition().row()).isEqualTo(definition.row());
    assertThat(table.inspect().version()).isEmpty();
    assertThat(table.inspect().partitions().get(0).directories())
        .extracting(found -> found.name() + " " + found.state())
        .contains("base_0000005_v0000017 USED", "delta_0000001_0000001_0000 OBSOLETE");
    assertThatThrownBy(table::begin).isInstanceOf(UnsupportedTableException.class);
    assertThatThrownBy(table::history).isInstanceOf(UnsupportedTableException.class);
    assertThatThrownBy(() -> table.scanAsOfVersion(1))
        .isInstanceOf(UnsupportedTableException.class);
    assertThatThrownBy(() -> table.delete("true")).isInstanceOf(UnsupportedTableException.class);
    assertThat(Path.of(path, "_acid_log")).doesNotExist();

    AcidTable unsaid =
        AcidTable.openHive(path, definition, writeIds, Optional.empty(), AcidOptions.defaults());
    assertThatThrownBy(() -> unsaid.scan().count())
        .isInstanceOf(ValidationException.class)
        .hasMessageContaining("base_0000005_v0000017");
    assertThatThrownBy(
            () ->
                AcidTable.openHive(
                    path + "-not-there", definition, writeIds, ValidTxnList.everything()))
        .isInstanceOf(ValidationException.class);
  }

  @Test
  void aTableOfHiveWithoutCompactionsNeedsNoTransactionList() throws IOException {
    Fixture fixture = Fixture.named("hive-4.1/deletes");
    String path = fixture.copyTable(directory.resolve("hive")).toString();
    Fixture.FixtureSnapshot snapshot = fixture.snapshots().get(0);
    AcidTable table =
        AcidTable.openHive(
            path,
            TableDefinition.of(fixture.schema()),
            ValidWriteIdList.parse(snapshot.validWriteIdList()),
            Optional.empty(),
            AcidOptions.defaults());
    assertThat(table.scan().count()).isEqualTo(snapshot.expected().orElseThrow().size());
  }

  @Test
  void oneScanMayBeRunByManyThreads() throws Exception {
    AcidTable table = numbers(3_000);
    table.delete("n >= 1000 AND n < 1500");
    Scan scan = table.scan().where("n < 2000");
    List<Thread> threads =
        Stream.generate(() -> (Runnable) () -> assertCounted(scan, 1_500))
            .limit(4)
            .map(Thread::new)
            .toList();
    List<Throwable> failures = java.util.Collections.synchronizedList(new java.util.ArrayList<>());
    threads.forEach(thread -> thread.setUncaughtExceptionHandler((t, e) -> failures.add(e)));
    threads.forEach(Thread::start);
    for (Thread thread : threads) {
      thread.join();
    }
    assertThat(failures).isEmpty();
  }

  private static void assertCounted(Scan scan, int rows) {
    try {
      assertThat(rows(scan)).hasSize(rows);
      assertThat(scan.count()).isEqualTo(rows);
    } catch (IOException e) {
      throw new java.io.UncheckedIOException(e);
    }
  }
}
