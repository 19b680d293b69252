package io.orcacid.compactor.policy;

import io.orcacid.txn.log.CompactionKind;
import java.util.Objects;
import java.util.Optional;

/**
 * What is to be done with a partition, and why. Immutable.
 *
 * @param kind the compaction that is due; empty if none is
 * @param reason a sentence with the figures that decided and the names of their settings
 * @param mostDirectories most directories, the oldest first, that a minor compaction takes in one
 *     run; those left over are for the next. Two ranges of write ids, with all their directories,
 *     are taken whatever it says
 */
public record Decision(Optional<CompactionKind> kind, String reason, int mostDirectories) {
  /** {@link #mostDirectories()} when all of them are taken. */
  public static final int ALL_DIRECTORIES = Integer.MAX_VALUE;

  public Decision {
    Objects.requireNonNull(kind);
    Objects.requireNonNull(reason);
  }

  /** What somebody asked for, whatever the thresholds say. */
  public static Decision asked(CompactionKind kind) {
    return due(kind, "it was asked for.");
  }

  static Decision due(CompactionKind kind, String reason) {
    return new Decision(Optional.of(kind), reason, ALL_DIRECTORIES);
  }

  static Decision notDue(String reason) {
    return new Decision(Optional.empty(), reason, ALL_DIRECTORIES);
  }

  Decision limitedTo(int directories) {
    return new Decision(kind, reason, directories);
  }

  /** Whether a compaction is due. */
  public boolean isDue() {
    return kind.isPresent();
  }

  /** {@code MAJOR: because ...}, or {@code none: because ...}. */
  @Override
  public String toString() {
    return kind.map(CompactionKind::name).orElse("none") + ": " + reason;
  }
}
