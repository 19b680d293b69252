package io.orcacid.bench;

import io.orcacid.AcidTable;
import io.orcacid.Inserter;
import io.orcacid.Row;
import io.orcacid.Rows;
import io.orcacid.TableDefinition;
import io.orcacid.Transaction;
import io.orcacid.bench.report.Curve;
import io.orcacid.bench.report.Figure;
import io.orcacid.bench.report.Report;
import io.orcacid.bench.report.Target;
import io.orcacid.format.value.Batches;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import org.apache.hadoop.hive.ql.exec.vector.VectorizedRowBatch;

/**
 * What it costs to read one row by its key from a table that is open. Run by {@code bin/bench
 * lookup [--rows N] [--format md|json]}; five million rows and about two minutes if nothing is
 * said.
 *
 * <p>Measured is the processor time of the looking thread, from {@code scan().where("id = ...")} to
 * the row with all its columns; the median of many keys, each there. The deltas by which it grows
 * have 100 rows each, with keys above all that are looked for. Tables lie in memory where there is
 * a file system for that.
 */
final class LookupBenchmark {
  static final String NAME = "lookup";

  private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();
  private static final int ROWS_OF_A_DELTA = 100;

  private final Path directory;
  private final BenchRun run;
  private final int lookups;
  private final Report.Builder report = new Report.Builder();

  private LookupBenchmark(Path directory, BenchRun run) {
    this.directory = directory;
    this.run = run;
    this.lookups =
        switch (run.effort()) {
          case FULL -> 1000;
          case QUICK -> 300;
          case SMOKE -> 5;
        };
  }

  /** Runs the benchmark and prints its tables. */
  public static void main(String[] arguments) throws IOException {
    BenchRun.of(arguments, 5_000_000).print(LookupBenchmark::run);
  }

  static Report run(Path directory, BenchRun run) throws IOException {
    try (MemoryDirectory memory = MemoryDirectory.create(directory)) {
      LookupBenchmark benchmark = new LookupBenchmark(memory.path(), run);
      benchmark.unsorted();
      benchmark.sorted();
      return benchmark.report.build(NAME, run.rows());
    }
  }

  private AcidTable create(String name, BenchRows source, TableDefinition definition)
      throws IOException {
    AcidTable table = AcidTable.create(directory.resolve(name).toString(), definition);
    insert(table, source, run.rows());
    return table;
  }

  private static void insert(AcidTable table, BenchRows source, long rows) throws IOException {
    VectorizedRowBatch batch = Batches.create(BenchRows.ROW);
    try (Transaction transaction = table.begin()) {
      Inserter inserter = transaction.insert();
      for (long left = rows; left > 0; left -= batch.size) {
        source.fill(batch, (int) Math.min(left, batch.getMaxSize()));
        inserter.batch(batch);
      }
      transaction.commit();
    }
  }

  private void unsorted() throws IOException {
    BenchRows.KeyOrder order = BenchRows.KeyOrder.SCATTERED;
    TableDefinition definition =
        TableDefinition.of(BenchRows.COLUMNS).key("id").property("orc.bloom.filter.columns", "id");
    try (AcidTable table = create("unsorted", new BenchRows(order), definition)) {
      Latencies found = find(table, order, "unsorted key, bloom filter", lookups);
      report.goal(Target.LOOKUP_BLOOM.measured(found.p50(), found.text("CPU")));
    }
  }

  private void sorted() throws IOException {
    BenchRows.KeyOrder order = BenchRows.KeyOrder.RISING;
    BenchRows source = new BenchRows(order);
    TableDefinition definition = TableDefinition.of(BenchRows.COLUMNS).key("id");
    int most = run.effort() == Effort.SMOKE ? 10 : 1000;
    List<Curve.Point> points = new ArrayList<>();
    try (AcidTable table = create("sorted", source, definition)) {
      Latencies alone = find(table, order, "sorted key", lookups);
      report.goal(Target.LOOKUP_SORTED.measured(alone.p50(), alone.text("CPU")));
      Latencies grown = alone;
      int deltas = 0;
      for (int wanted = 10; wanted <= most; wanted *= 10) {
        for (; deltas < wanted; deltas++) {
          insert(table, source, ROWS_OF_A_DELTA);
        }
        grown = find(table, order, "sorted key, " + wanted + " deltas", fewer(wanted));
        points.add(new Curve.Point(wanted, grown.p50()));
      }
      report.goal(
          Target.LOOKUP_GROWTH.measured(
              Math.max(0, grown.p50() - alone.p50()) / most * 1000,
              grown.text("CPU with " + most + " deltas") + ", " + alone.text("without")));
    }
    report.curve(
        new Curve(
            "lookup-deltas",
            "Point look-up of a sorted key",
            "deltas of 100 rows",
            "CPU milliseconds",
            List.of(new Curve.Line("orc-acid", points))));
  }

  /** What takes longer is done less often. */
  private int fewer(int deltas) {
    return Math.max(5, Math.min(lookups, 20 * lookups / deltas));
  }

  private Latencies find(AcidTable table, BenchRows.KeyOrder order, String what, int lookups)
      throws IOException {
    Random random = new Random(7);
    long[] wall = new long[1];
    Latencies.Run one =
        number -> {
          long key = order.key(random.nextLong(run.rows()));
          long cpuBefore = THREADS.getCurrentThreadCpuTime();
          long wallBefore = System.nanoTime();
          find(table, key);
          wall[0] += System.nanoTime() - wallBefore;
          return THREADS.getCurrentThreadCpuTime() - cpuBefore;
        };
    if (run.effort() != Effort.SMOKE) {
      Latencies.of(lookups, one);
    }
    wall[0] = 0;
    Latencies found = Latencies.of(lookups, one);
    report.figure(
        new Figure(
            what,
            EngineProgram.NAME,
            String.format(Locale.ROOT, "%,.0f/s", 1000 / found.p50()),
            found.p50() / 1000,
            wall[0] / 1e9 / (lookups + lookups / 10),
            found.text("CPU")));
    return found;
  }

  private static void find(AcidTable table, long key) throws IOException {
    try (Rows rows = table.scan().where("id = " + key).rows()) {
      int count = 0;
      for (Row row : rows) {
        if ((long) row.get(0) != key) {
          throw new IllegalStateException("looked for " + key + ", found " + row);
        }
        count++;
      }
      if (count != 1) {
        throw new IllegalStateException("found " + count + " rows of the key " + key);
      }
    }
  }
}
