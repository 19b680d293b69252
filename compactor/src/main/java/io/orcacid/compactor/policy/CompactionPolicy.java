package io.orcacid.compactor.policy;

import io.orcacid.compactor.policy.CompactionOptions.Eligibility;
import io.orcacid.txn.log.CompactionKind;
import java.util.Optional;

/**
 * Decides what a partition needs: a pure function. The rules are those of Hive's Initiator in its
 * order (FORMAT.md §10.1), then this engine's own; the first whose compaction would change anything
 * decides. Three things are different from Hive on purpose:
 *
 * <ul>
 *   <li>ranges of write ids are counted, not directories: an update leaves two directories, and a
 *       transaction of many statements many, but all of them go into one;
 *   <li>a base that another one replaced is no reason: its removal is the cleaner's work, and needs
 *       no compaction;
 *   <li>a minor compaction that Hive's worker would refuse as too little is not asked for.
 * </ul>
 *
 * <p>Not its business: which partitions are looked at, and when.
 */
public final class CompactionPolicy {
  private CompactionPolicy() {}

  /** What is due, and why; or why nothing is. */
  public static Decision pick(PartitionStatistics statistics, CompactionOptions options) {
    if (options.eligibility() == Eligibility.INSERT_ONLY) {
      return Decision.notDue(
          "the table is insert-only (transactional_properties): only full ACID tables are"
              + " compacted.");
    }
    if (options.eligibility() == Eligibility.ON_REQUEST) {
      return Decision.notDue(
          "the table is compacted on request only (" + CompactionSetting.NO_AUTO_COMPACTION + ").");
    }
    Usefulness usefulness = new Usefulness(statistics);
    if (!usefulness.isMajorUseful()) {
      return Decision.notDue(usefulness.whyNothing());
    }
    Thresholds thresholds = new Thresholds(statistics, options);
    for (Thresholds.Finding finding : thresholds.findings()) {
      Optional<Decision> decision = decide(finding, usefulness, options);
      if (decision.isPresent()) {
        return decision.get();
      }
    }
    return Decision.notDue(thresholds.whyNotDue());
  }

  private static Optional<Decision> decide(
      Thresholds.Finding finding, Usefulness usefulness, CompactionOptions options) {
    if (!finding.isMet()) {
      return Optional.empty();
    }
    Optional<String> obstacle = usefulness.obstacleToMinor();
    if (finding.kind() == CompactionKind.MAJOR) {
      return Optional.of(major(finding.sentence(), obstacle, usefulness, options));
    }
    if (obstacle.isPresent()) {
      return Optional.of(
          Decision.due(
              CompactionKind.MAJOR,
              finding.sentence() + "; no minor compaction, because " + obstacle.get() + "."));
    }
    if (!usefulness.isMinorUseful()) {
      return Optional.empty();
    }
    return Optional.of(minor(finding.sentence(), usefulness, options));
  }

  /** Too many directories at once are merged a part at a time, and then by the major compaction. */
  private static Decision major(
      String sentence,
      Optional<String> obstacleToMinor,
      Usefulness usefulness,
      CompactionOptions options) {
    if (usefulness.directories() > options.mostDirectories()
        && obstacleToMinor.isEmpty()
        && usefulness.isMinorUseful()) {
      return minor(sentence + ", so a major compaction is due", usefulness, options);
    }
    return Decision.due(CompactionKind.MAJOR, sentence + ".");
  }

  private static Decision minor(String sentence, Usefulness usefulness, CompactionOptions options) {
    if (usefulness.directories() <= options.mostDirectories()) {
      return Decision.due(CompactionKind.MINOR, sentence + ".");
    }
    return Decision.due(
            CompactionKind.MINOR,
            sentence
                + "; first the oldest "
                + options.mostDirectories()
                + " of "
                + usefulness.directories()
                + " directories ("
                + CompactionSetting.MOST_DIRECTORIES.key()
                + ").")
        .limitedTo(options.mostDirectories());
  }
}
