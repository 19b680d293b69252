package io.orcacid.verify;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.groups.Tuple.tuple;

import io.orcacid.AcidOptions;
import io.orcacid.AcidTable;
import io.orcacid.TableDefinition;
import io.orcacid.Transaction;
import io.orcacid.error.CorruptFileException;
import io.orcacid.format.io.Storage;
import io.orcacid.txn.TransactionManager;
import io.orcacid.txn.TransactionOptions;
import io.orcacid.txn.log.CommitLog;
import io.orcacid.txn.log.Fence;
import io.orcacid.txn.log.LogOptions;
import io.orcacid.txn.log.LogRepair;
import io.orcacid.verify.Finding.Severity;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tables with a commit log, sound and damaged. */
class LogTableTest {
  @TempDir private Path folder;
  private Path root;
  private AcidTable table;

  @BeforeEach
  void makeATableWithInsertsUpdatesDeletesAndAnAbortedWrite() throws IOException {
    root = folder.resolve("t");
    table = AcidTable.create(root.toString(), TableDefinition.of("id bigint, name string"));
    insert(table, new Object[] {1L, "a"}, new Object[] {2L, "b"}, new Object[] {3L, "c"});
    table.update("name = 'z'", "id = 2");
    table.delete("id = 3");
    try (Transaction transaction = table.begin()) {
      transaction.insert().row(9L, "never");
      transaction.abort();
    }
    insert(table, new Object[][] {{4L, "d"}});
  }

  private static void insert(AcidTable table, Object[]... rows) throws IOException {
    try (Transaction transaction = table.begin()) {
      for (Object[] row : rows) {
        transaction.insert().row(row);
      }
      transaction.commit();
    }
  }

  private List<Finding> quick() throws IOException {
    return AcidTable.verify(root.toString(), AcidOptions.defaults()).run().findings();
  }

  private List<Finding> deep() throws IOException {
    return table.verify().deep().run().findings();
  }

  private Path dataFile(String directoryPrefix) throws IOException {
    try (Stream<Path> all = Files.walk(root)) {
      return all.filter(path -> path.getFileName().toString().equals("bucket_00000"))
          .filter(path -> path.getParent().getFileName().toString().startsWith(directoryPrefix))
          .sorted()
          .findFirst()
          .orElseThrow();
    }
  }

  private Path entry(int version) {
    return root.resolve(String.format(java.util.Locale.ROOT, "_acid_log/_v%020d.json", version));
  }

  private static void assertFound(
      List<Finding> findings, Severity severity, Check code, Path path) {
    assertThat(findings)
        .extracting(Finding::severity, Finding::code, Finding::path)
        .contains(tuple(severity, code, path.toString()));
  }

  @Test
  void aSoundTableIsClean() throws IOException {
    assertThat(quick()).isEmpty();
    VerificationReport report = table.verify().deep().forEngines(List.of(Engine.values())).run();
    assertThat(report.findings())
        .as("Hive 3 does not read the default codec")
        .extracting(Finding::code)
        .containsExactly(Check.HIVE);
    assertThat(report.performed()).containsExactlyInAnyOrder(Check.Group.values());
    assertThat(report.checked().insertEvents()).isEqualTo(5);
    assertThat(report.checked().deleteEvents()).isEqualTo(2);
    assertThat(report.checked().logEntries()).isEqualTo(table.version() + 1);
  }

  @Test
  void aPartitionedTableIsClean() throws IOException {
    Path other = folder.resolve("p");
    AcidTable partitioned =
        AcidTable.create(
            other.toString(),
            TableDefinition.of("id bigint, day date, kind string").partitionedBy("day", "kind"));
    insert(
        partitioned,
        new Object[] {1L, java.time.LocalDate.of(2026, 11, 30), "a/b"},
        new Object[] {2L, java.time.LocalDate.of(2026, 11, 30), null},
        new Object[] {3L, null, "x"});
    partitioned.update("id = 7", "id > 1");
    VerificationReport report = partitioned.verify().deep().run();
    assertThat(report.findings()).isEmpty();
    assertThat(report.checked().partitions()).isEqualTo(3);
    assertThat(report.checked().insertEvents()).isEqualTo(5);

    Path stray = Files.createDirectories(other.resolve("temporary"));
    Files.writeString(other.resolve("notes.txt"), "x");
    List<Finding> findings = partitioned.verify().run().findings();
    assertFound(findings, Severity.ERROR, Check.FOREIGN_PARTITION, stray);
    assertFound(findings, Severity.WARNING, Check.FOREIGN_FILE, other.resolve("notes.txt"));
  }

  @Test
  void aBucketedTableIsClean() throws IOException {
    AcidTable bucketed =
        AcidTable.create(
            folder.resolve("b").toString(),
            TableDefinition.of("id bigint, name string").bucketedBy(3, "id"));
    Object[][] rows = new Object[50][];
    for (int i = 0; i < rows.length; i++) {
      rows[i] = new Object[] {(long) i, "n" + i};
    }
    insert(bucketed, rows);
    bucketed.update("name = 'u'", "id % 7 = 0");
    bucketed.delete("id % 5 = 0");
    assertThat(bucketed.verify().deep().run().findings()).isEmpty();
  }

  @Test
  void anOpenTransactionsFilesAreNoFinding() throws IOException {
    try (Transaction transaction = table.begin()) {
      transaction.insert().row(5L, "e");
      transaction.delete("id = 1");
      VerificationReport report =
          AcidTable.verify(root.toString(), AcidOptions.defaults()).deep().run();
      assertThat(report.findings()).isEmpty();
      assertThat(report.checked().unfinishedDirectories()).isPositive();
    }
  }

  @Test
  void aFlippedBitIsFoundByItsChecksum() throws IOException {
    Path file = dataFile("delta_");
    byte[] bytes = Files.readAllBytes(file);
    bytes[10] ^= 1;
    Files.write(file, bytes);
    assertFound(deep(), Severity.ERROR, Check.FILE_CHECKSUM, file);
  }

  @Test
  void aTruncatedFileIsFound() throws IOException {
    Path file = dataFile("delta_");
    byte[] bytes = Files.readAllBytes(file);
    Files.write(file, java.util.Arrays.copyOf(bytes, bytes.length / 2));
    assertFound(quick(), Severity.ERROR, Check.FILE_LENGTH, file);
  }

  @Test
  void aDeletedFileIsFound() throws IOException {
    Path file = dataFile("delete_delta_");
    Files.delete(file);
    assertFound(quick(), Severity.ERROR, Check.MISSING_FILE, file);
    assertFound(deep(), Severity.ERROR, Check.MISSING_FILE, file);
  }

  @Test
  void aDeletedDirectoryIsFound() throws IOException {
    Path directory = dataFile("delta_").getParent();
    try (Stream<Path> all = Files.list(directory)) {
      for (Path file : all.toList()) {
        Files.delete(file);
      }
    }
    Files.delete(directory);
    assertFound(quick(), Severity.ERROR, Check.MISSING_DIRECTORY, directory);
  }

  @Test
  void aDirectoryOfUnclaimedWriteIdsIsFound() throws IOException {
    Path foreign = root.resolve("delta_0000077_0000077_0000");
    Files.createDirectories(foreign);
    assertFound(quick(), Severity.ERROR, Check.FOREIGN_DIRECTORY, foreign);
  }

  @Test
  void aDirectoryThatOtherEnginesWouldReadIsFound() throws IOException {
    Path source = dataFile("delta_0000001");
    Path foreign = root.resolve("delta_0000001_0000001_0007");
    Files.createDirectories(foreign);
    Files.copy(source, foreign.resolve("bucket_00000"));
    assertFound(quick(), Severity.ERROR, Check.LAYOUT, foreign);
  }

  @Test
  void filesThatTheLogDoesNotNameAreFound() throws IOException {
    Path original = Files.copy(dataFile("delta_"), root.resolve("000000_0"));
    Path second = dataFile("delta_").resolveSibling("bucket_00001");
    Files.copy(dataFile("delta_"), second);
    Path note = Files.writeString(dataFile("delta_").resolveSibling("readme.txt"), "x");
    List<Finding> findings = quick();
    assertFound(findings, Severity.ERROR, Check.FOREIGN_FILE, original);
    assertFound(findings, Severity.ERROR, Check.FOREIGN_FILE, second);
    assertFound(findings, Severity.WARNING, Check.FOREIGN_FILE, note);
  }

  @Test
  void aWrongVersionFileIsFound() throws IOException {
    Path file = dataFile("delta_").resolveSibling("_orc_acid_version");
    Files.writeString(file, "3");
    assertFound(quick(), Severity.ERROR, Check.VERSION_FILE, file);
  }

  @Test
  void swappedEntriesAreFound() throws IOException {
    byte[] one = Files.readAllBytes(entry(1));
    Files.write(entry(1), Files.readAllBytes(entry(2)));
    Files.write(entry(2), one);
    assertFound(quick(), Severity.ERROR, Check.LOG_UNREADABLE, entry(1));
  }

  @Test
  void anEditedEntryIsFound() throws IOException {
    String text = Files.readString(entry(2), StandardCharsets.UTF_8);
    Files.writeString(entry(2), text.replaceFirst("UPDATE", "INSERT"));
    assertThat(Files.readString(entry(2))).isNotEqualTo(text);
    assertFound(quick(), Severity.ERROR, Check.LOG_UNREADABLE, entry(2));
    assertFound(deep(), Severity.ERROR, Check.LOG_UNREADABLE, entry(2));
  }

  @Test
  void damageBelowACheckpointIsFoundToo() throws IOException {
    CommitLog log =
        CommitLog.open(
            Storage.local(), root.toString(), LogOptions.defaults().withCheckpointEntries(1));
    assertThat(log.checkpointIfDue()).isTrue();
    assertThat(quick()).isEmpty();

    byte[] one = Files.readAllBytes(entry(1));
    Files.write(entry(1), Files.readAllBytes(entry(2)));
    assertFound(quick(), Severity.ERROR, Check.LOG_ENTRY, entry(1));

    Files.write(entry(1), one);
    Files.delete(entry(2));
    assertFound(quick(), Severity.ERROR, Check.LOG_ENTRY, entry(2));
  }

  @Test
  void whatIsLeftOfExpiredEntriesIsNoLog() throws IOException {
    CommitLog log =
        CommitLog.open(
            Storage.local(), root.toString(), LogOptions.defaults().withCheckpointEntries(1));
    assertThat(log.checkpointIfDue()).isTrue();
    try (TransactionManager manager = new TransactionManager(log, TransactionOptions.defaults())) {
      manager.maintenance().announce(log.newest().version(), Map.of(), Fence.NONE);
    }
    Files.delete(entry(1));
    assertThat(quick()).as("the oldest came back").isEmpty();
    Files.write(entry(1), Files.readAllBytes(entry(2)));
    assertFound(quick(), Severity.ERROR, Check.LOG_ENTRY, entry(1));
  }

  @Test
  void strayFilesInTheLogAreWarnings() throws IOException {
    Path unfinished = Files.writeString(root.resolve("_acid_log/_tmp-1234"), "x");
    Path foreign = Files.writeString(root.resolve("_acid_log/notes.txt"), "x");
    List<Finding> findings = quick();
    assertFound(findings, Severity.WARNING, Check.STRAY_LOG_FILE, unfinished);
    assertFound(findings, Severity.WARNING, Check.STRAY_LOG_FILE, foreign);
  }

  private Optional<LogRepair.SetAside> repair() throws IOException {
    return AcidTable.repairLog(root.toString(), AcidOptions.defaults());
  }

  private void spoil(int version) throws IOException {
    Files.writeString(entry(version), Files.readString(entry(version)).replace("INSERT", "DELETE"));
  }

  @Test
  void aDamagedLastEntryIsSetAsideAndTheTableGoesOnFromTheVersionBefore() throws IOException {
    byte[] sound = Files.readAllBytes(entry(4));
    spoil(4);
    byte[] damaged = Files.readAllBytes(entry(4));
    assertThatThrownBy(() -> AcidTable.open(root.toString()))
        .isInstanceOf(CorruptFileException.class);

    LogRepair.SetAside aside = repair().orElseThrow();

    assertThat(aside.version()).isEqualTo(4);
    assertThat(Path.of(aside.path())).hasBinaryContent(damaged);
    assertThat(damaged).isNotEqualTo(sound);
    AcidTable again = AcidTable.open(root.toString());
    assertThat(again.version()).isEqualTo(3);
    assertThat(again.scan().count()).isEqualTo(2);
    insert(again, new Object[][] {{5L, "e"}});
    assertThat(again.version()).isEqualTo(4);
    assertThat(again.scan().count()).as("the lost row stays lost").isEqualTo(3);
    assertThat(repair()).isEmpty();
    assertThat(quick()).noneMatch(finding -> finding.severity() == Severity.ERROR);
  }

  @Test
  void damageBelowTheLastEntryIsNotRepaired() throws IOException {
    spoil(1);
    byte[] last = Files.readAllBytes(entry(4));
    assertThatThrownBy(this::repair)
        .isInstanceOf(CorruptFileException.class)
        .hasMessageContaining(entry(1).toString());
    assertThat(entry(4)).hasBinaryContent(last);
    spoil(4);
    assertThatThrownBy(this::repair).isInstanceOf(CorruptFileException.class);
    assertThat(entry(4)).exists();
  }

  @Test
  void aHoleInTheLogIsNotRepaired() throws IOException {
    Files.delete(entry(3));
    assertThatThrownBy(this::repair).isInstanceOf(CorruptFileException.class);
    assertThat(entry(4)).exists();
  }

  @Test
  void aSoundLogIsLeftAlone() throws IOException {
    assertThat(repair()).isEmpty();
    assertThat(table.version()).isEqualTo(4);
  }
}
