package io.orcacid.cli.input;

import io.orcacid.error.OrcAcidException;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/** A row of an input file cannot be read. The rows after it can. */
public final class BadRowException extends OrcAcidException {
  private static final long serialVersionUID = 1L;

  private final String file;
  private final long line;
  private final String column;
  private final String reason;
  private final byte[] raw;

  private BadRowException(
      String unit, String file, long line, Optional<String> column, String reason, byte[] raw) {
    super(
        "VALIDATION",
        "A row of the input cannot be read",
        null,
        column
            .map(name -> new Object[] {"file", file, unit, line, "column", name, "why", reason})
            .orElseGet(() -> new Object[] {"file", file, unit, line, "why", reason}));
    this.file = file;
    this.line = line;
    this.column = column.orElse(null);
    this.reason = reason;
    this.raw = raw;
  }

  /** A row of text, which begins on a line. */
  static BadRowException ofLine(String file, long line, InvalidValueException why, byte[] raw) {
    return new BadRowException("line", file, line, why.column(), why.getMessage(), raw);
  }

  /** A row of a file that has no lines. */
  static BadRowException ofRow(String file, long row, InvalidValueException why, byte[] raw) {
    return new BadRowException("row", file, row, why.column(), why.getMessage(), raw);
  }

  /** Name of the file as it was given; {@code -} for standard input. */
  public String file() {
    return file;
  }

  /**
   * Number of the line, from 1, on which the row begins; of the row in a file that has no lines.
   */
  public long line() {
    return line;
  }

  /** The column or member that is wrong, if it is one. */
  public Optional<String> column() {
    return Optional.ofNullable(column);
  }

  /** What is wrong, for people. */
  public String reason() {
    return reason;
  }

  /**
   * The bytes of the row as they are in the file, without the end of its last line; a JSON object
   * in place of a row that is no text.
   */
  public byte[] raw() {
    return raw.clone();
  }

  /** The row as text; bytes that are no UTF-8 show as replacement characters. */
  public String rawText() {
    return new String(raw, StandardCharsets.UTF_8);
  }
}
