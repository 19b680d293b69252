package io.orcacid.error;

/**
 * Root of the unchecked errors of this project: a stable code, a constant message and ordered keys
 * with their values.
 */
public class OrcAcidException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final String code;

  /**
   * Creates an error.
   *
   * @param code stable name of the kind of error, such as {@code VALIDATION}
   * @param message constant text: what failed, why, and what to do
   * @param cause what led to it, or null
   * @param keysAndValues keys and values in turn, printed behind the message
   */
  public OrcAcidException(String code, String message, Throwable cause, Object... keysAndValues) {
    super(format(message, keysAndValues), cause);
    this.code = code;
  }

  /** The stable name of the kind of error. */
  public String code() {
    return code;
  }

  private static String format(String message, Object... keysAndValues) {
    if (keysAndValues.length == 0) {
      return message;
    }
    StringBuilder text = new StringBuilder(message).append(" (");
    for (int i = 0; i < keysAndValues.length; i += 2) {
      text.append(i == 0 ? "" : ", ").append(keysAndValues[i]).append('=');
      text.append(i + 1 < keysAndValues.length ? keysAndValues[i + 1] : "");
    }
    return text.append(')').toString();
  }
}
