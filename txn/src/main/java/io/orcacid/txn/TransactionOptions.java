package io.orcacid.txn;

import io.orcacid.error.ValidationException;
import io.orcacid.txn.log.Author;
import java.time.Duration;
import java.util.Objects;

/**
 * How a process runs transactions.
 *
 * @param author user, machine and program that history shows
 * @param retry attempts of a commit
 * @param sessionTimeout T: a session unchanged for this long counts as dead (PROTOCOL.md §5)
 * @param heartbeats who renews the session
 * @param maintenanceLocks whether upkeep takes locks
 */
public record TransactionOptions(
    Author author,
    RetryOptions retry,
    Duration sessionTimeout,
    Heartbeats heartbeats,
    MaintenanceLocks maintenanceLocks) {
  public TransactionOptions {
    Objects.requireNonNull(author);
    Objects.requireNonNull(retry);
    Objects.requireNonNull(heartbeats);
    Objects.requireNonNull(maintenanceLocks);
    if (sessionTimeout.toMillis() < 3) {
      throw new ValidationException(
          "A session's timeout is 3 ms or more", "sessionTimeout", sessionTimeout);
    }
  }

  /** Whether compactions and cleanings take locks; they are safe without. */
  public enum MaintenanceLocks {
    /** Two may do the same work, of which that of one is thrown away. */
    NONE,
    /** One at a time compacts a partition, and one cleans the table. */
    TAKEN,
    /**
     * The same, but who finds it taken gives way at once: for those who come again, and so see in
     * time that a holder of another machine is dead.
     */
    TRIED
  }

  /** Who renews the session of a process. */
  public enum Heartbeats {
    /** A daemon thread of the virtual machine, every third of the timeout. */
    THREAD,
    /** The embedder, by {@link TransactionManager#beat}. */
    MANUAL
  }

  /** This process's user and machine, the default retry, 300 s, a daemon thread. */
  public static TransactionOptions defaults() {
    return new TransactionOptions(
        Author.current(),
        RetryOptions.defaults(),
        Duration.ofSeconds(300),
        Heartbeats.THREAD,
        MaintenanceLocks.NONE);
  }

  /** The same with another author. */
  public TransactionOptions withAuthor(Author newAuthor) {
    return new TransactionOptions(newAuthor, retry, sessionTimeout, heartbeats, maintenanceLocks);
  }

  /** The same with another retry. */
  public TransactionOptions withRetry(RetryOptions newRetry) {
    return new TransactionOptions(author, newRetry, sessionTimeout, heartbeats, maintenanceLocks);
  }

  /** The same with another way of renewing the session. */
  public TransactionOptions withHeartbeats(Heartbeats newHeartbeats) {
    return new TransactionOptions(author, retry, sessionTimeout, newHeartbeats, maintenanceLocks);
  }

  /** The same with or without locks of upkeep. */
  public TransactionOptions withMaintenanceLocks(MaintenanceLocks newMaintenanceLocks) {
    return new TransactionOptions(author, retry, sessionTimeout, heartbeats, newMaintenanceLocks);
  }
}
