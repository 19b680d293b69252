package io.orcacid.txn;

import io.orcacid.error.WriteConflictException;
import io.orcacid.txn.lock.Lock;
import io.orcacid.txn.lock.LockOptions;
import io.orcacid.txn.lock.LockProvider;
import io.orcacid.txn.log.TableState;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * This process as the writer of a table that has one at a time (PROTOCOL.md §11, {@code
 * single-writer}): its epoch is claimed once, which fences whoever wrote before, and never again.
 * Thread-safe.
 */
final class SingleWriter {
  /** Name of the lock. */
  static final String LOCK = "writer";

  private final LockProvider locks;
  private final LockEpochs epochs;
  private final LockOptions.Renewals renewals;
  private Lock claimed;

  SingleWriter(LockProvider locks, LockEpochs epochs, TransactionOptions.Heartbeats heartbeats) {
    this.locks = locks;
    this.epochs = epochs;
    this.renewals =
        heartbeats == TransactionOptions.Heartbeats.THREAD
            ? LockOptions.Renewals.THREAD
            : LockOptions.Renewals.MANUAL;
  }

  /** Claims the next epoch at the first call. */
  synchronized void claim(TableState newest) throws IOException {
    if (claimed == null) {
      claimed =
          locks.take(
              LOCK, LockOptions.defaults().renewedBy(renewals).above(newest.lockEpoch(LOCK)));
    }
  }

  /** The epoch that its commits carry. */
  synchronized Map<String, Long> epoch() {
    return claimed == null ? Map.of() : Map.of(LOCK, claimed.epoch());
  }

  /**
   * Asks the log and the store.
   *
   * @throws WriteConflictException if another claimed a later epoch
   */
  void requireCurrent(TableState newest) throws IOException {
    epochs.check(newest, List.of(), epoch());
    Optional<WriteConflictException> fenced = fenced();
    if (fenced.isPresent()) {
      throw fenced.get();
    }
  }

  /**
   * What the store says, where the log does not know it yet: so that a writer is fenced before the
   * other's first commit.
   */
  Optional<WriteConflictException> fenced() throws IOException {
    Lock own;
    synchronized (this) {
      own = claimed;
    }
    return own.successor().map(other -> LockEpochs.lost(LOCK, own.epoch(), Optional.of(other)));
  }

  /** For embedders whose heartbeats are by hand. */
  void beat() throws IOException {
    Lock own;
    synchronized (this) {
      own = claimed;
    }
    if (own != null) {
      own.renew();
    }
  }

  synchronized void close() {
    if (claimed != null) {
      claimed.close();
    }
  }
}
