package io.orcacid.reader;

import static io.orcacid.reader.AcidFileMaker.BUCKET_0;
import static org.assertj.core.api.Assertions.assertThat;

import io.orcacid.format.RangeMatch;
import io.orcacid.format.ValidWriteIdList;
import io.orcacid.format.layout.DirectoryListing;
import io.orcacid.format.layout.PartitionLayout;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is not read, counted by hand: files of three stripes, each of three row groups. */
class ScanStatisticsTest {
  private static final String DELTA = "delta_0000002_0000002_0000/bucket_00000";

  @TempDir private Path root;

  private final ScannedTable table() {
    return ScannedTable.of(root, "id bigint, name string");
  }

  /** 9,000 rows, numbered by {@code step}. */
  private void writeRows(String name, long step) throws IOException {
    try (AcidFileMaker file =
        AcidFileMaker.acid(
            root.resolve(name), "id bigint, name string", "orc.row.index.stride", "1000")) {
      for (long i = 0; i < 9_000; i++) {
        file.insert(2, BUCKET_0, i * step, i, "name " + i);
        if (i % 3_000 == 2_999) {
          file.endStripe();
        }
      }
    }
  }

  private void delete(String name, long writeId, long rowId, long by) throws IOException {
    try (AcidFileMaker file = AcidFileMaker.acid(root.resolve(name), "id bigint, name string")) {
      file.delete(writeId, BUCKET_0, rowId, by);
    }
  }

  private static ScanStatistics read(ScannedTable table) throws IOException {
    return read(table, ScanRequest.RowIds.NOT_WANTED);
  }

  private static ScanStatistics read(ScannedTable table, ScanRequest.RowIds rowIds)
      throws IOException {
    ScanPlan plan = table.plan(rowIds, ScanRequest.Order.ANY);
    try (BatchReader reader = plan.readAll()) {
      while (reader.next().isPresent()) {
        // Only what it cost counts here.
      }
    }
    return plan.statistics();
  }

  private static void assertRead(
      ScanStatistics statistics, long stripesRead, long groupsRead, long hiddenColumns) {
    assertThat(
            List.of(
                statistics.stripesRead(),
                statistics.stripesSkipped(),
                statistics.rowGroupsRead(),
                statistics.rowGroupsSkipped(),
                statistics.hiddenColumnsDecoded()))
        .as("%s", statistics)
        .containsExactly(stripesRead, 3 - stripesRead, groupsRead, 9 - groupsRead, hiddenColumns);
  }

  @Test
  void predicatesArePushedDownInsideTheRow_A22() throws IOException {
    writeRows(DELTA, 1);
    assertRead(read(table()), 3, 9, 0);
    assertRead(read(table().where("id = 4500")), 1, 1, 0);
    assertRead(read(table().where("id >= 2999 AND id <= 3000")), 2, 2, 0);
    assertRead(read(table().where("name = 'no such'")), 0, 0, 0);
    ScanStatistics none = read(table().where("id = 100000"));
    assertRead(none, 0, 0, 0);
    assertThat(none.filesSkipped() + none.filesRead()).isEqualTo(1);
  }

  /** Bounds of a stripe pass over NaN, or are NaN if it comes first; NaN is above all numbers. */
  @Test
  void stripesWithNotANumberAreNotRuledOut() throws IOException {
    for (double[] values : new double[][] {{Double.NaN, 1}, {1, Double.NaN}}) {
      Path own = Files.createTempDirectory(root, "table");
      try (AcidFileMaker file = AcidFileMaker.acid(own.resolve(DELTA), "d double, f float")) {
        for (int i = 0; i < values.length; i++) {
          file.insert(2, BUCKET_0, i, values[i], (float) values[i]);
        }
      }
      ScannedTable table = ScannedTable.of(own, "d double, f float");
      assertThat(table.where("d = 1.0").column("d")).containsExactly(1.0);
      assertThat(table.where("f = 1.0").column("d")).containsExactly(1.0);
      assertThat(table.where("d > 5.0").column("d")).containsExactly(Double.NaN);
      assertThat(table.where("f > 5.0").column("d")).containsExactly(Double.NaN);
    }
  }

  @Test
  void hiddenColumnsAreNotDecodedWhereIdsCanBeCounted() throws IOException {
    writeRows(DELTA, 1);
    delete("delete_delta_0000003_0000003_0000/bucket_00000", 2, 7_000, 3);
    ScanStatistics statistics = read(table());
    assertRead(statistics, 3, 9, 0);
    assertThat(statistics.deleteFilesOpened()).isEqualTo(1);
    assertRead(read(table(), ScanRequest.RowIds.WANTED), 3, 9, 0);
    assertThat(table().plan().count()).isEqualTo(8_999);
    assertThat(table().found()).hasSize(8_999).doesNotHaveDuplicates();
  }

  @Test
  void hiddenColumnsAreDecodedOnlyInStripesThatADeleteMeets() throws IOException {
    writeRows(DELTA, 2);
    assertRead(read(table()), 3, 9, 0);
    assertRead(read(table(), ScanRequest.RowIds.WANTED), 3, 9, 15);
    delete("delete_delta_0000003_0000003_0000/bucket_00000", 2, 14_000, 3);
    assertRead(read(table()), 3, 9, 5);
    assertRead(read(table().where("id = 4500")), 1, 1, 0);
    assertRead(read(table().where("id = 7000")), 1, 1, 5);
    assertThat(table().where("id = 7000").values()).isEmpty();
    assertThat(table().plan().count()).isEqualTo(8_999);
  }

  @Test
  void whoLooksForDeletedRowsReadsOnlyStripesThatTheirDeletesMeet() throws IOException {
    writeRows(DELTA, 1);
    Path elsewhere = Path.of("_elsewhere", "bucket_00000");
    delete(elsewhere.toString(), 2, 4_500, 3);
    Path file = root.resolve(elsewhere);
    DeleteFile deletes =
        new DeleteFile(
            file.toString(),
            Files.size(file),
            0,
            new DataFile.EventBounds(3, 3, PartitionLayout.SKIP_NOTHING, RangeMatch.ALL),
            DirectoryListing.Entry.NO_CHECKSUM);
    ScanPlan plan = planOfDelta();
    long rows = 0;
    try (BatchReader reader =
        plan.readOrderedAround(List.of(deletes), ValidWriteIdList.everything())) {
      for (var batch = reader.next(); batch.isPresent(); batch = reader.next()) {
        rows += batch.get().rows().size;
        assertThat(batch.get().rowId(0)).isBetween(3_000L, 5_999L);
      }
    }
    assertThat(rows).isEqualTo(3_000);
    assertRead(plan.statistics(), 1, 3, 0);
  }

  private ScanPlan planOfDelta() throws IOException {
    return table().plan(ScanRequest.RowIds.WANTED, ScanRequest.Order.BY_ADDRESS);
  }

  @Test
  void countingDecodesNothing() throws IOException {
    writeRows(DELTA, 1);
    delete("delete_delta_0000003_0000003_0000/bucket_00000", 2, 7_000, 3);
    ScanPlan plan = table().select().plan();
    assertThat(plan.count()).isEqualTo(8_999);
    assertRead(plan.statistics(), 0, 0, 0);
    assertThat(plan.statistics().bytesRead()).isZero();
    assertThat(plan.statistics().filesSkipped()).isEqualTo(1);
  }

  @Test
  void deleteFilesThatAreTooOldOrOfAnotherBucketAreNotOpened() throws IOException {
    writeRows(DELTA, 1);
    delete("delete_delta_0000001_0000001_0000/bucket_00000", 1, 0, 1);
    delete("delete_delta_0000003_0000003_0000/bucket_00001", 2, 0, 3);
    ScanStatistics statistics = read(table());
    assertThat(statistics.deleteFilesOpened()).isZero();
    assertThat(statistics.deleteFilesSkipped()).isEqualTo(2);
  }

  @Test
  void splitsOfOneFileOpenItsDeleteFilesOnce() throws IOException {
    writeRows(DELTA, 1);
    delete("delete_delta_0000003_0000003_0000/bucket_00000", 2, 7_000, 3);
    ScanStatistics statistics = read(table().inSplitsOf(5_000));
    assertThat(statistics.deleteFilesOpened()).isEqualTo(1);
    assertThat(statistics.stripesRead()).isEqualTo(3);
  }

  @Test
  void partitionsThatTheFilterRulesOutAreNotEvenListed() throws IOException {
    for (int p = 0; p < 5; p++) {
      writeRows("p=" + p + "/" + DELTA, 1);
    }
    // Read, this one would be refused.
    Files.createDirectories(root.resolve("p=3/sub"));
    Files.writeString(root.resolve("p=3/sub/no-table"), "x");
    ScannedTable table =
        ScannedTable.of(root, "id bigint, name string, p int")
            .partitionedBy("p")
            .where("p >= 1 AND p < 3 AND id = 4500");
    ScanPlan plan = table.plan();
    assertThat(plan.statistics().partitionsSkipped()).isEqualTo(3);
    assertThat(plan.count()).isEqualTo(2);
    assertThat(plan.statistics().filesRead()).isEqualTo(2);
    assertThat(plan.statistics().rowGroupsRead()).isEqualTo(2);
    assertThat(plan.statistics().rowGroupsSkipped()).isEqualTo(16);
  }

  @Test
  void bytesAreCountedOnceWhenFilesAreReadInTurns() throws IOException {
    writeRows("delta_0000001_0000005/bucket_00000", 2);
    try (AcidFileMaker file =
        AcidFileMaker.acid(
            root.resolve("delta_0000001_0000006/bucket_00000"), "id bigint, name string")) {
      for (long i = 0; i < 9_000; i++) {
        file.insert(2, BUCKET_0, i * 2 + 1, i, "other " + i);
      }
      file.insert(6, BUCKET_0, 0, 0L, "last");
    }
    ScanPlan plan =
        ScannedTable.of(root, "id bigint, name string")
            .plan(ScanRequest.RowIds.WANTED, ScanRequest.Order.BY_ADDRESS);
    long rows = 0;
    try (BatchReader reader = plan.readOrdered()) {
      for (var batch = reader.next(); batch.isPresent(); batch = reader.next()) {
        rows += batch.get().rows().size;
      }
    }
    assertThat(rows).isPositive();
    long all = 0;
    try (var files = Files.walk(root)) {
      all = files.filter(Files::isRegularFile).mapToLong(file -> file.toFile().length()).sum();
    }
    assertThat(plan.statistics().bytesRead()).isPositive().isLessThan(all);
  }
}
