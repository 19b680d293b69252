package io.orcacid.daemon.view;

import io.orcacid.txn.log.CompactionKind;
import java.time.Instant;
import java.util.Optional;

/**
 * A compaction that waits or runs.
 *
 * @param table path of the table
 * @param partition path of the partition, empty for an unpartitioned table
 * @param kind what it will make; empty if the thresholds decide when it begins
 * @param origin who wants it
 * @param state how far it is
 * @param pool whose workers do it
 * @param priority the greater the sooner, within a pool
 * @param reason why it is there, and why it does not run yet
 * @param since when it was queued
 * @param started when a worker began it; empty while it waits
 * @param progress how far it is; empty while it waits
 */
public record QueueEntry(
    String table,
    String partition,
    Optional<CompactionKind> kind,
    Origin origin,
    State state,
    String pool,
    double priority,
    String reason,
    Instant since,
    Optional<Instant> started,
    Optional<Progress> progress) {
  /** Who wants a compaction. */
  public enum Origin {
    /** A threshold was passed. */
    THRESHOLD,
    /** Somebody asked for it. */
    REQUEST
  }

  /** How far a compaction is. */
  public enum State {
    /** It will be begun as soon as a worker of its pool is free. */
    READY,
    /** It waits for its time window. */
    OUTSIDE_WINDOW,
    /** The last try failed. */
    BACKING_OFF,
    /** Another process has the lock of its partition. */
    HELD_ELSEWHERE,
    /** Its table or the daemon is paused. */
    PAUSED,
    /** It runs. */
    WORKING
  }

  /**
   * How far it is.
   *
   * @param bytesDone bytes of its input files done
   * @param bytesTotal bytes of all its input files
   * @param rowsDone events of its input files done
   * @param rowsTotal events of all its input files
   * @param bytesPerSecond since it began
   */
  public record Progress(
      long bytesDone, long bytesTotal, long rowsDone, long rowsTotal, long bytesPerSecond) {}
}
