package io.orcacid.bench;

import io.orcacid.bench.program.Program;
import io.orcacid.bench.report.Figure;
import io.orcacid.bench.report.Report;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;

/**
 * What the command takes to start. Run by {@code bin/bench startup [--rows N] [--format md|json]};
 * a table of 100,000 rows and some seconds if nothing is said. Measured by the clock, from the
 * start of the process to its end; the command has to be built.
 */
final class StartupBenchmark {
  static final String NAME = "startup";

  private StartupBenchmark() {}

  /** Runs the benchmark and prints its table. */
  public static void main(String[] arguments) throws IOException {
    BenchRun.of(arguments, 100_000).print(StartupBenchmark::run);
  }

  static Report run(Path directory, BenchRun run) throws IOException {
    Report.Builder report = new Report.Builder();
    Path home = Program.home();
    if (!Files.exists(home.resolve("cli/target/orc-acid.jar"))) {
      report.note("missing: the command is not built: run bin/orc-acid once");
      return report.build(NAME, run.rows());
    }
    Path table = directory.resolve("table");
    DeltasBenchmark.fill(table, run.rows());
    for (List<String> verb :
        List.of(
            List.of("--version"),
            List.of("count", table.toString()),
            List.of("scan", table.toString(), "--limit", "1"))) {
      List<String> command = new ArrayList<>(List.of(home.resolve("bin/orc-acid").toString()));
      command.addAll(verb);
      double[] seconds = new double[run.effort().runs()];
      for (int i = -1; i < seconds.length; i++) {
        double taken = seconds(command);
        if (i >= 0) {
          seconds[i] = taken;
        }
      }
      Arrays.sort(seconds);
      report.figure(
          new Figure(
              "orc-acid " + verb.get(0),
              EngineProgram.NAME,
              "",
              Double.NaN,
              seconds[seconds.length / 2],
              ""));
    }
    return report.build(NAME, run.rows());
  }

  private static double seconds(List<String> command) throws IOException {
    ProcessBuilder builder =
        new ProcessBuilder(command)
            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
            .redirectError(ProcessBuilder.Redirect.DISCARD)
            .redirectInput(ProcessBuilder.Redirect.from(new File("/dev/null")));
    builder.environment().putAll(Map.of("ORC_ACID_BUILD", "never"));
    long begin = System.nanoTime();
    try {
      int code = builder.start().waitFor();
      if (code != 0) {
        throw new IOException(command + " ended with " + code);
      }
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
    return (System.nanoTime() - begin) / 1e9;
  }
}
