package io.orcacid;

import static io.orcacid.TestTables.insert;
import static io.orcacid.TestTables.row;
import static io.orcacid.TestTables.texts;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.orcacid.error.UnsupportedTableException;
import io.orcacid.error.ValidationException;
import io.orcacid.error.WriteConflictException;
import io.orcacid.testkit.Seeds;
import io.orcacid.txn.log.Operation;
import io.orcacid.txn.log.VersionInfo;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Rows by the declared key under policies that see conflicts. */
class UpsertTest {
  @TempDir Path directory;
  private int tables;

  private AcidTable create(TableDefinition definition) throws IOException {
    return AcidTable.create(directory.resolve("t" + tables++).toString(), definition);
  }

  private AcidTable create(String columns, String... partitions) throws IOException {
    return create(TableDefinition.of(columns).partitionedBy(partitions).key("id"));
  }

  @Test
  void a_row_takes_the_place_of_the_one_of_its_key_and_new_keys_are_added() throws IOException {
    try (AcidTable table = create("id bigint, n int")) {
      insert(table, row(1L, 1), row(2L, 2));
      Changed changed = table.upsert(List.of(row(2L, 20), row(3L, 30)));
      assertThat(changed).isEqualTo(new Changed(2, 2));
      assertThat(texts(table.scan())).containsExactlyInAnyOrder("[1, 1]", "[2, 20]", "[3, 30]");
      VersionInfo last = table.history().get(2);
      assertThat(last.operation()).isEqualTo(Operation.UPSERT);
      assertThat(last.rowsDeleted()).isEqualTo(1);
      assertThat(table.verify().deep().run().findings()).isEmpty();
    }
  }

  @Test
  void of_two_rows_of_a_key_that_are_written_the_later_stays() throws IOException {
    try (AcidTable table = create("id bigint, n int");
        Transaction transaction = table.begin()) {
      transaction.upsert().row(1L, 1).row(1L, 2);
      assertThat(texts(transaction.scan())).containsExactly("[1, 2]");
      transaction.upsert().row(1L, 3).row(2L, 1);
      transaction.delete("id = 2");
      transaction.upsert().row(2L, 9);
      transaction.commit();
      assertThat(texts(table.scan())).containsExactlyInAnyOrder("[1, 3]", "[2, 9]");
      assertThat(table.verify().deep().run().findings()).isEmpty();
    }
  }

  @Test
  void with_an_ordering_column_an_older_row_changes_nothing() throws IOException {
    TableDefinition ordered =
        TableDefinition.of("id bigint, ts int, who string")
            .key("id")
            .property("orcacid.ordering.column", "ts");
    try (AcidTable table = create(ordered)) {
      table.upsert(List.of(row(1L, 5, "a"), row(2L, 5, "a"), row(3L, null, "a")));
      table.upsert(List.of(row(1L, 4, "b"), row(2L, 5, "b"), row(3L, 1, "b")));
      assertThat(texts(table.scan()))
          .containsExactlyInAnyOrder("[1, 5, a]", "[2, 5, b]", "[3, 1, b]");
    }
  }

  @Test
  void a_key_moves_between_partitions_and_is_there_once() throws IOException {
    try (AcidTable table = create("id bigint, n int, day string", "day")) {
      table.upsert(List.of(row(1L, 1, "mon"), row(2L, 1, "mon")));
      table.upsert(List.<Object[]>of(row(1L, 2, "tue")));
      assertThat(texts(table.scan())).containsExactlyInAnyOrder("[2, 1, mon]", "[1, 2, tue]");
    }
  }

  @Test
  void rows_that_were_inserted_with_the_same_key_all_give_way() throws IOException {
    try (AcidTable table = create("id bigint, n int")) {
      insert(table, row(1L, 1), row(1L, 2), row(null, 3));
      table.upsert(List.<Object[]>of(row(1L, 9)));
      assertThat(texts(table.scan())).containsExactlyInAnyOrder("[1, 9]", "[null, 3]");
    }
  }

  @Test
  void keys_of_several_columns_and_all_simple_types_are_found() throws IOException {
    TableDefinition definition =
        TableDefinition.of(
                "a int, b string, c decimal(20,2), d date, e double, f char(4), g boolean, n int")
            .key("a", "b", "c", "d", "e", "f", "g");
    try (AcidTable table = create(definition)) {
      Object[] first =
          row(1, "ä", new BigDecimal("1.50"), LocalDate.of(2026, 11, 30), -0.0, "x", true, 1);
      Object[] second =
          row(1, "ä", new BigDecimal("1.5"), LocalDate.of(2026, 11, 30), 0.0, "x   ", true, 2);
      Object[] other =
          row(1, "ä", new BigDecimal("1.51"), LocalDate.of(2026, 11, 30), 0.0, "x", true, 3);
      table.upsert(List.of(first, other));
      table.upsert(List.<Object[]>of(second));
      assertThat(table.scan().where("n = 2").count()).isEqualTo(1);
      assertThat(table.scan().count()).isEqualTo(2);
      Object[] key = row(1, "ä", new BigDecimal("1.5"), LocalDate.of(2026, 11, 30), 0, "x", true);
      assertThat(table.deleteKeys(List.<Object[]>of(key)).rows()).isEqualTo(1);
      assertThat(texts(table.scan().select("n"))).containsExactly("[3]");
    }
  }

  @Test
  void many_keys_are_looked_for_by_their_range() throws IOException {
    try (AcidTable table = create("id bigint, n int")) {
      List<Object[]> all = new ArrayList<>();
      LongStream.range(0, 5000).forEach(id -> all.add(row(id, 0)));
      table.upsert(all);
      List<Object[]> half = new ArrayList<>();
      LongStream.range(0, 2500).forEach(id -> half.add(row(2 * id, 1)));
      table.upsert(half);
      assertThat(table.scan().count()).isEqualTo(5000);
      assertThat(table.scan().where("n = 1 AND id % 2 = 0").count()).isEqualTo(2500);
      List<Object[]> keys = new ArrayList<>();
      LongStream.range(1000, 6000).forEach(id -> keys.add(row(id)));
      assertThat(table.deleteKeys(keys).rows()).isEqualTo(4000);
      assertThat(table.scan().where("id < 1000").count()).isEqualTo(1000);
    }
  }

  @Test
  void keys_are_deleted_and_those_that_are_not_there_are_passed_over() throws IOException {
    try (AcidTable table = create("id bigint, n int")) {
      table.upsert(List.of(row(1L, 1), row(2L, 2)));
      assertThat(table.deleteKeys(List.of(row(2), row(3L), row(2L)))).isEqualTo(new Changed(2, 1));
      assertThat(texts(table.scan())).containsExactly("[1, 1]");
      assertThat(table.deleteKeys(List.<Object[]>of(row(7L)))).isEqualTo(new Changed(2, 0));
    }
  }

  @Test
  void a_table_without_a_key_and_keys_that_do_not_fit_are_refused() throws IOException {
    try (AcidTable keyless = create(TableDefinition.of("id bigint"));
        AcidTable table = create("id bigint, n int")) {
      assertThatThrownBy(() -> keyless.upsert(List.<Object[]>of(row(1L))))
          .isInstanceOf(UnsupportedTableException.class)
          .hasMessageContaining("declares no key");
      assertThatThrownBy(() -> table.upsert(List.<Object[]>of(row(null, 1))))
          .isInstanceOf(ValidationException.class)
          .hasMessageContaining("NULL in a key column");
      assertThatThrownBy(() -> table.deleteKeys(List.<Object[]>of(row("a"))))
          .isInstanceOf(ValidationException.class)
          .hasMessageContaining("does not fit its column");
      assertThatThrownBy(() -> table.deleteKeys(List.<Object[]>of(row(1L, 2))))
          .isInstanceOf(ValidationException.class)
          .hasMessageContaining("one value for each key column");
      assertThat(table.scan().count()).isZero();
    }
  }

  /** Inserts of two transactions touch no row of each other, under any policy. */
  @ParameterizedTest
  @ValueSource(strings = {"hive", "row", "maxcompute", "serializable", "single-writer"})
  void two_that_add_the_same_new_key_do_not_both_commit(String policy) throws IOException {
    TableDefinition definition =
        TableDefinition.of("id bigint, day string")
            .partitionedBy("day")
            .key("id")
            .property("orcacid.conflict.policy", policy);
    try (AcidTable table = create(definition)) {
      for (String inserted : List.of("insert", "upsert")) {
        try (Transaction one = table.begin();
            Transaction other = table.begin()) {
          long id = inserted.equals("insert") ? 1 : 2;
          (inserted.equals("insert") ? one.insert() : one.upsert()).row(id, "mon");
          other.upsert().row(id, "tue");
          one.commit();
          assertThatThrownBy(other::commit).as(inserted).isInstanceOf(WriteConflictException.class);
        }
      }
      assertThat(table.scan().count()).isEqualTo(2);
    }
  }

  @Test
  void files_that_were_cleaned_away_prove_nothing_and_are_a_conflict() throws IOException {
    TableDefinition definition =
        TableDefinition.of("id bigint, n int").key("id").property("orcacid.conflict.policy", "row");
    try (AcidTable table = create(definition);
        Transaction transaction = table.begin()) {
      transaction.upsert().row(1L, 1);
      insert(table, row(2L, 2));
      try (Stream<Path> files = Files.walk(Path.of(table.path()))) {
        for (Path file :
            files.filter(one -> one.toString().contains("delta_0000002_0000002")).toList()) {
          if (Files.isRegularFile(file)) {
            Files.delete(file);
          }
        }
      }
      transaction.scan();
      assertThatThrownBy(transaction::commit)
          .isInstanceOf(WriteConflictException.class)
          .hasMessageContaining("cleaned away");
    }
  }

  @Test
  void under_row_other_keys_in_the_same_partition_do_not_disturb() throws IOException {
    TableDefinition definition =
        TableDefinition.of("id bigint, n int").key("id").property("orcacid.conflict.policy", "row");
    try (AcidTable table = create(definition);
        Transaction one = table.begin();
        Transaction other = table.begin()) {
      one.upsert().row(1L, 1);
      other.upsert().row(2L, 2);
      one.commit();
      other.commit();
      assertThat(table.scan().count()).isEqualTo(2);
    }
  }

  /** PROTOCOL.md §11: rows that are chosen by key count as updated even where all are new. */
  @Test
  void under_hive_other_keys_in_the_same_partition_are_a_conflict_and_in_another_not()
      throws IOException {
    try (AcidTable table = create("id bigint, day string", "day");
        Transaction one = table.begin();
        Transaction other = table.begin();
        Transaction elsewhere = table.begin()) {
      one.upsert().row(1L, "mon");
      other.upsert().row(2L, "mon");
      elsewhere.upsert().row(3L, "tue");
      one.commit();
      assertThatThrownBy(other::commit).isInstanceOf(WriteConflictException.class);
      elsewhere.commit();
      assertThat(table.scan().count()).isEqualTo(2);
    }
  }

  /** What was found decided that nothing is written. */
  @Test
  void a_row_that_was_newer_must_still_be_there_when_the_older_one_is_left_out()
      throws IOException {
    TableDefinition definition =
        TableDefinition.of("id bigint, ts int")
            .key("id")
            .property("orcacid.conflict.policy", "row")
            .property("orcacid.ordering.column", "ts");
    try (AcidTable table = create(definition)) {
      table.upsert(List.of(row(1L, 9), row(2L, 1)));
      try (Transaction transaction = table.begin()) {
        transaction.upsert().row(1L, 3).row(2L, 2);
        table.delete("id = 1");
        assertThatThrownBy(transaction::commit).isInstanceOf(WriteConflictException.class);
      }
      assertThat(texts(table.scan())).containsExactly("[2, 1]");
    }
  }

  @Test
  void an_upsert_and_a_delete_of_one_key_do_not_both_commit() throws IOException {
    try (AcidTable table = create("id bigint, n int")) {
      table.upsert(List.<Object[]>of(row(1L, 1)));
      try (Transaction one = table.begin();
          Transaction other = table.begin()) {
        one.deleteKeys(List.<Object[]>of(row(1L)));
        other.upsert().row(1L, 2);
        one.commit();
        assertThatThrownBy(other::commit).isInstanceOf(WriteConflictException.class);
      }
      assertThat(table.scan().count()).isZero();
    }
  }

  @Test
  void under_nbcc_rows_that_were_inserted_before_are_not_forgotten() throws IOException {
    TableDefinition definition =
        TableDefinition.of("id bigint, ts int")
            .key("id")
            .property("orcacid.conflict.policy", "nbcc")
            .property("orcacid.ordering.column", "ts");
    try (AcidTable table = create(definition);
        Transaction transaction = table.begin()) {
      transaction.insert().row(1L, 1);
      assertThatThrownBy(transaction::upsert)
          .isInstanceOf(ValidationException.class)
          .hasMessageContaining("two transactions");
    }
  }

  @Test
  void zeros_of_both_signs_are_equal_ordering_values() throws IOException {
    TableDefinition definition =
        TableDefinition.of("id bigint, ts double, who string")
            .key("id")
            .property("orcacid.ordering.column", "ts");
    try (AcidTable table = create(definition)) {
      table.upsert(List.of(row(1L, 0.0, "older"), row(1L, -0.0, "newer")));
      assertThat(texts(table.scan().select("who"))).containsExactly("[newer]");
    }
  }

  @Test
  void under_nbcc_keys_are_deleted_by_a_stricter_transaction() throws IOException {
    TableDefinition definition =
        TableDefinition.of("id bigint, ts int")
            .key("id")
            .property("orcacid.conflict.policy", "nbcc")
            .property("orcacid.ordering.column", "ts");
    try (AcidTable table = create(definition)) {
      table.upsert(List.of(row(1L, 1), row(2L, 1)));
      assertThat(table.deleteKeys(List.<Object[]>of(row(1L))).rows()).isEqualTo(1);
      assertThat(texts(table.scan())).containsExactly("[2, 1]");
    }
  }

  @Test
  void random_histories_leave_each_key_once_with_its_last_row() {
    Seeds.forEach(15, this::history);
  }

  private void history(Random random) throws IOException {
    TableDefinition definition =
        TableDefinition.of("id bigint, n int, p int").partitionedBy("p").key("id");
    if (random.nextBoolean()) {
      definition = definition.bucketedBy(3, "id");
    }
    Map<Long, String> expected = new TreeMap<>();
    try (AcidTable table = create(definition)) {
      for (int step = 0; step < 12; step++) {
        Map<Long, String> next = new TreeMap<>(expected);
        try (Transaction transaction = table.begin()) {
          for (int part = random.nextInt(3); part >= 0; part--) {
            change(random, transaction, next);
          }
          if (random.nextInt(4) > 0) {
            transaction.commit();
            expected = next;
          }
        }
        if (random.nextInt(4) == 0) {
          table.compaction().major().run();
        }
        assertThat(texts(table.scan())).containsExactlyInAnyOrderElementsOf(expected.values());
      }
      assertThat(table.verify().deep().run().hasErrors()).isFalse();
    }
  }

  private static void change(Random random, Transaction transaction, Map<Long, String> expected)
      throws IOException {
    if (random.nextInt(3) == 0) {
      List<Object[]> keys = new ArrayList<>();
      for (int i = random.nextInt(5); i >= 0; i--) {
        long id = random.nextInt(30);
        keys.add(row(id));
        expected.remove(id);
      }
      transaction.deleteKeys(keys);
      return;
    }
    Inserter inserter = transaction.upsert();
    for (int i = random.nextInt(10); i >= 0; i--) {
      long id = random.nextInt(30);
      int n = random.nextInt(1000);
      int p = random.nextInt(3);
      inserter.row(id, n, p);
      expected.put(id, "[" + id + ", " + n + ", " + p + "]");
    }
  }
}
