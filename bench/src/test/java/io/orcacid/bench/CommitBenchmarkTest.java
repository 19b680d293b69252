package io.orcacid.bench;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CommitBenchmarkTest {
  @TempDir Path directory;

  @Test
  void every_goal_is_measured() throws IOException {
    List<Goal> goals = CommitBenchmark.run(directory, 20);
    assertThat(goals).hasSize(4).allSatisfy(goal -> assertThat(goal.measured()).isPositive());
    assertThat(Goal.markdown(goals)).contains("64 threads against one");
  }
}
