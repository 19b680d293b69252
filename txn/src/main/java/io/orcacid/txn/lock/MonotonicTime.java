package io.orcacid.txn.lock;

import java.time.Duration;
import java.util.concurrent.TimeUnit;

/** Time that only goes forward, apart so that a test can let hours pass. */
interface MonotonicTime {
  MonotonicTime SYSTEM =
      new MonotonicTime() {
        @Override
        public long nanoTime() {
          return System.nanoTime();
        }

        @Override
        public void sleep(Duration duration) throws InterruptedException {
          TimeUnit.NANOSECONDS.sleep(duration.toNanos());
        }
      };

  /** As {@link System#nanoTime}: only differences mean something. */
  long nanoTime();

  void sleep(Duration duration) throws InterruptedException;
}
