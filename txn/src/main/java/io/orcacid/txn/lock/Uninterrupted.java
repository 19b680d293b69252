package io.orcacid.txn.lock;

import java.io.IOException;

/**
 * What has to be done by an interrupted thread too: stores that talk to a server would refuse, and
 * a cancelled job would leave behind what it wanted to take away.
 */
final class Uninterrupted {
  private Uninterrupted() {}

  /** A call to a store. */
  interface Call {
    void run() throws IOException;
  }

  /** The interruption is there again afterwards. */
  static void run(Call call) throws IOException {
    boolean interrupted = Thread.interrupted();
    try {
      call.run();
    } finally {
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }
}
