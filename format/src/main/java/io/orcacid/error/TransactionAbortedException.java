package io.orcacid.error;

/**
 * The transaction was aborted, by its owner or by a log entry: nothing of it is visible or ever
 * will be.
 */
public final class TransactionAbortedException extends OrcAcidException {
  private static final long serialVersionUID = 1L;

  /**
   * @param message what is wrong and what to do
   * @param keysAndValues facts of the case: name, value, name, value, ...
   */
  public TransactionAbortedException(String message, Object... keysAndValues) {
    super("ABORTED", message, null, keysAndValues);
  }

  /**
   * @param message what is wrong and what to do
   * @param cause the error beneath
   * @param keysAndValues facts of the case: name, value, name, value, ...
   */
  public TransactionAbortedException(String message, Throwable cause, Object... keysAndValues) {
    super("ABORTED", message, cause, keysAndValues);
  }
}
