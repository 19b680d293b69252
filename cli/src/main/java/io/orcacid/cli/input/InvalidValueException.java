package io.orcacid.cli.input;

import java.util.Optional;

/** A value or row is wrong; its source knows where and tells it on as {@link BadRowException}. */
final class InvalidValueException extends Exception {
  private static final long serialVersionUID = 1L;
  private static final int LONGEST_SHOWN = 100;

  private final String column;

  /** The reason alone. */
  InvalidValueException(String reason) {
    this(null, reason);
  }

  /** The column and the reason. */
  InvalidValueException(String column, String reason) {
    // There may be one for each of many rows, and none is looked at by its stack.
    super(reason, null, false, false);
    this.column = column;
  }

  Optional<String> column() {
    return Optional.ofNullable(column);
  }

  /** The same within a column or field, whose name is put before one that is there. */
  InvalidValueException in(String name) {
    return new InvalidValueException(column == null ? name : name + "." + column, getMessage());
  }

  /** A value in quotes, its end cut off if it is long. */
  static String shown(String text) {
    return text.length() <= LONGEST_SHOWN
        ? "'" + text + "'"
        : "'" + text.substring(0, LONGEST_SHOWN) + "…'";
  }
}
