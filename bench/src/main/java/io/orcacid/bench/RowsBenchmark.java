package io.orcacid.bench;

import io.orcacid.bench.program.ProgramResult;
import io.orcacid.bench.report.Report;
import io.orcacid.bench.report.Target;
import java.io.IOException;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.Optional;

/**
 * What rows cost that are objects, against ORC's batches of the same file. Run by {@code bin/bench
 * rows [--rows N] [--format md|json]}; five million rows and about two minutes if nothing is said.
 */
final class RowsBenchmark {
  static final String NAME = "rows";

  private RowsBenchmark() {}

  /** Runs the benchmark and prints its tables. */
  public static void main(String[] arguments) throws IOException {
    BenchRun.of(arguments, 5_000_000).print(RowsBenchmark::run);
  }

  static Report run(Path directory, BenchRun run) throws IOException {
    ScanTables tables =
        ScanTables.create(
            directory, run.rows(), EnumSet.of(DeletePattern.NONE, DeletePattern.RANDOM_1));
    ScanPrograms programs = new ScanPrograms(run, tables);
    Report.Builder report = new Report.Builder();
    Comparison raw = programs.limit(ScanColumns.ALL);
    Optional<ProgramResult> limit = raw.result(RawProgram.NAME);
    raw.figures(report, Optional.empty());
    for (DeletePattern pattern : EnumSet.of(DeletePattern.NONE, DeletePattern.RANDOM_1)) {
      Comparison comparison =
          programs.comparison("rows, " + pattern.text(), pattern, ScanColumns.ALL);
      comparison.add(programs.engine("rows", programs.arguments(pattern, ScanColumns.ALL)));
      report.goal(
          comparison.ratio(
              pattern == DeletePattern.NONE ? Target.ROWS_NONE : Target.ROWS_1,
              EngineProgram.NAME,
              limit,
              RawProgram.NAME));
      comparison.figures(report, limit);
    }
    tables.remove();
    return report.build(NAME, run.rows());
  }
}
