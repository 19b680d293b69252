package io.orcacid.txn.lock;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;

/** Time that passes when a test says so, or somebody sleeps. */
final class ManualTime implements MonotonicTime {
  /** Near the end of its range, as the real one may begin anywhere. */
  private final AtomicLong now = new AtomicLong(Long.MAX_VALUE - 1_000_000_000L);

  private Runnable whileAsleep = () -> {};

  void pass(Duration duration) {
    now.addAndGet(duration.toNanos());
  }

  /** What happens each time that somebody sleeps. */
  void whileAsleep(Runnable work) {
    whileAsleep = work;
  }

  @Override
  public long nanoTime() {
    return now.get();
  }

  @Override
  public void sleep(Duration duration) throws InterruptedException {
    if (Thread.interrupted()) {
      throw new InterruptedException();
    }
    pass(duration);
    whileAsleep.run();
  }
}
