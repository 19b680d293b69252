package io.orcacid.txn.process;

import java.lang.ref.WeakReference;
import java.time.Duration;
import java.util.concurrent.CancellationException;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/**
 * The one daemon thread of the virtual machine that renews signs of life; there from the first use
 * on. Work given to it must be short and must not throw. Thread-safe.
 */
public final class HeartbeatThread {
  private static final ScheduledThreadPoolExecutor THREAD = thread();

  private HeartbeatThread() {}

  private static ScheduledThreadPoolExecutor thread() {
    ScheduledThreadPoolExecutor executor =
        new ScheduledThreadPoolExecutor(
            1,
            work -> {
              Thread thread = new Thread(work, "orc-acid-heartbeat");
              thread.setDaemon(true);
              return thread;
            });
    executor.setRemoveOnCancelPolicy(true);
    return executor;
  }

  /** Runs a beat again and again, until it is cancelled. */
  public static Future<?> every(Duration period, Runnable beat) {
    long millis = Math.max(1, period.toMillis());
    return THREAD.scheduleWithFixedDelay(beat, millis, millis, TimeUnit.MILLISECONDS);
  }

  /**
   * Runs a beat again and again as long as somebody still holds its owner: what was forgotten
   * without being closed falls silent instead of beating for nobody.
   *
   * @param beat must not hold the owner itself
   */
  public static <T> Future<?> everyWhileReachable(T owner, Duration period, Consumer<T> beat) {
    WeakReference<T> reference = new WeakReference<>(owner);
    return every(
        period,
        () -> {
          T reachable = reference.get();
          if (reachable == null) {
            // The executor runs nothing again that has thrown.
            throw new CancellationException("the owner is gone");
          }
          beat.accept(reachable);
        });
  }

  /** Runs something once after a while. */
  public static void later(Duration delay, Runnable work) {
    var unused = THREAD.schedule(work, delay.toMillis(), TimeUnit.MILLISECONDS);
  }
}
