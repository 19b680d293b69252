package io.orcacid.store.object;

import java.nio.file.FileAlreadyExistsException;

/** What a failed conditional creation says of itself. */
enum CreateFailure {
  /** Something had the name when the request was decided (412). */
  TAKEN,
  /** Another request for the name was under way, and this one was not decided (409). */
  BUSY,
  /** Nothing: it may have been done, or come later. */
  UNKNOWN;

  /** Deepest chain of causes that is looked at. */
  private static final int DEEPEST = 20;

  /**
   * S3A's answer to 412, which contradicts Hadoop's own rule for this option. By its name, since
   * the class is in the jar of a store that a program may do without.
   */
  private static final String CHANGED = "org.apache.hadoop.fs.s3a.RemoteFileChangedException";

  /** S3's code for 409 when two conditional requests meet, and when a deletion is under way. */
  private static final String CONFLICT = "ConditionalRequestConflict";

  private static final String STATUS_CONFLICT = "Status Code: 409";

  static CreateFailure of(Throwable failure) {
    Throwable cause = failure;
    for (int depth = 0; cause != null && depth < DEEPEST; depth++) {
      if (cause instanceof org.apache.hadoop.fs.FileAlreadyExistsException
          || cause instanceof FileAlreadyExistsException
          || isNamed(cause.getClass(), CHANGED)) {
        return TAKEN;
      }
      String message = String.valueOf(cause.getMessage());
      if (message.contains(CONFLICT) || message.contains(STATUS_CONFLICT)) {
        return BUSY;
      }
      cause = cause.getCause();
    }
    return UNKNOWN;
  }

  private static boolean isNamed(Class<?> type, String name) {
    for (Class<?> each = type; each != null; each = each.getSuperclass()) {
      if (each.getName().equals(name)) {
        return true;
      }
    }
    return false;
  }
}
