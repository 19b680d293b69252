package io.orcacid.daemon.view;

import java.time.Instant;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * A table as the initiator last saw it.
 *
 * @param path where it is
 * @param pool whose workers compact it
 * @param state how it is
 * @param reason a sentence: why it is due or not, what failed, or why nobody looks at it
 * @param readAmplification files that a scan of its worst bucket opens
 * @param worstPartition partition of that bucket; empty for an unpartitioned table
 * @param partitions how many it has
 * @param partitionsDue of how many a compaction is due
 * @param version version of its log; empty if it was never read
 * @param deltaDirectories live deltas and delete deltas
 * @param bytes bytes of its live files
 * @param failures failures in a row
 * @param nextAttempt when it is tried again after a failure
 * @param lastCompaction when a compaction of it was last published, by anybody
 * @param checked when the initiator last looked at it
 */
public record TableStatus(
    String path,
    String pool,
    State state,
    String reason,
    int readAmplification,
    String worstPartition,
    int partitions,
    int partitionsDue,
    OptionalLong version,
    long deltaDirectories,
    long bytes,
    int failures,
    Optional<Instant> nextAttempt,
    Optional<Instant> lastCompaction,
    Optional<Instant> checked) {
  /** How a table is. */
  public enum State {
    /** Found and not looked at yet. */
    NEW,
    /** Nothing is due. */
    QUIET,
    /** A compaction is due and waits. */
    DUE,
    /** A compaction of it runs. */
    WORKING,
    /** The last one failed; it is tried again later. */
    BACKING_OFF,
    /** Its log cannot be read. */
    UNREADABLE,
    /** The operator said so. */
    PAUSED
  }
}
