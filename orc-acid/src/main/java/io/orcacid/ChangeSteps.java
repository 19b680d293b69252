package io.orcacid;

import io.orcacid.error.SnapshotTooOldException;
import io.orcacid.txn.log.CommitLog;
import io.orcacid.txn.log.LogEntry;
import io.orcacid.txn.log.TableState;
import java.io.IOException;
import java.util.Optional;

/**
 * The versions after one up to another that changed rows. Each state is folded from the one before,
 * so that what a pin of the first keeps is all that is needed. Not thread-safe.
 */
final class ChangeSteps {
  private final CommitLog log;
  private final long upTo;
  private final Grouping grouping;
  private TableState reached;

  /** How versions make steps. */
  enum Grouping {
    /** Each version that changed rows is one. */
    EACH_VERSION,
    /** All together are one. */
    ALL_TOGETHER
  }

  /**
   * @param after the state before the first change
   * @param upTo the last version; the log has it
   */
  ChangeSteps(CommitLog log, TableState after, long upTo, Grouping grouping) {
    this.log = log;
    this.reached = after;
    this.upTo = upTo;
    this.grouping = grouping;
  }

  /** The next one; empty at the end. */
  Optional<ChangeStep> next() throws IOException {
    ChangeStep together = new ChangeStep(reached);
    boolean changed = false;
    while (reached.version() < upTo) {
      TableState before = reached;
      LogEntry entry = entry(log, before);
      reached = log.preview(before, entry);
      if (entry.changesData()) {
        ChangeStep step = grouping == Grouping.ALL_TOGETHER ? together : new ChangeStep(before);
        step.add(entry, before, reached);
        if (grouping == Grouping.EACH_VERSION) {
          return Optional.of(step);
        }
        changed = true;
      }
    }
    return changed ? Optional.of(together) : Optional.empty();
  }

  /** The state of the last version that was looked at. */
  TableState reached() {
    return reached;
  }

  /** The state of a later version, without asking whether the floor passed it. */
  static TableState fold(CommitLog log, TableState from, long version) throws IOException {
    TableState state = from;
    while (state.version() < version) {
      state = log.preview(state, entry(log, state));
    }
    return state;
  }

  private static LogEntry entry(CommitLog log, TableState before) throws IOException {
    long version = before.version() + 1;
    Optional<LogEntry> entry = log.entry(version);
    if (entry.isEmpty()) {
      throw new SnapshotTooOldException(
          "The log no longer has what the version changed: read the table anew and go on from there",
          "version",
          version,
          "oldestReadable",
          log.newest().oldestReadable());
    }
    return entry.get();
  }
}
