package io.orcacid.compactor.rewrite;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.orcacid.error.CorruptFileException;
import io.orcacid.error.OrcAcidException;
import io.orcacid.format.Snapshot;
import io.orcacid.format.ValidTxnList;
import io.orcacid.format.ValidWriteIdList;
import io.orcacid.format.layout.AcidDirectory;
import io.orcacid.format.layout.BucketFileName;
import io.orcacid.format.layout.PartitionLayout;
import io.orcacid.testkit.Fixture;
import io.orcacid.testkit.Fixture.FixtureSnapshot;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Every table that Hive's classes wrote reads the same after it was compacted. */
class FixtureCompactionTest {
  @TempDir private Path directory;

  static Stream<Fixture> fixtures() {
    return Fixture.all().stream();
  }

  private Table table(Fixture fixture, FixtureSnapshot snapshot, String name) {
    return Table.of(fixture.copyTable(directory.resolve(name + snapshot.label())), fixture.schema())
        .at(
            new Snapshot(
                ValidWriteIdList.parse(snapshot.validWriteIdList()),
                ValidTxnList.parse(snapshot.validTxnList())));
  }

  /** The greatest write id up to which everything is decided and selected as a whole. */
  private static long bound(Table table) throws IOException {
    PartitionLayout layout = table.layout();
    ValidWriteIdList list = table.snapshot().writeIds();
    long bound = Math.min(list.minOpen() - 1, list.highWaterMark());
    if (bound == Long.MAX_VALUE || bound == Long.MAX_VALUE - 1) {
      bound = layout.base().map(base -> base.directory().maxWriteId()).orElse(0L);
      for (PartitionLayout.Selected delta : deltas(layout)) {
        bound = Math.max(bound, delta.directory().maxWriteId());
      }
    }
    for (boolean again = true; again; ) {
      again = false;
      for (PartitionLayout.Selected delta : deltas(layout)) {
        if (delta.directory().minWriteId() <= bound && delta.directory().maxWriteId() > bound) {
          bound = delta.directory().minWriteId() - 1;
          again = true;
        }
      }
    }
    return bound;
  }

  private static List<PartitionLayout.Selected> deltas(PartitionLayout layout) {
    List<PartitionLayout.Selected> all = new ArrayList<>(layout.deltas());
    all.addAll(layout.deleteDeltas());
    return all;
  }

  private static boolean canBeMajor(Table table, long bound) throws IOException {
    PartitionLayout layout = table.layout();
    return layout.base().map(base -> base.directory().maxWriteId() <= bound).orElse(bound >= 0);
  }

  @ParameterizedTest
  @MethodSource("fixtures")
  void aMajorCompactionChangesNoRowAndNoRowId(Fixture fixture) throws IOException {
    for (FixtureSnapshot snapshot : fixture.snapshots()) {
      Table table = table(fixture, snapshot, "major");
      if (snapshot.mustBeRefused()) {
        assertThatThrownBy(() -> table.major(bound(table)))
            .isInstanceOf(CorruptFileException.class);
        continue;
      }
      long bound = bound(table);
      if (!canBeMajor(table, bound)) {
        continue;
      }
      List<Table.Found> before = table.byMerge();
      Table after = table.major(bound).table();
      assertThat(after.byMerge()).as(snapshot.label()).isEqualTo(before);
      assertThat(after.byMask()).as(snapshot.label()).isEqualTo(before);
      assertThat(after.layout().base().orElseThrow().directory().maxWriteId()).isEqualTo(bound);
      Table again = after.major(bound).table();
      assertThat(again.byMerge()).as("again %s", snapshot.label()).isEqualTo(before);
    }
  }

  private static Optional<AcidDirectory> minorOutput(Table table) throws IOException {
    PartitionLayout layout = table.layout();
    long base = layout.base().map(found -> found.directory().maxWriteId()).orElse(0L);
    long bound = bound(table);
    long min = Long.MAX_VALUE;
    long max = 0;
    for (PartitionLayout.Selected delta : deltas(layout)) {
      if (delta.directory().minWriteId() > base && delta.directory().maxWriteId() <= bound) {
        min = Math.min(min, delta.directory().minWriteId());
        max = Math.max(max, delta.directory().maxWriteId());
      }
    }
    if (min >= max) {
      return Optional.empty();
    }
    for (PartitionLayout.Selected delta : deltas(layout)) {
      boolean sameRange =
          delta.directory().minWriteId() == min && delta.directory().maxWriteId() == max;
      boolean plain =
          delta.files().stream()
              .anyMatch(
                  file ->
                      BucketFileName.parse(file.name()).orElseThrow().form()
                          == BucketFileName.Form.ORIGINAL);
      boolean partly =
          delta.directory().minWriteId() < min && delta.directory().maxWriteId() >= min;
      if (sameRange || plain || partly) {
        return Optional.empty();
      }
    }
    return Optional.of(
        new AcidDirectory.Delta(min, max, AcidDirectory.NO_STATEMENT, table.nextTransaction()));
  }

  private boolean compactsMinor(Fixture fixture, FixtureSnapshot snapshot) throws IOException {
    Table table = table(fixture, snapshot, "minor" + fixture.name().replace('/', '-'));
    if (snapshot.mustBeRefused()) {
      return false;
    }
    Optional<AcidDirectory> output = minorOutput(table);
    if (output.isEmpty()) {
      return false;
    }
    List<Table.Found> before = table.byMerge();
    Table after;
    try {
      after = table.compact(output.get()).table();
    } catch (OrcAcidException e) {
      throw new AssertionError(fixture + " " + snapshot.label(), e);
    }
    assertThat(after.byMerge()).as("%s %s", fixture, snapshot.label()).isEqualTo(before);
    assertThat(after.byMask()).as("%s %s", fixture, snapshot.label()).isEqualTo(before);
    Table major = after.major(bound(after)).table();
    assertThat(major.byMerge()).as("then major: %s", fixture).isEqualTo(before);
    return true;
  }

  @Test
  void aMinorCompactionChangesNoRowAndNoRowId() throws IOException {
    int compacted = 0;
    for (Fixture fixture : Fixture.all()) {
      for (FixtureSnapshot snapshot : fixture.snapshots()) {
        compacted += compactsMinor(fixture, snapshot) ? 1 : 0;
      }
    }
    assertThat(compacted).as("snapshots with deltas of several write ids").isGreaterThan(10);
  }
}
