package io.orcacid.error;

/** The input is wrong: nothing was done, and running it again unchanged fails again. */
public final class ValidationException extends OrcAcidException {
  private static final long serialVersionUID = 1L;

  /**
   * @param message what is wrong and what to do
   * @param keysAndValues facts of the case: name, value, name, value, ...
   */
  public ValidationException(String message, Object... keysAndValues) {
    super("VALIDATION", message, null, keysAndValues);
  }

  /**
   * @param message what is wrong and what to do
   * @param cause the error beneath
   * @param keysAndValues facts of the case: name, value, name, value, ...
   */
  public ValidationException(String message, Throwable cause, Object... keysAndValues) {
    super("VALIDATION", message, cause, keysAndValues);
  }
}
