package io.orcacid.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.orcacid.AcidTable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Random;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tables whose place is not as it should be. */
class HostilePlaceTest {
  private static final String NEXT_DELTA = "delta_0000002_0000002_0000";

  @TempDir Path directory;
  private Path table;
  private Path file;
  private TableContent content;

  @BeforeEach
  void makeATable() throws IOException {
    file = Flights.csv(directory.resolve("file.csv"), 20);
    table = Flights.createTable(directory.resolve("table"));
    require(0, importFile());
    content = TableContent.of(table);
  }

  private CommandProcess.Run importFile() {
    return CommandProcess.here("import", table.toString(), file.toString());
  }

  /** The exit code, and for a failure exactly one line that says why. */
  private static CommandProcess.Run require(int exit, CommandProcess.Run run) {
    assertThat(run.exit()).as(run.toString()).isEqualTo(exit);
    assertThat(run.err().lines()).as(run.toString()).hasSize(exit == 0 ? 0 : 1);
    if (exit != 0) {
      assertThat(run.err()).startsWith("error ");
      assertThat(run.out()).isEmpty();
    }
    return run;
  }

  @Test
  void aForeignDirectoryUnderTheNextNameStopsOneImportAndIsNeverRead() throws IOException {
    Path foreign = Files.createDirectory(table.resolve(NEXT_DELTA));
    Files.copy(
        table.resolve("delta_0000001_0000001_0000/bucket_00000"), foreign.resolve("bucket_00000"));
    assertThat(require(5, importFile()).err()).contains(NEXT_DELTA);
    assertThat(foreign.resolve("bucket_00000")).exists();
    assertThat(TableContent.of(table)).isEqualTo(content);
    require(0, importFile());
    assertThat(TableContent.of(table)).isEqualTo(content.plus(content));
  }

  @Test
  void aForeignFileUnderTheNextNameStopsImportsUntilItIsRemoved() throws IOException {
    Path foreign = Files.writeString(table.resolve(NEXT_DELTA), "mine");
    assertThat(require(5, importFile()).err()).contains(NEXT_DELTA);
    assertThat(require(2, importFile()).err()).contains(NEXT_DELTA).contains("remove");
    assertThat(foreign).hasContent("mine");
    assertThat(TableContent.of(table)).isEqualTo(content);
    Files.delete(foreign);
    require(0, importFile());
    assertThat(TableContent.of(table)).isEqualTo(content.plus(content));
  }

  @Test
  void aMalformedEntryIsCorruptionAndNeverTheEndOfTheLog() throws IOException {
    Path log = table.resolve("_acid_log");
    Files.writeString(log.resolve("_v00000000000000000002.json"), "{rubbish");
    for (String verb : new String[] {"count", "history", "scan"}) {
      CommandProcess.Run run = CommandProcess.here(verb, table.toString());
      assertThat(require(4, run).err()).contains("_v00000000000000000002.json");
    }
    require(4, importFile());
    assertThat(log.resolve("_v00000000000000000002.json")).hasContent("{rubbish");
    assertThat(log.resolve("_v00000000000000000003.json")).doesNotExist();
  }

  @Test
  void aPathThatIsAFileIsRefused() throws IOException {
    Path plain = Files.writeString(directory.resolve("plain"), "text");
    require(2, CommandProcess.here("create", plain.toString(), "--schema", "a int"));
    require(2, CommandProcess.here("import", plain.toString(), file.toString()));
    require(2, CommandProcess.here("count", plain.toString()));
    require(5, CommandProcess.here("create", plain + "/below", "--schema", "a int"));
    assertThat(plain).hasContent("text");
  }

  @Test
  void aCreationThatWasCutOffIsNoTableAndTheNextOneFinishesIt() throws IOException {
    Files.delete(table.resolve("_acid_log/_v00000000000000000001.json"));
    Files.delete(table.resolve("_acid_log/_v00000000000000000000.json"));
    assertThat(AcidTable.exists(table.toString())).isFalse();
    // Rows may lie there: this is no directory to begin in.
    require(2, importFile());
    try (var paths = Files.walk(table.resolve("delta_0000001_0000001_0000"))) {
      for (Path path : paths.sorted(java.util.Comparator.reverseOrder()).toList()) {
        Files.delete(path);
      }
    }
    CommandProcess.Run run = importFile();
    assertThat(run.out()).as(run.err()).isEqualTo("imported 20 rows, version 1\n");
    assertThat(TableContent.of(table)).isEqualTo(content);
  }

  @Test
  void aFullDiskFailsTheImportAndTheNextOneWithRoomWorks() throws IOException {
    Path mounted = Files.createDirectory(directory.resolve("mounted"));
    try (SmallDisk disk = SmallDisk.mount(mounted, "96k")) {
      table = Flights.createTable(mounted.resolve("table"));
      require(0, importFile());
      Path large = Flights.csv(directory.resolve("large.csv"), Flights.ALL);
      for (int i = 0; i < 3; i++) {
        CommandProcess.Run run =
            CommandProcess.run(directory, "import", table.toString(), large.toString());
        assertThat(require(5, run).err()).contains("No space left");
        assertThat(TableContent.of(table)).isEqualTo(content);
      }
      fill(mounted.resolve("filler"));
      require(5, importFile());
      assertThat(TableContent.of(table)).isEqualTo(content);
      Files.delete(mounted.resolve("filler"));
      require(0, importFile());
      assertThat(TableContent.of(table)).isEqualTo(content.plus(content));
      assertThat(disk).isNotNull();
    }
  }

  private static void fill(Path filler) throws IOException {
    byte[] block = new byte[512];
    new Random(3).nextBytes(block);
    try (var out = Files.newOutputStream(filler)) {
      while (true) {
        out.write(block);
      }
    } catch (IOException full) {
      assertThat(full).hasMessageContaining("No space");
    }
  }

  @Test
  void aReadOnlyDiskIsReadAndRefusesToBeWritten() throws IOException {
    Path mounted = Files.createDirectory(directory.resolve("mounted"));
    try (SmallDisk disk = SmallDisk.mount(mounted, "1m")) {
      table = Flights.createTable(mounted.resolve("table"));
      require(0, importFile());
      disk.allowReadingOnly();
      assertThat(require(0, CommandProcess.here("count", table.toString())).out())
          .isEqualTo("20\n");
      require(5, importFile());
      require(5, CommandProcess.here("delete", table.toString(), "--where", "true"));
      require(5, CommandProcess.here("create", mounted + "/other", "--schema", "a int"));
      assertThat(TableContent.of(table)).isEqualTo(content);
      disk.allowWriting();
      require(0, importFile());
    }
  }
}
