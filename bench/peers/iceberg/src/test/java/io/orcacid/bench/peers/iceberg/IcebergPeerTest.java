package io.orcacid.bench.peers.iceberg;

import static org.assertj.core.api.Assertions.assertThat;

import io.orcacid.bench.rows.DeletedIds;
import io.orcacid.bench.rows.SeededRows;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class IcebergPeerTest {
  private static final int ROWS = 10_000;

  @TempDir Path directory;

  private String run(String... more) throws Exception {
    List<String> arguments = new ArrayList<>(List.of(more));
    arguments.addAll(List.of("directory=" + directory, "rows=" + ROWS, "warmups=0", "runs=2"));
    return IcebergPeer.run(arguments.toArray(new String[0])).line();
  }

  private static String expected(String deletes, int... columns) {
    return "\"digest\":\""
        + SeededRows.digest(ROWS, DeletedIds.of(deletes, ROWS), columns).text()
        + "\"";
  }

  @ParameterizedTest
  @ValueSource(strings = {"none", "random:1", "random:20", "clustered:20"})
  void a_scan_touches_the_rows_that_are_left(String deletes) throws Exception {
    assertThat(run("load", "deletes=" + deletes)).contains("\"operation\":\"load\"");
    assertThat(run("scan", "deletes=" + deletes)).contains(expected(deletes, 0, 1, 2, 3, 4, 5));
    assertThat(run("scan", "deletes=" + deletes, "columns=two")).contains(expected(deletes, 0, 2));
  }

  @Test
  void a_compaction_leaves_the_same_rows() throws Exception {
    assertThat(run("compact", "deletes=random:20"))
        .contains(expected("random:20", 0, 1, 2, 3, 4, 5));
  }

  @Test
  void a_write_is_measured_over_and_over() throws Exception {
    assertThat(run("write")).contains("\"rows\":10000");
    assertThat(IcebergTable.open(directory.resolve("written")).scan(0, 1, 2, 3, 4, 5).text())
        .isEqualTo(SeededRows.digest(ROWS, DeletedIds.none(), 0, 1, 2, 3, 4, 5).text());
  }
}
