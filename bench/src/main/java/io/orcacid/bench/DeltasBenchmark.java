package io.orcacid.bench;

import io.orcacid.AcidTable;
import io.orcacid.Batches;
import io.orcacid.Inserter;
import io.orcacid.TableDefinition;
import io.orcacid.Transaction;
import io.orcacid.bench.report.Curve;
import io.orcacid.bench.report.Figure;
import io.orcacid.bench.report.Report;
import io.orcacid.bench.report.Target;
import io.orcacid.format.BucketProperty;
import io.orcacid.format.ValidTxnList;
import io.orcacid.format.ValidWriteIdList;
import io.orcacid.format.io.Storage;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.Set;
import org.apache.hadoop.hive.ql.exec.vector.VectorizedRowBatch;

/**
 * What many small deletes cost before anything is read: from opening the table to the first batch.
 * Run by {@code bin/bench deltas [--rows N] [--format md|json]}; five million rows and about three
 * minutes if nothing is said.
 *
 * <p>Each delete delta has 100 rows anywhere in the table, whose log was made by adopting it.
 * <em>Cold</em> is a table whose path this process never saw, the same files under another name,
 * when the compiler knows the code by then; <em>cached</em> is the same table opened again. Tables
 * lie in memory where there is a file system for that, so that they are made in seconds.
 */
final class DeltasBenchmark {
  static final String NAME = "deltas";

  private static final int ROWS_OF_A_DELTA = 100;
  private static final int GOAL = 1000;
  private static final int MOST = 10_000;

  private final Path directory;
  private final BenchRun run;
  private final Random random = new Random(11);
  private final Set<Long> deleted = new HashSet<>();
  private final List<Curve.Point> coldPoints = new ArrayList<>();
  private final List<Curve.Point> cachedPoints = new ArrayList<>();
  private final Report.Builder report = new Report.Builder();

  private DeltasBenchmark(Path directory, BenchRun run) {
    this.directory = directory;
    this.run = run;
  }

  /** Runs the benchmark and prints its tables. */
  public static void main(String[] arguments) throws IOException {
    BenchRun.of(arguments, 5_000_000).print(DeltasBenchmark::run);
  }

  static Report run(Path directory, BenchRun run) throws IOException {
    try (MemoryDirectory memory = MemoryDirectory.create(directory)) {
      DeltasBenchmark benchmark = new DeltasBenchmark(memory.path(), run);
      benchmark.measure();
      return benchmark.report.build(NAME, run.rows());
    }
  }

  private void measure() throws IOException {
    // A smoke run has too few rows to delete a hundred thousand.
    int scale = run.effort() == Effort.SMOKE ? 100 : 1;
    int deltas = 0;
    Timed coldOfGoal = null;
    BenchTable made = new BenchTable(directory.resolve("made").toString());
    made.insert(1, run.rows());
    for (int wanted = GOAL / 100; wanted <= MOST; wanted *= 10) {
      int number = Math.max(1, wanted / scale);
      for (; deltas < number; deltas++) {
        deleteSome(made, 2 + deltas);
      }
      Path table = adopted(Path.of(made.root()), number);
      Timed cold = cold(table, number);
      Timed cached = cached(table, number);
      Storage.local().delete(table.toString());
      coldPoints.add(new Curve.Point(number, cold.cpu() * 1000));
      cachedPoints.add(new Curve.Point(number, cached.cpu() * 1000));
      if (wanted == GOAL) {
        coldOfGoal = cold;
        report.goal(Target.DELTAS_COLD.measured(cold.cpu() * 1000, clock(cold)));
        report.goal(Target.DELTAS_CACHED.measured(cached.cpu() * 1000, clock(cached)));
      } else if (wanted == MOST) {
        report.goal(
            Target.DELTAS_LINEAR.measured(
                cold.cpu() / coldOfGoal.cpu() / 10, clock(cold) + " for " + number + " deltas"));
      }
    }
    report.curve(
        new Curve(
            "delete-deltas",
            "From opening a table to its first batch",
            "delete deltas of 100 rows",
            "CPU milliseconds",
            List.of(new Curve.Line("cold", coldPoints), new Curve.Line("cached", cachedPoints))));
  }

  private static String clock(Timed timed) {
    return String.format(Locale.ROOT, "%.0f ms by the clock", timed.wall() * 1000);
  }

  /** Makes a table of its own log in one commit. */
  static void fill(Path path, long rows) throws IOException {
    BenchRows source = new BenchRows();
    VectorizedRowBatch batch = ScanTables.batch();
    try (AcidTable table =
            AcidTable.create(path.toString(), TableDefinition.of(BenchRows.COLUMNS));
        Transaction transaction = table.begin()) {
      Inserter inserter = transaction.insert();
      for (long left = rows; left > 0; left -= batch.size) {
        source.fill(batch, (int) Math.min(left, batch.getMaxSize()));
        inserter.batch(batch);
      }
      transaction.commit();
    }
  }

  /** Less than a hundred where the last delta would leave nothing. */
  private int rowsOfADelta() {
    long deltas = run.effort() == Effort.SMOKE ? MOST / 100 : MOST;
    return (int) Math.max(1, Math.min(ROWS_OF_A_DELTA, run.rows() / (2 * deltas)));
  }

  private void deleteSome(BenchTable table, long writeId) throws IOException {
    table.delete(
        writeId,
        writer -> {
          for (int left = rowsOfADelta(); left > 0; left--) {
            long row = random.nextLong(run.rows());
            while (!deleted.add(row)) {
              row = random.nextLong(run.rows());
            }
            writer.delete("", 1, BucketProperty.encode(0, 0), row);
          }
        });
  }

  /** The same files with a log. */
  private Path adopted(Path made, int number) throws IOException {
    Path table = directory.resolve("adopted-" + number);
    MemoryDirectory.link(made, table);
    AcidTable.adopt(
            table.toString(),
            TableDefinition.of(BenchRows.COLUMNS),
            ValidWriteIdList.everything(),
            ValidTxnList.everything())
        .close();
    return table;
  }

  private Timed cold(Path origin, int number) throws IOException {
    int warmUps = number >= MOST ? 1 : run.effort().warmUps();
    int runs = number >= MOST ? Math.min(3, run.effort().runs()) : run.effort().runs();
    List<Path> copies = new ArrayList<>();
    for (int i = 0; i < warmUps + runs; i++) {
      Path copy = directory.resolve("copy-" + number + "-" + i);
      MemoryDirectory.link(origin, copy);
      copies.add(copy);
    }
    List<Path> left = new ArrayList<>(copies);
    Timed timed = Timed.of(warmUps, runs, () -> firstBatch(left.remove(left.size() - 1)), () -> {});
    for (Path copy : copies) {
      Storage.local().delete(copy.toString());
    }
    figure(number + " delete deltas, cold", timed, number);
    return timed;
  }

  private Timed cached(Path origin, int number) throws IOException {
    int warmUps = Math.max(1, run.effort().warmUps());
    Timed timed = Timed.of(warmUps, run.effort().runs(), () -> firstBatch(origin), () -> {});
    figure(number + " delete deltas, cached", timed, number);
    return timed;
  }

  private void figure(String what, Timed timed, int number) {
    report.figure(
        new Figure(
            what,
            EngineProgram.NAME,
            String.format(Locale.ROOT, "%.0f us each", timed.cpu() / number * 1e6),
            timed.cpu(),
            timed.wall(),
            ""));
  }

  private static void firstBatch(Path path) throws IOException {
    try (AcidTable table = AcidTable.open(path.toString());
        Batches batches = table.scan().select("id").batches()) {
      if (batches.next().isEmpty()) {
        throw new IllegalStateException("no rows: " + path);
      }
    }
  }
}
