package io.orcacid.error;

/**
 * A file of the table contradicts itself, its log or the format: report it, trust none of its rows.
 */
public final class CorruptFileException extends OrcAcidException {
  private static final long serialVersionUID = 1L;

  /**
   * @param message what is wrong and what to do
   * @param keysAndValues facts of the case: name, value, name, value, ...
   */
  public CorruptFileException(String message, Object... keysAndValues) {
    super("CORRUPT", message, null, keysAndValues);
  }

  /**
   * @param message what is wrong and what to do
   * @param cause the error beneath
   * @param keysAndValues facts of the case: name, value, name, value, ...
   */
  public CorruptFileException(String message, Throwable cause, Object... keysAndValues) {
    super("CORRUPT", message, cause, keysAndValues);
  }
}
