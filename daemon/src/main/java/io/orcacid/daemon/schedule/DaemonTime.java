package io.orcacid.daemon.schedule;

import java.time.Clock;
import java.time.Instant;
import java.util.function.LongSupplier;

/**
 * Time as a daemon sees it: the wall for people, windows and schedules; a monotonic clock for
 * pauses.
 *
 * @param clock the wall
 * @param nanos as {@link System#nanoTime}: only differences mean something
 */
public record DaemonTime(Clock clock, LongSupplier nanos) {
  /** That of the machine. */
  public static DaemonTime system() {
    return new DaemonTime(Clock.systemUTC(), System::nanoTime);
  }

  /** Time of the wall. */
  public Instant now() {
    return clock.instant();
  }
}
