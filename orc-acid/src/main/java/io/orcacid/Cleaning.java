package io.orcacid;

import io.orcacid.compactor.clean.CleanOptions;
import io.orcacid.compactor.clean.CleanOptions.ForeignReaders;
import io.orcacid.compactor.clean.CleanPlan;
import io.orcacid.compactor.clean.CleanResult;
import io.orcacid.compactor.clean.Cleaner;
import io.orcacid.txn.TransactionManager;
import io.orcacid.txn.lock.Lock;
import java.io.IOException;
import java.time.Duration;
import java.util.Optional;

/**
 * A cleaning to be described and then run: {@code
 * table.clean().retention(Duration.ofHours(2)).run()}. Removes what compactions replaced and what
 * aborted or dead transactions left, once nobody can need it: no reader has it pinned and its
 * retention is over. Each method returns another one. Thread-safe; one runs at a time.
 *
 * <p>A process on this machine that has ended is known to be dead at once. Others count as alive
 * until they were silent for their session's timeout while somebody watched: {@link #watching}
 * does, and so does one object of this class that is run again and again.
 */
public final class Cleaning {
  private final TransactionManager manager;
  private final CleanOptions options;
  private final Watch watch;

  /** Kept, as it remembers who was silent since when; made by the first run. */
  private Cleaner kept;

  private enum Watch {
    NONE,
    FIRST
  }

  Cleaning(TransactionManager manager, CleanOptions options) {
    this(manager, options, Watch.NONE);
  }

  private Cleaning(TransactionManager manager, CleanOptions options, Watch watch) {
    this.manager = manager;
    this.options = options;
    this.watch = watch;
  }

  /**
   * How long directories stay after they were replaced, and with them the versions that need them.
   *
   * @param kept an hour or more, as engines may read the table that pin nothing
   * @throws io.orcacid.error.ValidationException for less
   */
  public Cleaning retention(Duration kept) {
    return new Cleaning(manager, options.withRetention(kept, ForeignReaders.POSSIBLE), watch);
  }

  /**
   * The same where only this engine reads the table, and every reader may write its pin: any
   * retention, also none.
   */
  public Cleaning retentionWithoutForeignReaders(Duration kept) {
    return new Cleaning(manager, options.withRetention(kept, ForeignReaders.NONE), watch);
  }

  /** How long what is removed can be moved back from the trash; 0 removes at once. */
  public Cleaning trash(Duration kept) {
    return new Cleaning(manager, options.withTrash(kept), watch);
  }

  /**
   * First watches the signs of life of all processes for as long as a dead one is waited for, so
   * that what dead ones on other machines hold is no longer honoured. Takes a session's timeout.
   */
  public Cleaning watching() {
    return new Cleaning(manager, options, Watch.FIRST);
  }

  /** What {@link #run} would do, with a reason for every directory; changes nothing. */
  public synchronized CleanPlan dryRun() throws IOException {
    return cleaner().dryRun();
  }

  /**
   * Cleans.
   *
   * @throws io.orcacid.error.CommitStateUnknownException if what became of an entry could not be
   *     found out; the next run goes on
   * @throws io.orcacid.error.WriteConflictException if another cleans the table, and both take the
   *     lock that {@code orcacid.maintenance.lock} asks for
   */
  public synchronized CleanResult run() throws IOException {
    Optional<Lock> lock = manager.maintenance().lock();
    try {
      return cleaner().run();
    } finally {
      lock.ifPresent(Lock::close);
    }
  }

  private Cleaner cleaner() throws IOException {
    if (kept == null) {
      kept = new Cleaner(manager, options);
      if (watch == Watch.FIRST) {
        kept.awaitSilence();
      }
    }
    return kept;
  }
}
