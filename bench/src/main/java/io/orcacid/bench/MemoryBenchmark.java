package io.orcacid.bench;

import io.orcacid.bench.program.Outcome;
import io.orcacid.bench.program.ProgramResult;
import io.orcacid.bench.report.Figure;
import io.orcacid.bench.report.Goal;
import io.orcacid.bench.report.Report;
import io.orcacid.bench.report.Target;
import io.orcacid.bench.rows.Digest;
import io.orcacid.format.BucketProperty;
import io.orcacid.format.io.Storage;
import io.orcacid.writer.DeleteEventFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Random;

/**
 * What memory deletes take, and what happens when they may not take it. Run by {@code bin/bench
 * memory [--rows N] [--format md|json]}, where rows are deletes; a hundred million and a tenth of
 * that, and about three minutes, if nothing is said.
 *
 * <p>The deletes come from one delete file, are loaded in a JVM of a small heap of its own, and
 * then asked for in order, a range of a thousand rows at a time. What is in use after a collection,
 * less what was before, is the size of the set. With a cap that they do not fit, they are merged in
 * from the file; the heap that is needed then is the cap and what a process needs anyway.
 */
final class MemoryBenchmark {
  static final String NAME = "memory";

  /** The default of the engine. */
  private static final long BUDGET = 256L << 20;

  private static final long CAP_MB = 64;
  private static final long PROCESS_MB = 96;
  private static final long MOST = 100_000_000;

  private final Path directory;
  private final BenchRun run;
  private final Report.Builder report = new Report.Builder();

  /** Deletes of one density in a file. */
  private record Deletes(Path file, long events, long span, Digest digest) {}

  private MemoryBenchmark(Path directory, BenchRun run) {
    this.directory = directory;
    this.run = run;
  }

  /** Runs the benchmark and prints its tables. */
  public static void main(String[] arguments) throws IOException {
    BenchRun.of(arguments, MOST).print(MemoryBenchmark::run);
  }

  static Report run(Path directory, BenchRun run) throws IOException {
    MemoryBenchmark benchmark = new MemoryBenchmark(directory, run);
    for (long events : new long[] {run.rows() / 10, run.rows()}) {
      benchmark.density(events, 100, Target.MEMORY_1);
      benchmark.density(events, 5, Target.MEMORY_20);
    }
    return benchmark.report.build(NAME, run.rows());
  }

  /**
   * Measures one density.
   *
   * @param oneIn every how manieth row is deleted, on the average
   */
  private void density(long events, int oneIn, Target target) throws IOException {
    Deletes deletes = write(events, oneIn);
    String what = String.format(Locale.ROOT, "%,d deletes, %d %% dense", events, 100 / oneIn);
    boolean goals = events == run.rows();
    Outcome loaded = load(deletes, BUDGET, "512m");
    Goal goal =
        goal(
            target,
            what,
            loaded,
            deletes,
            result ->
                // The bound is for a hundred million; fewer of one density take their share.
                target.measured(
                    result.figure("deleteSetBytes").orElse(Double.NaN) / 1e6 * MOST / events,
                    String.format(
                        Locale.ROOT,
                        "%,d events in %,d MB, heap of 512 MB",
                        events,
                        (long) (result.figure("deleteSetBytes").orElse(0) / 1e6))));
    if (goals) {
      report.goal(goal);
    }
    // The lowest budget there is has deletes of any number merged.
    long cap = events >= MOST && oneIn > 10 ? CAP_MB << 20 : 1;
    Outcome streamed = load(deletes, cap, CAP_MB + PROCESS_MB + "m");
    goal = goal(Target.MEMORY_CAP, what + ", capped", streamed, deletes, MemoryBenchmark::capped);
    if (goals && oneIn > 10) {
      report.goal(goal);
    }
    Files.delete(deletes.file);
  }

  private static Goal capped(ProgramResult result) {
    if (result.figure("inMemory").orElse(1) != 0) {
      return Target.MEMORY_CAP.invalid("the deletes were held in memory beyond the cap");
    }
    double peak = result.figure("peakHeapMiB").orElse(Double.NaN);
    return Target.MEMORY_CAP.measured(
        peak / (CAP_MB + PROCESS_MB),
        String.format(Locale.ROOT, "peak %.0f MiB of a heap of %d MiB", peak, CAP_MB + PROCESS_MB));
  }

  private interface Reading {
    Goal of(ProgramResult result);
  }

  private Goal goal(Target target, String what, Outcome outcome, Deletes deletes, Reading reading) {
    if (outcome instanceof Outcome.Missing missing) {
      report.note("failed: " + what + ": " + missing.reason());
      return target.missing(missing.reason());
    }
    ProgramResult result = ((Outcome.Finished) outcome).results().get(0);
    report.figure(
        new Figure(
            what,
            EngineProgram.NAME,
            String.format(Locale.ROOT, "%.1f M/s", deletes.events / result.cpu() / 1e6),
            result.cpu(),
            result.wall(),
            String.format(
                Locale.ROOT,
                "set %.1f MB, %.2f bytes each, peak heap %.0f MiB",
                result.figure("deleteSetBytes").orElse(0) / 1e6,
                result.figure("deleteSetBytes").orElse(0) / deletes.events,
                result.figure("peakHeapMiB").orElse(0))));
    if (!result.digest().equals(deletes.digest.text())) {
      return target.invalid("other rows are deleted than were written");
    }
    return reading.of(result);
  }

  private Outcome load(Deletes deletes, long budget, String heap) throws IOException {
    Map<String, Object> values = new LinkedHashMap<>();
    values.put("file", deletes.file);
    values.put("length", Files.size(deletes.file));
    values.put("span", deletes.span);
    values.put("budget", budget);
    values.put("warmups", 0);
    values.put("runs", 1);
    return run.effort()
        .program(MemoryProgram.NAME, MemoryProgram.class, heap)
        .run("deletes", values);
  }

  private Deletes write(long events, int oneIn) throws IOException {
    Path delta = directory.resolve("delete_delta_0000002_0000002_0000");
    Files.createDirectories(delta);
    int bucket = BucketProperty.encode(0, 0);
    DeleteEventFile file =
        DeleteEventFile.create(Storage.local(), delta.toString(), 0, BenchRows.ROW, Map.of());
    Random random = new Random(3);
    Digest digest = new Digest();
    long row = -1;
    long range = -1;
    for (long i = 0; i < events; i++) {
      row += 1 + random.nextInt(2 * oneIn - 1);
      file.add(1, bucket, row, 2);
      if (row / MemoryProgram.RANGE != range) {
        range = row / MemoryProgram.RANGE;
        digest.addRow();
        digest.add(0, range * MemoryProgram.RANGE);
      }
    }
    file.finish();
    return new Deletes(delta.resolve("bucket_00000"), events, row + 1, digest);
  }
}
