package io.orcacid.reader;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.orcacid.error.CorruptFileException;
import io.orcacid.format.Snapshot;
import io.orcacid.format.ValidTxnList;
import io.orcacid.format.ValidWriteIdList;
import io.orcacid.testkit.Fixture;
import io.orcacid.testkit.Fixture.FixtureSnapshot;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.TimeZone;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Every table that Hive's classes wrote gives exactly the rows that Hive's row reader gave. */
class FixtureReadingTest {
  private static final List<String> ZONES = List.of("UTC", "America/Los_Angeles", "Asia/Kolkata");

  @TempDir private Path root;

  static Stream<Fixture> fixtures() {
    return Fixture.all().stream();
  }

  private interface Check {
    void run(ScannedTable table, FixtureSnapshot snapshot) throws IOException;
  }

  private void forEachSnapshot(Fixture fixture, Check check) throws IOException {
    fixture.copyTable(root);
    for (FixtureSnapshot snapshot : fixture.snapshots()) {
      ScannedTable table =
          ScannedTable.of(root, fixture.schema())
              .at(
                  new Snapshot(
                      ValidWriteIdList.parse(snapshot.validWriteIdList()),
                      ValidTxnList.parse(snapshot.validTxnList())));
      if (snapshot.mustBeRefused()) {
        assertThatThrownBy(table::found)
            .isInstanceOf(CorruptFileException.class)
            .hasMessageContaining("delete_delta_0000002_0000002_0000");
        assertThatThrownBy(table::ordered).isInstanceOf(CorruptFileException.class);
      } else {
        check.run(table, snapshot);
      }
    }
  }

  @ParameterizedTest
  @MethodSource("fixtures")
  void theRowsAreThoseOfHiveInEveryTimeZone_A30(Fixture fixture) throws IOException {
    TimeZone before = TimeZone.getDefault();
    try {
      for (String zone : ZONES) {
        TimeZone.setDefault(TimeZone.getTimeZone(zone));
        forEachSnapshot(
            fixture,
            (table, snapshot) -> {
              List<String> expected = snapshot.expected().orElseThrow();
              assertThat(table.lines(table.ordered())).as(zone).isEqualTo(expected);
              assertThat(table.lines(table.found()))
                  .as(zone)
                  .containsExactlyInAnyOrderElementsOf(expected);
              assertThat(table.plan().count()).isEqualTo(expected.size());
              assertThat(table.select().plan().count()).isEqualTo(expected.size());
            });
        deleteTable();
      }
    } finally {
      TimeZone.setDefault(before);
    }
  }

  private void deleteTable() throws IOException {
    try (Stream<Path> files = java.nio.file.Files.walk(root)) {
      for (Path file : files.sorted(java.util.Comparator.reverseOrder()).toList()) {
        if (!file.equals(root)) {
          java.nio.file.Files.delete(file);
        }
      }
    }
  }

  @ParameterizedTest
  @MethodSource("fixtures")
  void overSplitsOfAnySizeEachRowComesOnce_A31(Fixture fixture) throws IOException {
    forEachSnapshot(
        fixture,
        (table, snapshot) -> {
          for (long size : new long[] {701, 10_000, 1 << 20, Long.MAX_VALUE}) {
            ScannedTable split = table.inSplitsOf(size);
            assertThat(split.lines(split.foundFarAway()))
                .as("splits of %d", size)
                .containsExactlyInAnyOrderElementsOf(snapshot.expected().orElseThrow());
          }
        });
  }

  @ParameterizedTest
  @MethodSource("fixtures")
  void eachColumnAloneReadsAsAmongAll(Fixture fixture) throws IOException {
    forEachSnapshot(
        fixture,
        (table, snapshot) -> {
          List<ScannedTable.Found> all = table.found();
          for (int column = 0; column < table.row().getFieldNames().size(); column++) {
            int position = column;
            String name = table.row().getFieldNames().get(column);
            List<String> alone = table.select(name).lines(table.select(name).found());
            List<ScannedTable.Found> cut =
                all.stream()
                    .map(
                        found ->
                            new ScannedTable.Found(
                                "",
                                found.id(),
                                java.util.Collections.singletonList(found.values().get(position))))
                    .toList();
            assertThat(alone).as(name).isEqualTo(table.select(name).lines(cut));
          }
        });
  }
}
