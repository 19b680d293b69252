package io.orcacid.bench;

import io.orcacid.bench.report.Report;
import io.orcacid.format.io.Storage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Optional;

/**
 * What a benchmark was asked for on the command line.
 *
 * @param rows how much to do
 * @param format {@code md} or {@code json}
 * @param effort how much trouble to take
 * @param save directory for its results; empty if they are only printed
 */
record BenchRun(long rows, String format, Effort effort, Optional<Path> save) {
  /** Measures in a directory that is removed afterwards. */
  interface Benchmark {
    Report run(Path directory, BenchRun run) throws IOException;
  }

  /**
   * Options {@code --rows N}, {@code --format md|json}, {@code --effort full|quick|smoke} and
   * {@code --save DIRECTORY}.
   *
   * @param rows how much to do if nothing is said
   */
  static BenchRun of(String[] arguments, long rows) {
    if (arguments.length % 2 != 0) {
      throw new IllegalArgumentException("each option has a value");
    }
    BenchRun run = new BenchRun(rows, "md", Effort.FULL, Optional.empty());
    for (int i = 0; i < arguments.length; i += 2) {
      run = run.with(arguments[i], arguments[i + 1]);
    }
    return run;
  }

  private BenchRun with(String option, String value) {
    return switch (option) {
      case "--rows" -> new BenchRun(Long.parseLong(value.replace("_", "")), format, effort, save);
      case "--format" -> {
        if (!value.equals("md") && !value.equals("json")) {
          throw new IllegalArgumentException("--format is md or json, not " + value);
        }
        yield new BenchRun(rows, value, effort, save);
      }
      case "--effort" ->
          new BenchRun(rows, format, Effort.valueOf(value.toUpperCase(Locale.ROOT)), save);
      case "--save" -> new BenchRun(rows, format, effort, Optional.of(Path.of(value)));
      default -> throw new IllegalArgumentException("unknown option " + option);
    };
  }

  /** The same, of another size. */
  BenchRun withRows(long others) {
    return new BenchRun(others, format, effort, save);
  }

  /** The same, with other trouble. */
  BenchRun withEffort(Effort other) {
    return new BenchRun(rows, format, other, save);
  }

  /** Measures, prints and saves. */
  Report print(Benchmark benchmark) throws IOException {
    Report report = measure(benchmark);
    System.out.print(format.equals("json") ? report.json() : report.markdown());
    if (save.isPresent()) {
      // What was measured in a hurry must not take the place of what was not.
      Path results = save.get().resolve(effort.key());
      Files.createDirectories(results);
      Files.writeString(results.resolve(report.benchmark() + ".json"), report.json());
    }
    return report;
  }

  /** Measures in a directory of its own. */
  Report measure(Benchmark benchmark) throws IOException {
    Path directory = Files.createTempDirectory("orc-acid-bench-");
    try {
      return benchmark.run(directory, this);
    } finally {
      Storage.local().delete(directory.toString());
    }
  }
}
