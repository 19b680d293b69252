package io.orcacid.bench;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class UpsertBenchmarkTest {
  @TempDir Path directory;

  @Test
  void every_way_to_find_a_key_is_measured() throws IOException {
    List<Goal> goals = UpsertBenchmark.run(directory, 5000);
    assertThat(goals).hasSize(3).allSatisfy(goal -> assertThat(goal.measured()).isPositive());
    assertThat(Goal.markdown(goals)).contains("chronicle");
  }
}
