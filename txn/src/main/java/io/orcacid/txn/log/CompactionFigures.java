package io.orcacid.txn.log;

import io.orcacid.error.ValidationException;
import java.time.Duration;
import java.util.Objects;

/**
 * What a compaction cost and brought, as the one that published it says. Nothing rests on it: it is
 * for people. Immutable.
 *
 * @param reason a sentence: why it ran; at most {@value #LONGEST_REASON} characters are kept
 * @param duration from its begin to its publication, in whole milliseconds
 * @param bytesIn bytes of all input files
 * @param bytesOut bytes of all output files
 * @param rowsIn insert events in the input files
 * @param rowsOut insert events in the output files
 * @param stripesCopied stripes that went over as bytes
 * @param stripesEncoded stripes that were written from rows
 */
public record CompactionFigures(
    String reason,
    Duration duration,
    long bytesIn,
    long bytesOut,
    long rowsIn,
    long rowsOut,
    long stripesCopied,
    long stripesEncoded) {
  private static final int LONGEST_REASON = 500;

  public CompactionFigures {
    Objects.requireNonNull(reason);
    if (duration.isNegative()
        || bytesIn < 0
        || bytesOut < 0
        || rowsIn < 0
        || rowsOut < 0
        || stripesCopied < 0
        || stripesEncoded < 0) {
      throw new ValidationException("No figure of a compaction is negative");
    }
    duration = Duration.ofMillis(duration.toMillis());
    reason = reason.length() > LONGEST_REASON ? reason.substring(0, LONGEST_REASON) : reason;
  }
}
