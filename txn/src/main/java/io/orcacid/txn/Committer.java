package io.orcacid.txn;

import io.orcacid.error.UnsupportedTableException;
import io.orcacid.error.ValidationException;
import io.orcacid.error.WriteConflictException;
import io.orcacid.txn.log.CommitLog;
import io.orcacid.txn.log.LogEntry;
import io.orcacid.txn.log.TableState;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Repeats the steps of a commit until its entry is a version or something forbids it. Threads of a
 * process queue here instead of racing in the store. Thread-safe.
 */
final class Committer {
  private final CommitLog log;
  private final RetryOptions retry;
  private final ReentrantLock turn = new ReentrantLock(true);

  Committer(CommitLog log, RetryOptions retry) {
    this.log = log;
    this.retry = retry;
  }

  /** Builds the entry that would follow a state, or nothing if there is nothing to put. */
  interface Attempt {
    Optional<LogEntry> on(TableState newest) throws IOException;
  }

  /** The entry that became a version; empty if the attempt had nothing to put. */
  Optional<LogEntry> commit(Attempt attempt) throws IOException {
    for (int attempts = 1; attempts <= retry.attempts(); attempts++) {
      turn.lock();
      try {
        TableState newest = attempts == 1 ? log.loaded() : log.newest();
        Optional<LogEntry> entry;
        try {
          entry = attempt.on(newest);
        } catch (ValidationException | UnsupportedTableException e) {
          // What lies on the storage may belong to a version that was not loaded yet.
          if (log.newest().version() == newest.version()) {
            throw e;
          }
          continue;
        }
        if (entry.isEmpty() || log.append(newest, entry.get()) == CommitLog.Appended.COMMITTED) {
          return entry;
        }
      } finally {
        turn.unlock();
      }
      pause(attempts);
    }
    throw new WriteConflictException(
        "The commit lost every race against others, without a conflict: run it again, or allow more"
            + " attempts",
        "attempts",
        retry.attempts(),
        "path",
        log.tablePath(),
        "newest",
        log.newest().version());
  }

  private void pause(int attempts) throws InterruptedIOException {
    try {
      TimeUnit.NANOSECONDS.sleep(retry.waitBefore(attempts).toNanos());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new InterruptedIOException("interrupted between two attempts of a commit");
    }
  }
}
