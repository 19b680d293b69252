package io.orcacid;

import io.orcacid.txn.ClaimKind;
import io.orcacid.txn.log.Author;
import java.time.Instant;

/**
 * A transaction or a compaction that has claimed its number and has not ended.
 *
 * @param number its write id, or its compaction transaction
 * @param kind which of the two
 * @param state how far it is
 * @param process what is known of the process that runs it
 * @param started when it claimed its number, by the clock of its machine
 * @param author who runs it
 * @param readVersion version that it reads, which nothing is taken away from while it is open
 * @param partition partition that is compacted; empty for a transaction
 */
public record TransactionInfo(
    long number,
    ClaimKind kind,
    State state,
    Process process,
    Instant started,
    Author author,
    long readVersion,
    String partition) {
  /** How far a transaction is. */
  public enum State {
    OPEN,
    /** Its owner gave it up; the next entry of the log will say so. */
    ABORTED
  }

  /** What is known of a process. */
  public enum Process {
    /** It gives a sign of life at times; whether it still does only waiting can tell. */
    BEATS,
    /** It was a process of this machine and has ended: {@code abort} or a cleaning frees it. */
    ENDED,
    /** It has no sign of life any more, since it closed the table or a cleaner took it for dead. */
    GONE
  }
}
