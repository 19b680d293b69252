package io.orcacid.daemon.view;

import io.orcacid.txn.log.CompactionKind;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * A compaction that ended. Of those of other processes only what the log says is known.
 *
 * @param table path of the table
 * @param partition path of the partition, empty for an unpartitioned table
 * @param kind what it made, or should have made
 * @param outcome what became of it
 * @param reason why it ran, or why it came to nothing
 * @param transaction its compaction transaction; 0 if it never began
 * @param version version that it made
 * @param ended when it was published or failed
 * @param duration how long it took
 * @param bytesIn bytes of the directories that it replaced
 * @param bytesOut bytes of the directories that it made
 * @param stripesCopied stripes that went over as bytes
 * @param stripesEncoded stripes that were written from rows
 * @param rowsIn insert events of its input
 * @param rowsOut insert events of its output
 * @param by user, machine and program that ran it
 */
public record HistoryEntry(
    String table,
    String partition,
    Optional<CompactionKind> kind,
    Outcome outcome,
    String reason,
    long transaction,
    OptionalLong version,
    Instant ended,
    Optional<Duration> duration,
    OptionalLong bytesIn,
    OptionalLong bytesOut,
    OptionalLong stripesCopied,
    OptionalLong stripesEncoded,
    OptionalLong rowsIn,
    OptionalLong rowsOut,
    String by) {
  /** What became of a compaction. */
  public enum Outcome {
    /** It is published; what it replaced is still on disk. */
    READY_FOR_CLEANING,
    /** It is published, and nothing is left of what it replaced. */
    SUCCEEDED,
    /** The partition cannot be compacted as it is. */
    REFUSED,
    /** It was asked for, and there was nothing that it could do. */
    NOTHING_TO_DO,
    /** Another was first. */
    OVERTAKEN,
    /** An error; it is tried again. */
    FAILED,
    /** The daemon ended first, and another will do it. */
    HANDED_BACK
  }
}
