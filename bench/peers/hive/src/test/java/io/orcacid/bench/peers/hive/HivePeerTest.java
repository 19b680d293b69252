package io.orcacid.bench.peers.hive;

import static org.assertj.core.api.Assertions.assertThat;

import io.orcacid.bench.rows.DeletedIds;
import io.orcacid.bench.rows.SeededRows;
import java.nio.file.Path;
import java.util.TimeZone;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class HivePeerTest {
  private static final int ROWS = 10_000;

  @TempDir Path directory;

  @BeforeAll
  static void asInTheProgram() {
    TimeZone.setDefault(TimeZone.getTimeZone("UTC"));
  }

  private String run(String operation, String... more) throws Exception {
    String[] arguments = new String[more.length + 5];
    arguments[0] = operation;
    arguments[1] = "directory=" + directory;
    arguments[2] = "rows=" + ROWS;
    arguments[3] = "warmups=0";
    arguments[4] = "runs=1";
    System.arraycopy(more, 0, arguments, 5, more.length);
    return HivePeer.run(arguments).line();
  }

  private static String expected(String deletes, int... columns) {
    return "\"digest\":\""
        + SeededRows.digest(ROWS, DeletedIds.of(deletes, ROWS), columns).text()
        + "\"";
  }

  @ParameterizedTest
  @CsvSource({"none", "random:1", "random:20", "clustered:20"})
  void both_readers_touch_the_rows_that_are_left(String deletes) throws Exception {
    run("load", "deletes=" + deletes);

    String all = expected(deletes, 0, 1, 2, 3, 4, 5);
    assertThat(run("scan")).contains("\"hive-vectorised\"", all);
    assertThat(run("scan-rows")).contains("\"hive-rows\"", all);
    String two = expected(deletes, 0, 2);
    assertThat(run("scan", "columns=two")).contains(two);
    assertThat(run("scan-rows", "columns=two")).contains(two);
  }

  @Test
  void a_compaction_leaves_the_same_rows() throws Exception {
    run("load", "deletes=random:20");

    String all = expected("random:20", 0, 1, 2, 3, 4, 5);
    assertThat(run("compact", "keep=yes")).contains(all).contains("\"bytesWritten\":");
    assertThat(directory).isDirectoryContaining("glob:**/base_0000002_v0000001");
    assertThat(run("scan")).contains(all);
  }

  @Test
  void what_a_compaction_made_is_removed_again() throws Exception {
    run("load", "deletes=random:20");
    run("compact");
    assertThat(directory).isDirectoryNotContaining("glob:**/base_*");
  }

  @Test
  void a_write_is_measured_over_and_over() throws Exception {
    assertThat(run("write", "runs=3")).contains("\"rows\":10000");
    assertThat(run("scan")).contains(expected("none", 0, 1, 2, 3, 4, 5));
  }
}
