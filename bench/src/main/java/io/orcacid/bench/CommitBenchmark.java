package io.orcacid.bench;

import io.orcacid.AcidOptions;
import io.orcacid.AcidTable;
import io.orcacid.TableDefinition;
import io.orcacid.Transaction;
import io.orcacid.bench.report.Figure;
import io.orcacid.bench.report.Report;
import io.orcacid.bench.report.Target;
import io.orcacid.txn.store.AtomicStore;
import io.orcacid.txn.store.LocalAtomicStore;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicLong;

/**
 * What a commit costs. Run by {@code bin/bench commit [--rows N] [--format md|json]}; 1,000 commits
 * of one row and about two minutes if nothing is said.
 *
 * <p>The time of the commit call begins when the data is synced and the write id claimed. The
 * throughput is that of whole transactions over a store whose writes take 5 ms longer, with the
 * table in memory where there is a file system for that.
 */
public final class CommitBenchmark {
  static final String NAME = "commit";

  private static final TableDefinition TABLE = TableDefinition.of("id bigint, name string");

  /** Bytes of an entry of one transaction with one file. */
  private static final int ENTRY = 1200;

  private final Path directory;
  private final int commits;
  private final Report.Builder report = new Report.Builder();

  private CommitBenchmark(Path directory, int commits) {
    this.directory = directory;
    this.commits = commits;
  }

  /** Runs the benchmark and prints a table. */
  public static void main(String[] arguments) throws IOException {
    BenchRun.of(arguments, 1000).print(CommitBenchmark::run);
  }

  static Report run(Path directory, BenchRun run) throws IOException {
    try (MemoryDirectory memory = MemoryDirectory.create(directory)) {
      CommitBenchmark benchmark = new CommitBenchmark(directory, Math.toIntExact(run.rows()));
      benchmark.durable();
      benchmark.withoutSync(memory);
      benchmark.throughput(memory.path());
      return benchmark.report.build(NAME, run.rows());
    }
  }

  private void durable() throws IOException {
    AtomicStore store =
        LocalAtomicStore.create(Files.createDirectory(directory.resolve("store")), List.of());
    byte[] content = new byte[ENTRY];
    new Random(42).nextBytes(content);
    Latencies publish =
        Latencies.of(
            commits,
            number -> {
              long begin = System.nanoTime();
              store.putIfAbsent("_v" + number + ".json", content);
              return System.nanoTime() - begin;
            });
    Latencies commit = commitCalls(directory.resolve("durable"));
    figure("publish primitive: write, sync, link, sync", "file system", publish);
    figure("durable commit call", EngineProgram.NAME, commit);
    report.goal(
        Target.COMMIT_DURABLE.measured(
            commit.p50() / (2 * publish.p50() + 1),
            commit.text("commit") + ", " + publish.text("publish")));
  }

  private void withoutSync(MemoryDirectory memory) throws IOException {
    Latencies commit = commitCalls(memory.path().resolve("unsynced"));
    figure("commit call where syncing costs nothing", EngineProgram.NAME, commit);
    report.goal(
        Target.COMMIT_UNSYNCED.measured(
            commit.p50(),
            commit.text("commit")
                + (memory.isInMemory() ? "" : "; no file system in memory: on the disk instead")));
  }

  /** By the clock: what a commit waits for is not of this thread. */
  private void figure(String what, String program, Latencies times) {
    report.figure(
        new Figure(what, program, "", Double.NaN, times.p50() / 1000, times.text("by the clock")));
  }

  private Latencies commitCalls(Path path) throws IOException {
    try (AcidTable table = AcidTable.create(path.toString(), TABLE)) {
      return Latencies.of(
          commits,
          number -> {
            try (Transaction transaction = table.begin()) {
              transaction.insert().row((long) number, "a");
              // Ends the step: the data is durable, only the commit is left.
              transaction.scan();
              long begin = System.nanoTime();
              transaction.commit();
              return System.nanoTime() - begin;
            }
          });
    }
  }

  private void throughput(Path memory) throws IOException {
    double one = transactionsPerSecond(memory, 1);
    for (int threads : new int[] {16, 64}) {
      double many = transactionsPerSecond(memory, threads);
      Target target = threads == 16 ? Target.COMMIT_16 : Target.COMMIT_64;
      report.goal(
          target.measured(
              many / one,
              String.format(
                  Locale.ROOT, "%.0f/s of %d threads, %.0f/s of one", many, threads, one)));
    }
  }

  /** Each thread does its share twice; the first time does not count. */
  private double transactionsPerSecond(Path memory, int threads) throws IOException {
    // Many threads commit much more in the same time; with less the compiler would still be at
    // work.
    int each = Math.max(5, commits * (threads == 1 ? 1 : 8) / threads / 4);
    AcidOptions options = AcidOptions.of(Map.of("orcacid.store.kind", DelayedStoreProvider.KIND));
    Path path = memory.resolve("threads-" + threads);
    try (AcidTable table = AcidTable.create(path.toString(), TABLE, options)) {
      run(table, threads, each);
      long begin = System.nanoTime();
      run(table, threads, each);
      double seconds = (System.nanoTime() - begin) / 1e9;
      long rows = table.scan().count();
      if (rows != 2L * threads * each) {
        throw new IllegalStateException("committed " + 2L * threads * each + ", found " + rows);
      }
      return threads * each / seconds;
    }
  }

  private static void run(AcidTable table, int threads, int each) {
    CountDownLatch ended = new CountDownLatch(threads);
    AtomicLong failed = new AtomicLong();
    for (int thread = 0; thread < threads; thread++) {
      Thread worker =
          new Thread(
              () -> {
                try {
                  for (int i = 0; i < each; i++) {
                    commitOne(table, i);
                  }
                } catch (RuntimeException e) {
                  failed.incrementAndGet();
                  throw e;
                } finally {
                  ended.countDown();
                }
              });
      worker.setDaemon(true);
      worker.start();
    }
    try {
      ended.await();
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
    if (failed.get() > 0) {
      throw new IllegalStateException(failed + " threads failed");
    }
  }

  private static void commitOne(AcidTable table, long id) {
    try (Transaction transaction = table.begin()) {
      transaction.insert().row(id, "a");
      transaction.commit();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
