package io.orcacid.error;

/** The input is wrong: running it again as it is cannot succeed. */
public final class ValidationException extends OrcAcidException {
  private static final long serialVersionUID = 1L;

  /** Creates an error from a constant message and keys and values in turn. */
  public ValidationException(String message, Object... keysAndValues) {
    super("VALIDATION", message, null, keysAndValues);
  }
}
