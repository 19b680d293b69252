package io.orcacid.daemon.schedule;

import com.google.common.util.concurrent.RateLimiter;
import com.google.common.util.concurrent.Uninterruptibles;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;

/** Limits the bytes that all compactions of a daemon take in a second. Thread-safe. */
public final class Throttle {
  /** How long a wait goes on before it is asked again whether it is still wanted. */
  private static final long SLICE_MILLIS = 100;

  private volatile Optional<RateLimiter> limiter = Optional.empty();

  /** Another limit from now on; empty for none. */
  public void limit(OptionalLong bytesPerSecond) {
    limiter =
        bytesPerSecond.isPresent()
            ? Optional.of(RateLimiter.create(bytesPerSecond.getAsLong()))
            : Optional.empty();
  }

  /**
   * Waits until bytes may be taken.
   *
   * @param bytes 0 or more
   * @param givenUp asked meanwhile; once it says yes, the wait is over
   */
  public void acquire(long bytes, BooleanSupplier givenUp) {
    long left = bytes;
    // Asked anew for each piece: another limit holds at once.
    for (Optional<RateLimiter> limit = limiter;
        limit.isPresent() && left > 0 && !givenUp.getAsBoolean();
        limit = limiter) {
      // In pieces of what a slice allows, so that a long wait ends when it is given up.
      long piece = Math.max(1, (long) (limit.get().getRate() * SLICE_MILLIS / 1000));
      int permits = (int) Math.min(Math.min(piece, left), Integer.MAX_VALUE);
      if (limit.get().tryAcquire(permits, SLICE_MILLIS * 4, TimeUnit.MILLISECONDS)) {
        left -= permits;
      } else {
        Uninterruptibles.sleepUninterruptibly(SLICE_MILLIS, TimeUnit.MILLISECONDS);
      }
    }
  }
}
