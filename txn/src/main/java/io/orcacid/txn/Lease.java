package io.orcacid.txn;

import io.orcacid.txn.log.Author;
import java.time.Instant;

/**
 * A pin of a reader: it asks that no directory of a version be removed (PROTOCOL.md R19). Nothing
 * about the correctness of rows rests on it.
 *
 * @param name its object in the store
 * @param session session of the process that holds it
 * @param author who holds it
 * @param version version that is read
 * @param since when it was put, by the clock of its machine
 * @param marking whether a cleaner no longer honours it
 */
public record Lease(
    String name, String session, Author author, long version, Instant since, Marking marking) {
  /** What cleaners said of a lease. */
  public enum Marking {
    HELD,
    /** Its owner was silent for too long: nothing is kept for it any more. */
    EXPIRED
  }
}
