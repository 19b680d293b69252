package io.orcacid.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CompactOnMapReduceTest {
  @TempDir Path directory;

  @Test
  void a_table_is_compacted_by_a_job_without_a_cluster_too() throws IOException {
    Path table = Flights.createPartitionedTable(directory.resolve("flights"));
    Path file = Flights.csv(directory.resolve("file.csv"), 60);
    for (int number = 0; number < 3; number++) {
      CommandProcess.out("import", table.toString(), file.toString());
    }
    TableContent before = TableContent.of(table);
    CommandProcess.Run run =
        CommandProcess.run(directory, "compact", table.toString(), "--major", "--on", "mapreduce");
    assertThat(run.exit()).as(run.toString()).isZero();
    assertThat(run.out()).contains("major, version").contains("3 directories -> base_0000003_v");
    assertThat(TableContent.of(table)).isEqualTo(before);
    CommandProcess.out("verify", table.toString(), "--deep");
    CommandProcess.out("clean", table.toString(), "--retention", "0s", "--no-foreign-readers");
    assertThat(DiskContent.of(table)).isEqualTo(DiskContent.namedByTheLog(table));
  }

  @Test
  void another_place_is_refused() throws IOException {
    Path table = Flights.createTable(directory.resolve("flights"));
    assertThat(CommandProcess.refused("compact", table.toString(), "--on", "mars"))
        .contains("MAPREDUCE");
  }
}
