package io.orcacid.compactor.policy;

import static org.assertj.core.api.Assertions.assertThat;

import io.orcacid.compactor.policy.PartitionStatistics.Aborted;
import io.orcacid.compactor.policy.PartitionStatistics.Share;
import io.orcacid.compactor.policy.PartitionStatistics.Waiting;
import io.orcacid.testkit.Seeds;
import io.orcacid.testkit.TextTable;
import io.orcacid.txn.log.CompactionKind;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/** The decision, by tables of cases and against Hive's rule. */
class CompactionPolicyTest {
  @TestFactory
  Stream<DynamicTest> decisions_are_those_of_the_table() {
    return TextTable.of(CompactionPolicyTest.class, "decisions.txt")
        .tests(CompactionPolicyTest::decide);
  }

  @TestFactory
  Stream<DynamicTest> estimates_are_those_of_the_table() {
    return TextTable.of(CompactionPolicyTest.class, "estimates.txt")
        .tests(
            input -> {
              PartitionStatistics statistics = new PartitionText(input).statistics();
              return "MINOR "
                  + CompactionEstimate.of(statistics, CompactionKind.MINOR)
                  + "\nMAJOR "
                  + CompactionEstimate.of(statistics, CompactionKind.MAJOR);
            });
  }

  private static String decide(List<String> input) {
    PartitionText text = new PartitionText(input);
    Decision decision = CompactionPolicy.pick(text.statistics(), text.options());
    return decision.toString();
  }

  @Test
  void the_tables_hold_enough_cases() {
    assertThat(TextTable.of(CompactionPolicyTest.class, "decisions.txt").cases())
        .hasSizeGreaterThanOrEqualTo(40);
  }

  @Test
  void without_settings_of_its_own_it_decides_as_hive_does() {
    Seeds.forEach(
        20_000,
        random -> {
          CompactionOptions options = hiveOptions(random);
          PartitionStatistics statistics = randomStatistics(random);
          assertThat(CompactionPolicy.pick(statistics, options).kind())
              .as("%s %s", statistics, options)
              .isEqualTo(HiveRule.pick(statistics, options));
        });
  }

  /** Small thresholds, so that both sides of each are met often. */
  private static CompactionOptions hiveOptions(Random random) {
    return CompactionOptions.of(
        Map.of(
            "hive.compactor.delta.num.threshold", String.valueOf(random.nextInt(6)),
            "hive.compactor.delta.pct.threshold", List.of("0", "0.1", "0.5").get(random.nextInt(3)),
            "hive.compactor.abortedtxn.threshold", String.valueOf(random.nextInt(4)),
            "hive.compactor.aborted.txn.time.threshold", List.of("-1", "2h").get(random.nextInt(2)),
            "orcacid.compactor.read.amplification.threshold", String.valueOf(Integer.MAX_VALUE),
            "orcacid.compactor.delete.share.threshold", "1000000",
            "orcacid.compactor.small.stripes.threshold", String.valueOf(Integer.MAX_VALUE)),
        Map.of());
  }

  /** Each range is one directory, as Hive counts; nothing is raw, nothing replaced. */
  private static PartitionStatistics randomStatistics(Random random) {
    int deltas = random.nextInt(6);
    int deletes = random.nextInt(6);
    boolean base = random.nextBoolean();
    int aborted = random.nextInt(3) == 0 ? random.nextInt(6) : 0;
    return new PartitionStatistics(
        base ? new Share(1, 1, 1 + random.nextInt(100)) : Share.NONE,
        Share.NONE,
        new Share(deltas, deltas, deltas * (1L + random.nextInt(10))),
        new Share(deletes, deletes, deletes * (1L + random.nextInt(10))),
        deltas + deletes,
        0,
        Waiting.NONE,
        new Aborted(
            aborted,
            aborted == 0 ? Optional.empty() : Optional.of(Duration.ofHours(random.nextInt(5)))),
        OptionalLong.of(random.nextInt(100)),
        OptionalLong.of(random.nextInt(100)),
        OptionalLong.of(random.nextInt(100)),
        1,
        random.nextInt(30));
  }

  @Test
  void a_limited_minor_compaction_says_how_many_directories_it_takes() {
    PartitionText text =
        new PartitionText(List.of("base bytes=1000000", "deltas directories=600 bytes=6000"));
    assertThat(CompactionPolicy.pick(text.statistics(), text.options()).mostDirectories())
        .isEqualTo(500);
    assertThat(CompactionPolicy.pick(text.statistics(), raised(text)).mostDirectories())
        .isEqualTo(Decision.ALL_DIRECTORIES);
  }

  private static CompactionOptions raised(PartitionText text) {
    assertThat(text.options()).isEqualTo(CompactionOptions.defaults());
    return CompactionOptions.of(Map.of("hive.compactor.max.num.delta", "600"), Map.of());
  }

  @Test
  void what_a_compaction_left_asks_for_no_other_one() {
    Seeds.forEach(
        5_000,
        random -> {
          PartitionStatistics before = randomStatistics(random);
          CompactionOptions options = hiveOptions(random);
          Optional<CompactionKind> kind = CompactionPolicy.pick(before, options).kind();
          if (kind.isEmpty()) {
            return;
          }
          PartitionStatistics after = after(before, kind.get());
          assertThat(CompactionPolicy.pick(after, options).kind())
              .as("%s after %s", after, kind)
              .isNotEqualTo(kind);
        });
  }

  private static PartitionStatistics after(PartitionStatistics before, CompactionKind kind) {
    boolean major = kind == CompactionKind.MAJOR;
    return new PartitionStatistics(
        major ? new Share(1, 1, before.deltaBytes() + before.baseBytes()) : before.base(),
        Share.NONE,
        major ? Share.NONE : merged(before.deltas()),
        major ? Share.NONE : merged(before.deleteDeltas()),
        major ? 0 : 1,
        0,
        Waiting.NONE,
        before.aborted(),
        before.rows(),
        before.deleteEvents(),
        before.smallStripes(),
        1,
        before.readAmplification());
  }

  private static Share merged(Share share) {
    return share.directories() == 0 ? Share.NONE : new Share(1, 1, share.bytes());
  }
}
