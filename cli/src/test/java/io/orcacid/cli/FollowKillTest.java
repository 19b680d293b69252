package io.orcacid.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.orcacid.AcidTable;
import io.orcacid.TableDefinition;
import io.orcacid.Transaction;
import io.orcacid.testkit.ChildProcess;
import io.orcacid.testkit.MemoryDirectories;
import io.orcacid.testkit.Seeds;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A process that follows a table is killed and begins again where its last whole version ends. */
class FollowKillTest {
  private static final int KILLS = 3;

  @TempDir(factory = MemoryDirectories.class)
  Path folder;

  @Test
  void lines_up_to_the_last_cursor_are_the_changes_each_once() {
    Seeds.forEach(1, this::run);
  }

  private void run(Random random) throws IOException {
    String path = folder.resolve("t").toString();
    List<String> taken = new ArrayList<>();
    long cursor = 0;
    try (AcidTable table =
        AcidTable.create(path, TableDefinition.of("id bigint, n int").key("id"))) {
      for (int i = 0; i < KILLS; i++) {
        try (ChildProcess process = follow(path, cursor).start()) {
          int commits = 1 + random.nextInt(6);
          for (int j = 0; j < commits; j++) {
            write(table, random);
          }
          for (int lines = 1 + random.nextInt(commits * 2); lines > 0; lines--) {
            process.nextLine(CommandProcess.PATIENCE);
          }
          process.kill();
          cursor = take(process.out(), taken, cursor);
        }
      }
      CommandProcess.Run last =
          CommandProcess.here(
              "changes", path, "--after", "" + cursor, "--format", "json", "--cursors");
      assertThat(take(last.out(), taken, cursor)).isEqualTo(table.version());
    }
    assertThat(taken)
        .isEqualTo(
            CommandProcess.here("changes", path, "--after", "0", "--format", "json")
                .out()
                .lines()
                .toList());
  }

  private ChildProcess.Program follow(String path, long cursor) {
    return CommandProcess.command(
        folder,
        "changes",
        path,
        "--after",
        "" + cursor,
        "--format",
        "json",
        "--cursors",
        "--follow",
        "--interval",
        "5");
  }

  /** Each version has two changes, so two lines and the cursor's. */
  private static void write(AcidTable table, Random random) throws IOException {
    long id = random.nextLong(1L << 40);
    try (Transaction transaction = table.begin()) {
      transaction.insert().row(id, 1).row(id + 1, 2);
      transaction.commit();
    }
    if (random.nextInt(3) == 0) {
      table.update("n = n + 1", "id = " + id);
    }
    if (random.nextInt(4) == 0) {
      table.compaction().minor().run();
    }
  }

  private static long take(String out, List<String> taken, long from) {
    List<String> pending = new ArrayList<>();
    long cursor = from;
    // A killed one may leave half a line.
    for (String line : out.substring(0, out.lastIndexOf('\n') + 1).lines().toList()) {
      if (line.startsWith("{\"cursor\":")) {
        taken.addAll(pending);
        pending.clear();
        cursor = Long.parseLong(line.replaceAll("\\D", ""));
      } else {
        pending.add(line);
      }
    }
    return cursor;
  }
}
