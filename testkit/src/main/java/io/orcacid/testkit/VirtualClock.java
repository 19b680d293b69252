package io.orcacid.testkit;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.concurrent.atomic.AtomicReference;

/** A clock that goes on by a millisecond when it is asked, and by jumps when a test says so. */
public final class VirtualClock extends Clock {
  private final AtomicReference<Instant> now;

  /** A clock that starts at a time. */
  public VirtualClock(Instant start) {
    this.now = new AtomicReference<>(start);
  }

  /** Jumps, backwards too. */
  public void jump(Duration distance) {
    now.updateAndGet(time -> time.plus(distance));
  }

  @Override
  public Instant instant() {
    return now.updateAndGet(time -> time.plusMillis(1));
  }

  @Override
  public ZoneId getZone() {
    return ZoneOffset.UTC;
  }

  @Override
  public Clock withZone(ZoneId zone) {
    throw new UnsupportedOperationException("instants only");
  }
}
