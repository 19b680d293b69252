package io.orcacid.bench.rows;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;

/**
 * What a program of the benchmarks was started with: an operation, then {@code key=value}. Keys
 * that all understand are {@code directory}, {@code rows}, {@code deletes} (see {@link
 * DeletedIds}), {@code columns} ({@code all}, {@code two} or positions separated by commas), {@code
 * warmups} and {@code runs}.
 */
public final class PeerArguments {
  private static final int[] ALL = {0, 1, 2, 3, 4, 5};
  private static final int[] TWO = {0, 2};

  private final String operation;
  private final Map<String, String> values = new HashMap<>();

  private PeerArguments(String operation) {
    this.operation = operation;
  }

  /** Takes the arguments of a main method. */
  public static PeerArguments of(String... arguments) {
    if (arguments.length == 0) {
      throw new IllegalArgumentException("expected an operation, then key=value");
    }
    PeerArguments parsed = new PeerArguments(arguments[0]);
    for (int i = 1; i < arguments.length; i++) {
      int equals = arguments[i].indexOf('=');
      if (equals < 1) {
        throw new IllegalArgumentException("not key=value: " + arguments[i]);
      }
      parsed.values.put(arguments[i].substring(0, equals), arguments[i].substring(equals + 1));
    }
    return parsed;
  }

  /** What to do. */
  public String operation() {
    return operation;
  }

  /** A value, or what it is if nothing is said. */
  public String text(String key, String otherwise) {
    return values.getOrDefault(key, otherwise);
  }

  /** A whole number, or what it is if nothing is said; underscores do not count. */
  public long number(String key, long otherwise) {
    String value = values.get(key);
    return value == null ? otherwise : Long.parseLong(value.replace("_", ""));
  }

  /** Where the table is. */
  public Path directory() {
    String directory = values.get("directory");
    if (directory == null) {
      throw new IllegalArgumentException("no directory= was given");
    }
    return Path.of(directory).toAbsolutePath();
  }

  /** How many rows the table has, deleted ones included. */
  public long rows() {
    return number("rows", 1_000_000);
  }

  /** Which of them are deleted. */
  public DeletedIds deletedIds() {
    return DeletedIds.of(text("deletes", "none"), rows());
  }

  /** Positions of the columns to read. */
  public int[] columns() {
    String columns = text("columns", "all");
    return switch (columns) {
      case "all" -> ALL.clone();
      case "two" -> TWO.clone();
      default -> Arrays.stream(columns.split(",")).mapToInt(Integer::parseInt).toArray();
    };
  }

  /** Runs that do not count. */
  public int warmUps() {
    return (int) number("warmups", 2);
  }

  /** Runs that do. */
  public int runs() {
    return (int) number("runs", 5);
  }
}
