package io.orcacid;

import static io.orcacid.TestTables.row;
import static io.orcacid.TestTables.texts;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.orcacid.compactor.CompactionReport;
import io.orcacid.error.WriteConflictException;
import io.orcacid.testkit.MemoryDirectories;
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
  /** What the earlier job adds, or sets. */
  private static final int EARLIER = 10;

  /** What the later job adds, or sets. */
  private static final int LATER = 20;

  @TempDir(factory = MemoryDirectories.class)
  private Path directory;

  private int tables;

  @ParameterizedTest
  @EnumSource
  void everyPairOfOverlappingJobsEndsAsItsCellSays(ConflictPolicy policy) throws IOException {
    for (Change earlier : Change.values()) {
      for (Change later : Change.values()) {
        for (Overlap overlap : Overlap.values()) {
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

    /** What the later job looks for: where both touch one row, the one that is inserted, too. */
    String laterCondition() {
      return overlap == Overlap.SAME_ROWS && earlier == Change.INSERT
          ? "n IN (1, " + EARLIER + ")"
          : "n = " + laterRow();
    }
  }

  private static boolean isCompaction(Change change) {
    return change == Change.MINOR || change == Change.MAJOR;
  }

  private void run(Cell cell) throws IOException {
    try (AcidTable table =
        AcidTable.create(
            directory.resolve("t" + tables++).toString(),
            TableDefinition.of("n int, v int, day string")
                .partitionedBy("day")
                .key("n", "day")
                .property("orcacid.ordering.column", "v")
                .property(ConflictPolicy.PROPERTY, cell.policy.text()))) {
      for (int n = 1; n <= 3; n++) {
        TestTables.insert(table, row(n, 0, "a"), row(n, 0, "b"));
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
        changeLater(later, cell);
      }
      if (isCompaction(cell.earlier)) {
        CompactionReport report = compact(table, cell.earlier, "a").run().get(0);
        assertThat(report.outcome()).isEqualTo(CompactionReport.Outcome.PUBLISHED);
      } else {
        changeEarlier(earlier, cell);
      }
      if (cell.order == WriteIdOrder.LATER_ID_HIGHER) {
        changeLater(later, cell);
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
        changeEarlier(earlier, cell);
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

  private static void changeEarlier(Transaction transaction, Cell cell) throws IOException {
    change(transaction, cell, cell.earlier, "a", "n = 1", 1, EARLIER);
  }

  private static void changeLater(Transaction transaction, Cell cell) throws IOException {
    change(
        transaction,
        cell,
        cell.later,
        cell.laterPartition(),
        cell.laterCondition(),
        cell.laterRow(),
        LATER);
  }

  private static void change(
      Transaction transaction,
      Cell cell,
      Change change,
      String partition,
      String condition,
      int row,
      int value)
      throws IOException {
    switch (change) {
      case OVERWRITE ->
          transaction.overwrite(List.of("day=" + partition)).row(value, value, partition);
      case INSERT -> transaction.insert().row(value, value, partition);
      default -> {
        if (cell.policy == ConflictPolicy.NBCC) {
          transaction.upsert().row(row, value, partition);
        } else {
          assertThat(
                  transaction.update(
                      "v = " + value, "(" + condition + ") AND day = '" + partition + "'"))
              .isEqualTo(1);
        }
      }
    }
    // The step ends, so that the write ids are claimed in the order of the calls; under
    // serializable a read of everything would decide, not what the job looks for.
    transaction.scan();
  }

  /** The rows that the jobs leave if one comes after the other. */
  private static TreeSet<String> expected(Cell cell) {
    TreeSet<String> rows = new TreeSet<>();
    for (int n = 1; n <= 3; n++) {
      rows.add("[" + n + ", 0, a]");
      rows.add("[" + n + ", 0, b]");
    }
    apply(rows, cell.earlier, "a", 1, EARLIER);
    if (!cell.fails()) {
      apply(rows, cell.later, cell.laterPartition(), cell.laterRow(), LATER);
    }
    return rows;
  }

  private static void apply(
      TreeSet<String> rows, Change change, String partition, int row, int value) {
    switch (change) {
      case MINOR, MAJOR -> {}
      case OVERWRITE -> {
        rows.removeIf(text -> text.endsWith(partition + "]"));
        rows.add("[" + value + ", " + value + ", " + partition + "]");
      }
      case INSERT -> rows.add("[" + value + ", " + value + ", " + partition + "]");
      case UPDATE_DELETE -> {
        rows.removeIf(text -> text.startsWith("[" + row + ", ") && text.endsWith(partition + "]"));
        rows.add("[" + row + ", " + value + ", " + partition + "]");
      }
    }
  }
}
