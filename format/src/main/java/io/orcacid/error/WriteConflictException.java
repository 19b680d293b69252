package io.orcacid.error;

/** Another transaction won: nothing of this one is visible; run it again on a new snapshot. */
public final class WriteConflictException extends OrcAcidException {
  private static final long serialVersionUID = 1L;

  /**
   * @param message what is wrong and what to do
   * @param keysAndValues facts of the case: name, value, name, value, ...
   */
  public WriteConflictException(String message, Object... keysAndValues) {
    super("CONFLICT", message, null, keysAndValues);
  }

  /**
   * @param message what is wrong and what to do
   * @param cause the error beneath
   * @param keysAndValues facts of the case: name, value, name, value, ...
   */
  public WriteConflictException(String message, Throwable cause, Object... keysAndValues) {
    super("CONFLICT", message, cause, keysAndValues);
  }
}
