package io.orcacid.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.orcacid.AcidTable;
import io.orcacid.Transaction;
import io.orcacid.testkit.ChildProcess;
import io.orcacid.txn.log.Author;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Compactions and cleanings in a process of their own, while others use the table. */
class UpkeepProcessTest {
  private static final ObjectMapper JSON = new ObjectMapper();

  @TempDir Path directory;
  private Path file;

  @BeforeEach
  void writeFile() throws IOException {
    file = Flights.csv(directory.resolve("file.csv"), 5_000);
  }

  private String process(String... arguments) {
    CommandProcess.Run run = CommandProcess.run(directory, arguments);
    assertThat(run.exit()).as(run.toString()).isZero();
    return run.out();
  }

  private static String here(String... arguments) {
    CommandProcess.Run run = CommandProcess.here(arguments);
    assertThat(run.exit()).as(run.toString()).isZero();
    return run.out();
  }

  private Path flights(String name) {
    Path table = Flights.createTable(directory.resolve(name));
    here("import", table.toString(), file.toString());
    here("import", table.toString(), file.toString());
    here("delete", table.toString(), "--where", "distance_miles < 400");
    return table;
  }

  private long removed(Path table) throws IOException {
    JsonNode result =
        JSON.readTree(
            process(
                "clean",
                table.toString(),
                "--retention",
                "0s",
                "--no-foreign-readers",
                "--format",
                "json"));
    return result.get("removedDirectories").asLong();
  }

  @Test
  void aSlowReaderFinishesWithItsRowsWhileAnotherProcessCompactsAndCleans() throws IOException {
    Path table = flights("table");
    here("compact", table.toString(), "--minor");
    here("update", table.toString(), "--set", "origin = 'ZZZ'", "--where", "delay_minutes > 30");
    TableContent content = TableContent.of(table);
    Set<String> before = DiskContent.of(table);
    Set<String> needed = DiskContent.namedByTheLog(table);
    assertThat(before).hasSizeGreaterThan(needed.size());
    Path go = directory.resolve("go");
    try (ChildProcess reader =
        CommandProcess.program(SlowReader.class, directory, table.toString(), go.toString())
            .start()) {
      reader.awaitLine("waiting", CommandProcess.PATIENCE);
      process("compact", table.toString(), "--major");
      here("delete", table.toString(), "--where", "distance_miles > 1000");
      // What the minor compaction replaced goes; what the reader reads stays.
      assertThat(removed(table)).isPositive();
      assertThat(DiskContent.of(table))
          .containsAll(needed)
          .containsAll(DiskContent.namedByTheLog(table))
          .doesNotContainAnyElementsOf(minus(before, needed));
      Files.createFile(go);
      CommandProcess.Run run = CommandProcess.Run.of(reader);
      assertThat(run.exit()).as(run.toString()).isZero();
      assertThat(run.out()).endsWith("\n" + content.rows() + " " + content.digest() + "\n");
    }
    assertThat(removed(table)).isPositive();
    assertThat(DiskContent.of(table)).isEqualTo(DiskContent.namedByTheLog(table));
    here("verify", table.toString(), "--deep");
  }

  private static Set<String> minus(Set<String> all, Set<String> some) {
    Set<String> rest = new java.util.TreeSet<>(all);
    rest.removeAll(some);
    return rest;
  }

  @Test
  void anOpenTransactionOfAnotherTableBlocksNothing() throws IOException {
    Path table = flights("table");
    final TableContent content = TableContent.of(table);
    Path other = flights("other");
    try (AcidTable opened = AcidTable.open(other.toString());
        Transaction open = opened.begin()) {
      open.delete("distance_miles > 0");
      process("compact", table.toString(), "--major");
      assertThat(removed(table)).isEqualTo(3);
      assertThat(DiskContent.of(table))
          .isEqualTo(DiskContent.namedByTheLog(table))
          .contains("base_0000003_v0000001");
    }
    assertThat(TableContent.of(table)).isEqualTo(content);
  }

  @Test
  void theOpenTransactionThatKeepsLaterOnesOutIsNamed() throws IOException {
    Path table = flights("table");
    try (AcidTable opened = AcidTable.open(table.toString());
        Transaction open = opened.begin()) {
      open.delete("distance_miles > 2000");
      here("import", table.toString(), file.toString());
      Author author = Author.current();
      String name = "transaction 4 of " + author.user() + "@" + author.host() + " is open since ";

      String explained = process("compact", table.toString(), "--major", "--explain");

      assertThat(explained)
          .contains("What was committed above write id 3 has to wait: " + name)
          .containsPattern("is open since \\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d");
      JsonNode blocker =
          JSON.readTree(
                  process("compact", table.toString(), "--major", "--explain", "--format", "json"))
              .get(0)
              .get("blocker");
      assertThat(blocker.get("writeId").asLong()).isEqualTo(4);
      assertThat(blocker.get("what").asText()).startsWith(name);

      process("compact", table.toString(), "--major");
      assertThat(DiskContent.namedByTheLog(table))
          .contains("base_0000003_v0000001", "delta_0000005_0000005_0000");
      open.commit();
    }
    assertThat(process("compact", table.toString(), "--major")).contains("base_0000005_v0000002");
  }
}
