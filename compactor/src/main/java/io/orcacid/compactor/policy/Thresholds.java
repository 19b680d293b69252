package io.orcacid.compactor.policy;

import io.orcacid.txn.log.CompactionKind;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/** Each rule of the decision, with its figures in words, in the order in which they are asked. */
final class Thresholds {
  private final PartitionStatistics statistics;
  private final CompactionOptions options;

  Thresholds(PartitionStatistics statistics, CompactionOptions options) {
    this.statistics = statistics;
    this.options = options;
  }

  /**
   * What a rule found.
   *
   * @param kind what it asks for if its threshold is exceeded
   * @param isMet whether it is exceeded
   * @param figures what was counted
   * @param threshold what it is compared with
   * @param setting which setting says so
   */
  record Finding(
      CompactionKind kind,
      boolean isMet,
      String figures,
      String threshold,
      CompactionSetting setting) {
    String sentence() {
      return figures
          + (isMet ? ", more than " : ", not more than ")
          + threshold
          + " ("
          + setting.key()
          + ")";
    }
  }

  List<Finding> findings() {
    List<Finding> findings = new ArrayList<>();
    addAborts(findings);
    if (hasBase()) {
      findings.add(deltaShare());
    }
    addOwnMajorRules(findings);
    findings.add(deltaCount());
    findings.add(readAmplification());
    return findings;
  }

  /** As Hive has it: a partition without one gets a base by its number of deltas alone. */
  private boolean hasBase() {
    return statistics.baseBytes() > 0;
  }

  private void addAborts(List<Finding> findings) {
    int aborted = statistics.aborted().count();
    if (aborted == 0) {
      return;
    }
    findings.add(
        new Finding(
            CompactionKind.MAJOR,
            aborted > options.abortedCount(),
            Words.count(aborted, "aborted transaction", "aborted transactions") + " left files",
            String.valueOf(options.abortedCount()),
            CompactionSetting.ABORTED_COUNT));
    if (statistics.aborted().oldest().isPresent() && options.abortedAge().isPresent()) {
      findings.add(
          new Finding(
              CompactionKind.MINOR,
              statistics.aborted().oldest().get().compareTo(options.abortedAge().get()) > 0,
              "the oldest aborted transaction ended "
                  + Words.age(statistics.aborted().oldest().get())
                  + " ago",
              Words.age(options.abortedAge().get()),
              CompactionSetting.ABORTED_AGE));
    }
  }

  private Finding deltaShare() {
    float share = (float) statistics.deltaBytes() / (float) statistics.baseBytes();
    return new Finding(
        CompactionKind.MAJOR,
        share > options.deltaShare(),
        "deltas of "
            + statistics.deltaBytes()
            + " bytes are "
            + Words.percent(share)
            + (statistics.base().directories() > 0 ? " of the base's " : " of the original files' ")
            + statistics.baseBytes(),
        Words.percent(options.deltaShare()),
        CompactionSetting.DELTA_SHARE);
  }

  private void addOwnMajorRules(List<Finding> findings) {
    if (statistics.rows().orElse(0) > 0 && statistics.deleteEvents().orElse(0) > 0) {
      long rows = statistics.rows().getAsLong();
      long deletes = statistics.deleteEvents().getAsLong();
      float share = (float) deletes / (float) rows;
      findings.add(
          new Finding(
              CompactionKind.MAJOR,
              share > options.deleteShare(),
              Words.count(deletes, "delete event is ", "delete events are ")
                  + Words.percent(share)
                  + " of "
                  + Words.count(rows, "row", "rows"),
              Words.percent(options.deleteShare()),
              CompactionSetting.DELETE_SHARE));
    }
    if (statistics.smallStripes().orElse(0) > 0) {
      long stripes = statistics.smallStripes().getAsLong();
      findings.add(
          new Finding(
              CompactionKind.MAJOR,
              stripes > options.smallStripes(),
              Words.count(stripes, "stripe is", "stripes are") + " too small to be copied",
              String.valueOf(options.smallStripes()),
              CompactionSetting.SMALL_STRIPES));
    }
  }

  private Finding deltaCount() {
    return new Finding(
        hasBase() || statistics.deltaBytes() == 0 ? CompactionKind.MINOR : CompactionKind.MAJOR,
        statistics.writeIdRanges() > options.deltaCount(),
        Words.count(statistics.writeIdRanges(), "range of write ids", "ranges of write ids")
            + (hasBase() ? " above the base" : " without a base"),
        String.valueOf(options.deltaCount()),
        CompactionSetting.DELTA_COUNT);
  }

  private Finding readAmplification() {
    return new Finding(
        CompactionKind.MINOR,
        statistics.readAmplification() > options.readAmplification(),
        "a scan of one bucket opens "
            + Words.count(statistics.readAmplification(), "file", "files"),
        String.valueOf(options.readAmplification()),
        CompactionSetting.READ_AMPLIFICATION);
  }

  /** All figures; one that is exceeded asks for a minor compaction that would change nothing. */
  String whyNotDue() {
    boolean needless = findings().stream().anyMatch(Finding::isMet);
    String figures = findings().stream().map(Finding::sentence).collect(Collectors.joining("; "));
    return figures
        + (needless
            ? "; but a minor compaction takes two write ids or more, and has to leave fewer directories"
            : "")
        + waiting()
        + ".";
  }

  private String waiting() {
    PartitionStatistics.Waiting waiting = statistics.waiting();
    return waiting.directories() == 0
        ? ""
        : "; "
            + Words.count(waiting.directories(), "directory waits", "directories wait")
            + " for write id "
            + waiting.writeId().orElse(0);
  }
}
