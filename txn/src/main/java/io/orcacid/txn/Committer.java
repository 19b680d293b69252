package io.orcacid.txn;

import io.orcacid.error.UnsupportedTableException;
import io.orcacid.error.ValidationException;
import io.orcacid.error.WriteConflictException;
import io.orcacid.txn.log.CommitLog;
import io.orcacid.txn.log.Fence;
import io.orcacid.txn.log.LogEntry;
import io.orcacid.txn.log.TableState;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Function;

/**
 * Repeats the steps of a commit until its entry is a version or something forbids it. Threads of a
 * process do not race in the store: whoever has the turn commits for all transactions that wait
 * (PROTOCOL.md R5). Thread-safe.
 */
final class Committer {
  private final CommitLog log;
  private final RetryOptions retry;
  private final CommitGroup group;
  private final ReentrantLock turn = new ReentrantLock(true);

  /** Transactions that wait, in the order in which they came. Guarded by itself. */
  private final List<WaitingCommit> waiting = new ArrayList<>();

  /**
   * @param leftOver own numbers that nobody will commit, which the next entry declares
   */
  Committer(
      CommitLog log,
      RetryOptions retry,
      LayoutCheck layoutCheck,
      Function<TableState, Fence> leftOver) {
    this.log = log;
    this.retry = retry;
    this.group = new CommitGroup(log, layoutCheck, leftOver);
  }

  /** Builds the entry that would follow a state, or nothing if there is nothing to put. */
  interface Attempt {
    Optional<LogEntry> on(TableState newest) throws IOException;
  }

  /**
   * Commits a transaction in one entry with others that wait.
   *
   * @return the entry that has it; empty if an earlier try put it there
   */
  Optional<LogEntry> commit(GroupMember member) throws IOException {
    WaitingCommit own = new WaitingCommit(member);
    synchronized (waiting) {
      waiting.add(own);
    }
    while (true) {
      turn.lock();
      try {
        if (!own.isDone()) {
          lead(own);
        }
        if (own.isDone()) {
          return own.result();
        }
      } catch (Error e) {
        // Nobody else may commit what its own thread gave up.
        synchronized (waiting) {
          waiting.remove(own);
        }
        throw e;
      } finally {
        turn.unlock();
      }
    }
  }

  /** One put for the oldest that wait; those that came too late for it may be the next. */
  private void lead(WaitingCommit own) throws IOException {
    List<WaitingCommit> oldest;
    synchronized (waiting) {
      oldest = group.oldestOf(waiting);
    }
    try {
      group.tryToCommit(oldest);
      for (WaitingCommit one : oldest) {
        if (!one.isDone() && one.attempts() >= retry.attempts()) {
          one.fail(lostEveryRace());
        }
      }
      if (!own.isDone() && own.attempts() > 0) {
        // Others of this process would meet the same race: they wait too, and gather.
        pause(own.attempts());
      }
    } catch (InterruptedIOException e) {
      own.fail(e);
    } finally {
      synchronized (waiting) {
        waiting.removeIf(WaitingCommit::isDone);
      }
    }
  }

  /** The entry that became a version; empty if the attempt had nothing to put. */
  Optional<LogEntry> commitAlone(Attempt attempt) throws IOException {
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
    throw lostEveryRace();
  }

  private WriteConflictException lostEveryRace() throws IOException {
    return new WriteConflictException(
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
