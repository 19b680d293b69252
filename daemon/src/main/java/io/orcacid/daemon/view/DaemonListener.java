package io.orcacid.daemon.view;

import io.orcacid.txn.log.CompactionKind;
import java.util.Optional;

/** Hears what a daemon did; called by its agents, by several at a time. */
public interface DaemonListener {
  /** A compaction began. */
  void started(String table, String pool, Optional<CompactionKind> kind);

  /** A compaction ended. */
  void ended(HistoryEntry entry, String pool);

  /** A table was cleaned. */
  void cleaned(String table, int directories, long bytes);

  /** An agent's round ended, or failed. */
  void round(Agent agent, Result result, long nanoseconds);

  /** Which agent. */
  enum Agent {
    INITIATOR,
    WORKER,
    CLEANER
  }

  /** How a round ended. */
  enum Result {
    DONE,
    FAILED
  }
}
