package io.orcacid.store;

import static org.assertj.core.api.Assertions.assertThat;

import io.orcacid.AcidTable;
import io.orcacid.Row;
import io.orcacid.Rows;
import io.orcacid.TableDefinition;
import io.orcacid.Transaction;
import io.orcacid.txn.policy.ConflictPolicy;
import io.orcacid.txn.policy.ConflictPolicy.Change;
import io.orcacid.txn.policy.ConflictPolicy.Decision;
import io.orcacid.txn.policy.ConflictPolicy.Overlap;
import io.orcacid.txn.policy.ConflictPolicy.WriteIdOrder;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * The decisions about two jobs in one partition (PROTOCOL.md §11), each job in a process of its own
 * on the local disk: nothing but the files is between them.
 */
class ProcessCellsTest {
  private static Worker earlier;
  private static Worker later;

  @TempDir Path directory;
  private int cells;
  private int refused;

  @BeforeAll
  static void start() {
    earlier = Worker.start();
    later = Worker.start();
  }

  @AfterAll
  static void stop() {
    earlier.close();
    later.close();
  }

  private record Cell(
      ConflictPolicy policy, Change first, Change second, Overlap overlap, WriteIdOrder order) {
    boolean fails() {
      return policy.decide(first, second, overlap, order) == Decision.FAIL_LATER;
    }

    /** Row that the later job updates; the earlier one takes 1. */
    int secondRow() {
      return overlap == Overlap.SAME_ROWS ? 1 : 2;
    }
  }

  private static boolean isCompaction(Change change) {
    return change == Change.MINOR || change == Change.MAJOR;
  }

  @ParameterizedTest
  @EnumSource(names = {"HIVE", "MAXCOMPUTE"})
  void each_pair_of_jobs_of_two_processes_in_one_partition_ends_as_its_cell_says(
      ConflictPolicy policy) throws IOException {
    long began = System.nanoTime();
    for (Change first : Change.values()) {
      for (Change second : Change.values()) {
        run(policy, first, second, Overlap.SAME_PARTITION_DISJOINT_ROWS);
        if (first == Change.UPDATE_DELETE && second == Change.UPDATE_DELETE) {
          // Other pairs are the same jobs as with rows of their own.
          run(policy, first, second, Overlap.SAME_ROWS);
        }
      }
    }
    System.out.printf(
        "ProcessCellsTest: %s: %d interleavings of the 25 pairs, %d refused, %.1f s%n",
        policy, cells, refused, (System.nanoTime() - began) / 1e9);
    assertThat(cells).isEqualTo(36);
    assertThat(refused).isPositive();
  }

  private void run(ConflictPolicy policy, Change first, Change second, Overlap overlap)
      throws IOException {
    if (isCompaction(first) || isCompaction(second)) {
      run(new Cell(policy, first, second, overlap, WriteIdOrder.NOT_APPLICABLE));
    } else {
      run(new Cell(policy, first, second, overlap, WriteIdOrder.LATER_ID_HIGHER));
      run(new Cell(policy, first, second, overlap, WriteIdOrder.LATER_ID_LOWER));
    }
  }

  private void run(Cell cell) throws IOException {
    String path = directory.resolve("t" + cells++).toString();
    refused += cell.fails() ? 1 : 0;
    try (AcidTable table = AcidTable.create(path, definition(cell.policy))) {
      for (int id = 1; id <= 3; id++) {
        try (Transaction transaction = table.begin()) {
          transaction.insert().row((long) id, 0L, "a");
          transaction.commit();
        }
      }
      earlier.open(path, Map.of());
      later.open(path, Map.of());
      if (isCompaction(cell.second)) {
        compactLater(cell);
      } else {
        changeLater(cell);
      }
      earlier.order("close");
      later.order("close");
      assertThat(rows(table)).as("%s", cell).isEqualTo(expected(cell));
      assertThat(table.scan().count()).as("%s", cell).isEqualTo(expected(cell).size());
      assertThat(table.scanAsOfVersion(3).count()).as("%s before", cell).isEqualTo(3);
      assertThat(table.verify().deep().run().findings()).as("%s", cell).isEmpty();
    }
  }

  private static TableDefinition definition(ConflictPolicy policy) {
    return TableDefinition.of("id bigint, n bigint, day string")
        .partitionedBy("day")
        .property(ConflictPolicy.PROPERTY, policy.text());
  }

  private static void changeLater(Cell cell) {
    later.order("begin");
    earlier.order("begin");
    if (cell.order != WriteIdOrder.LATER_ID_HIGHER) {
      change(later, cell.second, cell.secondRow(), 20);
    }
    if (isCompaction(cell.first)) {
      assertThat(earlier.ask("compact", cell.first.name(), "a")).isEqualTo("PUBLISHED");
      earlier.order("abort");
    } else {
      change(earlier, cell.first, 1, 10);
    }
    if (cell.order == WriteIdOrder.LATER_ID_HIGHER) {
      change(later, cell.second, cell.secondRow(), 20);
    }
    if (!isCompaction(cell.first)) {
      assertThat(id(later) < id(earlier)).isEqualTo(cell.order == WriteIdOrder.LATER_ID_LOWER);
      assertThat(earlier.ask("commit")).as("%s", cell).isEqualTo("4");
    }
    String end = later.ask("commit");
    if (cell.fails()) {
      assertThat(end).as("%s", cell).startsWith("conflict ");
    } else {
      assertThat(end).as("%s", cell).isEqualTo("5");
    }
  }

  private static long id(Worker worker) {
    return Long.parseLong(worker.ask("write-id"));
  }

  /** The step ends, so that the write ids are claimed in the order of the calls. */
  private static void change(Worker worker, Change change, int row, int added) {
    switch (change) {
      case OVERWRITE -> worker.order("overwrite", "" + added, "a");
      case INSERT -> worker.order("insert", "" + added, "a");
      default -> worker.order("update", "id = " + added, "id = " + row + " AND day = 'a'");
    }
    worker.order("step");
  }

  private static void compactLater(Cell cell) {
    assertThat(later.ask("compact-slowly", cell.second.name(), "a")).isEqualTo("working");
    if (isCompaction(cell.first)) {
      assertThat(earlier.ask("compact", cell.first.name(), "a")).isEqualTo("PUBLISHED");
    } else {
      earlier.order("begin");
      change(earlier, cell.first, 1, 10);
      assertThat(earlier.ask("commit")).as("%s", cell).isEqualTo("4");
    }
    assertThat(later.ask("go")).as("%s", cell).isEqualTo(cell.fails() ? "OVERTAKEN" : "PUBLISHED");
  }

  private static TreeSet<Long> rows(AcidTable table) throws IOException {
    TreeSet<Long> ids = new TreeSet<>();
    try (Rows rows = table.scan().rows()) {
      for (Row row : rows) {
        ids.add(row.get("id", Long.class));
      }
    }
    return ids;
  }

  /** The rows that the jobs leave if one comes after the other. */
  private static TreeSet<Long> expected(Cell cell) {
    TreeSet<Long> rows = new TreeSet<>(List.of(1L, 2L, 3L));
    apply(rows, cell.first, 1, 10);
    if (!cell.fails()) {
      apply(rows, cell.second, cell.secondRow(), 20);
    }
    return rows;
  }

  private static void apply(TreeSet<Long> rows, Change change, long row, long added) {
    if (isCompaction(change)) {
      return;
    }
    if (change == Change.OVERWRITE) {
      rows.clear();
    } else if (change == Change.UPDATE_DELETE) {
      rows.remove(row);
    }
    rows.add(added);
  }
}
