package io.orcacid.bench;

import io.orcacid.AcidTable;
import io.orcacid.Batches;
import io.orcacid.Inserter;
import io.orcacid.TableDefinition;
import io.orcacid.Transaction;
import io.orcacid.bench.program.Outcome;
import io.orcacid.bench.program.ProgramResult;
import io.orcacid.bench.report.Curve;
import io.orcacid.bench.report.Figure;
import io.orcacid.bench.report.Report;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.apache.hadoop.hive.ql.exec.vector.VectorizedRowBatch;

/** Reading of a table that consists of small insert deltas only. */
final class DeltaGrowth {
  private static final int ROWS_OF_A_DELTA = 100;

  private final BenchRun run;
  private final Report.Builder report;

  DeltaGrowth(BenchRun run, Report.Builder report) {
    this.run = run;
    this.report = report;
  }

  void measure(Path directory) throws IOException {
    // A smoke run makes a hundred commits, a quick look a thousand.
    int most = run.effort() == Effort.SMOKE ? 100 : run.rows() < 1_000_000 ? 1000 : 10_000;
    List<Curve.Point> scans = new ArrayList<>();
    List<Curve.Point> opens = new ArrayList<>();
    try (MemoryDirectory memory = MemoryDirectory.create(directory)) {
      String path = memory.path().resolve("table").toString();
      AcidTable.create(path, TableDefinition.of(BenchRows.COLUMNS)).close();
      BenchRows source = new BenchRows();
      int deltas = 0;
      for (int wanted = 10; wanted <= most; wanted *= 10) {
        try (AcidTable table = AcidTable.open(path)) {
          for (; deltas < wanted; deltas++) {
            insert(table, source);
          }
        }
        long rows = (long) deltas * ROWS_OF_A_DELTA;
        Timed open =
            Timed.of(run.effort().warmUps(), run.effort().runs(), () -> plan(path), () -> {});
        Timed scan =
            Timed.of(run.effort().warmUps(), run.effort().runs(), () -> scan(path, rows), () -> {});
        opens.add(new Curve.Point(wanted, open.cpu() * 1000));
        scans.add(new Curve.Point(wanted, scan.cpu() * 1000));
        figure(wanted + " insert deltas, open and plan", open, wanted);
        figure(wanted + " insert deltas, open and scan", scan, wanted);
      }
    }
    report.curve(
        new Curve(
            "insert-deltas",
            "A table of insert deltas of 100 rows",
            "deltas",
            "CPU milliseconds",
            List.of(
                new Curve.Line("open and plan", opens),
                new Curve.Line("open and read all", scans))));
  }

  private static void insert(AcidTable table, BenchRows source) throws IOException {
    VectorizedRowBatch batch = ScanTables.batch();
    source.fill(batch, ROWS_OF_A_DELTA);
    try (Transaction transaction = table.begin()) {
      Inserter inserter = transaction.insert();
      inserter.batch(batch);
      transaction.commit();
    }
  }

  private static void plan(String path) throws IOException {
    try (AcidTable table = AcidTable.open(path)) {
      table.scan().plan().close();
    }
  }

  private static void scan(String path, long expected) throws IOException {
    long rows = 0;
    try (AcidTable table = AcidTable.open(path);
        Batches batches = table.scan().batches()) {
      for (var next = batches.next(); next.isPresent(); next = batches.next()) {
        rows += next.get().rows().size;
      }
    }
    if (rows != expected) {
      throw new IllegalStateException("read " + rows + " rows of " + expected);
    }
  }

  private void figure(String what, Timed timed, int deltas) {
    report.figure(
        new Figure(
            what,
            EngineProgram.NAME,
            String.format(Locale.ROOT, "%.0f us each", timed.cpu() / deltas * 1e6),
            timed.cpu(),
            timed.wall(),
            ""));
  }

  /** What came of a program that reads no values; a note if nothing did. */
  static Optional<ProgramResult> result(Report.Builder report, String what, Outcome outcome) {
    if (outcome instanceof Outcome.Missing missing) {
      report.note("failed: " + what + ": " + missing.reason());
      return Optional.empty();
    }
    ProgramResult result = ((Outcome.Finished) outcome).results().get(0);
    report.figure(GrowthBenchmark.figure(what, result, ""));
    return Optional.of(result);
  }
}
