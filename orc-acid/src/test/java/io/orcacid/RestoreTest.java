package io.orcacid;

import static io.orcacid.TestTables.insert;
import static io.orcacid.TestTables.row;
import static io.orcacid.TestTables.texts;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.orcacid.error.SnapshotTooOldException;
import io.orcacid.error.ValidationException;
import io.orcacid.error.WriteConflictException;
import io.orcacid.format.ValidTxnList;
import io.orcacid.format.ValidWriteIdList;
import io.orcacid.format.io.Storage;
import io.orcacid.testkit.MemoryDirectories;
import io.orcacid.txn.TransactionManager;
import io.orcacid.txn.TransactionOptions;
import io.orcacid.txn.log.CommitLog;
import io.orcacid.txn.log.LogOptions;
import io.orcacid.txn.log.Operation;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The rows of an older version come back as a new version. */
class RestoreTest {
  @TempDir(factory = MemoryDirectories.class)
  private Path directory;

  private AcidTable table;

  private AcidTable create(String columns, String... partitionedBy) throws IOException {
    table =
        AcidTable.create(
            directory.resolve("t").toString(),
            TableDefinition.of(columns).partitionedBy(partitionedBy));
    return table;
  }

  @AfterEach
  void theTableIsSoundAndTheDirectoriesSayTheSameAsTheLog() throws IOException {
    assertThat(table.verify().deep().run().findings()).isEmpty();
    TableInspection inspection = table.inspect();
    AcidTable hive =
        AcidTable.openHive(
            table.path(),
            table.definition(),
            ValidWriteIdList.parse(inspection.validWriteIds()),
            ValidTxnList.parse(inspection.validTxns()));
    assertThat(sorted(hive.scan())).isEqualTo(sorted(table.scan()));
  }

  private static List<String> sorted(Scan scan) throws IOException {
    return texts(scan).stream().sorted().toList();
  }

  @Test
  void deletedAndChangedRowsComeBackAndNewerOnesGo() throws IOException {
    create("n int, s string");
    insert(table, row(1, "a"), row(2, "b"), row(3, null));
    table.update("s = 'x'", "n = 2");
    table.delete("n = 1");
    insert(table, row(9, "z"));
    Restored restored = table.restore().toVersion(1);
    assertThat(restored).isEqualTo(new Restored(5, 1, List.of(""), 3));
    assertThat(sorted(table.scan())).containsExactly("[1, a]", "[2, b]", "[3, null]");
    assertThat(table.history().get(5).operation()).isEqualTo(Operation.RESTORE);
    assertThat(sorted(table.scanAsOfVersion(4))).containsExactly("[2, x]", "[3, null]", "[9, z]");
    insert(table, row(4, "d"));
    assertThat(table.restore().toVersion(4).rows()).isEqualTo(3);
    assertThat(sorted(table.scan())).containsExactly("[2, x]", "[3, null]", "[9, z]");
    assertThat(table.restore().toVersion(0).rows()).isZero();
    assertThat(texts(table.scan())).isEmpty();
  }

  @Test
  void partitionsThatWereNotThereBecomeEmptyAndTruncatedOnesComeBack() throws IOException {
    create("n int, day string", "day");
    insert(table, row(1, "same"), row(2, "changed"), row(3, "truncated"), row(4, "compacted"));
    insert(table, row(5, "compacted"), row(6, null));
    table.delete("n = 2");
    table.truncate(List.of("day=truncated"));
    insert(table, row(7, "new"));
    table.compaction().partition("day=compacted").major().run();
    List<String> same = names("day=same");
    List<String> compacted = names("day=compacted");

    Restored restored = table.restore().toVersion(2);
    assertThat(restored.partitions()).containsExactly("day=changed", "day=new", "day=truncated");
    assertThat(restored.rows()).isEqualTo(2);
    assertThat(sorted(table.scan()))
        .containsExactly(
            "[1, same]",
            "[2, changed]",
            "[3, truncated]",
            "[4, compacted]",
            "[5, compacted]",
            "[6, null]");
    assertThat(names("day=same")).isEqualTo(same);
    assertThat(names("day=compacted")).isEqualTo(compacted);
    assertThat(table.scanAsOfVersion(restored.version() - 1).count()).isEqualTo(5);
  }

  private List<String> names(String partition) throws IOException {
    return table.inspect().partitions().stream()
        .filter(each -> each.name().equals(partition))
        .flatMap(each -> each.directories().stream())
        .map(TableInspection.Directory::name)
        .toList();
  }

  @Test
  void columnsThatWereAddedSinceAreNullAndWidenedOnesAreWritten() throws IOException {
    create("n smallint, s struct<x:int>");
    insert(table, row((short) 1, null));
    table.alter().widen("n", "bigint").addField("s", "y int").commit();
    table.tag("wide");
    table.alter().addColumn("m int").commit();
    insert(table, row(1L << 40, null, 5));
    table.delete("n = 1");
    assertThat(table.restore().toTag("wide").version()).isEqualTo(7);
    assertThat(texts(table.scan())).containsExactly("[1, null, null]");
    assertThat(table.definition().row().getFieldNames()).containsExactly("n", "s", "m");
    assertThat(table.restore().toVersion(5).version()).isEqualTo(8);
    assertThat(sorted(table.scan())).containsExactly("[1, null, null]", "[1099511627776, null, 5]");
  }

  @Test
  void aTimeAndATagNameTheVersionToo() throws IOException {
    create("n int");
    insert(table, row(1));
    Instant one = table.history().get(1).time();
    insert(table, row(2));
    table.tag("two");
    insert(table, row(3));
    table.compaction().major().run();
    assertThat(table.restore().toTime(one).restored()).isEqualTo(1);
    assertThat(texts(table.scan())).containsExactly("[1]");
    table.clean().retentionWithoutForeignReaders(Duration.ZERO).run();
    assertThatThrownBy(() -> table.restore().toVersion(1))
        .isInstanceOf(SnapshotTooOldException.class);
    assertThat(table.restore().toTag("two").rows()).isEqualTo(2);
    assertThat(sorted(table.scan())).containsExactly("[1]", "[2]");
    assertThatThrownBy(() -> table.restore().toTag("three"))
        .isInstanceOf(ValidationException.class);
    assertThatThrownBy(() -> table.restore().toVersion(99))
        .isInstanceOf(SnapshotTooOldException.class);
  }

  @Test
  void whereEveryRowIsThereNothingIsWritten() throws IOException {
    create("n int");
    insert(table, row(1));
    insert(table, row(2));
    table.alter().addColumn("m int").commit();
    table.compaction().major().run();
    assertThat(table.restore().toVersion(2)).isEqualTo(new Restored(4, 2, List.of(), 0));
    assertThat(table.version()).isEqualTo(4);
  }

  @Test
  void anyChangeBetweenTheLookAndTheCommitIsAConflictInWhateverPartition() throws IOException {
    create("n int, day string", "day");
    insert(table, row(1, "a"));
    insert(table, row(2, "b"));
    table.delete("n = 2");
    for (String policy : List.of("hive", "row", "maxcompute")) {
      table.alter().set("orcacid.conflict.policy", policy).commit();
      for (String partition : List.of("a", "b", "c")) {
        long rows = table.scan().count();
        try (TransactionManager manager =
            new TransactionManager(
                CommitLog.open(Storage.local(), table.path(), LogOptions.defaults()),
                TransactionOptions.defaults())) {
          Restoration overtaken =
              new Restoration(
                  manager,
                  () -> {
                    Transaction restoring = table.begin();
                    insert(table, row(3, partition));
                    return restoring;
                  },
                  view ->
                      new Scan(
                          Storage.local(),
                          table.path(),
                          filter -> view,
                          AcidOptions.defaults().readLimits()),
                  "default.t");
          assertThatThrownBy(() -> overtaken.toVersion(2))
              .as(policy + " " + partition)
              .isInstanceOf(WriteConflictException.class);
        }
        assertThat(table.scan().count()).isEqualTo(rows + 1);
      }
    }
    table.restore().toVersion(2);
    assertThat(sorted(table.scan())).containsExactly("[1, a]", "[2, b]");
  }

  @Test
  void transactionsThatDecidedOnTheOlderRowsAreConflictsAfterIt() throws IOException {
    create("n int");
    insert(table, row(1));
    table.update("n = 2", "true");
    try (Transaction deleting = table.begin();
        Transaction inserting = table.begin();
        Transaction late = table.begin()) {
      deleting.delete("n = 2");
      inserting.insert().row(3);
      table.restore().toVersion(1);
      assertThatThrownBy(deleting::commit).isInstanceOf(WriteConflictException.class);
      // Its write id is lower than that of the base, which would hide its rows.
      assertThatThrownBy(inserting::commit).isInstanceOf(WriteConflictException.class);
      late.insert().row(4);
      late.commit();
    }
    assertThat(sorted(table.scan())).containsExactly("[1]", "[4]");
  }

  @ParameterizedTest
  @ValueSource(strings = {"hive", "row", "maxcompute", "serializable", "single-writer", "nbcc"})
  void underEveryPolicy(String policy) throws IOException {
    table =
        AcidTable.create(
            directory.resolve("t").toString(),
            TableDefinition.of("n int, o int")
                .key("n")
                .property("orcacid.ordering.column", "o")
                .property("orcacid.conflict.policy", policy));
    insert(table, row(1, 1), row(2, 1));
    insert(table, row(3, 1));
    table.truncate();
    insert(table, row(4, 1));
    assertThat(table.restore().toVersion(2).rows()).isEqualTo(3);
    insert(table, row(5, 1));
    assertThat(sorted(table.scan())).containsExactly("[1, 1]", "[2, 1]", "[3, 1]", "[5, 1]");
    assertThat(table.restore().toVersion(4).rows()).isEqualTo(1);
    assertThat(sorted(table.scan())).containsExactly("[4, 1]");
  }

  @Test
  void aBucketedTableComesBackInItsBuckets() throws IOException {
    table =
        AcidTable.create(
            directory.resolve("t").toString(),
            TableDefinition.of("id int, p int").partitionedBy("p").bucketedBy(3, "id"));
    Object[][] rows = new Object[200][];
    for (int i = 0; i < rows.length; i++) {
      rows[i] = row(i, i % 2);
    }
    insert(table, rows);
    List<String> before = sorted(table.scan());
    table.update("id = id + 1000", "id < 100");
    table.truncate(List.of("p=1"));
    assertThat(table.restore().toVersion(1).rows()).isEqualTo(200);
    assertThat(sorted(table.scan())).isEqualTo(before);
  }

  @Test
  void randomRestorationsOfRandomHistories() throws IOException {
    long seed = Long.getLong("orcacid.seed", System.nanoTime());
    Random random = new Random(seed);
    create("n int, p int", "p");
    List<List<String>> versions = new ArrayList<>();
    List<Integer> columns = new ArrayList<>();
    for (int step = 0; step < 60; step++) {
      while (versions.size() <= table.version()) {
        columns.add(table.definition(versions.size()).row().getChildren().size());
        versions.add(sorted(table.scanAsOfVersion(versions.size())));
      }
      switch (random.nextInt(8)) {
        case 0, 1, 2 -> {
          Object[] values = new Object[table.definition().row().getChildren().size()];
          values[0] = step;
          values[1] = random.nextInt(3);
          insert(table, values);
        }
        case 3 -> table.delete("n % 4 = " + random.nextInt(4));
        case 4 -> table.update("n = n + 1", "n % 3 = " + random.nextInt(3));
        case 5 -> {
          if (random.nextBoolean()) {
            table.compaction().major().run();
          } else {
            table.alter().addColumn("c" + step + " int").commit();
          }
        }
        default -> {
          int version = random.nextInt(versions.size());
          VersionDiff diff = table.diff(table.version(), version);
          Restored restored = table.restore().toVersion(version);
          String what = "version " + version + " after step " + step + " of seed " + seed;
          int added = table.definition().row().getChildren().size() - columns.get(version);
          List<String> expected =
              versions.get(version).stream()
                  .map(text -> text.replace("]", ", null".repeat(added) + "]"))
                  .toList();
          assertThat(sorted(table.scan())).as(what).isEqualTo(expected);
          if (restored.partitions().isEmpty()) {
            assertThat(diff.rowsAdded() + diff.rowsRemoved()).as(what).isZero();
          }
        }
      }
    }
  }
}
