package io.orcacid.bench;

import io.orcacid.bench.program.Program;
import io.orcacid.bench.program.ProgramResult;
import io.orcacid.bench.report.Report;
import io.orcacid.bench.report.Target;
import io.orcacid.bench.rows.DeletedIds;
import io.orcacid.bench.rows.Digest;
import io.orcacid.bench.rows.SeededRows;
import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * What inserting costs, against ORC's writer of the same rows without hidden columns, with the same
 * options. Run by {@code bin/bench write [--rows N] [--format md|json]}; five million rows and
 * about five minutes if nothing is said.
 *
 * <p>Measured is the processor time of the writing thread, without what it takes to make the rows.
 * The engine writes five columns more, reckons a checksum of the file and syncs it.
 */
final class WriteBenchmark {
  static final String NAME = "write";

  private WriteBenchmark() {}

  /** Runs the benchmark and prints its tables. */
  public static void main(String[] arguments) throws IOException {
    BenchRun.of(arguments, 5_000_000).print(WriteBenchmark::run);
  }

  static Report run(Path directory, BenchRun run) throws IOException {
    Digest digest = SeededRows.digest(run.rows(), DeletedIds.none(), ScanColumns.ALL.positions());
    Comparison comparison = new Comparison("insert", run.rows(), digest.text(), digest.rows());
    Map<String, Object> values = new LinkedHashMap<>();
    values.put("rows", run.rows());
    values.put("warmups", Math.min(2, run.effort().warmUps()));
    values.put("runs", Math.min(3, run.effort().runs()));
    int forks = run.effort().forks();
    values.put("directory", directory.resolve("raw"));
    comparison.add(
        run.effort().program(RawProgram.NAME, RawProgram.class).run(forks, "write", values));
    values.put("directory", directory.resolve("engine"));
    comparison.add(
        run.effort().program(EngineProgram.NAME, EngineProgram.class).run(forks, "write", values));
    values.put("warmups", Math.min(1, run.effort().warmUps()));
    for (String peer : Peers.WRITERS) {
      values.put("directory", directory.resolve(peer));
      comparison.add(Program.peer(peer, Peers.HEAP).run("write", values));
    }
    Report.Builder report = new Report.Builder();
    Optional<ProgramResult> limit = comparison.result(RawProgram.NAME);
    report.goal(comparison.ratio(Target.INSERT, EngineProgram.NAME, limit, RawProgram.NAME));
    comparison.figures(report, limit);
    return report.build(NAME, run.rows());
  }
}
