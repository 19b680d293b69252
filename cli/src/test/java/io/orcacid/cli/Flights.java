package io.orcacid.cli;

import io.orcacid.testkit.Seeds;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/** Files with real flights, and tables for them. */
final class Flights {
  /** Rows of the largest file. */
  static final int ALL = 20_000;

  private static final String SCHEMA =
      "flight_id bigint, departure timestamp, delay_minutes bigint, distance_miles bigint,"
          + " origin string, destination string, leg bigint";
  private static final int LEGS = 5;

  private Flights() {}

  /** Writes a CSV file with the first flights; their legs make few partitions. */
  static Path csv(Path file, int rows) throws IOException {
    try (BufferedReader in =
            new BufferedReader(
                new InputStreamReader(
                    Seeds.class.getResourceAsStream("data/flights-20k.csv"),
                    StandardCharsets.UTF_8));
        var out = Files.newBufferedWriter(file)) {
      out.write(in.readLine() + ",leg\n");
      for (int i = 0; i < rows; i++) {
        out.write(in.readLine() + "," + i % LEGS + "\n");
      }
    }
    return file;
  }

  /** Creates a table without rows. */
  static Path createTable(Path table) {
    return require(CommandProcess.here("create", table.toString(), "--schema", SCHEMA), table);
  }

  /** Creates a table without rows, partitioned by leg. */
  static Path createPartitionedTable(Path table) {
    return require(
        CommandProcess.here(
            "create", table.toString(), "--schema", SCHEMA, "--partitioned-by", "leg"),
        table);
  }

  private static Path require(CommandProcess.Run created, Path table) {
    if (created.exit() != 0) {
      throw new AssertionError(created);
    }
    return table;
  }
}
