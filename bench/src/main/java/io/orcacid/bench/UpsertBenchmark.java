package io.orcacid.bench;

import io.orcacid.AcidOptions;
import io.orcacid.AcidTable;
import io.orcacid.Inserter;
import io.orcacid.TableDefinition;
import io.orcacid.Transaction;
import io.orcacid.bench.report.Goal;
import io.orcacid.bench.report.Report;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;

/**
 * What it costs to find the rows of keys. Run by {@code bin/bench upsert [--rows N] [--format
 * md|json]}; 5 million rows, of which one in a hundred is written again, if nothing is said.
 *
 * <p>Measured is the processor time of the thread that looks for the keys and writes their deletes,
 * so the finding alone costs less. The index is warm: built, and asked before.
 */
public final class UpsertBenchmark {
  private static final TableDefinition TABLE =
      TableDefinition.of("id bigint, name string, amount double").key("id");
  private static final int ONE_IN = 100;
  private static final int RUNS = 7;
  private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();

  private final String path;
  private final long rows;
  private final List<Object[]> keys = new ArrayList<>();
  private final Report.Builder report = new Report.Builder();

  private UpsertBenchmark(String path, long rows) {
    this.path = path;
    this.rows = rows;
    List<Long> all = new ArrayList<>();
    for (long id = 0; id < rows; id += ONE_IN) {
      all.add(id + id / ONE_IN % ONE_IN);
    }
    Collections.shuffle(all, new Random(42));
    all.forEach(id -> keys.add(new Object[] {id}));
  }

  /** Runs the benchmark and prints a table. */
  public static void main(String[] arguments) throws IOException {
    BenchRun.of(arguments, 5_000_000).print(UpsertBenchmark::run);
  }

  static Report run(Path directory, BenchRun run) throws IOException {
    UpsertBenchmark benchmark =
        new UpsertBenchmark(directory.resolve("table").toString(), run.rows());
    benchmark.fill();
    double scan = benchmark.finding(AcidOptions.defaults(), "a scan of the key column", 1);
    benchmark.report.goal(benchmark.goal("a scan of the key column", 2, scan));
    for (String kind : List.of("memory", "chronicle")) {
      AcidOptions options =
          AcidOptions.of(
              Map.of(
                  "orcacid.key.index",
                  kind,
                  "orcacid.key.index.directory",
                  directory.resolve("indexes").toString()));
      double seconds = benchmark.finding(options, kind, RUNS);
      benchmark.report.goal(benchmark.goal("an index, " + kind, 0.4, seconds));
    }
    return benchmark.report.build("upsert", run.rows());
  }

  private void fill() throws IOException {
    Random random = new Random(7);
    try (AcidTable table = AcidTable.create(path, TABLE);
        Transaction transaction = table.begin()) {
      Inserter inserter = transaction.insert();
      for (long id = 0; id < rows; id++) {
        inserter.row(id, "name " + random.nextInt(100_000), random.nextInt(1_000_000) / 100.0);
      }
      transaction.commit();
    }
  }

  private Goal goal(String way, double goal, double seconds) {
    return new Goal(
        String.format(
            Locale.ROOT, "CPU seconds to find %,d of %,d keys by %s", keys.size(), rows, way),
        String.format(Locale.ROOT, "%.2f s with the writing of the deletes", seconds),
        goal,
        Goal.Direction.AT_MOST,
        seconds);
  }

  /** The median. Each run is given up: the table stays as it is. */
  private double finding(AcidOptions options, String way, int runs) throws IOException {
    List<Double> seconds = new ArrayList<>();
    try (AcidTable table = AcidTable.open(path, options)) {
      if (table.keyIndexStatus().isPresent() && !table.awaitKeyIndex()) {
        throw new IllegalStateException("no index was built: " + way);
      }
      for (int run = 0; run < runs; run++) {
        try (Transaction transaction = table.begin()) {
          long begin = THREADS.getCurrentThreadCpuTime();
          long found = transaction.deleteKeys(keys);
          seconds.add((THREADS.getCurrentThreadCpuTime() - begin) / 1e9);
          if (found != keys.size()) {
            throw new IllegalStateException("found " + found + " of " + keys.size());
          }
        }
      }
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
    Collections.sort(seconds);
    return seconds.get(seconds.size() / 2);
  }
}
