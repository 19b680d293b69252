package io.orcacid.bench;

import io.orcacid.bench.program.Program;
import io.orcacid.bench.report.Goal;
import io.orcacid.bench.report.Publication;
import io.orcacid.bench.report.Report;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * All benchmarks by name. Run by {@code bin/bench NAME [--rows N] [--format md|json] [--effort
 * full|quick|smoke] [--save DIRECTORY]}; {@code bin/bench all --rows 200000} runs each of them in
 * less than ten minutes together.
 */
public final class Bench {
  /** One benchmark. */
  enum Benchmark {
    SCAN("reads the table with and without deletes, against ORC alone and the peers", 5_000_000) {
      @Override
      BenchRun.Benchmark benchmark() {
        return ScanBenchmark::run;
      }
    },
    ROWS("reads rows as objects instead of batches", 5_000_000) {
      @Override
      BenchRun.Benchmark benchmark() {
        return RowsBenchmark::run;
      }
    },
    WRITE("inserts, against ORC's writer alone and the peers", 5_000_000) {
      @Override
      BenchRun.Benchmark benchmark() {
        return WriteBenchmark::run;
      }
    },
    UPDATE("deletes and updates one row in a hundred by key", 5_000_000) {
      @Override
      BenchRun.Benchmark benchmark() {
        return UpdateBenchmark::run;
      }
    },
    LOOKUP("reads one row by its key", 5_000_000) {
      @Override
      BenchRun.Benchmark benchmark() {
        return LookupBenchmark::run;
      }
    },
    COMPACT("compacts, against copying bytes, encoding all, and Hive", 5_000_000) {
      @Override
      BenchRun.Benchmark benchmark() {
        return CompactBenchmark::run;
      }
    },
    DELTAS("opens tables of up to 10,000 delete deltas", 5_000_000) {
      @Override
      BenchRun.Benchmark benchmark() {
        return DeltasBenchmark::run;
      }
    },
    MEMORY("holds deletes in little memory; rows are deletes", 100_000_000) {
      @Override
      BenchRun.Benchmark benchmark() {
        return MemoryBenchmark::run;
      }
    },
    GROWTH("reads more and more rows, deletes, deltas, partitions; by threads", 20_000_000) {
      @Override
      BenchRun.Benchmark benchmark() {
        return GrowthBenchmark::run;
      }
    },
    STARTUP("starts the command", 100_000) {
      @Override
      BenchRun.Benchmark benchmark() {
        return StartupBenchmark::run;
      }
    },
    TPCH("refreshes orders and their items, then reads and queries them", 5_000_000) {
      @Override
      BenchRun.Benchmark benchmark() {
        return TpchBenchmark::run;
      }
    },
    COMMIT("commits, alone and from many threads", 1000) {
      @Override
      BenchRun.Benchmark benchmark() {
        return CommitBenchmark::run;
      }

      @Override
      long rowsOfAll(long rows) {
        return Math.min(1000, Math.max(20, rows / 1000));
      }
    };

    private final String text;
    private final long rows;

    Benchmark(String text, long rows) {
      this.text = text;
      this.rows = rows;
    }

    abstract BenchRun.Benchmark benchmark();

    /** How much to do when all benchmarks run. */
    long rowsOfAll(long rows) {
      return rows;
    }

    String command() {
      return name().toLowerCase(java.util.Locale.ROOT);
    }

    static Optional<Benchmark> of(String command) {
      return Arrays.stream(values()).filter(one -> one.command().equals(command)).findFirst();
    }
  }

  private static final String ALL = "all";
  private static final String PUBLISH = "publish";

  private Bench() {}

  /** Runs the benchmark that the first argument names. */
  public static void main(String[] arguments) throws IOException {
    if (arguments.length == 0) {
      System.out.print(usage());
      return;
    }
    String[] options = Arrays.copyOfRange(arguments, 1, arguments.length);
    if (arguments[0].equals(ALL)) {
      all(BenchRun.of(options, 200_000));
      return;
    }
    if (arguments[0].equals(PUBLISH)) {
      publish(BenchRun.of(options, 0));
      return;
    }
    Optional<Benchmark> benchmark = Benchmark.of(arguments[0]);
    if (benchmark.isEmpty()) {
      System.err.print("no such benchmark: " + arguments[0] + "\n" + usage());
      System.exit(2);
    }
    BenchRun.of(options, benchmark.get().rows).print(benchmark.get().benchmark());
  }

  static String usage() {
    StringBuilder text =
        new StringBuilder(
            "usage: bin/bench NAME [--rows N] [--format md|json] [--effort full|quick|smoke]"
                + " [--save DIRECTORY]\n");
    for (Benchmark benchmark : Benchmark.values()) {
      text.append(line(benchmark.command(), benchmark.text));
    }
    return text.append(line(ALL, "all of them, quickly; 200,000 rows if nothing is said"))
        .append(line("micro", "the hottest loops, by JMH: bin/bench micro [PATTERN]"))
        .append(line(PUBLISH, "puts what was saved last into docs/performance.md"))
        .toString();
  }

  private static String line(String name, String text) {
    return "  " + name + " ".repeat(Math.max(1, 10 - name.length())) + text + "\n";
  }

  /** Takes the results of the effort that was asked for. */
  private static void publish(BenchRun run) throws IOException {
    Path results =
        run.save()
            .orElseGet(() -> Program.home().resolve("bench/results"))
            .resolve(run.effort().key());
    Path page = Program.home().resolve("docs/performance.md");
    System.out.println("published: " + String.join(", ", Publication.publish(results, page)));
  }

  private static void all(BenchRun run) throws IOException {
    BenchRun quick = run.effort() == Effort.FULL ? run.withEffort(Effort.QUICK) : run;
    List<Goal> goals = new ArrayList<>();
    for (Benchmark benchmark : Benchmark.values()) {
      long begin = System.nanoTime();
      Report report = quick.withRows(benchmark.rowsOfAll(run.rows())).print(benchmark.benchmark());
      goals.addAll(report.goals());
      System.err.printf(
          java.util.Locale.ROOT,
          "%s took %.0f s%n",
          benchmark.command(),
          (System.nanoTime() - begin) / 1e9);
    }
    if (run.format().equals("md")) {
      System.out.print("\n### all\n\n" + Goal.markdown(goals));
    }
  }
}
