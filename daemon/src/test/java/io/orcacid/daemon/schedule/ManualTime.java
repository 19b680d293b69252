package io.orcacid.daemon.schedule;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;

/** A clock that goes on when it is told to. */
public final class ManualTime extends Clock {
  private volatile Instant now = Instant.parse("2026-11-30T12:00:00Z");
  private volatile long nanos = 1_000;

  /** The same as the agents see it. */
  public DaemonTime time() {
    return new DaemonTime(this, () -> nanos);
  }

  /** Lets time pass, on both clocks. */
  public void pass(Duration duration) {
    now = now.plus(duration);
    nanos += duration.toNanos();
  }

  /** Sets the wall; the monotonic clock stays. */
  public void set(String instant) {
    now = Instant.parse(instant);
  }

  @Override
  public ZoneId getZone() {
    return ZoneOffset.UTC;
  }

  @Override
  public Clock withZone(ZoneId zone) {
    throw new UnsupportedOperationException("instants only");
  }

  @Override
  public Instant instant() {
    return now;
  }
}
