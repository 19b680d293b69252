package io.orcacid.compactor.rewrite;

import static io.orcacid.reader.AcidFileMaker.BUCKET_0;
import static org.assertj.core.api.Assertions.assertThat;

import io.orcacid.format.RangeMatch;
import io.orcacid.format.RowId;
import io.orcacid.format.ValidWriteIdList;
import io.orcacid.format.io.Storage;
import io.orcacid.format.layout.PartitionLayout;
import io.orcacid.format.orc.DeleteFileReader;
import io.orcacid.format.orc.EventFilter;
import io.orcacid.reader.AcidFileMaker;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.LongFunction;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Delete deltas, merged by minor and applied by major compactions. */
class DeleteCompactionTest {
  private static final String COLUMNS = "id bigint";
  private static final LongFunction<Object[]> ID = id -> new Object[] {id};

  @TempDir private Path root;

  private AcidFileMaker deletes(String directory) throws IOException {
    return EventFileMaker.acid(root.resolve(directory + "/bucket_00000"), COLUMNS);
  }

  /** Row and deleting transaction of every event. */
  private static List<String> events(Path file) throws IOException {
    List<String> events = new ArrayList<>();
    EventFilter all =
        new EventFilter(
            0,
            Long.MAX_VALUE,
            PartitionLayout.SKIP_NOTHING,
            RangeMatch.ALL,
            ValidWriteIdList.everything());
    try (DeleteFileReader reader =
        DeleteFileReader.open(Storage.local(), file.toString(), Files.size(file), all)) {
      while (reader.next()) {
        events.add(
            reader.writeId()
                + ","
                + (reader.bucketProperty() - BUCKET_0)
                + ","
                + reader.rowId()
                + " by "
                + reader.currentWriteId());
      }
    }
    return events;
  }

  private Path output(Table.Compacted compacted, String name) {
    assertThat(compacted.result().directories().stream().map(RewriteResult.Directory::name))
        .contains(name);
    return root.resolve(name + "/bucket_00000");
  }

  @Test
  void ofSeveralDeletesOfOneRowTheOneOfTheSmallestTransactionStays() throws IOException {
    Writes.to(root, COLUMNS).insert(1, 0, 0, 100, ID);
    try (AcidFileMaker file = deletes("delete_delta_0000004_0000006")) {
      file.delete(1, BUCKET_0, 3, 6).delete(1, BUCKET_0, 3, 4).delete(1, BUCKET_0, 9, 5);
    }
    try (AcidFileMaker file = deletes("delete_delta_0000003_0000003_0000")) {
      file.delete(1, BUCKET_0, 9, 3).delete(1, BUCKET_0, 50, 3);
    }
    try (AcidFileMaker file = deletes("delete_delta_0000007_0000007_0000")) {
      file.delete(1, BUCKET_0, 3, 7).delete(1, BUCKET_0, 50, 7);
    }
    Table table = Table.of(root, COLUMNS);
    List<Table.Found> before = table.byMerge();
    Table.Compacted compacted = table.minor(2, 7);
    assertThat(events(output(compacted, "delete_delta_0000002_0000007_v0001001")))
        .containsExactly("1,0,3 by 4", "1,0,9 by 3", "1,0,50 by 3");
    assertThat(compacted.counts().deletesIn()).isEqualTo(7);
    assertThat(compacted.counts().deletesOut()).isEqualTo(3);
    assertThat(compacted.table().byMerge()).isEqualTo(before).hasSize(97);
    // No insert delta lies in the range, so none is made.
    assertThat(compacted.result().directories()).hasSize(1);
  }

  @Test
  void anAbortedDeleteInAMixedDirectoryIsLeftOutAlthoughItIsTheSmallest() throws IOException {
    Writes.to(root, COLUMNS).insert(1, 0, 0, 100, ID);
    try (AcidFileMaker file = deletes("delete_delta_0000002_0000004")) {
      file.delete(1, BUCKET_0, 3, 4).delete(1, BUCKET_0, 3, 2).delete(1, BUCKET_0, 5, 2);
    }
    try (AcidFileMaker file = deletes("delete_delta_0000005_0000005_0000")) {
      file.delete(1, BUCKET_0, 7, 5);
    }
    Table table = Table.of(root, COLUMNS).at("t:5:9223372036854775807::2");
    List<Table.Found> before = table.byMerge();
    Table.Compacted compacted = table.minor(2, 5);
    assertThat(events(output(compacted, "delete_delta_0000002_0000005_v0001001")))
        .containsExactly("1,0,3 by 4", "1,0,7 by 5");
    // Rows stay deleted or not when the list forgets the abort.
    assertThat(compacted.table().at("t:5:9223372036854775807::").byMerge())
        .isEqualTo(before)
        .hasSize(98);
  }

  @Test
  void aDeltaThatStraddlesTheBaseBringsOnlyWhatTheBaseDoesNotHave() throws IOException {
    try (AcidFileMaker file =
        EventFileMaker.acid(root.resolve("base_0000003/bucket_00000"), COLUMNS)) {
      file.inserts(1, BUCKET_0, 0, 100, ID).inserts(3, BUCKET_0, 0, 100, ID);
    }
    try (AcidFileMaker file =
        EventFileMaker.acid(root.resolve("delta_0000002_0000005/bucket_00000"), COLUMNS)) {
      file.inserts(3, BUCKET_0, 0, 100, ID).endStripe();
      file.inserts(3, BUCKET_0, 100, 150, ID).inserts(4, BUCKET_0, 0, 100, ID).endStripe();
      file.inserts(5, BUCKET_0, 0, 100, ID).endStripe();
    }
    try (AcidFileMaker file = deletes("delete_delta_0000002_0000005")) {
      file.delete(1, BUCKET_0, 7, 3).delete(1, BUCKET_0, 8, 4).delete(4, BUCKET_0, 9, 5);
    }
    Table table = Table.of(root, COLUMNS);
    List<Table.Found> before = table.byMerge();
    Table.Compacted compacted = table.major(5);
    assertThat(compacted.table().byMerge()).isEqualTo(before).hasSize(398);
    assertThat(compacted.counts().rowsInBase()).isEqualTo(150);
    assertThat(compacted.counts().rowsDeleted()).isEqualTo(2);
    assertThat(compacted.counts().stripesCopied()).isEqualTo(1);
  }

  @Test
  void deletesThatDoNotFitInMemoryAreMergedFromTheirFiles() throws IOException {
    Writes writes = Writes.to(root, COLUMNS);
    writes.insert(1, 0, 0, 20_000, ID);
    long bucketProperty = Table.of(root, COLUMNS).byMerge().get(0).id().bucketProperty();
    List<RowId> ids = Table.of(root, COLUMNS).byMerge().stream().map(Table.Found::id).toList();
    assertThat(bucketProperty).isEqualTo(BUCKET_0);
    // More files than are open at a time, twice merged.
    for (int delta = 0; delta < 200; delta++) {
      List<RowId> deleted = new ArrayList<>();
      for (int i = delta; i < ids.size(); i += 400) {
        deleted.add(ids.get(i));
      }
      writes.delete(2 + delta, 0, deleted);
    }
    Table table = Table.of(root, COLUMNS);
    List<Table.Found> before = table.byMerge();
    assertThat(before).hasSize(10_000);
    Table minor = table.minor(2, 300).table();
    assertThat(minor.byMerge()).isEqualTo(before);
    Table.Compacted compacted =
        minor.with(RewriteOptions.defaults().withSmallStripes(0, 0).withDeleteMemory(0)).major(300);
    assertThat(compacted.table().byMerge()).isEqualTo(before);
    assertThat(compacted.counts().rowsDeleted()).isEqualTo(10_000);
    assertThat(compacted.counts().deletesIn()).isEqualTo(10_000);
  }

  @Test
  void manyDeleteDeltasThatDoNotFitInMemoryGiveTheSameBase() throws IOException {
    Writes writes = Writes.to(root, COLUMNS);
    writes.insert(1, 0, 0, 5_000, ID);
    List<RowId> ids = Table.of(root, COLUMNS).byMerge().stream().map(Table.Found::id).toList();
    for (int delta = 0; delta < 150; delta++) {
      writes.delete(2 + delta, 0, List.of(ids.get(delta * 7), ids.get(4999 - delta)));
    }
    Table table = Table.of(root, COLUMNS).with(RewriteOptions.defaults().withDeleteMemory(0));
    List<Table.Found> before = table.byMerge();
    assertThat(before).hasSize(4700);
    assertThat(table.major(151).table().byMerge()).isEqualTo(before);
  }
}
