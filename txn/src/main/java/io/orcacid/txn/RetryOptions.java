package io.orcacid.txn;

import io.orcacid.error.ValidationException;
import java.time.Duration;
import java.util.concurrent.ThreadLocalRandom;

/**
 * How often a commit that lost a race, without a logical conflict, is tried again. Data is not
 * rewritten.
 *
 * @param base longest first wait
 * @param cap longest wait of all; each is twice the one before, times a random part of 1
 * @param attempts most attempts in all, 1 or more
 */
public record RetryOptions(Duration base, Duration cap, int attempts) {
  public RetryOptions {
    if (base.isNegative() || cap.compareTo(base) < 0 || attempts < 1) {
      throw new ValidationException(
          "A retry needs 0 <= base <= cap and one attempt or more",
          "base",
          base,
          "cap",
          cap,
          "attempts",
          attempts);
    }
  }

  /** 10 ms, 640 ms, 100 attempts (DESIGN.md §4). */
  public static RetryOptions defaults() {
    return new RetryOptions(Duration.ofMillis(10), Duration.ofMillis(640), 100);
  }

  /** A random wait before an attempt, the second being number 1. */
  Duration waitBefore(int attempt) {
    long longest = base.toNanos() << Math.min(attempt - 1, 20);
    long nanos = Math.min(longest, cap.toNanos());
    return Duration.ofNanos(nanos == 0 ? 0 : ThreadLocalRandom.current().nextLong(nanos));
  }
}
