package io.orcacid.txn;

import io.orcacid.error.WriteConflictException;
import io.orcacid.txn.lock.LockProvider;
import io.orcacid.txn.log.CommitLog;
import io.orcacid.txn.log.LogTransaction;
import io.orcacid.txn.log.TableState;
import io.orcacid.txn.log.VersionInfo;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Refuses a commit under a lock whose later epoch the log knows. Looked at on the state that the
 * entry is put onto, so that it is one step with the put. Stateless.
 */
final class LockEpochs {
  private final CommitLog log;

  LockEpochs(CommitLog log) {
    this.log = log;
  }

  /**
   * @param before transactions that would come first in the same entry
   * @param epochs by name of the lock
   * @throws WriteConflictException if a later epoch is in the log, or before it in the entry
   */
  void check(TableState newest, List<LogTransaction> before, Map<String, Long> epochs)
      throws IOException {
    for (Map.Entry<String, Long> epoch : epochs.entrySet()) {
      long seen = newest.lockEpoch(epoch.getKey());
      for (LogTransaction one : before) {
        seen = Math.max(seen, one.lockEpochs().getOrDefault(epoch.getKey(), 0L));
      }
      if (seen > epoch.getValue()) {
        throw overtaken(epoch.getKey(), epoch.getValue(), seen);
      }
    }
  }

  private WriteConflictException overtaken(String lock, long own, long seen) throws IOException {
    List<VersionInfo> versions = log.history().versions();
    Optional<VersionInfo> other =
        versions.stream()
            .filter(one -> one.lockEpochs().getOrDefault(lock, 0L) == seen)
            .findFirst();
    return new WriteConflictException(
        "Another was granted the lock since, and committed under it: take the lock again and run it"
            + " on a new snapshot; a writer of a table of one writer opens the table again",
        "lock",
        lock,
        "epoch",
        own,
        "otherEpoch",
        seen,
        "owner",
        other.map(one -> one.author().atHost()).orElse("unknown"),
        "version",
        other.map(one -> Long.toString(one.version())).orElse("unknown"));
  }

  /**
   * The error of a lock that its holder lost before its commit came to the log.
   *
   * @param successor who has it now, if anybody has
   */
  static WriteConflictException lost(
      String lock, long epoch, Optional<LockProvider.Holder> successor) {
    return new WriteConflictException(
        successor.isPresent()
            ? "Another was granted the lock since: take it again and run it on a new snapshot; a"
                + " writer of a table of one writer opens the table again"
            : "The lock was not renewed in time, so that another may have it: take it again and run"
                + " it on a new snapshot",
        "lock",
        lock,
        "epoch",
        epoch,
        "otherEpoch",
        successor.map(other -> Long.toString(other.epoch())).orElse("none"),
        "owner",
        successor.map(other -> other.owner().atHost()).orElse("nobody"),
        "since",
        successor.map(other -> other.since().toString()).orElse(""));
  }
}
