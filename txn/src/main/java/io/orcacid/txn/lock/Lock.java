package io.orcacid.txn.lock;

import io.orcacid.txn.store.AtomicStore;
import java.io.IOException;
import java.util.Optional;

/**
 * A granted lock. Thread-safe; closing releases it. One that is dropped without being closed is
 * renewed no longer and lapses.
 *
 * <p>That {@link #isHeld} says yes is no proof: a process may be stopped between the question and
 * what it does then. Commit under the lock, so that the log compares its epoch.
 */
public interface Lock extends AutoCloseable {
  /** What is locked. */
  String name();

  /** Number of the grant: greater than that of every earlier grant of the name. */
  long epoch();

  /** Who is kept apart by it. */
  AtomicStore.Scope scope();

  /**
   * Whether it is held by this process's monotonic clock: renewed less than a ttl minus a drift
   * ago. Once no, always no. Asks nobody.
   */
  boolean isHeld();

  /**
   * Renews it.
   *
   * @return whether it is held
   * @throws IOException if nothing is known of the renewal; it may be tried again while it is held
   */
  boolean renew() throws IOException;

  /** Who was granted a later epoch, if anybody was. Asks the store. */
  Optional<LockProvider.Holder> successor() throws IOException;

  /**
   * Releases it; nothing happens if another holds it by now. A release that cannot be written is
   * logged, and the lock is free once it lapsed.
   */
  @Override
  void close();
}
