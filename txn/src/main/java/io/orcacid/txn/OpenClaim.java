package io.orcacid.txn;

import io.orcacid.txn.log.Author;
import java.time.Instant;

/**
 * A claimed write id that is neither committed nor aborted.
 *
 * @param writeId the write id
 * @param session session of the process that claimed it
 * @param author who claimed it
 * @param readVersion version that the transaction reads
 * @param started when it was claimed, by the clock of its machine
 * @param marking whether its owner gave it up
 * @param temporary name of its directories for unfinished bases, empty if none was said
 */
public record OpenClaim(
    long writeId,
    String session,
    Author author,
    long readVersion,
    Instant started,
    Marking marking,
    String temporary) {
  /** What the owner said of the claim. */
  public enum Marking {
    OPEN,
    /** Its owner aborted it; no log entry says so yet. */
    ABORTED
  }
}
