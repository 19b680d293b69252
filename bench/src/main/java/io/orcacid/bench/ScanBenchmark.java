package io.orcacid.bench;

import io.orcacid.bench.program.Outcome;
import io.orcacid.bench.program.Program;
import io.orcacid.bench.program.ProgramResult;
import io.orcacid.bench.report.Report;
import io.orcacid.bench.report.Target;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What reading costs, deletes and row ids included, against ORC's library on the same file and
 * against whatever peer is there. Run by {@code bin/bench scan [--rows N] [--format md|json]}; five
 * million rows and about five minutes if nothing is said.
 *
 * <p>Each program runs in a JVM of its own, and the median of three counts. Each run opens the
 * table anew. Rates count the rows in the data files, deleted ones included. <em>R</em> is ORC
 * alone reading the user's columns of the same file in full, <em>R2</em> the same with two columns.
 */
final class ScanBenchmark {
  static final String NAME = "scan";

  /** What is done, on which table. */
  private record Case(DeletePattern pattern, ScanColumns columns, String rowIds, Target target) {
    String what() {
      return (columns == ScanColumns.ALL ? "all columns" : "two columns")
          + (rowIds.equals("yes") ? " and row ids, " : ", ")
          + pattern.text();
    }
  }

  private static final List<Case> CASES =
      List.of(
          new Case(DeletePattern.NONE, ScanColumns.ALL, "no", Target.FULL_NONE),
          new Case(DeletePattern.RANDOM_1, ScanColumns.ALL, "no", Target.FULL_1),
          new Case(DeletePattern.RANDOM_20, ScanColumns.ALL, "no", Target.FULL_20),
          new Case(DeletePattern.CLUSTERED_20, ScanColumns.ALL, "no", Target.FULL_20_CLUSTERED),
          new Case(DeletePattern.RANDOM_90, ScanColumns.ALL, "no", Target.FULL_90),
          new Case(DeletePattern.NONE, ScanColumns.TWO, "no", Target.TWO_NONE),
          new Case(DeletePattern.RANDOM_1, ScanColumns.TWO, "no", Target.TWO_1),
          new Case(DeletePattern.RANDOM_20, ScanColumns.TWO, "no", Target.TWO_20),
          new Case(DeletePattern.RANDOM_1, ScanColumns.ALL, "yes", Target.IDS_FULL),
          new Case(DeletePattern.RANDOM_1, ScanColumns.TWO, "yes", Target.IDS_TWO));

  /** What peers are compared by, and the goals against the first of them. */
  private static final Map<Target, Optional<Target>> AGAINST_PEERS = new EnumMap<>(Target.class);

  static {
    AGAINST_PEERS.put(Target.FULL_1, Optional.of(Target.HIVE_FULL));
    AGAINST_PEERS.put(Target.FULL_20, Optional.empty());
    AGAINST_PEERS.put(Target.TWO_1, Optional.of(Target.HIVE_TWO));
    AGAINST_PEERS.put(Target.TWO_20, Optional.of(Target.HIVE_TWO_20));
  }

  private final BenchRun run;
  private final ScanTables tables;
  private final ScanPrograms programs;
  private final Map<ScanColumns, Optional<ProgramResult>> limits = new EnumMap<>(ScanColumns.class);
  private final Report.Builder report = new Report.Builder();

  private ScanBenchmark(BenchRun run, ScanTables tables) {
    this.run = run;
    this.tables = tables;
    this.programs = new ScanPrograms(run, tables);
  }

  /** Runs the benchmark and prints its tables. */
  public static void main(String[] arguments) throws IOException {
    BenchRun.of(arguments, 5_000_000).print(ScanBenchmark::run);
  }

  static Report run(Path directory, BenchRun run) throws IOException {
    ScanTables tables =
        ScanTables.create(directory, run.rows(), EnumSet.allOf(DeletePattern.class));
    ScanBenchmark benchmark = new ScanBenchmark(run, tables);
    benchmark.limits();
    for (Case one : CASES) {
      benchmark.measure(one);
    }
    tables.remove();
    return benchmark.report.build(NAME, run.rows());
  }

  private void limits() {
    for (ScanColumns columns : ScanColumns.values()) {
      Comparison comparison = programs.limit(columns);
      limits.put(columns, comparison.result(RawProgram.NAME));
      comparison.figures(report, Optional.empty());
    }
  }

  private void measure(Case one) throws IOException {
    Optional<ProgramResult> limit = limits.get(one.columns);
    Comparison comparison = programs.comparison(one.what(), one.pattern, one.columns);
    Map<String, Object> values = programs.arguments(one.pattern, one.columns);
    values.put("rowids", one.rowIds);
    comparison.add(programs.engine("scan", values));
    ScanTables.Expected expected = tables.expected(one.pattern);
    checkRowIds(one, comparison, expected);
    if (AGAINST_PEERS.containsKey(one.target)) {
      comparePeers(comparison, one, values);
    }
    report.goal(comparison.ratio(one.target, EngineProgram.NAME, limit, RawProgram.NAME));
    Optional.ofNullable(AGAINST_PEERS.get(one.target))
        .flatMap(target -> target)
        .ifPresent(
            target ->
                report.goal(comparison.ratio(target, EngineProgram.NAME, Peers.HIVE_VECTORISED)));
    comparison.figures(report, limit);
  }

  private void comparePeers(Comparison comparison, Case one, Map<String, Object> values)
      throws IOException {
    for (Peers.Reader reader : Peers.READERS) {
      Program program = Program.peer(reader.module(), Peers.HEAP);
      Map<String, Object> asked = new LinkedHashMap<>(values);
      asked.put("warmups", Math.min(1, run.effort().warmUps()));
      asked.put("runs", Math.min(3, run.effort().runs()));
      if (reader.load().isPresent()) {
        asked.put("directory", loaded(reader, program, one.pattern));
      }
      comparison.add(program.run(reader.operation(), asked));
    }
  }

  /** Tables that only their own engine can read are made by it, once. */
  private Path loaded(Peers.Reader reader, Program program, DeletePattern pattern) {
    Path table = tables.table(pattern).resolveSibling(reader.module() + "-" + pattern.directory());
    if (!Files.exists(table) && program.absent().isEmpty()) {
      Outcome outcome =
          program.run(
              reader.load().orElseThrow(),
              Map.of(
                  "directory",
                  table,
                  "rows",
                  tables.rows(),
                  "deletes",
                  pattern.key(),
                  "warmups",
                  0,
                  "runs",
                  1));
      if (outcome instanceof Outcome.Missing missing) {
        report.note("missing: " + reader.module() + ": " + missing.reason());
      }
    }
    return table;
  }

  private static void checkRowIds(Case one, Comparison comparison, ScanTables.Expected expected) {
    if (one.rowIds.equals("no")) {
      return;
    }
    comparison
        .result(EngineProgram.NAME)
        .filter(result -> result.figure("rowIds").orElse(-1) != (double) expected.rowIds())
        .ifPresent(result -> comparison.differs("the row ids are not those of the rows"));
  }
}
