package io.orcacid.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.orcacid.AcidTable;
import io.orcacid.Row;
import io.orcacid.Rows;
import io.orcacid.TableDefinition;
import io.orcacid.format.io.Storage;
import io.orcacid.testkit.ChildProcess;
import io.orcacid.txn.log.CommitLog;
import io.orcacid.txn.log.LogEntry;
import io.orcacid.txn.log.LogOptions;
import io.orcacid.txn.log.VersionInfo;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Processes that meet at one table. System properties: {@code orcacid.rounds} of each race of two,
 * {@code orcacid.commits} of each of four writers.
 */
class ProcessRaceTest {
  private static final int ROUNDS = Integer.getInteger("orcacid.rounds", 2);
  private static final int COMMITS = Integer.getInteger("orcacid.commits", 10);
  private static final int WRITERS = 4;

  @TempDir Path directory;

  private Path table() {
    Path table = directory.resolve("table");
    run("create", table.toString(), "--schema", "p string, n int", "--partitioned-by", "p");
    run("insert", table.toString(), "--values", "('a', 1), ('a', 2), ('b', 1), ('b', 2)");
    return table;
  }

  private static void run(String... arguments) {
    CommandProcess.Run run = CommandProcess.here(arguments);
    assertThat(run.exit()).as(run.toString()).isZero();
  }

  private List<CommandProcess.Run> race(List<String> one, List<String> other) {
    try (ChildProcess first = start(one);
        ChildProcess second = start(other)) {
      return List.of(CommandProcess.Run.of(first), CommandProcess.Run.of(second));
    }
  }

  private ChildProcess start(List<String> arguments) {
    return CommandProcess.command(directory, arguments.toArray(new String[0])).start();
  }

  private static List<String> update(Path table, long version, String set, String where) {
    return List.of(
        "update",
        table.toString(),
        "--read-version",
        Long.toString(version),
        "--set",
        set,
        "--where",
        where);
  }

  private static List<String> delete(Path table, long version, String where) {
    return List.of(
        "delete", table.toString(), "--read-version", Long.toString(version), "--where", where);
  }

  private static VersionInfo newest(Path table) throws IOException {
    try (AcidTable opened = AcidTable.open(table.toString())) {
      List<VersionInfo> versions = opened.history();
      return versions.get(versions.size() - 1);
    }
  }

  private void oneWins(Path table, List<String> one, List<String> other) throws IOException {
    final long before = newest(table).version();
    List<CommandProcess.Run> runs = race(one, other);
    assertThat(runs).extracting(CommandProcess.Run::exit).containsExactlyInAnyOrder(0, 3);
    VersionInfo winner = newest(table);
    assertThat(winner.version()).isEqualTo(before + 1);
    CommandProcess.Run loser = runs.get(runs.get(0).exit() == 0 ? 1 : 0);
    assertThat(loser.out()).isEmpty();
    assertThat(loser.err().lines()).hasSize(1);
    assertThat(loser.err())
        .startsWith("error CONFLICT: ")
        .contains("version=" + winner.version() + ",")
        .contains("writeId=" + winner.writeId().getAsLong() + ",")
        .contains("operation=" + winner.operation() + ",")
        .contains("user=" + winner.author().user() + ",")
        .contains("host=" + winner.author().host() + ",");
  }

  @Test
  void ofTwoUpdatesOfAPartitionThatDecidedOnOneVersionOneWins() throws IOException {
    Path table = table();
    for (int i = 0; i < ROUNDS; i++) {
      long version = newest(table).version();
      oneWins(
          table,
          update(table, version, "n = n + 10", "p = 'a'"),
          update(table, version, "n = n + 10", "p = 'a' AND n > 0"));
    }
    assertThat(numbers(table, "a")).containsExactly(1 + 10 * ROUNDS, 2 + 10 * ROUNDS);
    assertThat(numbers(table, "b")).containsExactly(1, 2);
  }

  @Test
  void ofAnUpdateAndADeleteOfAPartitionOneWins() throws IOException {
    Path table = table();
    for (int i = 0; i < ROUNDS; i++) {
      run("insert", table.toString(), "--values", "('a', 3)");
      long version = newest(table).version();
      oneWins(
          table,
          update(table, version, "n = 4", "p = 'a' AND n = 3"),
          delete(table, version, "p = 'a' AND n = 3"));
    }
    // Each round leaves the row updated, or gone: never both, and the others are as they were.
    assertThat(numbers(table, "a"))
        .startsWith(1, 2)
        .hasSizeBetween(2, 2 + ROUNDS)
        .doesNotContain(3);
    assertThat(numbers(table, "b")).containsExactly(1, 2);
  }

  @Test
  void ofTwoDeletesOfOneRowOneWins() throws IOException {
    Path table = table();
    long version = newest(table).version();
    oneWins(
        table,
        delete(table, version, "p = 'a' AND n = 1"),
        delete(table, version, "p = 'a' AND n = 1"));
    assertThat(numbers(table, "a")).containsExactly(2);
  }

  @Test
  void updatesAndDeletesOfDifferentPartitionsBothWin() throws IOException {
    Path table = table();
    for (int i = 0; i < ROUNDS; i++) {
      run("insert", table.toString(), "--values", "('b', 7)");
      long version = newest(table).version();
      List<CommandProcess.Run> runs =
          race(
              update(table, version, "n = n + 10", "p = 'a'"),
              delete(table, version, "p = 'b' AND n = 7"));
      assertThat(runs).extracting(CommandProcess.Run::exit).containsExactly(0, 0);
      assertThat(newest(table).version()).isEqualTo(version + 2);
    }
    assertThat(numbers(table, "a")).containsExactly(1 + 10 * ROUNDS, 2 + 10 * ROUNDS);
    assertThat(numbers(table, "b")).containsExactly(1, 2);
  }

  @Test
  void twoInsertsIntoOnePartitionBothWin() throws IOException {
    Path table = table();
    for (int i = 0; i < ROUNDS; i++) {
      List<CommandProcess.Run> runs =
          race(
              List.of("insert", table.toString(), "--values", "('c', 1)"),
              List.of("insert", table.toString(), "--values", "('c', 2)"));
      assertThat(runs).extracting(CommandProcess.Run::exit).containsExactly(0, 0);
    }
    assertThat(numbers(table, "c"))
        .isEqualTo(LongStream.range(0, 2L * ROUNDS).mapToObj(i -> i < ROUNDS ? 1 : 2).toList());
  }

  @Test
  void ofTwoCreationsExactlyOneWins() throws IOException {
    for (int i = 0; i < ROUNDS; i++) {
      Path table = directory.resolve("new" + i);
      List<CommandProcess.Run> runs =
          race(
              List.of("create", table.toString(), "--schema", "a int"),
              List.of("create", table.toString(), "--schema", "b string"));
      assertThat(runs).extracting(CommandProcess.Run::exit).containsExactlyInAnyOrder(0, 2);
      CommandProcess.Run winner = runs.get(runs.get(0).exit() == 0 ? 0 : 1);
      CommandProcess.Run loser = runs.get(runs.get(0).exit() == 0 ? 1 : 0);
      assertThat(loser.err()).startsWith("error VALIDATION: ").contains("already");
      try (AcidTable opened = AcidTable.open(table.toString())) {
        String column = opened.definition().row().getFieldNames().get(0);
        assertThat(winner.out()).contains("(" + column + " ");
        assertThat(opened.version()).isZero();
      }
    }
  }

  @Test
  void commitsOfFourProcessesMakeOneLineAndEveryRowIsThereOnce() throws IOException {
    Path table = directory.resolve("table");
    AcidTable.create(table.toString(), TableDefinition.of("w bigint, c bigint, r bigint")).close();
    List<ChildProcess> writers = new ArrayList<>();
    Map<Long, String> acknowledged = new HashMap<>();
    try {
      for (int i = 0; i < WRITERS; i++) {
        writers.add(
            CommandProcess.program(
                    AppendingWriter.class,
                    directory,
                    table.toString(),
                    Integer.toString(i),
                    Integer.toString(COMMITS))
                .start());
      }
      for (int i = 0; i < WRITERS; i++) {
        CommandProcess.Run run = CommandProcess.Run.of(writers.get(i));
        assertThat(run.exit()).as(run.toString()).isZero();
        for (String line : run.out().lines().toList()) {
          String[] words = line.split(" ");
          String other = acknowledged.put(Long.parseLong(words[2]), i + "/" + words[1]);
          assertThat(other).as("two commits are version %s", words[2]).isNull();
        }
      }
    } finally {
      writers.forEach(ChildProcess::close);
    }
    long commits = (long) WRITERS * COMMITS;
    assertThat(acknowledged.keySet())
        .containsExactlyInAnyOrderElementsOf(LongStream.rangeClosed(1, commits).boxed().toList());
    requireOneLine(table, commits);
    requireRowsOnce(table, acknowledged);
  }

  private static void requireOneLine(Path table, long commits) throws IOException {
    CommitLog log = CommitLog.open(Storage.local(), table.toString(), LogOptions.defaults());
    String parent = "";
    for (long version = 0; version <= commits; version++) {
      LogEntry entry = log.entry(version).orElseThrow();
      assertThat(entry.parent()).as("parent of version %s", version).isEqualTo(parent);
      parent = entry.commitId();
    }
    assertThat(log.entry(commits + 1)).isEmpty();
    assertThat(log.history().versions())
        .extracting(VersionInfo::version)
        .containsExactlyElementsOf(LongStream.rangeClosed(0, commits).boxed().toList());
  }

  /** Every version has exactly the rows of the commit that was told it is this one. */
  private static void requireRowsOnce(Path table, Map<Long, String> acknowledged)
      throws IOException {
    try (AcidTable opened = AcidTable.open(table.toString())) {
      Map<String, Integer> counts = new HashMap<>();
      try (Rows rows = opened.scan().rows()) {
        for (Row row : rows) {
          assertThat((Long) row.get(2)).isBetween(0L, AppendingWriter.ROWS - 1L);
          counts.merge(row.get(0) + "/" + row.get(1) + "/" + row.get(2), 1, Integer::sum);
        }
      }
      assertThat(counts).hasSize(acknowledged.size() * AppendingWriter.ROWS);
      assertThat(counts.values()).containsOnly(1);
      assertThat(opened.scanAsOfVersion(acknowledged.size() / 2).count())
          .isEqualTo((long) acknowledged.size() / 2 * AppendingWriter.ROWS);
    }
  }

  private static List<Integer> numbers(Path table, String partition) throws IOException {
    List<Integer> numbers = new ArrayList<>();
    try (AcidTable opened = AcidTable.open(table.toString());
        Rows rows = opened.scan().where("p = '" + partition + "'").rows()) {
      for (Row row : rows) {
        numbers.add(row.get("n", Integer.class));
      }
    }
    numbers.sort(null);
    return numbers;
  }
}
