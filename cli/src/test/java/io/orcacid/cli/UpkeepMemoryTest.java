package io.orcacid.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.orcacid.AcidTable;
import io.orcacid.TableDefinition;
import io.orcacid.Transaction;
import io.orcacid.testkit.ChildProcess;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Compactions and changes in little memory. System property {@code orcacid.deltas}: how many deltas
 * the table of many has.
 */
class UpkeepMemoryTest {
  private static final int DELTAS = Integer.getInteger("orcacid.deltas", 1000);
  private static final Duration PATIENCE = Duration.ofMinutes(10);
  private static final ObjectMapper JSON = new ObjectMapper();

  @TempDir Path directory;

  private CommandProcess.Run run(String heap, String... arguments) {
    ChildProcess.Program program =
        CommandProcess.program(MeasuredCommand.class, directory, arguments);
    List<String> options = new ArrayList<>(program.jvmOptions());
    options.replaceAll(option -> option.startsWith("-Xmx") ? heap : option);
    long began = System.nanoTime();
    try (ChildProcess process = program.withJvmOptions(options.toArray(new String[0])).start()) {
      int exit = process.exitCode(PATIENCE);
      CommandProcess.Run run = new CommandProcess.Run(exit, process.out(), process.err());
      assertThat(exit).as(run.toString()).isZero();
      System.out.printf(
          "UpkeepMemoryTest: %s, %s: %d ms, %s%n",
          Arrays.asList(arguments).subList(0, 1),
          heap,
          Duration.ofNanos(System.nanoTime() - began).toMillis(),
          run.err().strip());
      return run;
    }
  }

  private static void random(AcidTable table, Random random, int rows) throws IOException {
    byte[] bytes = new byte[1000];
    try (Transaction transaction = table.begin()) {
      for (int i = 0; i < rows; i++) {
        random.nextBytes(bytes);
        for (int at = 0; at < bytes.length; at++) {
          bytes[at] = (byte) ('0' + (bytes[at] & 63));
        }
        transaction.insert().row((long) i, new String(bytes, StandardCharsets.US_ASCII));
      }
      transaction.commit();
    }
  }

  @Test
  void stripesAreCopiedInFewMegabytes() throws IOException {
    Path table = directory.resolve("table");
    try (AcidTable opened =
        AcidTable.create(
            table.toString(),
            TableDefinition.of("n bigint, text string").property("orc.compress", "NONE"))) {
      Random random = new Random(7);
      random(opened, random, 100_000);
      opened.compaction().major().run();
      random(opened, random, 20_000);
    }
    TableContent before = TableContent.of(table);

    JsonNode report =
        JSON.readTree(
                run("-Xmx64m", "compact", table.toString(), "--major", "--format", "json").out())
            .get(0);

    assertThat(report.get("stripesCopied").asInt()).as(report.toString()).isGreaterThan(4);
    assertThat(report.get("stripesEncoded").asInt()).as(report.toString()).isZero();
    assertThat(report.get("bytesIn").asLong()).isGreaterThan(110L << 20);
    assertThat(TableContent.of(table)).isEqualTo(before);
    run("-Xmx64m", "verify", table.toString(), "--deep");
  }

  @Test
  void changesOfLargeVersionsAreReadInFewMegabytes() throws IOException {
    Path table = directory.resolve("table");
    try (AcidTable opened =
        AcidTable.create(
            table.toString(),
            TableDefinition.of("n bigint, text string")
                .key("n")
                .property("orc.compress", "NONE"))) {
      Random random = new Random(7);
      random(opened, random, 60_000);
      try (Transaction transaction = opened.begin()) {
        transaction.overwrite().row(0L, "few").row(1L, "rows");
        transaction.commit();
      }
      random(opened, random, 60_000);
      opened.update("n = -n", "n < 10");
      opened.delete("n % 2 = 0");
    }

    String each =
        run("-Xmx64m", "changes", table.toString(), "--after", "0", "--where", "n % 6000 = 0")
            .out();
    assertThat(each.lines().filter(line -> line.startsWith("insert"))).hasSize(20);
    assertThat(each.lines().filter(line -> line.startsWith("delete"))).hasSize(9 + 11);
    String net =
        run(
                "-Xmx64m",
                "changes",
                table.toString(),
                "--after",
                "1",
                "--where",
                "n >= 0",
                "--net",
                "--columns",
                "n",
                "--format",
                "csv")
            .out();
    assertThat(net.lines()).hasSizeGreaterThan(60_000);
  }

  @Test
  void veryManyDeltasAreMergedInAFewHundredMegabytes() throws IOException {
    Path table = directory.resolve("table");
    long began = System.nanoTime();
    try (AcidTable opened =
        AcidTable.create(table.toString(), TableDefinition.of("n bigint, text string"))) {
      for (long i = 0; i < DELTAS; i++) {
        try (Transaction transaction = opened.begin()) {
          transaction.insert().row(i, "text of " + i);
          transaction.commit();
        }
      }
    }
    System.out.printf(
        "UpkeepMemoryTest: %d deltas written in %d ms%n",
        DELTAS, Duration.ofNanos(System.nanoTime() - began).toMillis());

    JsonNode report =
        JSON.readTree(
                run("-Xmx256m", "compact", table.toString(), "--major", "--format", "json").out())
            .get(0);

    assertThat(report.get("inputs")).hasSize(DELTAS);
    assertThat(report.get("rowsOut").asInt()).isEqualTo(DELTAS);
    run("-Xmx256m", "clean", table.toString(), "--retention", "0s", "--no-foreign-readers");
    assertThat(DiskContent.of(table)).isEqualTo(DiskContent.namedByTheLog(table));
    run("-Xmx256m", "verify", table.toString(), "--deep");
    assertThat(TableContent.of(table).rows()).isEqualTo(DELTAS);
  }
}
