package io.orcacid.compactor.policy;

import static org.assertj.core.api.Assertions.assertThat;

import io.orcacid.compactor.policy.PartitionStatistics.Aborted;
import io.orcacid.compactor.policy.PartitionStatistics.Share;
import io.orcacid.compactor.policy.PartitionStatistics.Waiting;
import io.orcacid.format.Snapshot;
import io.orcacid.format.ValidTxnList;
import io.orcacid.format.ValidWriteIdList;
import io.orcacid.format.layout.DirectoryListing;
import io.orcacid.format.layout.LayoutResolver;
import io.orcacid.format.layout.PartitionLayout;
import io.orcacid.txn.log.DataDirectory;
import io.orcacid.txn.log.DataFile;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** From a layout and what the log says of its files to figures. */
class PartitionStatisticsTest {
  /** {@code path bytes rows}, separated by commas. */
  private static PartitionStatistics of(String files, String writeIds, OptionalLong unresolved) {
    List<DirectoryListing.Entry> entries = new ArrayList<>();
    Map<String, List<DataFile>> described = new java.util.TreeMap<>();
    for (String file : files.split(",\\s*")) {
      String[] words = file.split(" ");
      int slash = words[0].indexOf('/');
      String directory = slash < 0 ? DataDirectory.ORIGINALS : words[0].substring(0, slash);
      entries.add(new DirectoryListing.Entry(words[0], Long.parseLong(words[1])));
      described
          .computeIfAbsent(directory, name -> new ArrayList<>())
          .add(
              DataFile.of(
                  words[0].substring(slash + 1),
                  Long.parseLong(words[1]),
                  Long.parseLong(words[2]),
                  0,
                  Optional.empty(),
                  Optional.empty()));
    }
    PartitionLayout layout =
        LayoutResolver.resolve(
            new DirectoryListing(Set.of(), entries, Map.of()),
            new Snapshot(ValidWriteIdList.parse(writeIds), ValidTxnList.everything()));
    List<DataDirectory> live = new ArrayList<>();
    described.forEach((name, list) -> live.add(DataDirectory.of(name, 0, list)));
    return PartitionStatistics.of(layout, live, unresolved);
  }

  @Test
  void each_kind_is_counted_with_its_files_bytes_and_events() {
    PartitionStatistics statistics =
        of(
            "base_0000005/bucket_00000 1000 100, base_0000005/bucket_00001 500 50,"
                + " delta_0000006_0000006_0001/bucket_00000 10 3,"
                + " delete_delta_0000006_0000006_0000/bucket_00000 7 2,"
                + " delta_0000007_0000007_0000/bucket_00001 20 4,"
                + " delta_0000003_0000003_0000/bucket_00001 99 9",
            "t:7:9223372036854775807::",
            OptionalLong.empty());
    assertThat(statistics.base()).isEqualTo(new Share(1, 2, 1500));
    assertThat(statistics.deltas()).isEqualTo(new Share(2, 2, 30));
    assertThat(statistics.deleteDeltas()).isEqualTo(new Share(1, 1, 7));
    assertThat(statistics.originals()).isEqualTo(Share.NONE);
    assertThat(statistics.writeIdRanges()).isEqualTo(2);
    assertThat(statistics.rows()).hasValue(157);
    assertThat(statistics.deleteEvents()).hasValue(2);
    assertThat(statistics.buckets()).isEqualTo(2);
    assertThat(statistics.readAmplification()).isEqualTo(3);
    assertThat(statistics.rawDirectories()).isZero();
    assertThat(statistics.waiting()).isEqualTo(Waiting.NONE);
    assertThat(statistics.smallStripes()).isEmpty();
    assertThat(statistics.withSmallStripes(4).smallStripes()).hasValue(4);
  }

  @Test
  void what_reaches_an_unresolved_write_id_waits() {
    PartitionStatistics statistics =
        of(
            "base_0000005/bucket_00000 1000 100,"
                + " delta_0000006_0000006_0000/bucket_00000 10 3,"
                + " delta_0000008_0000008_0000/bucket_00000 10 3,"
                + " delete_delta_0000009_0000009_0000/bucket_00000 10 3",
            "t:9:9223372036854775807::7",
            OptionalLong.of(7));
    assertThat(statistics.deltaDirectories()).isEqualTo(1);
    assertThat(statistics.deleteEvents()).hasValue(0);
    assertThat(statistics.waiting()).isEqualTo(new Waiting(2, OptionalLong.of(7)));
  }

  @Test
  void aborted_directories_are_counted_apart() {
    PartitionStatistics statistics =
        of(
            "delta_0000001_0000001_0000/bucket_00000 10 3,"
                + " delta_0000002_0000002_0000/bucket_00000 10 3",
            "t:2:9223372036854775807::2",
            OptionalLong.empty());
    assertThat(statistics.deltas().directories()).isEqualTo(1);
    assertThat(statistics.aborted()).isEqualTo(new Aborted(1, Optional.empty()));
    assertThat(statistics.withOldestAbort(Duration.ofHours(3)).aborted())
        .isEqualTo(new Aborted(1, Optional.of(Duration.ofHours(3))));
  }

  @Test
  void a_pair_that_a_minor_compaction_left_is_one_range() {
    PartitionStatistics statistics =
        of(
            "delta_0000001_0000009_v0000003/bucket_00000 10 30,"
                + " delete_delta_0000001_0000009_v0000003/bucket_00000 10 3",
            "t:9:9223372036854775807::",
            OptionalLong.empty());
    assertThat(statistics.writeIdRanges()).isEqualTo(1);
    assertThat(statistics.deltaDirectories()).isEqualTo(2);
  }

  @Test
  void plain_files_are_raw_in_a_delta_and_originals_outside() {
    PartitionStatistics raw =
        of(
            "delta_0000001_0000001_0000/000000_0 10 30, base_0000000/bucket_00000 1 1",
            "t:9:9223372036854775807::",
            OptionalLong.empty());
    assertThat(raw.rawDirectories()).isEqualTo(1);
    PartitionStatistics originals =
        of(
            "000000_0 10 30, 000000_0_copy_1 5 20, 000001_0 1 1",
            "t:9:9223372036854775807::",
            OptionalLong.empty());
    assertThat(originals.originals()).isEqualTo(new Share(0, 3, 16));
    assertThat(originals.baseBytes()).isEqualTo(16);
    assertThat(originals.rows()).hasValue(51);
    assertThat(originals.readAmplification()).isEqualTo(2);
  }

  @Test
  void events_of_directories_that_no_log_describes_are_not_guessed() {
    PartitionLayout layout =
        LayoutResolver.resolve(
            new DirectoryListing(
                Set.of(),
                List.of(new DirectoryListing.Entry("delta_0000001_0000001_0000/bucket_00000", 10)),
                Map.of()),
            new Snapshot(ValidWriteIdList.everything(), ValidTxnList.everything()));
    PartitionStatistics statistics =
        PartitionStatistics.of(layout, List.of(), OptionalLong.empty());
    assertThat(statistics.rows()).isEmpty();
    assertThat(statistics.deleteEvents()).hasValue(0);
    assertThat(statistics.deltas().bytes()).isEqualTo(10);
  }
}
