package io.orcacid.compactor;

import io.orcacid.compactor.rewrite.RewriteCounts;
import io.orcacid.txn.log.CompactionKind;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * What became of one compaction of one partition. Immutable.
 *
 * @param partition path of the partition, empty for an unpartitioned table
 * @param kind what was asked for; empty if the policy asked for nothing
 * @param outcome what became of it
 * @param reason a sentence: why it was due, or why nothing was done
 * @param version version of the table that it made; empty if it made none
 * @param transaction its compaction transaction T; 0 if it never began
 * @param inputs names of the directories that it replaced; plain files go by {@code ""}
 * @param outputs names of the directories that it made
 * @param counts stripes, bytes and rows
 * @param duration from its begin to its publication
 */
public record CompactionReport(
    String partition,
    Optional<CompactionKind> kind,
    Outcome outcome,
    String reason,
    OptionalLong version,
    long transaction,
    List<String> inputs,
    List<String> outputs,
    RewriteCounts counts,
    Duration duration) {
  public CompactionReport {
    Objects.requireNonNull(partition);
    Objects.requireNonNull(kind);
    Objects.requireNonNull(outcome);
    Objects.requireNonNull(reason);
    Objects.requireNonNull(version);
    Objects.requireNonNull(counts);
    Objects.requireNonNull(duration);
    inputs = List.copyOf(inputs);
    outputs = List.copyOf(outputs);
  }

  /** What became of a compaction. */
  public enum Outcome {
    /** Its directories are live and its inputs are not. */
    PUBLISHED,
    /** There was nothing to do. */
    NOTHING_TO_DO,
    /** The partition cannot be compacted as it is; the reason says what to do. */
    REFUSED,
    /**
     * Another compaction or an overwrite was first; what it wrote is gone, a later run may work.
     */
    OVERTAKEN
  }

  /** Of one that wrote nothing, or of which nothing is left. */
  static CompactionReport without(
      String partition, Optional<CompactionKind> kind, Outcome outcome, String reason) {
    return new CompactionReport(
        partition,
        kind,
        outcome,
        reason,
        OptionalLong.empty(),
        0,
        List.of(),
        List.of(),
        RewriteCounts.none(),
        Duration.ZERO);
  }
}
