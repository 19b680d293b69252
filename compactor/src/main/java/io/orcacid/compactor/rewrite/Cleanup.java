package io.orcacid.compactor.rewrite;

import java.io.IOException;

/** What is done after a failure, whose own failures are told with the first one. */
final class Cleanup {
  private Cleanup() {}

  @FunctionalInterface
  interface Action {
    void run() throws IOException;
  }

  static void afterFailure(Throwable failure, Action... actions) {
    for (Action action : actions) {
      try {
        action.run();
      } catch (IOException | RuntimeException e) {
        failure.addSuppressed(e);
      }
    }
  }
}
