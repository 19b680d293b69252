package io.orcacid.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.orcacid.testkit.ChildProcess;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Files that nobody should import, large ones, and readers that go away. */
class HostileInputTest {
  @TempDir Path directory;
  private Path table;
  private Path file;

  @BeforeEach
  void choosePaths() {
    table = directory.resolve("table");
    file = directory.resolve("file.csv");
  }

  private CommandProcess.Run importFile() {
    return CommandProcess.here("import", table.toString(), file.toString());
  }

  private String csv() {
    return CommandProcess.here("scan", table.toString(), "--format", "csv").out();
  }

  private void requireRefused(CommandProcess.Run run) {
    assertThat(run.exit()).as(run.toString()).isEqualTo(2);
    assertThat(run.out()).isEmpty();
    assertThat(run.err().lines()).hasSize(1);
    assertThat(run.err()).startsWith("error VALIDATION: ").contains("file.csv");
  }

  @Test
  void aBinaryFileIsRefusedAndMakesNoTable() throws IOException {
    byte[] rubbish = new byte[100_000];
    new Random(7).nextBytes(rubbish);
    Files.write(file, rubbish);
    requireRefused(importFile());
    assertThat(table).doesNotExist();
  }

  @Test
  void aBinaryFileLeavesATableAsItWas() throws IOException {
    Files.writeString(file, "id,t\n1,a\n");
    assertThat(importFile().exit()).isZero();
    Files.write(file, new byte[] {'i', 'd', ',', 't', '\n', '2', ',', (byte) 0xff, '\n'});
    requireRefused(importFile());
    assertThat(csv()).isEqualTo("id,t\n1,a\n");
  }

  @Test
  void anEmptyFileIsRefusedAndMakesNoTable() throws IOException {
    Files.writeString(file, "");
    requireRefused(importFile());
    assertThat(table).doesNotExist();
  }

  @Test
  void aHeaderAloneMakesATableWithoutRowsAndNoVersion() throws IOException {
    Files.writeString(file, "id,t\n");
    assertThat(importFile().out()).isEqualTo("imported 0 rows, version 0\n");
    assertThat(importFile().out()).isEqualTo("imported 0 rows, version 0\n");
    assertThat(csv()).isEqualTo("id,t\n");
  }

  @Test
  void twoHundredColumnsComeBack() throws IOException {
    String header = columns("c");
    String text = header + "\n" + columns("1") + "\n" + columns("2") + "\n";
    Files.writeString(file, text);
    assertThat(importFile().out()).isEqualTo("imported 2 rows, version 1\n");
    assertThat(csv()).isEqualTo(text);
  }

  private static String columns(String prefix) {
    return IntStream.range(0, 200).mapToObj(i -> prefix + i).collect(Collectors.joining(","));
  }

  @Test
  void aCellOfTenMegabytesGoesThroughASmallHeap() throws IOException {
    String cell = "é".repeat(5_000_000);
    Files.writeString(file, "id,t\n1," + cell + "\n2,b\n");
    CommandProcess.Run run =
        CommandProcess.run(directory, "import", table.toString(), file.toString());
    assertThat(run.out()).as(run.err()).isEqualTo("imported 2 rows, version 1\n");
    assertThat(csv().equals("id,t\n1," + cell + "\n2,b\n")).isTrue();
  }

  @Test
  void nulCharactersInTextComeBack() throws IOException {
    Files.writeString(file, "id,t\n1,a\0b\n2,\0\n");
    assertThat(importFile().out()).isEqualTo("imported 2 rows, version 1\n");
    assertThat(csv()).isEqualTo("id,t\n1,a\0b\n2,\0\n");
  }

  private CommandProcess.Run inShell(String script, String... arguments) {
    try (ChildProcess process =
        CommandProcess.command(directory, arguments)
            .under(List.of("bash", "-c", script, "bash"))
            .start()) {
      return CommandProcess.Run.of(process);
    }
  }

  @Test
  void aReaderThatTakesOneLineEndsAScanWithoutAMessage() throws IOException {
    Flights.csv(file, Flights.ALL);
    assertThat(importFile().exit()).isZero();
    for (String format : List.of("csv", "json", "table")) {
      CommandProcess.Run run =
          inShell(
              "\"$@\" | head -1; echo \"exit ${PIPESTATUS[0]}\"",
              "scan",
              table.toString(),
              "--format",
              format);
      assertThat(run.err()).as(format).isEmpty();
      assertThat(run.out().lines()).as(format).hasSize(2);
      assertThat(run.out()).as(format).contains("flight_id").endsWith("exit 5\n");
    }
  }

  @Test
  void anOutputThatTakesNothingIsAFailureOfOneLine() throws IOException {
    Files.writeString(file, "id,t\n1,a\n");
    assertThat(importFile().exit()).isZero();
    for (String verb : List.of("count", "scan", "history", "--help")) {
      CommandProcess.Run run =
          verb.equals("--help")
              ? inShell("\"$@\" > /dev/full", verb)
              : inShell("\"$@\" > /dev/full", verb, table.toString());
      assertThat(run.exit()).as("%s: %s", verb, run).isEqualTo(5);
      assertThat(run.err().lines()).as(verb).hasSize(1);
      assertThat(run.err()).as(verb).startsWith("error IO: ");
    }
  }

  @Test
  void argumentsAreUnicodeInTheLocaleOfC() throws Exception {
    Path launcher = Path.of("..", "bin", "orc-acid").toAbsolutePath().normalize();
    if (!Files.exists(Path.of("target", "orc-acid.jar"))) {
      System.err.println("SKIPPED: no target/orc-acid.jar; the launcher was not tried");
      org.junit.jupiter.api.Assumptions.abort("no jar");
    }
    Path unicode = directory.resolve("gefühl-東京");
    List<List<String>> commands =
        List.of(
            List.of("create", unicode.toString(), "--schema", "`größe` int, t string"),
            List.of("insert", unicode.toString(), "--values", "(1, 'naïve 東京')"),
            List.of("scan", unicode.toString(), "--where", "t = 'naïve 東京'", "--format", "csv"));
    String out = "";
    for (List<String> command : commands) {
      ProcessBuilder builder = new ProcessBuilder(launcher.toString());
      builder.command().addAll(command);
      builder.environment().put("LC_ALL", "C");
      builder.environment().put("ORC_ACID_BUILD", "never");
      Process process = builder.redirectErrorStream(true).start();
      out = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      assertThat(process.waitFor()).as(out).isZero();
    }
    assertThat(out).isEqualTo("größe,t\n1,naïve 東京\n");
  }
}
