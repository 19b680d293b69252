package io.orcacid.txn;

import io.orcacid.error.CommitStateUnknownException;
import io.orcacid.error.UnsupportedTableException;
import io.orcacid.error.ValidationException;
import io.orcacid.txn.log.CommitLog;
import io.orcacid.txn.log.Fence;
import io.orcacid.txn.log.LogEntry;
import io.orcacid.txn.log.LogTransaction;
import io.orcacid.txn.log.TableState;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/**
 * Puts several transactions into one entry (PROTOCOL.md R5): each is checked against the newest
 * state and the members before it. One that may not follow them leaves the group, and is checked
 * again once they are facts, so that a conflict always names something that was committed. Used
 * only by the thread that has the turn.
 */
final class CommitGroup {
  /** Most members of an entry: enough to make a put cheap, few enough for a short entry. */
  private static final int MOST_MEMBERS = 128;

  private final CommitLog log;
  private final LayoutCheck layoutCheck;
  private final Function<TableState, Fence> leftOver;

  CommitGroup(CommitLog log, LayoutCheck layoutCheck, Function<TableState, Fence> leftOver) {
    this.log = log;
    this.layoutCheck = layoutCheck;
    this.leftOver = leftOver;
  }

  /** The next ones to be tried together: one, or several that may share an entry. */
  List<WaitingCommit> oldestOf(List<WaitingCommit> waiting) {
    WaitingCommit first = waiting.get(0);
    if (first.isSingle()) {
      return List.of(first);
    }
    return waiting.stream().filter(one -> !one.isSingle()).limit(MOST_MEMBERS).toList();
  }

  /** Those that are in an entry to be put, and what it holds of them. */
  private record Members(List<WaitingCommit> waiting, List<LogTransaction> transactions) {}

  /** One attempt. Who neither succeeded nor failed after it is to be tried again. */
  void tryToCommit(List<WaitingCommit> oldest) {
    boolean first = oldest.stream().allMatch(one -> one.attempts() == 0);
    TableState newest;
    try {
      newest = first ? log.loaded() : log.newest();
    } catch (IOException | RuntimeException e) {
      oldest.forEach(one -> one.fail(e));
      return;
    }
    Members members = gather(oldest, newest);
    if (!members.waiting().isEmpty()) {
      put(members, newest);
    }
  }

  private Members gather(List<WaitingCommit> oldest, TableState newest) {
    Members members = new Members(new ArrayList<>(), new ArrayList<>());
    for (WaitingCommit one : oldest) {
      try {
        Optional<List<LogTransaction>> own =
            one.member().on(newest, List.copyOf(members.transactions()));
        if (own.isEmpty()) {
          one.succeed(Optional.empty());
        } else {
          members.waiting().add(one);
          members.transactions().addAll(own.get());
        }
      } catch (IOException | RuntimeException e) {
        if (members.waiting().isEmpty()) {
          failUnlessStale(one, newest, e);
        }
      }
    }
    return members;
  }

  /** What lies on the storage may belong to a version that was not loaded yet. */
  private void failUnlessStale(WaitingCommit one, TableState newest, Exception cause) {
    try {
      if ((cause instanceof ValidationException || cause instanceof UnsupportedTableException)
          && log.newest().version() != newest.version()) {
        one.countAttempt();
        return;
      }
    } catch (IOException | RuntimeException e) {
      cause.addSuppressed(e);
    }
    one.fail(cause);
  }

  private void put(Members members, TableState newest) {
    LogEntry entry;
    CommitLog.Appended appended;
    try {
      entry = log.propose(newest, members.transactions(), leftOver.apply(newest));
      TableState next = log.preview(newest, entry);
      layoutCheck.check(newest, next, members.transactions());
      appended = log.append(newest, entry, next);
    } catch (CommitStateUnknownException e) {
      members.waiting().forEach(one -> one.becomeUnknown(e));
      return;
    } catch (IOException | RuntimeException e) {
      if (members.waiting().size() == 1) {
        failUnlessStale(members.waiting().get(0), newest, e);
      } else {
        members.waiting().forEach(WaitingCommit::makeSingle);
      }
      return;
    }
    for (WaitingCommit one : members.waiting()) {
      if (appended == CommitLog.Appended.COMMITTED) {
        one.succeed(Optional.of(entry));
      } else {
        one.countAttempt();
      }
    }
  }
}
