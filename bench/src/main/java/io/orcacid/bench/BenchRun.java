package io.orcacid.bench;

import io.orcacid.format.io.Storage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * What a benchmark was asked for on the command line.
 *
 * @param rows how much to do
 * @param format {@code md} or {@code json}
 */
record BenchRun(long rows, String format) {
  /** Measures in a directory that is removed afterwards. */
  interface Benchmark {
    List<Goal> run(Path directory, long rows) throws IOException;
  }

  /**
   * Options {@code --rows N} and {@code --format md|json}.
   *
   * @param rows how much to do if nothing is said
   */
  static BenchRun of(String[] arguments, long rows) {
    long wanted = rows;
    String format = "md";
    if (arguments.length % 2 != 0) {
      throw new IllegalArgumentException("each option has a value");
    }
    for (int i = 0; i < arguments.length; i += 2) {
      switch (arguments[i]) {
        case "--rows" -> wanted = Long.parseLong(arguments[i + 1].replace("_", ""));
        case "--format" -> format = arguments[i + 1];
        default -> throw new IllegalArgumentException("unknown option " + arguments[i]);
      }
    }
    return new BenchRun(wanted, format);
  }

  void print(Benchmark benchmark) throws IOException {
    Path directory = Files.createTempDirectory("orc-acid-bench-");
    try {
      List<Goal> goals = benchmark.run(directory, rows);
      System.out.print(format.equals("json") ? Goal.json(goals) : Goal.markdown(goals));
    } finally {
      Storage.local().delete(directory.toString());
    }
  }
}
