package io.orcacid.compactor.policy;

import io.orcacid.txn.log.CompactionKind;
import java.util.Optional;

/**
 * What Hive 4.1 does with a partition: the steps of {@code CompactorUtil.checkForCompaction} and
 * {@code determineCompactionType}, and then what its worker makes of the request ({@code
 * AcidCompactionService.isEnoughToCompact}). Written apart from the policy, as a judge of it.
 */
final class HiveRule {
  private HiveRule() {}

  static Optional<CompactionKind> pick(PartitionStatistics partition, CompactionOptions options) {
    return initiate(partition, options).filter(kind -> isEnough(partition, kind));
  }

  private static Optional<CompactionKind> initiate(
      PartitionStatistics partition, CompactionOptions options) {
    boolean tooManyAborts = partition.aborted().count() > options.abortedCount();
    if (tooManyAborts && isEnough(partition, CompactionKind.MAJOR)) {
      return Optional.of(CompactionKind.MAJOR);
    }
    boolean hasOldAbort =
        options.abortedAge().isPresent()
            && partition
                .aborted()
                .oldest()
                .filter(age -> age.compareTo(options.abortedAge().get()) > 0)
                .isPresent();
    // A request that the worker finds too little is answered by cleaning, which takes the aborted
    // away: the next look is without them.
    if (!tooManyAborts && hasOldAbort && isEnough(partition, CompactionKind.MINOR)) {
      return Optional.of(CompactionKind.MINOR);
    }
    return determineType(partition, options);
  }

  private static Optional<CompactionKind> determineType(
      PartitionStatistics partition, CompactionOptions options) {
    long baseSize = partition.baseBytes();
    long deltaSize = partition.deltaBytes();
    boolean noBase = baseSize == 0 && deltaSize > 0;
    if (!noBase && (float) deltaSize / (float) baseSize > options.deltaShare()) {
      return Optional.of(CompactionKind.MAJOR);
    }
    if (partition.deltaDirectories() <= options.deltaCount()) {
      return Optional.empty();
    }
    return Optional.of(noBase ? CompactionKind.MAJOR : CompactionKind.MINOR);
  }

  private static boolean isEnough(PartitionStatistics partition, CompactionKind kind) {
    int deltas = partition.deltas().directories();
    int deletes = partition.deleteDeltas().directories();
    if (kind == CompactionKind.MAJOR) {
      return partition.originals().files() > 0
          || deltas + deletes + partition.base().directories() > 1;
    }
    return deltas + deletes > 2 || deltas == 2 || deletes == 2;
  }
}
