package io.orcacid.cli.input;

import java.util.Locale;
import java.util.Optional;

/** How the rows of a file are written. */
public enum InputFormat {
  /**
   * RFC 4180 with a header, UTF-8 with or without byte order mark; an empty field is NULL, {@code
   * ""} an empty text; nested values are JSON text. Blank lines of files with more than one column
   * are passed over.
   */
  CSV,
  /**
   * One JSON object a line, values in the form that a scan prints; a missing member is NULL. Blank
   * lines are passed over.
   */
  JSON,
  /** A flat ORC file, without the columns of ACID events. */
  ORC,
  /** A Parquet file; see {@link ParquetTypes}. */
  PARQUET;

  private static final String COMPRESSED = ".gz";

  /** The format that a file's name tells, {@code .gz} at its end aside. */
  public static Optional<InputFormat> ofName(String name) {
    String lower = name.toLowerCase(Locale.ROOT);
    if (isCompressed(lower)) {
      lower = lower.substring(0, lower.length() - COMPRESSED.length());
    }
    if (lower.endsWith(".csv")) {
      return Optional.of(CSV);
    }
    if (lower.endsWith(".orc")) {
      return Optional.of(ORC);
    }
    if (lower.endsWith(".parquet")) {
      return Optional.of(PARQUET);
    }
    boolean json = lower.endsWith(".json") || lower.endsWith(".jsonl") || lower.endsWith(".ndjson");
    return json ? Optional.of(JSON) : Optional.empty();
  }

  /** Whether the columns have types in the file itself, which is then no stream of text. */
  boolean isTyped() {
    return this == ORC || this == PARQUET;
  }

  static boolean isCompressed(String name) {
    return name.toLowerCase(Locale.ROOT).endsWith(COMPRESSED);
  }
}
