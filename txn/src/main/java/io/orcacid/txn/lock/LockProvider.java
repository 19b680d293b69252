package io.orcacid.txn.lock;

import io.orcacid.txn.log.Author;
import io.orcacid.txn.store.AtomicStore;
import java.io.IOException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * Grants locks by name, one holder at a time, each grant with the next epoch. Thread-safe.
 *
 * <p>A lock is free if it was never granted, was released, its holder was a process of this machine
 * that has ended, or its holder was silent for its ttl and a drift while this provider watched; the
 * clocks of two machines are never compared. What cannot be read counts as held. Names are any text
 * of 1 to 1,000 characters without control characters.
 */
public interface LockProvider {
  /** Who is kept apart. */
  AtomicStore.Scope scope();

  /**
   * Takes a lock if it is free.
   *
   * @return empty if another holds it
   * @throws IOException if it could not be found out; a grant that nobody knows of lapses
   */
  Optional<Lock> tryLock(String name, LockOptions options) throws IOException;

  /**
   * Takes a lock, waiting for it. Who waits is seen by {@link #waiters}; there is no order among
   * them.
   *
   * @param patience longest wait
   * @throws io.orcacid.error.WriteConflictException if another still holds it then
   * @throws java.io.InterruptedIOException if the thread was interrupted
   */
  Lock lock(String name, LockOptions options, Duration patience) throws IOException;

  /** Takes a lock whoever holds it: the other one's commits are refused from then on. */
  Lock take(String name, LockOptions options) throws IOException;

  /** Locks that are not free, by name. */
  List<Holder> holders() throws IOException;

  /** Who waits for a lock, by name and time; those that are known to be dead are left out. */
  List<Waiter> waiters() throws IOException;

  /** Locks between the threads of this virtual machine that share the provider. */
  static LockProvider inProcess(Author author, Clock clock) {
    return new StoreLocks(new MemoryStore(), author, clock, MonotonicTime.SYSTEM);
  }

  /**
   * Locks between all clients of a store.
   *
   * @param clock for the times that people are shown; nothing is decided by it
   */
  static LockProvider over(AtomicStore store, Author author, Clock clock) {
    return new StoreLocks(store, author, clock, MonotonicTime.SYSTEM);
  }

  /** Whether a name in a store is that of a lock or of a waiter, so not a reader's pin. */
  static boolean isOfLock(String storeName) {
    return storeName.startsWith(LockNames.LOCKS) || storeName.startsWith(LockNames.WAITERS);
  }

  /**
   * Who holds a lock.
   *
   * @param name what is locked
   * @param epoch number of the grant
   * @param owner who holds it
   * @param since when it was granted, by the clock of the holder's machine
   * @param standing what is known of the holder
   */
  record Holder(String name, long epoch, Author owner, Instant since, Standing standing) {}

  /** What is known of the holder of a lock. */
  enum Standing {
    /** It is a process of this machine that runs. */
    ALIVE,
    /** It may live; its silence will tell. */
    HELD,
    /** It was a process of this machine and has ended: the next who asks gets the lock. */
    ENDED,
    /** Its object cannot be read, and counts as held. */
    UNREADABLE
  }

  /**
   * Who waits for a lock.
   *
   * @param name what is locked
   * @param waiter who waits
   * @param since when the wait began, by the clock of the waiter's machine
   */
  record Waiter(String name, Author waiter, Instant since) {}
}
