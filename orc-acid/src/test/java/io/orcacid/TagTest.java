package io.orcacid;

import static io.orcacid.TestTables.insert;
import static io.orcacid.TestTables.row;
import static io.orcacid.TestTables.texts;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.orcacid.compactor.clean.CleanPlan;
import io.orcacid.compactor.clean.CleanResult;
import io.orcacid.error.CorruptFileException;
import io.orcacid.error.SnapshotTooOldException;
import io.orcacid.error.ValidationException;
import io.orcacid.format.ValidTxnList;
import io.orcacid.format.ValidWriteIdList;
import io.orcacid.format.io.Storage;
import io.orcacid.testkit.MemoryDirectories;
import io.orcacid.txn.log.CommitLog;
import io.orcacid.txn.log.LogOptions;
import io.orcacid.txn.log.TableState;
import io.orcacid.txn.log.Tag;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Versions with a name stay what they were, whatever is compacted and cleaned. */
class TagTest {
  @TempDir(factory = MemoryDirectories.class)
  private Path directory;

  private AcidTable create(String columns, String... partitionedBy) throws IOException {
    return AcidTable.create(
        directory.resolve("t").toString(),
        TableDefinition.of(columns).partitionedBy(partitionedBy));
  }

  private static CleanResult clean(AcidTable table) throws IOException {
    return table.clean().retentionWithoutForeignReaders(Duration.ZERO).run();
  }

  private static List<String> sorted(Scan scan) throws IOException {
    return texts(scan).stream().sorted().toList();
  }

  private static TableState state(AcidTable table, long version) throws IOException {
    return CommitLog.open(Storage.local(), table.path(), LogOptions.defaults()).stateAt(version);
  }

  /** The directory as it lies there, under the lists of a version. */
  private static List<String> listed(AcidTable table, long version) throws IOException {
    TableState state = state(table, version);
    AcidTable hive =
        AcidTable.openHive(
            table.path(),
            table.definition(version),
            ValidWriteIdList.parse(state.snapshot("default.t").writeIds().toString()),
            ValidTxnList.parse(state.snapshot("default.t").transactions().toString()));
    return sorted(hive.scan());
  }

  @Test
  void aTaggedVersionStaysReadableBelowTheFloorUntilTheTagIsDropped() throws IOException {
    AcidTable table = create("n int");
    insert(table, row(1));
    insert(table, row(2));
    assertThat(table.tag("two")).isEqualTo(2);
    insert(table, row(3));
    table.compaction().minor().run();
    insert(table, row(4));
    table.compaction().major().run();
    insert(table, row(5));
    table.compaction().major().run();

    CleanPlan plan = table.clean().retentionWithoutForeignReaders(Duration.ZERO).dryRun();
    assertThat(plan.directories())
        .filteredOn(verdict -> verdict.reason().equals("kept by tag two of version 2"))
        .extracting(CleanPlan.Verdict::name)
        .containsExactly("delta_0000001_0000001_0000", "delta_0000002_0000002_0000");
    // What came after the tag goes: the minor's delta, two inserts and the first base.
    assertThat(clean(table).directories()).isEqualTo(5);

    long floor = state(table, table.version()).oldestReadable();
    assertThat(floor).isGreaterThan(3);
    assertThat(sorted(table.scanAsOfTag("two"))).containsExactly("[1]", "[2]");
    assertThat(sorted(table.scanAsOfVersion(2))).containsExactly("[1]", "[2]");
    assertThat(listed(table, 2)).containsExactly("[1]", "[2]");
    assertThat(listed(table, table.version())).hasSize(5);
    assertThatThrownBy(() -> texts(table.scanAsOfVersion(1)))
        .isInstanceOf(SnapshotTooOldException.class);
    assertThatThrownBy(() -> texts(table.scanAsOfVersion(3)))
        .isInstanceOf(SnapshotTooOldException.class);
    assertThat(table.verify().deep().run().findings()).isEmpty();

    table.tag("again", 2);
    table.dropTag("two");
    clean(table);
    assertThat(sorted(table.scanAsOfTag("again"))).containsExactly("[1]", "[2]");
    table.dropTag("again");
    assertThatThrownBy(() -> table.tag("late", 2)).isInstanceOf(SnapshotTooOldException.class);
    assertThatThrownBy(() -> texts(table.scanAsOfVersion(2)))
        .isInstanceOf(SnapshotTooOldException.class);
    assertThat(clean(table).directories()).isEqualTo(2);
    assertThat(texts(table.scan())).hasSize(5);
  }

  @Test
  void tagsAreListedAndTheirNamesAreChecked() throws IOException {
    AcidTable table = create("n int");
    insert(table, row(1));
    table.tag("b");
    table.tag("a.1", 0);
    assertThat(table.tags()).extracting(Tag::name).containsExactly("a.1", "b");
    assertThat(table.tags()).extracting(Tag::version).containsExactly(0L, 1L);
    assertThat(table.tag("a.1", 0)).isZero();
    long before = table.version();
    assertThatThrownBy(() -> table.tag("b", 0))
        .isInstanceOf(ValidationException.class)
        .hasMessageContaining("Another version has the tag");
    assertThatThrownBy(() -> table.tag("c", 99)).isInstanceOf(SnapshotTooOldException.class);
    assertThatThrownBy(() -> table.tag("c", -1)).isInstanceOf(SnapshotTooOldException.class);
    for (String name : List.of("", "a b", "-a", "a/b", "ä", "x".repeat(129))) {
      assertThatThrownBy(() -> table.tag(name)).isInstanceOf(ValidationException.class);
    }
    assertThatThrownBy(() -> table.dropTag("c"))
        .isInstanceOf(ValidationException.class)
        .hasMessageContaining("no such tag");
    assertThatThrownBy(() -> texts(table.scanAsOfTag("c"))).isInstanceOf(ValidationException.class);
    assertThat(table.version()).isEqualTo(before);
    try (AcidTable other = AcidTable.open(table.path())) {
      assertThat(other.tags()).isEqualTo(table.tags());
    }
  }

  @Test
  void aReaderOfATaggedVersionKeepsItWhenTheTagIsDroppedMeanwhile() throws IOException {
    AcidTable table = create("n int");
    insert(table, row(1));
    table.tag("one");
    insert(table, row(2));
    table.compaction().major().run();
    clean(table);
    try (AcidTable other = AcidTable.open(table.path());
        Rows rows = other.scanAsOfTag("one").rows()) {
      table.dropTag("one");
      assertThat(clean(table).directories()).isZero();
      assertThat(rows).hasSize(1);
    }
    assertThat(clean(table).directories()).isEqualTo(1);
  }

  @Test
  void aTransactionMayReadATaggedVersionAndIsCheckedAgainstAllThatCameSince() throws IOException {
    AcidTable table = create("n int");
    insert(table, row(1));
    table.tag("one");
    insert(table, row(2));
    table.compaction().major().run();
    clean(table);
    try (Transaction old = table.beginAtVersion(1)) {
      assertThat(texts(old.scan())).containsExactly("[1]");
      old.insert().row(3);
      clean(table);
      assertThat(texts(old.scan())).hasSize(2);
      old.commit();
    }
    assertThat(sorted(table.scan())).containsExactly("[1]", "[2]", "[3]");
  }

  @Test
  void whenTheLogExpiresEachTaggedVersionKeepsACheckpointOfItsOwn() throws IOException {
    AcidTable table = createWithoutRetention("n int, day string", "day");
    for (int i = 0; i < 60; i++) {
      insert(table, row(i, "d" + i % 3));
      if (i == 20) {
        table.tag("early");
      }
    }
    table.alter().addColumn("m int").commit();
    for (int i = 0; i < 60; i++) {
      insert(table, row(100 + i, "d1", i));
      if (i == 20) {
        table.tag("late");
      }
    }
    List<String> early = sorted(table.scanAsOfTag("early"));
    List<String> late = sorted(table.scanAsOfTag("late"));
    assertThat(early).hasSize(21);
    table.compaction().major().run();
    assertThat(clean(table).expiredEntries()).isGreaterThan(50);
    assertThat(clean(table).expiredEntries()).isZero();
    try (AcidTable fresh = AcidTable.open(table.path())) {
      assertThat(sorted(fresh.scanAsOfTag("early"))).isEqualTo(early);
      assertThat(sorted(fresh.scanAsOfTag("late"))).isEqualTo(late);
      long version = fresh.tags().get(0).version();
      assertThat(fresh.definition(version).row().getFieldNames()).containsExactly("n", "day");
      assertThat(listed(fresh, version)).isEqualTo(early);
      assertThatThrownBy(() -> texts(fresh.scanAsOfVersion(version + 1)))
          .isInstanceOf(SnapshotTooOldException.class);
      assertThat(fresh.verify().deep().run().findings()).isEmpty();
      assertThat(fresh.history()).hasSize((int) fresh.version() + 1);
      fresh.dropTag("early");
      fresh.dropTag("late");
    }
    assertThat(checkpoints(table)).hasSize(3);
    clean(table);
    assertThat(checkpoints(table)).hasSize(1);
    assertThat(table.scan().count()).isEqualTo(120);
  }

  private List<String> checkpoints(AcidTable table) throws IOException {
    try (Stream<Path> files = Files.list(Path.of(table.path(), "_acid_log/_checkpoints"))) {
      return files
          .map(file -> file.getFileName().toString())
          .filter(name -> name.startsWith("_v"))
          .toList();
    }
  }

  private AcidTable createWithoutRetention(String columns, String... partitionedBy)
      throws IOException {
    return AcidTable.create(
        directory.resolve("t").toString(),
        TableDefinition.of(columns).partitionedBy(partitionedBy),
        AcidOptions.of(Map.of("orcacid.log.retention", "0s")));
  }

  @Test
  void verificationFindsWhatATagShouldHaveKept() throws IOException {
    AcidTable table = create("n int");
    insert(table, row(1));
    insert(table, row(2));
    table.tag("two");
    table.tag("same");
    table.compaction().major().run();
    clean(table);
    Path kept = Path.of(table.path(), "delta_0000001_0000001_0000", "bucket_00000");
    byte[] bytes = Files.readAllBytes(kept);
    Files.write(kept, Arrays.copyOf(bytes, bytes.length - 1));
    assertThat(table.verify().run().findings())
        .singleElement()
        .satisfies(finding -> assertThat(finding.what()).contains("shorter than the log says"));
    Files.delete(kept);
    assertThat(table.verify().run().findings())
        .singleElement()
        .satisfies(
            finding ->
                assertThat(finding.what())
                    .isEqualTo("tag same keeps the file, and it is not there"));
    assertThatThrownBy(() -> texts(table.scanAsOfTag("two")))
        .isInstanceOf(CorruptFileException.class);
    table.dropTag("two");
    table.dropTag("same");
    assertThat(table.verify().run().findings()).isEmpty();
    assertThatThrownBy(() -> texts(table.scanAsOfVersion(2)))
        .isInstanceOf(SnapshotTooOldException.class);
  }

  @Test
  void randomTagsAmongAllThatHappensToATable() throws IOException {
    long seed = Long.getLong("orcacid.seed", System.nanoTime());
    Random random = new Random(seed);
    AcidTable table = createWithoutRetention("n int, p int", "p");
    Map<String, List<String>> expected = new TreeMap<>();
    Map<String, Long> versions = new HashMap<>();
    for (int step = 0; step < 150; step++) {
      switch (random.nextInt(11)) {
        case 0, 1, 2, 3 -> {
          Object[] values = new Object[table.definition().row().getChildren().size()];
          values[0] = step;
          values[1] = random.nextInt(2);
          insert(table, values);
        }
        case 4 -> table.delete("n % 5 = " + random.nextInt(5));
        case 5 -> table.compaction().minor().run();
        case 6 -> table.compaction().major().run();
        case 7 -> {
          table.compaction().major().run();
          clean(table);
        }
        case 8 -> {
          String name = "t" + step;
          versions.put(name, table.tag(name));
          expected.put(name, sorted(table.scan()));
        }
        case 9 -> {
          if (!expected.isEmpty() && random.nextInt(3) == 0) {
            String name = List.copyOf(expected.keySet()).get(random.nextInt(expected.size()));
            table.dropTag(name);
            expected.remove(name);
          } else if (random.nextInt(2) == 0) {
            table.truncate();
          }
        }
        default -> {
          if (random.nextInt(3) == 0) {
            table.alter().addColumn("c" + step + " int").commit();
          }
        }
      }
      for (Map.Entry<String, List<String>> tag : expected.entrySet()) {
        String what = "tag " + tag.getKey() + " after step " + step + " of seed " + seed;
        assertThat(sorted(table.scanAsOfTag(tag.getKey()))).as(what).isEqualTo(tag.getValue());
        if (step % 15 == 14) {
          assertThat(listed(table, versions.get(tag.getKey()))).as(what).isEqualTo(tag.getValue());
        }
      }
    }
    assertThat(table.verify().deep().run().findings()).as("seed " + seed).isEmpty();
  }
}
