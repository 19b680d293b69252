package io.orcacid.bench;

import static org.assertj.core.api.Assertions.assertThat;

import io.orcacid.bench.report.Goal;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class UpsertBenchmarkTest {
  @TempDir Path directory;

  @Test
  void every_way_to_find_a_key_is_measured() throws IOException {
    List<Goal> goals =
        UpsertBenchmark.run(directory, new BenchRun(5000, "md", Effort.SMOKE, Optional.empty()))
            .goals();
    assertThat(goals).hasSize(3).allSatisfy(goal -> assertThat(goal.measured()).isPositive());
    assertThat(Goal.markdown(goals)).contains("chronicle");
  }
}
