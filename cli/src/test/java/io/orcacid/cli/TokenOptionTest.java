package io.orcacid.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Verbs that add rows once however often they are run. */
class TokenOptionTest {
  @TempDir Path directory;
  private String table;
  private String rows;

  @BeforeEach
  void files() throws IOException {
    table = directory.resolve("table").toString();
    rows = Files.writeString(directory.resolve("rows.csv"), "id,n\n1,10\n2,20\n").toString();
  }

  private static CommandProcess.Run run(String... arguments) {
    CommandProcess.Run run = CommandProcess.here(arguments);
    assertThat(run.exit()).as(run.toString()).isZero();
    return run;
  }

  @Test
  void an_import_that_is_run_again_adds_nothing() {
    assertThat(run("import", table, rows, "--token", "nightly:1").out())
        .isEqualTo("imported 2 rows, version 1\n");
    assertThat(run("import", table, rows, "--token", "nightly:1").out())
        .isEqualTo("nothing added: the token was committed before, version 1\n");
    assertThat(run("import", table, rows, "--token", "nightly:0").out()).startsWith("nothing");
    assertThat(run("count", table).out()).isEqualTo("2\n");
    run("import", table, rows, "--token", "nightly:2");
    run("insert", table, "--values", "(3, 30)", "--token", "by hand: again:1");
    assertThat(run("insert", table, "--values", "(3, 30)", "--token", "by hand: again:1").out())
        .startsWith("nothing added");
    assertThat(run("count", table).out()).isEqualTo("5\n");
    assertThat(run("history", table, "--format", "json").out().replaceAll("\\s", ""))
        .contains("\"token\":{\"application\":\"nightly\",\"sequence\":1}")
        .contains("\"application\":\"byhand:again\"")
        .contains("\"token\":null");
  }

  @Test
  void two_processes_that_import_with_one_token_add_the_rows_once() {
    run("create", table, "--schema", "id int, n int");
    try (var one =
            CommandProcess.command(directory, "import", table, rows, "--token", "n:1").start();
        var other =
            CommandProcess.command(directory, "import", table, rows, "--token", "n:1").start()) {
      for (var process : List.of(one, other)) {
        CommandProcess.Run run = CommandProcess.Run.of(process);
        assertThat(run.exit()).as(run.toString()).isZero();
        assertThat(run.out()).contains("version 1");
      }
    }
    assertThat(run("count", table).out()).isEqualTo("2\n");
  }

  @Test
  void what_is_no_token_is_refused_and_nothing_is_added() {
    run("create", table, "--schema", "id int, n int");
    for (String token : new String[] {"x", ":1", "x:", "x:-1", "x:1.5", "x:9999999999999999999"}) {
      CommandProcess.Run run =
          CommandProcess.here("insert", table, "--values", "(1, 1)", "--token", token);
      assertThat(run.exit()).as(token).isNotZero();
      assertThat(run.err()).contains("--token is an application, a colon and a number");
    }
    assertThat(run("count", table).out()).isEqualTo("0\n");
  }
}
