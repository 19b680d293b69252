package io.orcacid.bench;

import static org.assertj.core.api.Assertions.assertThat;

import io.orcacid.bench.report.Goal;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CommitBenchmarkTest {
  @TempDir Path directory;

  @Test
  void every_goal_is_measured() throws IOException {
    List<Goal> goals =
        CommitBenchmark.run(directory, new BenchRun(20, "md", Effort.SMOKE, Optional.empty()))
            .goals();
    assertThat(goals).hasSize(4).allSatisfy(goal -> assertThat(goal.measured()).isPositive());
    assertThat(Goal.markdown(goals)).contains("64 threads against one");
  }
}
