package io.orcacid.reader;

import java.io.IOException;

/** Carries failures of one thread to another as what they are. */
final class Failures {
  private Failures() {}

  /** Throws a failure of another thread here; the trace of here is added to it. */
  static IOException rethrown(Throwable failure) throws IOException {
    failure.addSuppressed(new Exception("Asked for by"));
    if (failure instanceof IOException e) {
      throw e;
    } else if (failure instanceof RuntimeException e) {
      throw e;
    } else if (failure instanceof Error e) {
      throw e;
    }
    throw new IOException(failure);
  }
}
