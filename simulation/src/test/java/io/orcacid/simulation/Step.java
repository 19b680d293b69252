package io.orcacid.simulation;

import java.util.List;

/** One thing that happens to a table. */
sealed interface Step {
  /** A transaction from its beginning on. */
  record Transact(List<Change> changes, Ending ending) implements Step {
    public Transact {
      changes = List.copyOf(changes);
    }
  }

  /** How a transaction goes on after its changes. */
  enum Ending {
    COMMIT,
    /** By its owner. */
    ABORT,
    /** It stays open, perhaps for ever. */
    LEAVE_OPEN
  }

  /** What becomes of the transaction that is open the longest; nothing if none is. */
  record FinishOldest(Finish finish) implements Step {}

  /** How an open transaction ends. */
  enum Finish {
    COMMIT,
    ABORT,
    /** By an entry of the log that somebody else puts; its owner then fails. */
    ABORT_BY_ENTRY
  }

  /** All processes end and another one opens the table. */
  record Reopen() implements Step {}

  /** Another process goes on, which has not looked at the table since its own last step. */
  record SwitchProcess() implements Step {}

  /** A compaction of every partition. */
  record Compact(Kind kind) implements Step {}

  /** Kinds of compaction. */
  enum Kind {
    MINOR,
    MAJOR
  }

  /** A run of the cleaner that keeps this many of the newest versions readable. */
  record Clean(int versionsKept) implements Step {}
}
