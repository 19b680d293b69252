package io.orcacid;

import static io.orcacid.TestTables.insert;
import static io.orcacid.TestTables.row;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.orcacid.error.SnapshotTooOldException;
import io.orcacid.testkit.MemoryDirectories;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What two versions have in common and what not. */
class DiffTest {
  @TempDir(factory = MemoryDirectories.class)
  private Path directory;

  private AcidTable create(String columns, String... partitionedBy) throws IOException {
    return AcidTable.create(
        directory.resolve("t").toString(),
        TableDefinition.of(columns).partitionedBy(partitionedBy));
  }

  @Test
  void rowsCountByTheirAddressInEachPartition() throws IOException {
    AcidTable table = create("n int, day string", "day");
    insert(table, row(1, "a"), row(2, "a"), row(3, "b"), row(4, "same"));
    insert(table, row(5, "a"), row(6, "new"));
    table.update("n = 20", "n = 2");
    table.delete("n = 1");
    insert(table, row(7, "a"));
    table.delete("n = 7");
    table.truncate(List.of("day=b"));

    VersionDiff diff = table.diff(1, table.version());
    assertThat(diff.partitions())
        .extracting(VersionDiff.Partition::partition)
        .containsExactly("day=a", "day=b", "day=new");
    VersionDiff.Partition changed = diff.partitions().get(0);
    // The inserted 5 and the new version of 2; the old one and 1; what came and went is neither.
    assertThat(changed.rowsAdded()).isEqualTo(2);
    assertThat(changed.rowsRemoved()).isEqualTo(2);
    assertThat(changed.directoriesRemoved()).isEmpty();
    assertThat(changed.directoriesAdded()).hasSize(6);
    assertThat(changed.filesAdded()).isEqualTo(6);
    VersionDiff.Partition truncated = diff.partitions().get(1);
    assertThat(truncated.rowsAdded()).isZero();
    assertThat(truncated.rowsRemoved()).isEqualTo(1);
    assertThat(truncated.filesRemoved()).isEqualTo(1);
    assertThat(diff.rowsAdded()).isEqualTo(3);
    assertThat(diff.rowsRemoved()).isEqualTo(3);
    VersionDiff back = table.diff(table.version(), 1);
    assertThat(back.rowsAdded()).isEqualTo(3);
    assertThat(back.rowsRemoved()).isEqualTo(3);
    assertThat(back.partitions().get(0).directoriesRemoved()).hasSize(6);
    assertThat(table.diff(3, 3).isEmpty()).isTrue();
  }

  @Test
  void aCompactionMovesFilesButNoRows() throws IOException {
    AcidTable table = create("n int");
    insert(table, row(1));
    insert(table, row(2));
    table.compaction().major().run();
    VersionDiff diff = table.diff(2, 3);
    assertThat(diff.isEmpty()).isTrue();
    assertThat(diff.partitions()).hasSize(1);
    assertThat(diff.partitions().get(0).directoriesAdded()).hasSize(1);
    assertThat(diff.partitions().get(0).filesRemoved()).isEqualTo(2);
    insert(table, row(3));
    assertThat(table.diff(2, 4).rowsAdded()).isEqualTo(1);
    assertThat(table.diff(2, 4).rowsRemoved()).isZero();
  }

  @Test
  void columnsAndPropertiesThatDifferAreNamed() throws IOException {
    AcidTable table = create("n int");
    table.alter().addColumn("m int").set("a", "1").set("b", "1").commit();
    table.alter().set("a", "2").unset("b").set("c", "3").commit();
    VersionDiff diff = table.diff(1, 2);
    assertThat(diff.schemaFrom()).isEmpty();
    assertThat(diff.properties())
        .containsOnly(
            Map.entry("a", new VersionDiff.Property(Optional.of("1"), Optional.of("2"))),
            Map.entry("b", new VersionDiff.Property(Optional.of("1"), Optional.empty())),
            Map.entry("c", new VersionDiff.Property(Optional.empty(), Optional.of("3"))));
    VersionDiff all = table.diff(0, 2);
    assertThat(all.schemaFrom().orElseThrow().row().toString()).isEqualTo("struct<n:int>");
    assertThat(all.schemaTo().orElseThrow().row().toString()).isEqualTo("struct<n:int,m:int>");
    assertThat(all.isEmpty()).isFalse();
  }

  @Test
  void aVersionThatWasCleanedAwayIsRefusedAndOneWithATagIsNot() throws IOException {
    AcidTable table = create("n int");
    insert(table, row(1));
    insert(table, row(2));
    table.tag("kept", 1);
    table.compaction().major().run();
    table.clean().retentionWithoutForeignReaders(Duration.ZERO).run();
    assertThat(table.diff(1, table.version()).rowsAdded()).isEqualTo(1);
    assertThatThrownBy(() -> table.diff(2, table.version()))
        .isInstanceOf(SnapshotTooOldException.class);
  }
}
