package io.orcacid.bench;

import io.orcacid.bench.program.Outcome;
import io.orcacid.bench.program.ProgramResult;
import io.orcacid.bench.report.Curve;
import io.orcacid.bench.report.Figure;
import io.orcacid.bench.report.Report;
import io.orcacid.bench.report.Target;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.LongPredicate;

/**
 * How the cost of reading grows with rows, deletes, deltas, partitions and threads. Run by {@code
 * bin/bench growth [--rows N] [--format md|json]}; up to twenty million rows and about nine minutes
 * if nothing is said. The pictures are drawn by {@code bin/bench publish}.
 *
 * <p>Rows grow with one in a hundred changed: deleted, and written again in a delta.
 */
final class GrowthBenchmark {
  static final String NAME = "growth";

  private static final int STEPS = 20;

  private final Path directory;
  private final BenchRun run;
  private final Report.Builder report = new Report.Builder();

  private GrowthBenchmark(Path directory, BenchRun run) {
    this.directory = directory;
    this.run = run;
  }

  /** Runs the benchmark and prints its tables. */
  public static void main(String[] arguments) throws IOException {
    BenchRun.of(arguments, 20_000_000).print(GrowthBenchmark::run);
  }

  static Report run(Path directory, BenchRun run) throws IOException {
    // One JVM each: what grows is more than what the compiler makes of it.
    BenchRun once = run.effort() == Effort.FULL ? run.withEffort(Effort.QUICK) : run;
    GrowthBenchmark benchmark = new GrowthBenchmark(directory, once);
    benchmark.rows();
    benchmark.deletesAndThreads();
    new DeltaGrowth(once, benchmark.report).measure(directory);
    new PartitionGrowth(once, benchmark.report).measure(directory);
    return benchmark.report.build(NAME, run.rows());
  }

  private void rows() throws IOException {
    List<Curve.Point> rates = new ArrayList<>();
    List<Curve.Point> opens = new ArrayList<>();
    int[] steps =
        run.effort() == Effort.SMOKE ? new int[] {1, STEPS} : new int[] {1, 2, 5, 10, STEPS};
    for (int step : steps) {
      long rows = run.rows() / STEPS * step;
      ScanTables tables =
          ScanTables.create(
              directory.resolve("rows-" + step),
              rows,
              List.of(
                  new ScanTables.Variant("changed", DeletePattern.RANDOM_1.ids(rows)::contains)));
      tables.addRowsInPlace("changed");
      ScanPrograms programs = new ScanPrograms(run, tables);
      String what = String.format(Locale.ROOT, "%,d rows, 1 %% changed", rows);
      Map<String, Object> scanning = programs.arguments("changed", ScanColumns.ALL);
      // The compiler learns from rows: as many come before each measurement.
      scanning.put("warmups", run.effort().warmUps() * STEPS / step);
      Optional<ProgramResult> scan = scan(programs, what, "changed", scanning);
      scan.ifPresent(
          result -> rates.add(new Curve.Point(rows, result.rows() / result.cpu() / 1e6)));
      Map<String, Object> opening = programs.arguments("changed", ScanColumns.ALL);
      opening.put("warmups", 20 * run.effort().warmUps());
      opening.put("runs", 1 + 20 * run.effort().warmUps());
      Outcome outcome = programs.engine("open", opening);
      result(what + ", open and plan", outcome)
          .ifPresent(result -> opens.add(new Curve.Point(rows, result.cpu() * 1000)));
      tables.remove();
    }
    curve("rows", "Full scan, 1 % of the rows changed", "rows", "Mrows/s of CPU", rates);
    curve("open", "Open and plan, 1 % of the rows changed", "rows", "CPU milliseconds", opens);
    report.goal(
        rates.size() < 2
            ? Target.GROWTH_ROWS.missing("a scan failed")
            : Target.GROWTH_ROWS.measured(last(rates) / first(rates), range(rates, "Mrows/s")));
    report.goal(
        opens.size() < 2
            ? Target.GROWTH_OPEN.missing("an open failed")
            : Target.GROWTH_OPEN.measured(last(opens) / first(opens), range(opens, "ms")));
  }

  private static double first(List<Curve.Point> points) {
    return points.get(0).y();
  }

  private static double last(List<Curve.Point> points) {
    return points.get(points.size() - 1).y();
  }

  private static String range(List<Curve.Point> points, String unit) {
    return String.format(
        Locale.ROOT,
        "%.2f %s at %,.0f, %.2f at %,.0f",
        first(points),
        unit,
        points.get(0).x(),
        last(points),
        points.get(points.size() - 1).x());
  }

  private void curve(String name, String title, String x, String y, List<Curve.Point> points) {
    if (!points.isEmpty()) {
      report.curve(
          new Curve(name, title, x, y, List.of(new Curve.Line(EngineProgram.NAME, points))));
    }
  }

  private Optional<ProgramResult> scan(
      ScanPrograms programs, String what, String variant, Map<String, Object> values) {
    Comparison comparison =
        programs.comparison(what, variant, ScanColumns.ALL).add(programs.engine("scan", values));
    comparison.figures(report, Optional.empty());
    return comparison.valid(EngineProgram.NAME);
  }

  /** What came of a program that reads no values. */
  private Optional<ProgramResult> result(String what, Outcome outcome) {
    return DeltaGrowth.result(report, what, outcome);
  }

  /** Up to half of the rows are deleted, evenly. */
  private void deletesAndThreads() throws IOException {
    List<ScanTables.Variant> variants = new ArrayList<>();
    List<Long> numbers = new ArrayList<>();
    for (long deletes = Math.max(1, run.rows() / 20_000);
        deletes <= run.rows() / 2;
        deletes *= 10) {
      long every = run.rows() / deletes;
      LongPredicate deleted = row -> row % every == 0;
      variants.add(new ScanTables.Variant("deletes-" + deletes, deleted));
      numbers.add(deletes);
    }
    ScanTables tables = ScanTables.create(directory.resolve("deletes"), run.rows(), variants);
    ScanPrograms programs = new ScanPrograms(run, tables);
    List<Curve.Point> rates = new ArrayList<>();
    for (int i = 0; i < numbers.size(); i++) {
      long deletes = numbers.get(i);
      String variant = variants.get(i).name();
      String what = String.format(Locale.ROOT, "%,d rows, %,d deletes", run.rows(), deletes);
      scan(programs, what, variant, programs.arguments(variant, ScanColumns.ALL))
          .ifPresent(
              result -> rates.add(new Curve.Point(deletes, run.rows() / result.cpu() / 1e6)));
    }
    curve(
        "deletes",
        String.format(Locale.ROOT, "Full scan of %,d rows", run.rows()),
        "deletes",
        "Mrows/s of CPU",
        rates);
    threads(programs, variants.get(1).name());
    tables.remove();
  }

  private void threads(ScanPrograms programs, String variant) {
    Comparison[] comparisons = new Comparison[2];
    for (int threads = 1; threads <= 2; threads++) {
      Map<String, Object> values = programs.arguments(variant, ScanColumns.ALL);
      values.put("threads", threads);
      comparisons[threads - 1] =
          programs
              .comparison(
                  threads + (threads == 1 ? " thread" : " threads"), variant, ScanColumns.ALL)
              .add(programs.engine("threads", values));
      comparisons[threads - 1].figures(report, Optional.empty());
    }
    Optional<ProgramResult> one = comparisons[0].valid(EngineProgram.NAME);
    Optional<ProgramResult> two = comparisons[1].valid(EngineProgram.NAME);
    report.goal(
        one.isEmpty() || two.isEmpty()
            ? Target.THREADS.missing("a scan failed")
            : Target.THREADS.measured(
                one.get().shortestWall() / two.get().shortestWall(),
                String.format(
                    Locale.ROOT,
                    "shortest time by the clock, %.3f s of one and %.3f s of two",
                    one.get().shortestWall(),
                    two.get().shortestWall())));
    if (one.isPresent() && two.isPresent()) {
      report.curve(
          new Curve(
              "threads",
              "Full scan by threads",
              "threads",
              "Mrows/s by the clock",
              List.of(
                  new Curve.Line(
                      EngineProgram.NAME,
                      List.of(
                          new Curve.Point(1, run.rows() / one.get().shortestWall() / 1e6),
                          new Curve.Point(2, run.rows() / two.get().shortestWall() / 1e6))))));
    }
  }

  /** In one line. */
  static Figure figure(String what, ProgramResult result, String rate) {
    return new Figure(
        what,
        result.peer() + " " + result.version(),
        rate,
        result.cpu(),
        result.wall(),
        String.format(
            Locale.ROOT, "peak heap %.0f MiB", result.figure("peakHeapMiB").orElse(Double.NaN)));
  }
}
