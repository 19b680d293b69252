package io.orcacid;

import static io.orcacid.TestTables.insert;
import static io.orcacid.TestTables.row;
import static io.orcacid.TestTables.texts;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.orcacid.compactor.CompactionReport;
import io.orcacid.error.ValidationException;
import io.orcacid.error.WriteConflictException;
import io.orcacid.txn.log.Operation;
import io.orcacid.txn.log.VersionInfo;
import io.orcacid.verify.VerificationReport;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class OverwriteTest {
  @TempDir private Path directory;
  private AcidTable table;
  private AcidTable sales;

  @BeforeEach
  void createTables() throws IOException {
    table = AcidTable.create(directory.resolve("plain").toString(), TableDefinition.of("n int"));
    sales =
        AcidTable.create(
            directory.resolve("sales").toString(),
            TableDefinition.of("n int, day string").partitionedBy("day"));
  }

  @AfterEach
  void bothTablesAreSoundAndNothingUnfinishedIsLeft() throws IOException {
    for (AcidTable each : List.of(table, sales)) {
      VerificationReport report = each.verify().deep().run();
      assertThat(report.findings()).isEmpty();
      try (Stream<Path> paths = Files.walk(Path.of(each.path()))) {
        assertThat(paths.filter(path -> path.getFileName().toString().startsWith("_tmp.")))
            .isEmpty();
      }
    }
  }

  private static void overwrite(AcidTable table, Object[]... rows) throws IOException {
    try (Transaction transaction = table.begin()) {
      Inserter inserter = transaction.overwrite();
      for (Object[] row : rows) {
        inserter.row(row);
      }
      transaction.commit();
    }
  }

  private static List<String> names(AcidTable table, String partition) throws IOException {
    try (Stream<Path> entries = Files.list(Path.of(table.path(), partition))) {
      return entries
          .map(entry -> entry.getFileName().toString())
          .filter(name -> !name.startsWith("_"))
          .sorted()
          .toList();
    }
  }

  @Test
  void anOverwriteReplacesAllRowsByABaseOfItsWriteId() throws IOException {
    insert(table, row(1), row(2));
    table.delete("n = 2");
    overwrite(table, row(7), row(8));
    assertThat(texts(table.scan())).containsExactlyInAnyOrder("[7]", "[8]");
    assertThat(names(table, "")).contains("base_0000003");
    List<VersionInfo> history = table.history();
    assertThat(history.get(history.size() - 1).operation()).isEqualTo(Operation.OVERWRITE);
    assertThat(texts(table.scanAsOfVersion(2))).containsExactly("[1]");
    insert(table, row(9));
    assertThat(table.update("n = n + 1", "n < 9").rows()).isEqualTo(2);
    assertThat(texts(table.scan())).containsExactlyInAnyOrder("[8]", "[9]", "[9]");
  }

  @Test
  void aTruncateLeavesABaseOfOneValidFileWithoutRows() throws IOException {
    insert(table, row(1), row(2));
    assertThat(table.truncate()).isEqualTo(2);
    assertThat(texts(table.scan())).isEmpty();
    assertThat(Path.of(table.path(), "base_0000002/bucket_00000")).isNotEmptyFile();
    assertThat(texts(table.scanAsOfVersion(1))).hasSize(2);
    insert(table, row(3));
    assertThat(texts(table.scan())).containsExactly("[3]");
  }

  @Test
  void aTruncateOfATableWithoutRowsIsAVersionOfItsOwn() throws IOException {
    assertThat(table.truncate()).isEqualTo(1);
    assertThat(sales.truncate()).isZero();
    assertThat(texts(sales.scan())).isEmpty();
  }

  @Test
  void anOverwriteOfTheTableEmptiesPartitionsWithoutRows() throws IOException {
    insert(sales, row(1, "a"), row(2, "b"));
    overwrite(sales, row(3, "b"), row(4, "c"));
    assertThat(texts(sales.scan())).containsExactlyInAnyOrder("[3, b]", "[4, c]");
    assertThat(names(sales, "day=a")).contains("base_0000002");
  }

  @Test
  void anOverwriteOfTouchedPartitionsLeavesTheOthers() throws IOException {
    insert(sales, row(1, "a"), row(2, "b"));
    try (Transaction transaction = sales.begin()) {
      transaction.overwriteTouched().row(3, "b").row(4, "c");
      assertThatThrownBy(transaction::insert).isInstanceOf(ValidationException.class);
      transaction.commit();
    }
    assertThat(texts(sales.scan())).containsExactlyInAnyOrder("[1, a]", "[3, b]", "[4, c]");
  }

  @Test
  void anOverwriteOfNamedPartitionsReplacesTheseAndRefusesRowsOfOthers() throws IOException {
    insert(sales, row(1, "a"), row(2, "b"), row(3, "c"));
    try (Transaction transaction = sales.begin()) {
      transaction.overwrite(List.of("day=a", "day=b")).row(4, "b");
      transaction.commit();
    }
    assertThat(texts(sales.scan())).containsExactlyInAnyOrder("[4, b]", "[3, c]");
    try (Transaction transaction = sales.begin()) {
      transaction.overwrite(List.of("day=a")).row(5, "c");
      assertThatThrownBy(transaction::commit)
          .isInstanceOf(ValidationException.class)
          .hasMessageContaining("partition=day=c");
    }
    assertThatThrownBy(() -> sales.truncate(List.of("month=a")))
        .isInstanceOf(ValidationException.class);
    assertThatThrownBy(() -> sales.truncate(List.of())).isInstanceOf(ValidationException.class);
    sales.truncate(List.of("day=c"));
    assertThat(texts(sales.scan())).containsExactly("[4, b]");
  }

  @Test
  void aTableIsOverwrittenWithWhatAScanOfItYields() throws IOException {
    insert(table, row(1), row(2), row(3));
    try (Transaction transaction = table.begin();
        Rows rows = transaction.scan().where("n > 1").rows()) {
      Inserter inserter = transaction.overwrite();
      for (Row each : rows) {
        inserter.row(10 * (int) each.get(0));
      }
      transaction.commit();
    }
    assertThat(texts(table.scan())).containsExactlyInAnyOrder("[20]", "[30]");
  }

  @Test
  void r10_aTransactionReadsWhatItOverwroteAndInsertedAfterwards() throws IOException {
    insert(sales, row(1, "a"), row(2, "b"));
    try (Transaction transaction = sales.begin()) {
      transaction.truncate(List.of("day=a"));
      transaction.insert().row(5, "a");
      assertThat(texts(transaction.scan())).containsExactlyInAnyOrder("[5, a]", "[2, b]");
      assertThat(transaction.delete("n = 2")).isEqualTo(1);
      transaction.insert().row(6, "b");
      assertThat(texts(transaction.scan())).containsExactlyInAnyOrder("[5, a]", "[6, b]");
      assertThat(texts(sales.scan())).containsExactlyInAnyOrder("[1, a]", "[2, b]");
      transaction.commit();
    }
    assertThat(texts(sales.scan())).containsExactlyInAnyOrder("[5, a]", "[6, b]");
    assertThat(names(sales, "day=a")).contains("base_0000002");
  }

  @Test
  void r4a_aPartitionIsReplacedOrChangedNeverBoth() throws IOException {
    insert(table, row(1));
    try (Transaction transaction = table.begin()) {
      transaction.insert().row(2);
      assertThatThrownBy(transaction::overwrite).isInstanceOf(ValidationException.class);
      transaction.commit();
    }
    try (Transaction transaction = table.begin()) {
      transaction.overwrite().row(3);
      assertThatThrownBy(() -> transaction.delete("true")).isInstanceOf(ValidationException.class);
      assertThatThrownBy(() -> transaction.update("n = 4", "true"))
          .isInstanceOf(ValidationException.class);
      assertThatThrownBy(transaction::truncate).isInstanceOf(ValidationException.class);
      transaction.commit();
    }
    assertThat(texts(table.scan())).containsExactly("[3]");
    insert(sales, row(1, "a"), row(2, "b"));
    try (Transaction transaction = sales.begin()) {
      transaction.truncate(List.of("day=a"));
      transaction.scan();
      transaction.insert().row(3, "a");
      assertThatThrownBy(transaction::commit).isInstanceOf(ValidationException.class);
    }
    assertThat(texts(sales.scan())).containsExactlyInAnyOrder("[1, a]", "[2, b]");
  }

  @Test
  void a80_ofTwoOverwritesFromOneSnapshotTheLaterFailsAndLeavesNothing() throws IOException {
    insert(table, row(1));
    try (Transaction one = table.begin();
        Transaction other = table.begin()) {
      one.overwrite().row(2);
      other.overwrite().row(3);
      other.commit();
      assertThatThrownBy(one::commit).isInstanceOf(WriteConflictException.class);
    }
    assertThat(texts(table.scan())).containsExactly("[3]");
    assertThat(names(table, "")).doesNotContain("base_0000002");
  }

  @Test
  void r4_anOverwriteThatWinsLastTakesAHigherIdAndCommitsBoth() throws IOException {
    insert(table, row(1));
    try (Transaction last = table.begin().lastWins()) {
      last.overwrite().row(2).row(3);
      assertThat(last.writeId()).hasValue(2);
      insert(table, row(9));
      table.delete("n = 1");
      last.commit();
    }
    assertThat(texts(table.scan())).containsExactlyInAnyOrder("[2]", "[3]");
    assertThat(names(table, "")).contains("base_0000005").doesNotContain("base_0000002");
    assertThat(table.update("n = 30", "n = 3").rows()).isEqualTo(1);
    assertThat(texts(table.scan())).containsExactlyInAnyOrder("[2]", "[30]");
  }

  @Test
  void r4_anOverwriteOfTheTableMeetsPartitionsThatCameMeanwhile() throws IOException {
    insert(sales, row(1, "a"));
    try (Transaction checked = sales.begin();
        Transaction last = sales.begin().lastWins()) {
      checked.overwrite().row(2, "a");
      last.overwrite().row(3, "a");
      insert(sales, row(4, "b"));
      assertThatThrownBy(checked::commit)
          .isInstanceOf(WriteConflictException.class)
          .hasMessageContaining("partition=day=b");
      last.commit();
    }
    assertThat(texts(sales.scan())).containsExactly("[3, a]");
  }

  @Test
  void a80_anOverwriteBesideACompactionCommitsAndReplacesWhatThatMade() throws IOException {
    insert(table, row(1));
    insert(table, row(2));
    try (Transaction overwriting = table.begin()) {
      overwriting.overwrite().row(3);
      assertThat(table.compaction().major().run().get(0).version()).hasValue(3);
      overwriting.commit();
    }
    assertThat(texts(table.scan())).containsExactly("[3]");
    assertThat(texts(table.scanAsOfVersion(2))).containsExactlyInAnyOrder("[1]", "[2]");
    assertThat(texts(table.scanAsOfVersion(3))).containsExactlyInAnyOrder("[1]", "[2]");
  }

  @Test
  void a83_aCompactionOfWhatWasOverwrittenMeanwhileGivesUp() throws IOException {
    insert(table, row(1));
    insert(table, row(2));
    boolean[] done = {false};
    CompactionReport report =
        table
            .compaction()
            .major()
            .cancelledWhen(
                () -> {
                  if (!done[0]) {
                    done[0] = true;
                    truncateQuietly();
                  }
                  return false;
                })
            .run()
            .get(0);
    assertThat(report.outcome()).isEqualTo(CompactionReport.Outcome.OVERTAKEN);
    assertThat(texts(table.scan())).isEmpty();
    assertThat(names(table, "")).noneMatch(name -> name.contains("_v"));
  }

  private void truncateQuietly() {
    try {
      table.truncate();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Test
  void a73_twoOverwritesOfOnePartitionLeaveTheRowsOfOneOnly() throws IOException {
    insert(sales, row(1, "a"), row(1, "b"));
    try (Transaction one = sales.begin();
        Transaction other = sales.begin();
        Transaction apart = sales.begin()) {
      one.overwrite(List.of("day=a")).row(2, "a");
      other.overwrite(List.of("day=a")).row(2, "a");
      apart.overwrite(List.of("day=b")).row(2, "b");
      one.commit();
      apart.commit();
      assertThatThrownBy(other::commit).isInstanceOf(WriteConflictException.class);
    }
    assertThat(texts(sales.scan())).containsExactlyInAnyOrder("[2, a]", "[2, b]");
  }

  @Test
  void anOverwrittenTableIsCompactedAndCleaned() throws IOException {
    insert(table, row(1), row(2));
    overwrite(table, row(3), row(4));
    insert(table, row(5));
    table.delete("n = 3");
    table.compaction().major().run();
    table.clean().retentionWithoutForeignReaders(Duration.ZERO).run();
    assertThat(texts(table.scan())).containsExactlyInAnyOrder("[4]", "[5]");
    table.truncate();
    table.clean().retentionWithoutForeignReaders(Duration.ZERO).run();
    assertThat(names(table, "")).containsExactly("base_0000005");
  }
}
