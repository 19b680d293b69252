package io.orcacid.bench;

import io.orcacid.AcidOptions;
import io.orcacid.AcidTable;
import io.orcacid.Inserter;
import io.orcacid.TableDefinition;
import io.orcacid.Transaction;
import io.orcacid.bench.report.Figure;
import io.orcacid.bench.report.Report;
import io.orcacid.bench.report.Target;
import io.orcacid.format.value.Batches;
import java.io.IOException;
import java.nio.file.Path;
import java.time.LocalDateTime;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import org.apache.hadoop.hive.ql.exec.vector.VectorizedRowBatch;

/**
 * What deletes and updates by key cost. Run by {@code bin/bench update [--rows N] [--format
 * md|json]}; 5 million rows, of which one in a hundred is deleted or written again, and about three
 * minutes if nothing is said.
 *
 * <p>Measured is the processor time of the thread that finds the rows of the keys and writes their
 * deletes, and for updates the new rows, up to the commit: with a scan of the key column, and with
 * each kind of index. An index is warm: built, and asked before. The goal is that of the cheapest
 * way.
 */
final class UpdateBenchmark {
  static final String NAME = "update";

  private static final int ONE_IN = 100;
  private static final String KIND = "orcacid.key.index";
  private static final String SCAN = "a scan of the key column";

  private final String path;
  private final BenchRun run;
  private final List<Object[]> keys = new ArrayList<>();
  private final Report.Builder report = new Report.Builder();

  /** What is done to the rows of the keys in a transaction that is given up. */
  private interface Change {
    /** How many rows the table has then, as the transaction sees it. */
    long in(Transaction transaction) throws IOException;
  }

  private UpdateBenchmark(String path, BenchRun run) {
    this.path = path;
    this.run = run;
    for (long id = 0; id < run.rows(); id += ONE_IN) {
      keys.add(new Object[] {Math.min(run.rows() - 1, id + id / ONE_IN % ONE_IN)});
    }
    Collections.shuffle(keys, new Random(42));
  }

  /** Runs the benchmark and prints its tables. */
  public static void main(String[] arguments) throws IOException {
    BenchRun.of(arguments, 5_000_000).print(UpdateBenchmark::run);
  }

  static Report run(Path directory, BenchRun run) throws IOException {
    UpdateBenchmark benchmark = new UpdateBenchmark(directory.resolve("table").toString(), run);
    benchmark.fill();
    Timed delete = null;
    Timed update = null;
    for (String kind : List.of("off", "memory", "chronicle")) {
      AcidOptions options =
          AcidOptions.of(
              Map.of(KIND, kind, KIND + ".directory", directory.resolve("indexes").toString()));
      String way = kind.equals("off") ? SCAN : "an index, " + kind;
      delete =
          shorter(delete, benchmark.times(options, "delete by key, " + way, benchmark::delete));
      update =
          shorter(update, benchmark.times(options, "update by key, " + way, benchmark::update));
    }
    benchmark.goal(Target.DELETE_BY_KEY, delete);
    benchmark.goal(Target.UPDATE_BY_KEY, update);
    return benchmark.report.build(NAME, run.rows());
  }

  private static Timed shorter(Timed best, Timed other) {
    return best == null || other.cpu() < best.cpu() ? other : best;
  }

  private void goal(Target target, Timed timed) {
    report.goal(
        target.measured(
            timed.cpu(),
            String.format(
                Locale.ROOT,
                "%,d of %,d rows, %.3f s by the clock",
                keys.size(),
                run.rows(),
                timed.wall())));
  }

  private void fill() throws IOException {
    TableDefinition definition = TableDefinition.of(BenchRows.COLUMNS).key("id");
    BenchRows source = new BenchRows();
    VectorizedRowBatch batch = Batches.create(BenchRows.ROW);
    try (AcidTable table = AcidTable.create(path, definition);
        Transaction transaction = table.begin()) {
      Inserter inserter = transaction.insert();
      for (long left = run.rows(); left > 0; left -= batch.size) {
        source.fill(batch, (int) Math.min(left, batch.getMaxSize()));
        inserter.batch(batch);
      }
      transaction.commit();
    }
  }

  private Timed times(AcidOptions options, String what, Change change) throws IOException {
    int warmUps = run.effort() == Effort.FULL ? 2 : run.effort().warmUps();
    try (AcidTable table = AcidTable.open(path, options)) {
      if (table.keyIndexStatus().isPresent() && !table.awaitKeyIndex()) {
        throw new IllegalStateException("no index was built: " + what);
      }
      Transaction[] open = new Transaction[1];
      long[] rows = new long[1];
      Timed timed =
          Timed.of(
              warmUps,
              run.effort().runs(),
              () -> {
                open[0] = table.begin();
                rows[0] = change.in(open[0]);
              },
              () -> giveUp(open[0], rows[0]));
      report.figure(
          new Figure(
              what,
              EngineProgram.NAME,
              String.format(Locale.ROOT, "%,.0f keys/s", keys.size() / timed.cpu()),
              timed.cpu(),
              timed.wall(),
              String.format(Locale.ROOT, "%,d keys", keys.size())));
      return timed;
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  private static void giveUp(Transaction transaction, long expected) throws IOException {
    try (transaction) {
      long rows = transaction.scan().count();
      if (rows != expected) {
        throw new IllegalStateException("the table has " + rows + " rows instead of " + expected);
      }
    }
  }

  private long delete(Transaction transaction) throws IOException {
    long found = transaction.deleteKeys(keys);
    if (found != keys.size()) {
      throw new IllegalStateException("found " + found + " of " + keys.size());
    }
    return run.rows() - keys.size();
  }

  private long update(Transaction transaction) throws IOException {
    Inserter rows = transaction.upsert();
    LocalDateTime time = LocalDateTime.of(2026, 1, 1, 0, 0);
    for (Object[] key : keys) {
      rows.row(key[0], "another name", 1.5, time, "category 1", "another payload of the same row");
    }
    // Ends the step: the keys are looked for and the files written.
    transaction.scan();
    return run.rows();
  }
}
