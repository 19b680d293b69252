package io.orcacid.error;

/**
 * Whether the commit happened could not be found out: ask the history for the commit id, clean
 * nothing.
 */
public final class CommitStateUnknownException extends OrcAcidException {
  private static final long serialVersionUID = 1L;

  /**
   * @param message what is wrong and what to do
   * @param keysAndValues facts of the case: name, value, name, value, ...
   */
  public CommitStateUnknownException(String message, Object... keysAndValues) {
    super("UNKNOWN", message, null, keysAndValues);
  }

  /**
   * @param message what is wrong and what to do
   * @param cause the error beneath
   * @param keysAndValues facts of the case: name, value, name, value, ...
   */
  public CommitStateUnknownException(String message, Throwable cause, Object... keysAndValues) {
    super("UNKNOWN", message, cause, keysAndValues);
  }
}
