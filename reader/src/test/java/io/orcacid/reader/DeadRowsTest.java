package io.orcacid.reader;

import static io.orcacid.reader.AcidFileMaker.BUCKET_0;
import static org.assertj.core.api.Assertions.assertThat;

import io.orcacid.format.RowId;
import io.orcacid.testkit.Seeds;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Ranges of deleted rows: files of three stripes, each of three row groups of a thousand rows. */
class DeadRowsTest {
  private static final String COLUMNS = "id bigint, name string";
  private static final int ROWS = 9_000;
  private static final int STRIPE = 3_000;
  private static final int GROUP = 1_000;

  @TempDir private Path temporary;

  private static void write(Path root) throws IOException {
    write(root, "orc.compress", "ZSTD");
  }

  private static void write(Path root, String property, String value) throws IOException {
    try (AcidFileMaker file =
        AcidFileMaker.acid(
            root.resolve("delta_0000002_0000002_0000/bucket_00000"),
            COLUMNS,
            "orc.row.index.stride",
            String.valueOf(GROUP),
            property,
            value)) {
      for (long i = 0; i < ROWS; i++) {
        file.insert(2, BUCKET_0, i, i, "name " + i % 7);
        if (i % STRIPE == STRIPE - 1) {
          file.endStripe();
        }
      }
    }
  }

  private static void delete(Path root, BitSet rows) throws IOException {
    try (AcidFileMaker file =
        AcidFileMaker.acid(
            root.resolve("delete_delta_0000003_0000003_0000/bucket_00000"), COLUMNS)) {
      for (int row = rows.nextSetBit(0); row >= 0; row = rows.nextSetBit(row + 1)) {
        file.delete(2, BUCKET_0, row, 3);
      }
    }
  }

  private static BitSet range(int from, int to) {
    BitSet rows = new BitSet();
    rows.set(from, to);
    return rows;
  }

  private ScanStatistics readAfterDeletionOf(BitSet rows) throws IOException {
    write(temporary);
    delete(temporary, rows);
    ScanPlan plan = ScannedTable.of(temporary, COLUMNS).plan();
    try (BatchReader reader = plan.readAll()) {
      long found = 0;
      for (var batch = reader.next(); batch.isPresent(); batch = reader.next()) {
        found += batch.get().rows().size;
      }
      assertThat(found).isEqualTo(ROWS - rows.cardinality());
    }
    return plan.statistics();
  }

  /** ORC cannot go to a row of a stripe with bloom filters if no filter was pushed down to it. */
  @Test
  void deadRowGroupsOfStripesWithBloomFiltersAreMasked() throws IOException {
    for (int from : new int[] {900, 1_900}) {
      Path root = Files.createTempDirectory(temporary, "table");
      write(root, "orc.bloom.filter.columns", "name");
      delete(root, range(from, 5_100));
      ScannedTable table = ScannedTable.of(root, COLUMNS);
      assertThat(table.values()).hasSize(ROWS - 5_100 + from);
      assertThat(table.where("name = 'name 3'").column("name"))
          .hasSameSizeAs(
              table.column("name").stream().filter(name -> name.equals("name 3")).toList());
      assertThat(table.where("id % 2 = 0").column("id"))
          .hasSameSizeAs(table.column("id").stream().filter(id -> (long) id % 2 == 0).toList());
    }
  }

  /** The batch that ends in a dead row group counts as reading it. */
  @Test
  void rowGroupsWithoutALivingRowAreNotDecoded() throws IOException {
    ScanStatistics statistics = readAfterDeletionOf(range(900, 5_100));
    assertThat(statistics.rowGroupsRead()).isEqualTo(6);
    assertThat(statistics.stripesRead()).isEqualTo(3);
    assertThat(statistics.rowsDeleted()).isEqualTo(4_200);
  }

  @Test
  void aStripeWithoutALivingRowIsNotRead() throws IOException {
    ScanStatistics statistics = readAfterDeletionOf(range(2_000, 6_001));
    assertThat(statistics.rowGroupsRead()).isEqualTo(6);
    assertThat(statistics.stripesRead()).isEqualTo(2);
    assertThat(statistics.rowsDeleted()).isEqualTo(4_001);
  }

  @Test
  void theEndOfAFileMayBeDead() throws IOException {
    assertThat(readAfterDeletionOf(range(6_900, ROWS)).rowGroupsRead()).isEqualTo(8);
  }

  @Test
  void nothingIsReadOfAFileOfDeletedRows() throws IOException {
    ScanStatistics statistics = readAfterDeletionOf(range(0, ROWS));
    assertThat(statistics.bytesRead()).isZero();
    assertThat(statistics.rowsDeleted()).isEqualTo(ROWS);
  }

  @Test
  void whateverIsDeletedTheOtherRowsComeWithTheirIds() {
    Seeds.forEach(
        60,
        random -> {
          Path root = Files.createTempDirectory(temporary, "table");
          write(root);
          BitSet deleted = randomRanges(random);
          delete(root, deleted);
          int from = random.nextInt(ROWS);
          int to = from + random.nextInt(ROWS);
          boolean filtered = random.nextBoolean();
          ScannedTable table =
              ScannedTable.of(root, COLUMNS).inSplitsOf(1 + random.nextInt(50_000));
          table =
              filtered
                  ? table.where("id >= " + from + " AND id < " + to + " AND name <> 'name 3'")
                  : table;
          List<ScannedTable.Found> expected = new ArrayList<>();
          for (int row = deleted.nextClearBit(0); row < ROWS; row = deleted.nextClearBit(row + 1)) {
            if (!filtered || row >= from && row < to && row % 7 != 3) {
              expected.add(
                  new ScannedTable.Found(
                      "", new RowId(2, BUCKET_0, row), List.of((long) row, "name " + row % 7)));
            }
          }
          assertThat(table.found()).containsExactlyElementsOf(expected);
          assertThat(table.values())
              .containsExactlyElementsOf(
                  expected.stream().map(ScannedTable.Found::values).toList());
        });
  }

  /** Ends of ranges lie on the ends of row groups, beside them, or anywhere. */
  private static BitSet randomRanges(Random random) {
    BitSet rows = new BitSet();
    for (int i = random.nextInt(5); i >= 0; i--) {
      int from = randomEnd(random);
      int to = randomEnd(random);
      rows.set(Math.min(from, to), Math.max(from, to));
    }
    for (int i = random.nextInt(50); i > 0; i--) {
      rows.flip(random.nextInt(ROWS));
    }
    return rows;
  }

  private static int randomEnd(Random random) {
    int end =
        random.nextInt(4) == 0
            ? random.nextInt(ROWS)
            : GROUP * random.nextInt(10) + random.nextInt(3) - 1;
    return Math.max(0, Math.min(ROWS, end));
  }
}
