package io.orcacid;

import static io.orcacid.TestTables.row;
import static io.orcacid.TestTables.texts;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.orcacid.compactor.CompactionReport;
import io.orcacid.error.WriteConflictException;
import io.orcacid.txn.policy.ConflictPolicy;
import io.orcacid.txn.policy.ConflictPolicy.Change;
import io.orcacid.txn.policy.ConflictPolicy.Decision;
import io.orcacid.txn.policy.ConflictPolicy.Overlap;
import io.orcacid.txn.policy.ConflictPolicy.WriteIdOrder;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.List;
import java.util.TreeSet;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Each cell of the table of decisions (PROTOCOL.md §11) as two jobs that overlap: the one that ends
 * later is told what the table says, rows are those of the two in the order of their commits, and
 * the table is sound afterwards. Under {@code single-writer} they are two writers.
 */
class ConflictCellsTest {
  @TempDir private Path directory;
  private int tables;

  @ParameterizedTest
  @EnumSource(names = {"HIVE", "ROW", "MAXCOMPUTE", "SINGLE_WRITER"})
  void everyPairOfOverlappingJobsEndsAsItsCellSays(ConflictPolicy policy) throws IOException {
    for (Change earlier : Change.values()) {
      for (Change later : Change.values()) {
        for (Overlap overlap : Overlap.values()) {
          if (overlap == Overlap.SAME_ROWS
              && (earlier != Change.UPDATE_DELETE || later != Change.UPDATE_DELETE)) {
            // Only two updates can name one row; others are the same jobs as with disjoint rows.
            continue;
          }
          if (isCompaction(earlier) || isCompaction(later)) {
            run(new Cell(policy, earlier, later, overlap, WriteIdOrder.NOT_APPLICABLE));
          } else {
            run(new Cell(policy, earlier, later, overlap, WriteIdOrder.LATER_ID_HIGHER));
            run(new Cell(policy, earlier, later, overlap, WriteIdOrder.LATER_ID_LOWER));
          }
        }
      }
    }
  }

  private record Cell(
      ConflictPolicy policy, Change earlier, Change later, Overlap overlap, WriteIdOrder order) {
    Decision decision() {
      return policy.decide(earlier, later, overlap, order);
    }

    boolean fails() {
      return decision() == Decision.FAIL_LATER;
    }

    String laterPartition() {
      return overlap == Overlap.DISJOINT_PARTITIONS ? "b" : "a";
    }

    /** Row that the later job updates or deletes; the earlier one takes 1. */
    int laterRow() {
      return overlap == Overlap.SAME_PARTITION_DISJOINT_ROWS ? 2 : 1;
    }
  }

  private static boolean isCompaction(Change change) {
    return change == Change.MINOR || change == Change.MAJOR;
  }

  private void run(Cell cell) throws IOException {
    try (AcidTable table =
        AcidTable.create(
            directory.resolve("t" + tables++).toString(),
            TableDefinition.of("n int, day string")
                .partitionedBy("day")
                .property(ConflictPolicy.PROPERTY, cell.policy.text()))) {
      for (int n = 1; n <= 3; n++) {
        TestTables.insert(table, row(n, "a"), row(n, "b"));
      }
      try (AcidTable other = AcidTable.open(table.path())) {
        // A second writer that comes while the first one works, and commits before it.
        AcidTable earlier =
            cell.policy == ConflictPolicy.SINGLE_WRITER && !isCompaction(cell.earlier)
                ? other
                : table;
        if (isCompaction(cell.later)) {
          compactLater(table, earlier, cell);
        } else {
          changeLater(table, earlier, cell);
        }
      }
      assertThat(new TreeSet<>(texts(table.scan()))).as("%s", cell).isEqualTo(expected(cell));
      assertThat(texts(table.scan())).as("%s", cell).hasSameSizeAs(expected(cell));
      assertThat(texts(table.scanAsOfVersion(3))).as("%s before", cell).hasSize(6);
      assertThat(table.verify().deep().run().findings()).as("%s", cell).isEmpty();
    }
  }

  private static void changeLater(AcidTable table, AcidTable other, Cell cell) throws IOException {
    try (Transaction later = table.begin();
        Transaction earlier = other.begin()) {
      if (cell.order != WriteIdOrder.LATER_ID_HIGHER) {
        change(later, cell.later, cell.laterPartition(), cell.laterRow(), 20);
      }
      if (isCompaction(cell.earlier)) {
        CompactionReport report = compact(table, cell.earlier, "a").run().get(0);
        assertThat(report.outcome()).isEqualTo(CompactionReport.Outcome.PUBLISHED);
      } else {
        change(earlier, cell.earlier, "a", 1, 10);
      }
      if (cell.order == WriteIdOrder.LATER_ID_HIGHER) {
        change(later, cell.later, cell.laterPartition(), cell.laterRow(), 20);
      }
      if (!isCompaction(cell.earlier)) {
        assertThat(later.writeId().getAsLong() < earlier.writeId().getAsLong())
            .isEqualTo(cell.order == WriteIdOrder.LATER_ID_LOWER);
        earlier.commit();
      }
      if (cell.fails()) {
        assertThatThrownBy(later::commit).as("%s", cell).isInstanceOf(WriteConflictException.class);
      } else {
        later.commit();
      }
    } catch (WriteConflictException e) {
      throw new AssertionError(cell + " should not fail", e);
    }
  }

  private static void compactLater(AcidTable table, AcidTable other, Cell cell) throws IOException {
    boolean[] ran = {false};
    CompactionReport report =
        compact(table, cell.later, cell.laterPartition())
            .cancelledWhen(
                () -> {
                  if (!ran[0]) {
                    ran[0] = true;
                    runEarlier(other, cell);
                  }
                  return false;
                })
            .run()
            .get(0);
    assertThat(ran[0]).isTrue();
    assertThat(report.outcome())
        .as("%s: %s", cell, report.reason())
        .isEqualTo(
            cell.fails() ? CompactionReport.Outcome.OVERTAKEN : CompactionReport.Outcome.PUBLISHED);
  }

  private static void runEarlier(AcidTable table, Cell cell) {
    try {
      if (isCompaction(cell.earlier)) {
        CompactionReport report = compact(table, cell.earlier, "a").run().get(0);
        assertThat(report.outcome()).isEqualTo(CompactionReport.Outcome.PUBLISHED);
        return;
      }
      try (Transaction earlier = table.begin()) {
        change(earlier, cell.earlier, "a", 1, 10);
        earlier.commit();
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static Compaction compact(AcidTable table, Change kind, String partition) {
    Compaction compaction = table.compaction().partition("day=" + partition);
    return kind == Change.MINOR ? compaction.minor() : compaction.major();
  }

  private static void change(
      Transaction transaction, Change change, String partition, int row, int added)
      throws IOException {
    switch (change) {
      case OVERWRITE -> transaction.overwrite(List.of("day=" + partition)).row(added, partition);
      case INSERT -> transaction.insert().row(added, partition);
      default ->
          assertThat(
                  transaction.update(
                      "n = " + added, "n = " + row + " AND day = '" + partition + "'"))
              .isEqualTo(1);
    }
    // The step ends, so that the write ids are claimed in the order of the calls.
    transaction.scan();
  }

  /** The rows that the jobs leave if one comes after the other. */
  private static TreeSet<String> expected(Cell cell) {
    TreeSet<String> rows = new TreeSet<>();
    for (int n = 1; n <= 3; n++) {
      rows.add("[" + n + ", a]");
      rows.add("[" + n + ", b]");
    }
    apply(rows, cell.earlier, "a", 1, 10);
    if (!cell.fails()) {
      apply(rows, cell.later, cell.laterPartition(), cell.laterRow(), 20);
    }
    return rows;
  }

  private static void apply(
      TreeSet<String> rows, Change change, String partition, int row, int added) {
    if (isCompaction(change)) {
      return;
    }
    if (change == Change.OVERWRITE) {
      rows.removeIf(text -> text.endsWith(partition + "]"));
    } else if (change == Change.UPDATE_DELETE) {
      rows.remove("[" + row + ", " + partition + "]");
    }
    rows.add("[" + added + ", " + partition + "]");
  }
}
