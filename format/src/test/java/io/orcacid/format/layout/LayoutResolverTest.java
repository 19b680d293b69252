package io.orcacid.format.layout;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.orcacid.error.CorruptFileException;
import io.orcacid.error.SnapshotTooOldException;
import io.orcacid.error.UnsupportedTableException;
import io.orcacid.format.RangeMatch;
import io.orcacid.format.Snapshot;
import io.orcacid.format.ValidTxnList;
import io.orcacid.format.ValidWriteIdList;
import io.orcacid.format.layout.DirectoryListing.Entry;
import io.orcacid.format.layout.DirectoryListing.Marker;
import io.orcacid.testkit.Golden;
import io.orcacid.testkit.Seeds;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class LayoutResolverTest {
  static Stream<Arguments> hivesCases() throws Exception {
    JsonNode cases = new ObjectMapper().readTree(Golden.acidStateCases()).get("cases");
    assertThat(cases).hasSize(46);
    return StreamSupport.stream(cases.spliterator(), false)
        .map(each -> Arguments.of(each.get("id").asInt(), each.get("note").asText(), each));
  }

  @ParameterizedTest(name = "case {0}: {1}")
  @MethodSource("hivesCases")
  void directoriesAreSelectedAsHiveDoesWhereHiveIsRight(int id, String note, JsonNode golden) {
    DirectoryListing listing = listing(texts(golden.get("files")));
    Snapshot snapshot =
        new Snapshot(
            ValidWriteIdList.parse(
                golden.get("writeIds").asText(),
                ValidWriteIdList.View.valueOf(
                    golden.get("listKind").asText().toUpperCase(Locale.ROOT))),
            ValidTxnList.parse(golden.get("txns").asText()));
    JsonNode expected = golden.get("expect");
    if (expected.has("error")) {
      assertThatThrownBy(() -> LayoutResolver.resolve(listing, snapshot))
          .isInstanceOf(SnapshotTooOldException.class)
          .hasMessageContaining("Not enough history available")
          .hasMessageContaining("oldestBase=10");
    } else {
      assertLayout(LayoutResolver.resolve(listing, snapshot), expected, golden.path("ours"));
    }
  }

  private static void assertLayout(PartitionLayout layout, JsonNode expected, JsonNode ours) {
    JsonNode base = either(ours, expected, "base");
    assertThat(layout.base().map(PartitionLayout.Selected::name))
        .isEqualTo(
            base.isNull() ? java.util.Optional.empty() : java.util.Optional.of(base.asText()));
    assertThat(current(layout))
        .containsExactlyInAnyOrderElementsOf(texts(either(ours, expected, "current")));
    assertThat(layout.originals().stream().map(Entry::path))
        .containsExactlyInAnyOrderElementsOf(texts(either(ours, expected, "originals")));
    assertThat(layout.obsolete())
        .containsExactlyInAnyOrderElementsOf(texts(either(ours, expected, "obsolete")));
    assertThat(layout.aborted())
        .containsExactlyInAnyOrderElementsOf(texts(either(ours, expected, "aborted")));
    assertThat(layout.abortedWriteIds().stream().map(String::valueOf))
        .containsExactlyInAnyOrderElementsOf(texts(either(ours, expected, "abortedWriteIds")));
    assertThat(layout.hasUncompactedAborts())
        .isEqualTo(either(ours, expected, "uncompactedAborts").asBoolean());
    long skip = ours.path("skipEventsUpTo").asLong(PartitionLayout.SKIP_NOTHING);
    assertThat(layout.deltas()).allMatch(delta -> delta.skipEventsUpTo() == skip);
    assertThat(layout.deleteDeltas()).allMatch(delta -> delta.skipEventsUpTo() == skip);
  }

  private static JsonNode either(JsonNode ours, JsonNode expected, String field) {
    return ours.has(field) ? ours.get(field) : expected.get(field);
  }

  private static List<String> texts(JsonNode array) {
    List<String> texts = new ArrayList<>();
    array.forEach(text -> texts.add(text.asText()));
    return texts;
  }

  private static List<String> current(PartitionLayout layout) {
    return Stream.concat(layout.deltas().stream(), layout.deleteDeltas().stream())
        .map(PartitionLayout.Selected::name)
        .toList();
  }

  /** Paths as a lister finds them; {@code x=compacted} is the marker of x, {@code x/} is empty. */
  private static DirectoryListing listing(List<String> paths) {
    Set<String> directories = new HashSet<>();
    List<Entry> files = new ArrayList<>();
    Map<String, Marker> markers = new HashMap<>();
    for (String path : paths) {
      int equals = path.indexOf('=');
      String first = path.contains("/") ? path.substring(0, path.indexOf('/')) : path;
      if (equals > 0 && !path.contains("/")) {
        String name = path.substring(0, equals);
        directories.add(name);
        markers.put(name, Marker.valueOf(path.substring(equals + 1).toUpperCase(Locale.ROOT)));
      } else if (DirectoryListing.isHidden(path)) {
        if (!DirectoryListing.isHidden(first)) {
          directories.add(first);
        }
      } else if (path.endsWith("/")) {
        directories.add(first);
      } else {
        files.add(new Entry(path, 100));
      }
    }
    return new DirectoryListing(directories, files, markers);
  }

  private static PartitionLayout resolveWithTransactions(
      String writeIds, String txns, String... paths) {
    return LayoutResolver.resolve(
        listing(List.of(paths)),
        new Snapshot(ValidWriteIdList.parse(writeIds), ValidTxnList.parse(txns)));
  }

  private static PartitionLayout resolve(String writeIds, String... paths) {
    return LayoutResolver.resolve(
        listing(List.of(paths)),
        new Snapshot(ValidWriteIdList.parse(writeIds), ValidTxnList.everything()));
  }

  private static String baseOf(PartitionLayout layout) {
    return layout.base().map(PartitionLayout.Selected::name).orElse("none");
  }

  private static final String[] A10 = {
    "base_5/bucket_0",
    "base_10/bucket_0",
    "base_25/bucket_0",
    "base_100/bucket_0",
    "base_200/bucket_0",
    "delta_98_100/bucket_0",
    "delta_120_130/bucket_0"
  };

  @Test
  void theBestBaseIsTheLastThatTheSnapshotAllows_A10() {
    for (String writeIds : List.of("t:150:9223372036854775807::", "t:150:121:121:")) {
      PartitionLayout layout = resolve(writeIds, A10);
      assertThat(baseOf(layout)).isEqualTo("base_100");
      assertThat(current(layout)).containsExactly("delta_120_130");
      assertThat(layout.obsolete())
          .containsExactlyInAnyOrder("base_5", "base_10", "base_25", "delta_98_100");
    }
    PartitionLayout early = resolve("t:10:9223372036854775807::", A10);
    assertThat(baseOf(early)).isEqualTo("base_10");
    assertThat(current(early)).isEmpty();
  }

  @Test
  void withoutABaseOldEnoughTheHistoryIsGone_A10() {
    String[] compacted =
        Stream.of(A10).map(path -> path.replaceAll("(base_\\d+)", "$1_v7")).toArray(String[]::new);
    assertThatThrownBy(() -> resolve("t:125:5:5:", compacted))
        .isInstanceOf(SnapshotTooOldException.class)
        .hasMessageContaining("oldestBase=5");
  }

  @Test
  void anAbortedOverwriteIsPassedOver_A11() {
    PartitionLayout layout =
        resolve(
            "t:3:9223372036854775807::2",
            "delta_1_1_0/bucket_0",
            "base_2/bucket_0",
            "delta_3_3_0/bucket_0");
    assertThat(baseOf(layout)).isEqualTo("none");
    assertThat(current(layout)).containsExactly("delta_1_1_0", "delta_3_3_0");
    assertThat(layout.aborted()).containsExactly("base_2");
    assertThat(layout.abortedWriteIds()).containsExactly(2L);
  }

  @Test
  void anOverwriteOfNothingHidesWhatWasBefore_A12() {
    PartitionLayout layout =
        resolve("t:2:9223372036854775807::", "delta_1_1_0/bucket_0", "base_2/");
    assertThat(baseOf(layout)).isEqualTo("base_2");
    assertThat(layout.base().orElseThrow().files()).isEmpty();
    assertThat(layout.obsolete()).containsExactly("delta_1_1_0");
  }

  @Test
  void directoriesNestedByARepeatedCompactionBelongToNobody_A16() {
    PartitionLayout layout =
        resolve(
            "t:99:9223372036854775807::",
            "base_1/bucket_0",
            "base_1/base_1/bucket_0",
            "delta_025_025/bucket_0",
            "delta_025_025/delta_025_025/bucket_0",
            "delete_delta_029_029/bucket_0",
            "delete_delta_029_029/delete_delta_029_029/bucket_0");
    assertThat(layout.base().orElseThrow().files())
        .extracting(Entry::path)
        .containsExactly("base_1/bucket_0");
    assertThat(layout.deltas().get(0).files())
        .extracting(Entry::path)
        .containsExactly("delta_025_025/bucket_0");
    assertThat(layout.deleteDeltas().get(0).files())
        .extracting(Entry::path)
        .containsExactly("delete_delta_029_029/bucket_0");
    assertThat(layout.originals()).isEmpty();
  }

  @Test
  void originalsDoNotCountBesideABase_A20() {
    PartitionLayout layout =
        resolve("t:3:9223372036854775807::", "000000_0", "sub/000000_0", "base_3/bucket_0");
    assertThat(layout.originals()).isEmpty();
    assertThat(layout.obsolete()).containsExactlyInAnyOrder("000000_0", "sub/000000_0");
    PartitionLayout without = resolve("t:2:9223372036854775807::", "000000_0", "base_3/bucket_0");
    assertThat(without.originals()).extracting(Entry::path).containsExactly("000000_0");
  }

  @Test
  void aBaseThatACompactionIsStillMovingInIsNotSeen_A24() {
    String[] files = {"base_5_v9/bucket_0", "delta_1_5/bucket_0", "delta_1_5/bucket_1"};
    PartitionLayout open = resolveWithTransactions("t:5:9223372036854775807::", "20:9:9:", files);
    assertThat(baseOf(open)).isEqualTo("none");
    assertThat(current(open)).containsExactly("delta_1_5");
    PartitionLayout committed =
        resolveWithTransactions("t:5:9223372036854775807::", "20:9223372036854775807::", files);
    assertThat(baseOf(committed)).isEqualTo("base_5_v9");
  }

  @Test
  void deleteDirectoriesWithAndWithoutAStatementAreKnown_A04() {
    PartitionLayout layout =
        resolve(
            "t:9:9223372036854775807::",
            "delete_delta_0000004_0000004/bucket_00000",
            "delete_delta_0000007_0000007_0000/bucket_00000");
    assertThat(current(layout))
        .containsExactly("delete_delta_0000004_0000004", "delete_delta_0000007_0000007_0000");
  }

  @Test
  void theRangesOfHivesOwnOverlapTestAreResolvedAlike() {
    PartitionLayout layout =
        resolve(
            "t:100:9223372036854775807::",
            "base_50/bucket_0",
            "delta_40_60/bucket_0",
            "delete_delta_40_60/bucket_0",
            "delta_052_55/bucket_0",
            "delete_delta_052_55/bucket_0",
            "delta_0060_60/bucket_0",
            "delta_61_61/bucket_0",
            "delta_62_62/bucket_0",
            "delta_63_63/bucket_0",
            "delete_delta_64_64/bucket_0");
    assertThat(current(layout))
        .containsExactly(
            "delta_40_60",
            "delta_61_61",
            "delta_62_62",
            "delta_63_63",
            "delete_delta_40_60",
            "delete_delta_64_64");
    assertThat(layout.obsolete())
        .containsExactlyInAnyOrder("delta_052_55", "delete_delta_052_55", "delta_0060_60");
    assertThat(layout.deltas().get(0).skipEventsUpTo()).isEqualTo(50);
    assertThat(layout.deltas().get(1).skipEventsUpTo()).isEqualTo(PartitionLayout.SKIP_NOTHING);
    assertThat(layout.deleteDeltas().get(0).skipEventsUpTo()).isEqualTo(50);
  }

  @Test
  void aPartlyValidDirectorySaysSo() {
    PartitionLayout layout = resolve("t:8:7:7,8:", "delta_5_8/bucket_0", "delta_1_4/bucket_0");
    assertThat(layout.deltas().get(0).valid()).isEqualTo(RangeMatch.ALL);
    assertThat(layout.deltas().get(1).valid()).isEqualTo(RangeMatch.SOME);
  }

  @Test
  void twoEqualRangesThatNothingTellsApartAreAnError() {
    assertThatThrownBy(
            () -> resolve("t:9:9223372036854775807::", "delta_1_2/bucket_0", "delta_01_2/bucket_0"))
        .isInstanceOf(CorruptFileException.class)
        .hasMessageContaining("delta_1_2")
        .hasMessageContaining("delta_01_2");
  }

  @Test
  void originalsKeepTheOrderThatNumbersTheirRows() {
    List<String> frozen =
        List.of(
            "000000_0",
            "000000_0_copy_1",
            "000000_0_copy_10",
            "000000_0_copy_2",
            "000001_0",
            "a!b/000000_0",
            "a b/000000_0",
            "sub/000000_0");
    List<String> shuffled = new ArrayList<>(frozen);
    Collections.shuffle(shuffled);
    assertThat(resolve("t:0:9223372036854775807::", shuffled.toArray(String[]::new)).originals())
        .extracting(Entry::path)
        .as("by the text of the URI, where a blank is %%20 and comes after !")
        .isEqualTo(frozen);
  }

  @Test
  void aNameThatWantsToBeADirectoryOfOursIsRefusedInsteadOfReadAsOlderThanAllTransactions() {
    for (String path :
        List.of("delta_5_3/bucket_0", "base_x/000000_0", "delete_delta_1/bucket_0")) {
      assertThatThrownBy(() -> resolve("t:9:9223372036854775807::", path))
          .isInstanceOf(UnsupportedTableException.class)
          .hasMessageContaining(path);
    }
  }

  @Test
  void partitionsBelowAnUnpartitionedTableAreRefused() {
    assertThatThrownBy(() -> resolve("t:9:9223372036854775807::", "day=1/delta_1_1_0/bucket_0"))
        .isInstanceOf(UnsupportedTableException.class)
        .hasMessageContaining("day=1/delta_1_1_0/bucket_0");
  }

  @Test
  void nestedFilesOfADirectoryThatDoesNotCountHarmNobody() {
    PartitionLayout layout =
        resolve(
            "t:9:9223372036854775807::4",
            "delta_1_1_0/sub/000000_0",
            "delta_4_4_0/sub/000000_0",
            "base_3/bucket_0");
    assertThat(baseOf(layout)).isEqualTo("base_3");
    assertThat(current(layout)).isEmpty();
  }

  @Test
  void aStreamingFileOfUnknownLengthHarmsOnlyThoseWhoSeeItsWriteIds() {
    DirectoryListing listing =
        new DirectoryListing(
            Set.of(),
            List.of(
                new Entry("delta_1_1_0/bucket_0", 10),
                new Entry("delta_2_5/bucket_0", Entry.UNKNOWN_LENGTH)),
            Map.of());
    Snapshot aborted =
        new Snapshot(
            ValidWriteIdList.parse("t:9:9223372036854775807::2,3,4,5"), ValidTxnList.everything());
    assertThat(current(LayoutResolver.resolve(listing, aborted))).containsExactly("delta_1_1_0");
    Snapshot open = new Snapshot(ValidWriteIdList.parse("t:9:5:5:"), ValidTxnList.everything());
    assertThatThrownBy(() -> LayoutResolver.resolve(listing, open))
        .isInstanceOf(CorruptFileException.class)
        .hasMessageContaining("delta_2_5/bucket_0");
  }

  @Test
  void theAnswerDoesNotHangOnTheOrderOfTheListing() {
    Seeds.forEach(
        200,
        random -> {
          List<String> paths = new ArrayList<>();
          for (int i = 0; i < 12; i++) {
            long min = 1 + random.nextInt(9);
            long max = random.nextBoolean() ? min : min + random.nextInt(5);
            long visibility = random.nextBoolean() ? 0 : 1 + random.nextInt(6);
            AcidDirectory directory =
                switch (random.nextInt(4)) {
                  case 0 -> new AcidDirectory.Base(min, visibility);
                  case 1 ->
                      new AcidDirectory.DeleteDelta(
                          min, max, AcidDirectory.NO_STATEMENT, visibility);
                  case 2 -> AcidDirectory.Delta.ofStatement(min, random.nextInt(3));
                  default ->
                      new AcidDirectory.Delta(min, max, AcidDirectory.NO_STATEMENT, visibility);
                };
            String path = directory.name() + "/bucket_00000";
            if (!paths.contains(path)) {
              paths.add(path);
            }
          }
          String writeIds = "t:" + (5 + random.nextInt(9)) + ":8:8:3";
          String first = outcome(writeIds, paths);
          for (int i = 0; i < 5; i++) {
            Collections.shuffle(paths, random);
            assertThat(outcome(writeIds, paths)).isEqualTo(first);
          }
        });
  }

  private static String outcome(String writeIds, List<String> paths) {
    try {
      return resolveWithTransactions(writeIds, "9:5:5:2", paths.toArray(String[]::new)).toString();
    } catch (SnapshotTooOldException e) {
      return e.getMessage();
    }
  }
}
