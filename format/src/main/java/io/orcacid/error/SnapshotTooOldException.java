package io.orcacid.error;

/** The version or time asked for is no longer, or not yet, readable; the message names what is. */
public final class SnapshotTooOldException extends OrcAcidException {
  private static final long serialVersionUID = 1L;

  /**
   * @param message what is wrong and what to do
   * @param keysAndValues facts of the case: name, value, name, value, ...
   */
  public SnapshotTooOldException(String message, Object... keysAndValues) {
    super("TOO_OLD", message, null, keysAndValues);
  }

  /**
   * @param message what is wrong and what to do
   * @param cause the error beneath
   * @param keysAndValues facts of the case: name, value, name, value, ...
   */
  public SnapshotTooOldException(String message, Throwable cause, Object... keysAndValues) {
    super("TOO_OLD", message, cause, keysAndValues);
  }
}
