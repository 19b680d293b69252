package io.orcacid;

import io.orcacid.error.ValidationException;
import java.time.Duration;

/**
 * How often a whole transaction is run again after a conflict, each time on a new snapshot.
 *
 * @param attempts runs in all, 1 or more
 * @param base longest wait before the second run; doubled before each further one, up to a hundred
 *     times
 */
public record RetryPolicy(int attempts, Duration base) {
  public RetryPolicy {
    if (attempts < 1 || base.isNegative()) {
      throw new ValidationException(
          "A retry needs one attempt or more and no negative wait",
          "attempts",
          attempts,
          "base",
          base);
    }
  }

  /** Ten runs. */
  public static RetryPolicy defaults() {
    return of(10);
  }

  /** This many runs. */
  public static RetryPolicy of(int attempts) {
    return new RetryPolicy(attempts, Duration.ofMillis(20));
  }

  /** One run only. */
  public static RetryPolicy never() {
    return of(1);
  }
}
