package io.orcacid.testkit.history;

import java.util.List;

/**
 * Something that must not be in a history.
 *
 * @param kind what it is
 * @param transactions ids of the transactions that it is about
 * @param text what was found
 */
public record Anomaly(Kind kind, List<Long> transactions, String text) {
  public Anomaly {
    transactions = List.copyOf(transactions);
  }

  /** Names of the field. */
  public enum Kind {
    /** G0: two transactions wrote over each other, in two orders. */
    DIRTY_WRITE,
    /** G1a: a value of a transaction that was not committed was read. */
    ABORTED_READ,
    /** G1b: a value was read that its transaction itself replaced. */
    INTERMEDIATE_READ,
    /** G1c: two transactions each saw what the other wrote. */
    CIRCULAR_READ,
    /** Two transactions changed what both had read, and one change is gone. */
    LOST_UPDATE,
    /** G-single: a read saw a part of a commit. */
    READ_SKEW,
    /** G2: each of some transactions read what another one changed; snapshot isolation has it. */
    WRITE_SKEW,
    /** A row was read that had been deleted. */
    RESURRECTED_DELETE,
    /** A row was read twice at once. */
    DUPLICATE_ROW,
    /** A read differs from the state of its version in another way. */
    WRONG_READ,
    /** Two commits that did not see each other and that the policy forbids. */
    FORBIDDEN_PAIR,
    /** An acknowledged commit is not in the log. */
    LOST_COMMIT,
    /** A commit that was told to have failed is in the log. */
    FALSE_ABORT,
    /** What began after an acknowledgement did not come after it. */
    REAL_TIME
  }

  @Override
  public String toString() {
    return kind + " of transactions " + transactions + ": " + text;
  }
}
