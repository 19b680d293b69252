package io.orcacid.cli.output;

import io.orcacid.error.ValidationException;
import java.util.Locale;

/** How the rows of a snapshot are written to a file of their own. */
public enum ExportFormat {
  /** As {@link OutputFormat#CSV} prints them. */
  CSV,
  /** As {@link OutputFormat#JSON} prints them. */
  JSON,
  /** A flat ORC file: the columns and nothing else. */
  ORC;

  private static final String COMPRESSED = ".gz";

  /**
   * The format that a file's name tells, {@code .gz} at its end aside.
   *
   * @throws ValidationException if it tells none
   */
  public static ExportFormat ofName(String name) {
    String lower = name.toLowerCase(Locale.ROOT);
    if (isCompressed(lower)) {
      lower = lower.substring(0, lower.length() - COMPRESSED.length());
    }
    if (lower.endsWith(".csv")) {
      return CSV;
    }
    if (lower.endsWith(".json") || lower.endsWith(".jsonl") || lower.endsWith(".ndjson")) {
      return JSON;
    }
    if (lower.endsWith(".orc")) {
      return ORC;
    }
    throw new ValidationException(
        "The name of the file does not tell its format; say --format csv, json or orc",
        "file",
        name);
  }

  /** Whether a file of this name is packed by gzip. */
  public static boolean isCompressed(String name) {
    return name.toLowerCase(Locale.ROOT).endsWith(COMPRESSED);
  }
}
