package io.orcacid.bench;

import static org.assertj.core.api.Assertions.assertThat;

import io.orcacid.bench.program.Outcome;
import io.orcacid.bench.program.ProgramResult;
import io.orcacid.bench.report.Goal;
import io.orcacid.bench.report.Report;
import io.orcacid.bench.report.Target;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class ComparisonTest {
  private static final ProgramResult LIMIT = result("raw", 10, "aa", 1.0);

  private static ProgramResult result(String peer, long rows, String digest, double seconds) {
    return new ProgramResult(
        peer, "1", "scan", rows, digest, List.of(seconds), List.of(seconds), Map.of());
  }

  private static Comparison comparison(ProgramResult... results) {
    return new Comparison("scan", 1000, "aa", 10)
        .add(new Outcome.Finished("programs", List.of(results)));
  }

  @Test
  void the_faster_one_has_the_larger_share() {
    Goal goal =
        comparison(result("ours", 10, "aa", 0.5))
            .ratio(Target.FULL_1, "ours", Optional.of(LIMIT), "raw");
    assertThat(goal.measured()).isEqualTo(2);
    assertThat(goal.verdict()).isEqualTo(Goal.Verdict.REACHED);
  }

  @Test
  void other_values_or_another_number_of_rows_make_it_void() {
    for (ProgramResult wrong :
        List.of(result("theirs", 10, "bb", 1), result("theirs", 9, "aa", 1))) {
      Comparison comparison = comparison(result("ours", 10, "aa", 0.5), wrong);
      Goal goal = comparison.ratio(Target.HIVE_FULL, "ours", "theirs");
      assertThat(goal.verdict()).isEqualTo(Goal.Verdict.VOID);
      assertThat(goal.detail()).contains("theirs touched other values");
      Report.Builder report = new Report.Builder();
      comparison.figures(report, Optional.empty());
      assertThat(report.build("scan", 10).notes()).first().asString().startsWith("void: scan");
    }
  }

  @Test
  void who_is_missing_is_named_with_the_reason() {
    Comparison comparison =
        comparison(result("ours", 10, "aa", 0.5)).add(new Outcome.Missing("hive", "not built"));
    Goal goal = comparison.ratio(Target.HIVE_FULL, "ours", Peers.HIVE_VECTORISED);
    assertThat(goal.verdict()).isEqualTo(Goal.Verdict.MISSING);
    assertThat(goal.detail()).isEqualTo("missing: hive: not built");
    Report.Builder report = new Report.Builder();
    comparison.figures(report, Optional.empty());
    assertThat(report.build("scan", 10).notes()).containsExactly("missing: hive: not built");
  }
}
