package io.orcacid.compactor.clean;

import io.orcacid.error.ValidationException;
import java.time.Duration;
import java.util.Objects;

/**
 * How a table is cleaned.
 *
 * @param retention how long a directory stays after the version that replaced it, and old versions
 *     stay readable with it
 * @param foreignReaders whether engines read the table that pin nothing
 * @param trash how long what is removed can be moved back from the trash; 0 removes at once
 * @param logRetention how long entries stay that a checkpoint stands for
 * @param longestTransaction how long a write id may be open at most, even one whose owner lives
 *     (PROTOCOL.md R17)
 */
public record CleanOptions(
    Duration retention,
    ForeignReaders foreignReaders,
    Duration trash,
    Duration logRetention,
    Duration longestTransaction) {
  /** Shortest retention with readers that pin nothing. */
  public static final Duration SHORTEST_WITH_FOREIGN_READERS = Duration.ofHours(1);

  public CleanOptions {
    Objects.requireNonNull(foreignReaders);
    if (retention.isNegative()
        || trash.isNegative()
        || logRetention.isNegative()
        || longestTransaction.isNegative()) {
      throw new ValidationException("The durations of a cleaning are 0 or more");
    }
    if (foreignReaders == ForeignReaders.POSSIBLE
        && retention.compareTo(SHORTEST_WITH_FOREIGN_READERS) < 0) {
      throw new ValidationException(
          "Hive, Trino, Impala and read-only clients pin nothing: keep directories for an hour or"
              + " more, or say that there are no foreign readers",
          "retention",
          retention,
          "least",
          SHORTEST_WITH_FOREIGN_READERS);
    }
  }

  /** Whether engines read the table that pin nothing. */
  public enum ForeignReaders {
    POSSIBLE,
    /** The caller's word: only this engine reads, and it may write its pins. */
    NONE
  }

  /** 24 h, foreign readers, no trash, 7 days of log, 24 h for a transaction. */
  public static CleanOptions defaults() {
    return new CleanOptions(
        Duration.ofHours(24),
        ForeignReaders.POSSIBLE,
        Duration.ZERO,
        Duration.ofDays(7),
        Duration.ofHours(24));
  }

  /** The same with another retention and this word about foreign readers. */
  public CleanOptions withRetention(Duration newRetention, ForeignReaders readers) {
    return new CleanOptions(newRetention, readers, trash, logRetention, longestTransaction);
  }

  /** The same with a trash that keeps what is removed for a while. */
  public CleanOptions withTrash(Duration newTrash) {
    return new CleanOptions(retention, foreignReaders, newTrash, logRetention, longestTransaction);
  }

  /** The same with another retention of log entries. */
  public CleanOptions withLogRetention(Duration newRetention) {
    return new CleanOptions(retention, foreignReaders, trash, newRetention, longestTransaction);
  }

  /** The same with another limit of open transactions. */
  public CleanOptions withLongestTransaction(Duration longest) {
    return new CleanOptions(retention, foreignReaders, trash, logRetention, longest);
  }
}
