package io.orcacid.simulation.concurrent;

import io.orcacid.AcidOptions;
import io.orcacid.AcidTable;
import io.orcacid.DiskLocation;
import io.orcacid.testkit.disk.CrashingDisk;
import io.orcacid.txn.RetryOptions;
import io.orcacid.txn.TransactionManager;
import io.orcacid.txn.TransactionOptions;
import io.orcacid.txn.log.LogOptions;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** A process of an actor: it has a view of the disk, clocks, and dies alone. */
final class SimulatedProcess {
  /** Sign of life of a process that stays silent for so long counts as none. */
  static final Duration TIMEOUT = Duration.ofSeconds(30);

  private static final AcidOptions OPTIONS =
      AcidOptions.of(
          Map.of(
              "orcacid.session.heartbeats", "manual",
              "orcacid.session.timeout.s", String.valueOf(TIMEOUT.toSeconds()),
              "orcacid.commit.backoff.base.ms", "0",
              "orcacid.commit.backoff.cap.ms", "0",
              "orcacid.compactor.threads", "1"));

  private interface Beat {
    void run() throws IOException;
  }

  private final World world;
  private final CrashingDisk disk;
  private final DiskLocation location;
  private final long incarnation;
  private Duration skew = Duration.ZERO;
  private Beat beat = () -> {};
  private boolean beating;
  private long lastBeat;
  private long longestSilence;
  private int storeFaults;

  SimulatedProcess(World world, CrashingDisk disk, long incarnation, int checkpointEntries) {
    this.world = world;
    this.disk = disk;
    this.incarnation = incarnation;
    this.lastBeat = world.now();
    LogOptions log =
        LogOptions.defaults()
            .withClock(new SkewedClock())
            .withNanos(world::now)
            .withCheckpointEntries(checkpointEntries);
    this.location = new DiskLocation(disk, log, store -> new FaultyStore(world, this, store));
  }

  /** The wall clock of its machine: it never stands still, but it may be set. */
  private final class SkewedClock extends Clock {
    @Override
    public Instant instant() {
      return World.EPOCH.plusNanos(world.tick()).plus(skew);
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

  AcidTable openTable() throws IOException {
    AcidTable table = location.open(OPTIONS);
    beat = table::beat;
    return table;
  }

  TransactionManager openManager() throws IOException {
    TransactionManager manager =
        new TransactionManager(
            location.openLog(),
            new TransactionOptions(
                TransactionOptions.defaults().author(),
                new RetryOptions(Duration.ZERO, Duration.ZERO, 100),
                TIMEOUT,
                TransactionOptions.Heartbeats.MANUAL,
                TransactionOptions.MaintenanceLocks.NONE));
    beat = manager::beat;
    return manager;
  }

  DiskLocation location() {
    return location;
  }

  static AcidOptions options() {
    return OPTIONS;
  }

  CrashingDisk disk() {
    return disk;
  }

  long incarnation() {
    return incarnation;
  }

  void setClock(Duration newSkew) {
    skew = newSkew;
  }

  boolean isClockRight() {
    return skew.isZero();
  }

  void countStoreFault() {
    storeFaults++;
  }

  /** Whether something that was done to it may make its calls fail. */
  boolean isExcused() {
    return disk.faults() > 0 || storeFaults > 0 || wasSilent();
  }

  /** Whether others may have taken it for dead. */
  boolean wasSilent() {
    return Math.max(longestSilence, world.now() - lastBeat) >= TIMEOUT.toNanos();
  }

  /** What its heartbeat thread would do; the engine's own writing of the sign is not disturbed. */
  void beatIfDue() {
    long silence = world.now() - lastBeat;
    if (beating || silence < TIMEOUT.toNanos() / 3) {
      return;
    }
    beating = true;
    // The sign may be written long before the call returns.
    long begun = world.now();
    try {
      beat.run();
      longestSilence = Math.max(longestSilence, world.now() - lastBeat);
      lastBeat = begun;
    } catch (IOException | UncheckedIOException missed) {
      // The next one may come in time.
      world.noteMissedBeat();
    } finally {
      beating = false;
    }
  }

  /** A time of its own: a jump of the clock that a restart ends. */
  static Duration ofMillis(long millis) {
    return Duration.ofNanos(TimeUnit.MILLISECONDS.toNanos(millis));
  }
}
