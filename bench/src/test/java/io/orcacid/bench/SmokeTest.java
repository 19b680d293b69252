package io.orcacid.bench;

import static org.assertj.core.api.Assertions.assertThat;

import io.orcacid.bench.report.Goal;
import io.orcacid.bench.report.Report;
import io.orcacid.bench.report.Target;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Each benchmark runs and measures what it should; how fast it was does not matter here. */
class SmokeTest {
  private static final Set<Target> OF_PEERS =
      Set.of(Target.HIVE_FULL, Target.HIVE_TWO, Target.HIVE_TWO_20, Target.HIVE_MAJOR);

  @TempDir Path directory;

  @ParameterizedTest
  @EnumSource
  void every_benchmark_measures_its_goals_on_equal_answers(Bench.Benchmark benchmark)
      throws IOException {
    long rows = benchmark.rowsOfAll(10_000);

    Report report =
        benchmark
            .benchmark()
            .run(directory, new BenchRun(rows, "md", Effort.SMOKE, Optional.empty()));

    assertThat(report.benchmark()).isEqualTo(benchmark.command());
    assertThat(report.goals())
        .extracting(Goal::name)
        .containsExactlyInAnyOrderElementsOf(names(targets(benchmark)));
    assertThat(report.goals())
        .allSatisfy(goal -> assertThat(goal.verdict()).isNotEqualTo(Goal.Verdict.VOID))
        .filteredOn(goal -> goal.verdict() == Goal.Verdict.MISSING)
        .extracting(Goal::name)
        .isSubsetOf(names(OF_PEERS));
    assertThat(report.notes()).allSatisfy(note -> assertThat(note).doesNotStartWith("void"));
    assertThat(report.notes()).allSatisfy(note -> assertThat(note).doesNotStartWith("failed"));
    assertThat(report.figures().size() + report.notes().size()).isPositive();
    assertThat(report.markdown()).contains(report.machine().orc()).contains(benchmark.command());
    Report again = Report.parse(report.json());
    assertThat(again.markdown()).isEqualTo(report.markdown());
  }

  private static Set<Target> targets(Bench.Benchmark benchmark) {
    return Arrays.stream(Target.values())
        .filter(target -> target.benchmark().equals(benchmark.command()))
        .collect(Collectors.toSet());
  }

  private static List<String> names(Set<Target> targets) {
    return targets.stream().map(Target::text).toList();
  }

  @Test
  void every_goal_belongs_to_a_benchmark() {
    assertThat(Target.values())
        .extracting(Target::benchmark)
        .allSatisfy(name -> assertThat(Bench.Benchmark.of(name)).isPresent());
  }

  @Test
  void the_list_of_benchmarks_says_what_each_does() {
    assertThat(Arrays.stream(Bench.Benchmark.values()).map(Bench.Benchmark::command))
        .allSatisfy(name -> assertThat(Bench.usage()).containsPattern("\n  " + name + " +[a-z]+"));
  }
}
