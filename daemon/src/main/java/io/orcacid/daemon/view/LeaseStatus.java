package io.orcacid.daemon.view;

import java.time.Instant;
import java.util.OptionalLong;

/**
 * Something that a process holds at a table or waits for.
 *
 * @param table path of the table
 * @param kind what it is
 * @param name name of the lock; empty for a pin
 * @param owner user, machine and program that holds it or waits
 * @param version version that a pin keeps
 * @param epoch number of a lock's grant
 * @param since when it was taken, by the clock of its machine
 * @param standing what is known of its owner, in words
 */
public record LeaseStatus(
    String table,
    Kind kind,
    String name,
    String owner,
    OptionalLong version,
    OptionalLong epoch,
    Instant since,
    String standing) {
  /** What is held. */
  public enum Kind {
    /** A reader keeps a version. */
    PIN,
    /** A lock of upkeep. */
    LOCK,
    /** Somebody waits for a lock. */
    WAITER
  }
}
