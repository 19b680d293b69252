package io.orcacid.compactor.policy;

import java.util.Optional;

/** What a compaction could change in a partition, whatever the thresholds say. */
record Usefulness(PartitionStatistics statistics) {
  /** Deltas and delete deltas that a compaction may take. */
  int directories() {
    return statistics.deltaDirectories();
  }

  /** As Hive's worker asks: originals, or two directories with the base among them. */
  boolean isMajorUseful() {
    return statistics.originals().files() > 0
        || directories() + statistics.base().directories() > 1;
  }

  /**
   * Two write ids or more (PROTOCOL.md R16), and fewer directories afterwards: a delta and a delete
   * delta stay two.
   */
  boolean isMinorUseful() {
    int kinds =
        (statistics.deltas().directories() > 0 ? 1 : 0)
            + (statistics.deleteDeltas().directories() > 0 ? 1 : 0);
    return statistics.writeIdRanges() > 1 && directories() > kinds;
  }

  /** Why only a major compaction can be asked for; empty if a minor one can be, too. */
  Optional<String> obstacleToMinor() {
    if (statistics.rawDirectories() > 0) {
      return Optional.of(
          Words.count(statistics.rawDirectories(), "directory holds", "directories hold")
              + " plain ORC files, whose rows have no row ids");
    }
    if (statistics.originals().files() > 0) {
      return Optional.of(
          Words.count(statistics.originals().files(), "original file has", "original files have")
              + " no row ids yet");
    }
    return Optional.empty();
  }

  String whyNothing() {
    PartitionStatistics.Waiting waiting = statistics.waiting();
    if (waiting.directories() > 0) {
      return Words.count(waiting.directories(), "directory waits", "directories wait")
          + " for write id "
          + waiting.writeId().orElse(0)
          + ", which is neither committed nor aborted.";
    }
    if (directories() == 1) {
      return "one directory without a base has nothing to be merged with.";
    }
    return statistics.base().directories() == 0
        ? "the partition is empty."
        : "there is a base and nothing above it.";
  }
}
