package io.orcacid.txn;

import com.google.common.base.Throwables;
import io.orcacid.error.CommitStateUnknownException;
import io.orcacid.txn.log.LogEntry;
import java.io.IOException;
import java.util.Optional;

/**
 * A transaction on its way through the committer of its process, which may be led by another's
 * thread. Touched only by the thread that has the turn.
 */
final class WaitingCommit {
  private final GroupMember member;
  private Optional<LogEntry> entry = Optional.empty();
  private Exception failure;
  private boolean done;
  private boolean single;
  private int attempts;

  WaitingCommit(GroupMember member) {
    this.member = member;
    this.single = member.isAlone();
  }

  GroupMember member() {
    return member;
  }

  boolean isDone() {
    return done;
  }

  /** Whether it gets an entry of its own. */
  boolean isSingle() {
    return single;
  }

  /** Something in a group failed: alone each learns whether it was itself. */
  void makeSingle() {
    single = true;
  }

  /** Attempts that another's entry, or a state loaded too long ago, made void. */
  int attempts() {
    return attempts;
  }

  void countAttempt() {
    attempts++;
  }

  void succeed(Optional<LogEntry> committed) {
    done = true;
    entry = committed;
  }

  void fail(Exception cause) {
    done = true;
    failure = cause;
  }

  /** The put that held it and others got no answer. */
  void becomeUnknown(CommitStateUnknownException cause) {
    fail(
        new CommitStateUnknownException(
            "Whether the commit happened could not be found out: look for its commit id in the"
                + " history and remove nothing",
            cause,
            "commitId",
            member.commitId()));
  }

  /** The entry that has it, or why there is none. */
  Optional<LogEntry> result() throws IOException {
    if (failure != null) {
      Throwables.throwIfInstanceOf(failure, IOException.class);
      Throwables.throwIfUnchecked(failure);
    }
    return entry;
  }
}
