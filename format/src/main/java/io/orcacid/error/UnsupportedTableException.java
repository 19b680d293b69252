package io.orcacid.error;

/**
 * The table is of a kind, or in a state, that this engine refuses to read or write; the message
 * says what to do.
 */
public final class UnsupportedTableException extends OrcAcidException {
  private static final long serialVersionUID = 1L;

  /**
   * @param message what is wrong and what to do
   * @param keysAndValues facts of the case: name, value, name, value, ...
   */
  public UnsupportedTableException(String message, Object... keysAndValues) {
    super("UNSUPPORTED", message, null, keysAndValues);
  }

  /**
   * @param message what is wrong and what to do
   * @param cause the error beneath
   * @param keysAndValues facts of the case: name, value, name, value, ...
   */
  public UnsupportedTableException(String message, Throwable cause, Object... keysAndValues) {
    super("UNSUPPORTED", message, cause, keysAndValues);
  }
}
