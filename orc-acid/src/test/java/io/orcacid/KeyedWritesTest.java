package io.orcacid;

import static io.orcacid.TestTables.texts;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.orcacid.error.ValidationException;
import io.orcacid.error.WriteConflictException;
import io.orcacid.testkit.Seeds;
import io.orcacid.txn.log.Operation;
import io.orcacid.txn.log.VersionInfo;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Writes by key under the policy {@code nbcc}: everybody commits, the larger ordering value stays.
 */
class KeyedWritesTest {
  @TempDir Path directory;
  private int tables;

  private AcidTable create(String columns, String... partitions) throws IOException {
    return AcidTable.create(
        directory.resolve("t" + tables++).toString(),
        TableDefinition.of(columns)
            .partitionedBy(partitions)
            .key("id")
            .property("orcacid.conflict.policy", "nbcc")
            .property("orcacid.ordering.column", "ts"));
  }

  private static void upsert(AcidTable table, Object... values) throws IOException {
    try (Transaction transaction = table.begin()) {
      transaction.upsert().row(values);
      transaction.commit();
    }
  }

  @Test
  void two_that_write_the_same_keys_both_commit_and_the_larger_value_of_each_stays()
      throws IOException {
    try (AcidTable table = create("id bigint, ts int, who string");
        Transaction one = table.begin();
        Transaction other = table.begin()) {
      for (long id = 0; id < 200; id++) {
        one.upsert().row(id, id % 2 == 0 ? 5 : 1, "one");
        other.upsert().row(id, 3, "other");
      }
      one.commit();
      other.commit();
      assertThat(table.scan().count()).isEqualTo(200);
      assertThat(table.scan().where("who = 'one' AND id % 2 = 0").count()).isEqualTo(100);
      assertThat(table.scan().where("who = 'other' AND id % 2 = 1").count()).isEqualTo(100);
      List<VersionInfo> last =
          table.history().stream().filter(info -> info.version() == 2).toList();
      assertThat(last).extracting(VersionInfo::operation).containsOnly(Operation.UPSERT);
      assertThat(last.stream().mapToLong(VersionInfo::rowsDeleted).sum()).isEqualTo(200);
      assertThat(table.verify().deep().run().findings()).isEmpty();
    }
  }

  @Test
  void of_equal_values_that_of_the_later_commit_stays() throws IOException {
    try (AcidTable table = create("id bigint, ts int, who string")) {
      upsert(table, 1L, 5, "first");
      upsert(table, 1L, 5, "second");
      assertThat(texts(table.scan())).containsExactly("[1, 5, second]");
    }
  }

  @Test
  void within_a_transaction_the_larger_value_stays_and_of_equal_ones_the_last() throws IOException {
    try (AcidTable table = create("id bigint, ts int, who string");
        Transaction transaction = table.begin()) {
      transaction.upsert().row(1L, 5, "a").row(1L, 7, "b").row(1L, 6, "c");
      transaction.upsert().row(2L, 5, "a").row(2L, 5, "b");
      assertThat(transaction.scan().count()).isEqualTo(4);
      transaction.upsert().row(2L, 5, "c").row(3L, null, "a");
      transaction.commit();
      assertThat(texts(table.scan()))
          .containsExactlyInAnyOrder("[1, 7, b]", "[2, 5, c]", "[3, null, a]");
      upsert(table, 3L, -9, "b");
      assertThat(texts(table.scan().where("id = 3"))).containsExactly("[3, -9, b]");
    }
  }

  @Test
  void a_late_row_with_a_smaller_value_commits_and_is_never_seen() throws IOException {
    try (AcidTable table = create("id bigint, ts int, who string")) {
      upsert(table, 1L, 9, "new");
      upsert(table, 1L, 3, "late");
      assertThat(texts(table.scan())).containsExactly("[1, 9, new]");
      assertThat(texts(table.scanAsOfVersion(1))).containsExactly("[1, 9, new]");
    }
  }

  @Test
  void a_key_moves_to_the_partition_of_its_newest_row() throws IOException {
    try (AcidTable table = create("id bigint, ts int, day string", "day")) {
      upsert(table, 1L, 1, "mon");
      upsert(table, 2L, 1, "mon");
      upsert(table, 1L, 2, "tue");
      assertThat(texts(table.scan())).containsExactlyInAnyOrder("[2, 1, mon]", "[1, 2, tue]");
      upsert(table, 1L, 1, "wed");
      assertThat(texts(table.scan())).containsExactlyInAnyOrder("[2, 1, mon]", "[1, 2, tue]");
      assertThat(table.verify().deep().run().findings()).isEmpty();
    }
  }

  @Test
  void two_rows_of_a_key_that_were_inserted_side_by_side_become_one() throws IOException {
    try (AcidTable table = create("id bigint, ts int, who string")) {
      TestTables.insert(table, TestTables.row(1L, 4, "x"), TestTables.row(1L, 8, "y"));
      upsert(table, 1L, 6, "z");
      assertThat(texts(table.scan())).containsExactly("[1, 8, y]");
    }
  }

  @Test
  void an_overwrite_in_between_is_a_conflict() throws IOException {
    try (AcidTable table = create("id bigint, ts int, who string")) {
      upsert(table, 1L, 1, "x");
      try (Transaction transaction = table.begin()) {
        transaction.upsert().row(1L, 2, "y");
        table.truncate();
        assertThatThrownBy(transaction::commit).isInstanceOf(WriteConflictException.class);
      }
      assertThat(table.scan().count()).isZero();
    }
  }

  @Test
  void rows_are_not_changed_by_address_or_condition_but_by_a_stricter_policy() throws IOException {
    try (AcidTable table = create("id bigint, ts int, who string")) {
      upsert(table, 1L, 1, "x");
      try (Transaction transaction = table.begin()) {
        assertThatThrownBy(() -> transaction.update("ts = 2", "id = 1"))
            .isInstanceOf(ValidationException.class)
            .hasMessageContaining("stricter policy such as hive");
      }
      assertThatThrownBy(() -> table.delete("id = 1")).isInstanceOf(ValidationException.class);
      try (Transaction strict = table.beginWithPolicy("hive")) {
        strict.delete("id = 1");
        strict.commit();
      }
      assertThat(table.scan().count()).isZero();
    }
  }

  @Test
  void a_strict_update_and_a_write_by_key_of_one_row_do_not_both_leave_a_row() throws IOException {
    try (AcidTable table = create("id bigint, ts int, who string")) {
      upsert(table, 1L, 1, "x");
      try (Transaction byKey = table.begin();
          Transaction strict = table.beginWithPolicy("hive")) {
        strict.update("ts = 5", "id = 1");
        byKey.upsert().row(1L, 3, "y");
        byKey.commit();
        assertThatThrownBy(strict::commit).isInstanceOf(WriteConflictException.class);
      }
      try (Transaction byKey = table.begin();
          Transaction strict = table.beginWithPolicy("hive")) {
        byKey.upsert().row(1L, 4, "z");
        strict.update("ts = 5", "id = 1");
        strict.commit();
        byKey.commit();
      }
      assertThat(texts(table.scan())).containsExactly("[1, 5, y]");
    }
  }

  @Test
  void a_table_without_key_or_ordering_column_cannot_have_the_policy() {
    TableDefinition plain =
        TableDefinition.of("id bigint, ts int, raw binary, l array<int>")
            .property("orcacid.conflict.policy", "nbcc");
    String path = directory.resolve("t").toString();
    for (TableDefinition refused :
        List.of(
            plain,
            plain.key("id"),
            plain.property("orcacid.ordering.column", "ts"),
            plain.key("id").property("orcacid.ordering.column", "nothing"),
            plain.key("id").property("orcacid.ordering.column", "raw"),
            plain.key("id").property("orcacid.ordering.column", "l"),
            plain.key("l").property("orcacid.ordering.column", "ts"))) {
      assertThatThrownBy(() -> AcidTable.create(path, refused))
          .isInstanceOf(ValidationException.class)
          .hasMessageContaining("column");
    }
    assertThat(Path.of(path)).doesNotExist();
  }

  @Test
  void a_row_without_a_key_is_refused_and_nothing_is_visible() throws IOException {
    try (AcidTable table = create("id bigint, ts int, who string");
        Transaction transaction = table.begin()) {
      transaction.upsert().row(1L, 1, "x").row(null, 1, "y");
      assertThatThrownBy(transaction::commit)
          .isInstanceOf(ValidationException.class)
          .hasMessageContaining("key column");
      transaction.close();
      assertThat(table.scan().count()).isZero();
    }
  }

  @Test
  void random_overlapping_writes_leave_what_the_order_says() {
    Seeds.forEach(3, this::writeAtRandom);
  }

  private void writeAtRandom(Random random) throws IOException {
    Map<Long, List<Object>> expected = new HashMap<>();
    try (AcidTable table = create("id bigint, ts int, who string")) {
      for (int round = 0; round < 25; round++) {
        List<Transaction> open = new ArrayList<>();
        List<List<List<Object>>> rows = new ArrayList<>();
        for (int writer = 0; writer < 3; writer++) {
          Transaction transaction = table.begin();
          open.add(transaction);
          List<List<Object>> own = new ArrayList<>();
          for (int i = 0; i < 1 + random.nextInt(6); i++) {
            List<Object> row =
                List.of(
                    (long) random.nextInt(8), random.nextInt(20), round + "-" + writer + "-" + i);
            transaction.upsert().row(row.toArray());
            own.add(row);
          }
          rows.add(own);
        }
        for (int writer : random.ints(0, 3).distinct().limit(3).toArray()) {
          open.get(writer).commit();
          open.get(writer).close();
          for (List<Object> row : rows.get(writer)) {
            expected.merge(
                (Long) row.get(0),
                row,
                (before, now) -> (Integer) now.get(1) >= (Integer) before.get(1) ? now : before);
          }
        }
        if (random.nextInt(6) == 0) {
          table.compaction().major().run();
        }
      }
      assertThat(texts(table.scan()))
          .containsExactlyInAnyOrderElementsOf(
              expected.values().stream().map(Object::toString).toList());
      assertThat(table.verify().deep().run().findings()).isEmpty();
    }
  }
}
