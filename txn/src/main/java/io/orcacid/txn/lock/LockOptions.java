package io.orcacid.txn.lock;

import io.orcacid.error.ValidationException;
import java.time.Duration;
import java.util.Objects;

/**
 * How a lock is held.
 *
 * @param ttl how long it counts as held after its last renewal, 3 ms to an hour; its holder stops a
 *     drift earlier, others wait a drift longer
 * @param renewal time between two renewals; the ttl is three of them and a drift, or more, so that
 *     two may fail
 * @param drift how far apart the monotonic clocks of two machines may run within a ttl, and how
 *     long a write may be under way
 * @param renewals who renews it
 * @param floor its epoch will be greater than this; 0 or more
 */
public record LockOptions(
    Duration ttl, Duration renewal, Duration drift, Renewals renewals, long floor) {
  /** Longest ttl: for what cannot be read, the time after which no holder can be alive. */
  static final Duration LONGEST_TTL = Duration.ofHours(1);

  private static final Duration DEFAULT_RENEWAL = Duration.ofSeconds(20);
  private static final Duration DEFAULT_DRIFT = Duration.ofSeconds(5);

  /** The shortest that the other two allow. */
  private static final Duration DEFAULT_TTL = DEFAULT_RENEWAL.multipliedBy(3).plus(DEFAULT_DRIFT);

  public LockOptions {
    Objects.requireNonNull(renewals);
    if (renewal.toMillis() < 1
        || drift.isNegative()
        || floor < 0
        || ttl.compareTo(LONGEST_TTL) > 0
        || ttl.compareTo(renewal.multipliedBy(3).plus(drift)) < 0) {
      throw new ValidationException(
          "A lock's ttl is three renewals and a drift or more, and an hour at most",
          "ttl",
          ttl,
          "renewal",
          renewal,
          "drift",
          drift,
          "floor",
          floor);
    }
  }

  /** Who renews a lock. */
  public enum Renewals {
    /** A daemon thread, as long as somebody still refers to the lock. */
    THREAD,
    /** Its holder, by {@link Lock#renew}. */
    MANUAL
  }

  /** 65 s, renewed every 20 s by a daemon thread, 5 s of drift. */
  public static LockOptions defaults() {
    return new LockOptions(DEFAULT_TTL, DEFAULT_RENEWAL, DEFAULT_DRIFT, Renewals.THREAD, 0);
  }

  /** The same with other times. */
  public LockOptions withTimes(Duration newTtl, Duration newRenewal, Duration newDrift) {
    return new LockOptions(newTtl, newRenewal, newDrift, renewals, floor);
  }

  /** The same, renewed otherwise. */
  public LockOptions renewedBy(Renewals newRenewals) {
    return new LockOptions(ttl, renewal, drift, newRenewals, floor);
  }

  /** The same with an epoch above one that was seen elsewhere. */
  public LockOptions above(long newFloor) {
    return new LockOptions(ttl, renewal, drift, renewals, newFloor);
  }
}
