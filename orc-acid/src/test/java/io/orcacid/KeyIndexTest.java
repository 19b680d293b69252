package io.orcacid;

import static io.orcacid.TestTables.insert;
import static io.orcacid.TestTables.row;
import static io.orcacid.TestTables.texts;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.orcacid.error.ValidationException;
import io.orcacid.testkit.Seeds;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** An index of keys changes what writes by key cost, and nothing else. */
class KeyIndexTest {
  private static final AcidOptions MEMORY = AcidOptions.of(Map.of("orcacid.key.index", "memory"));

  @TempDir Path directory;
  private int tables;

  private String create(TableDefinition definition) throws IOException {
    String path = directory.resolve("t" + tables++).toString();
    AcidTable.create(path, definition).close();
    return path;
  }

  private static TableDefinition people() {
    return TableDefinition.of("id int, n int, day string").partitionedBy("day").key("id");
  }

  private static long answers(AcidTable table) throws IOException {
    return table.keyIndexStatus().orElseThrow().answers();
  }

  /** Keys that it has at the newest version. */
  private static long keys(AcidTable table) throws IOException, InterruptedException {
    assertThat(table.awaitKeyIndex()).isTrue();
    return table.keyIndexStatus().orElseThrow().keys();
  }

  @Test
  void it_is_built_and_follows_what_is_committed() throws Exception {
    String path = create(people());
    try (AcidTable table = AcidTable.open(path, MEMORY);
        AcidTable other = AcidTable.open(path)) {
      insert(other, row(1, 1, "mon"), row(2, 2, "mon"), row(null, 0, "mon"));
      assertThat(keys(table)).isEqualTo(2);
      table.upsert(List.of(row(1, 10, "tue"), row(3, 30, "tue")));
      assertThat(answers(table)).isEqualTo(1);
      insert(other, row(4, 4, "wed"), row(4, 5, "thu"));
      other.delete("id = 2");
      other.compaction().major().run();
      assertThat(table.deleteKeys(List.of(row(2), row(4))).rows()).isEqualTo(2);
      table.upsert(List.of(row(2, 22, "mon"), row(1, 11, "mon")));
      assertThat(answers(table)).isEqualTo(3);
      assertThat(texts(table.scan()))
          .containsExactlyInAnyOrder(
              "[null, 0, mon]", "[2, 22, mon]", "[1, 11, mon]", "[3, 30, tue]");
      assertThat(keys(table)).isEqualTo(4);
    }
  }

  @Test
  void after_an_overwrite_or_a_truncation_it_is_built_anew() throws Exception {
    String path = create(people());
    try (AcidTable table = AcidTable.open(path, MEMORY)) {
      table.upsert(List.of(row(1, 1, "mon"), row(2, 2, "mon")));
      table.awaitKeyIndex();
      try (Transaction transaction = table.begin()) {
        transaction.overwrite(List.of("day=mon")).row(2, 20, "mon").row(3, 30, "mon");
        transaction.commit();
      }
      table.upsert(List.of(row(1, 11, "mon"), row(2, 21, "mon")));
      assertThat(answers(table)).isZero();
      assertThat(keys(table)).isEqualTo(3);
      table.upsert(List.<Object[]>of(row(3, 31, "mon")));
      assertThat(answers(table)).isEqualTo(1);
      assertThat(texts(table.scan()))
          .containsExactlyInAnyOrder("[1, 11, mon]", "[2, 21, mon]", "[3, 31, mon]");
    }
  }

  @Test
  void an_ordering_column_is_known_to_it() throws Exception {
    for (String policy : List.of("nbcc", "hive")) {
      String path =
          create(
              TableDefinition.of("id int, ts int")
                  .key("id")
                  .property("orcacid.conflict.policy", policy)
                  .property("orcacid.ordering.column", "ts"));
      try (AcidTable table = AcidTable.open(path, MEMORY)) {
        table.upsert(List.of(row(1, 5), row(2, 5), row(3, null)));
        assertThat(keys(table)).isEqualTo(3);
        table.upsert(List.of(row(1, 4), row(2, 6), row(3, 1)));
        table.upsert(List.of(row(1, 6), row(2, 5), row(3, null)));
        assertThat(answers(table)).isEqualTo(2);
        assertThat(texts(table.scan())).containsExactlyInAnyOrder("[1, 6]", "[2, 6]", "[3, 1]");
      }
    }
  }

  @Test
  void a_transaction_on_an_older_version_does_not_ask_it() throws Exception {
    String path = create(people());
    try (AcidTable table = AcidTable.open(path, MEMORY)) {
      table.upsert(List.<Object[]>of(row(1, 1, "mon")));
      table.awaitKeyIndex();
      try (Transaction old = table.begin()) {
        table.upsert(List.<Object[]>of(row(2, 2, "tue")));
        table.upsert(List.<Object[]>of(row(3, 3, "wed")));
        assertThat(answers(table)).isEqualTo(2);
        old.deleteKeys(List.<Object[]>of(row(2)));
        old.upsert().row(1, 9, "mon");
        assertThat(texts(old.scan())).containsExactly("[1, 9, mon]");
      }
      assertThat(answers(table)).isEqualTo(2);
    }
  }

  @Test
  void an_ordering_column_that_counts_no_more_decides_nothing() throws Exception {
    String path =
        create(
            TableDefinition.of("id int, ts int, who string")
                .key("id")
                .property("orcacid.ordering.column", "ts"));
    try (AcidTable table = AcidTable.open(path, MEMORY)) {
      table.upsert(List.<Object[]>of(row(1, 5, "old")));
      table.alter().unset("orcacid.ordering.column").commit();
      table.upsert(List.<Object[]>of(row(2, 5, "other")));
      assertThat(table.awaitKeyIndex()).isTrue();
      table.upsert(List.<Object[]>of(row(1, 4, "new")));
      assertThat(texts(table.scan().where("id = 1"))).containsExactly("[1, 4, new]");
    }
  }

  @Test
  void rows_are_read_by_the_columns_of_the_version_that_is_asked_for() throws Exception {
    String path = create(TableDefinition.of("id float, n int").key("id"));
    try (AcidTable table = AcidTable.open(path, MEMORY);
        AcidTable other = AcidTable.open(path)) {
      assertThat(table.awaitKeyIndex()).isTrue();
      insert(other, row(0.1f, 1), row(2.5f, 1));
      try (Transaction transaction = table.begin()) {
        other.alter().widen("id", "double").commit();
        table.version();
        transaction.upsert().row(2.5f, 9).row(0.1f, 9);
        transaction.commit();
      }
      assertThat(table.scan().count()).isEqualTo(2);
      assertThat(table.scan().where("n = 9").count()).isEqualTo(2);
    }
  }

  @Test
  void a_transaction_that_cannot_begin_keeps_nothing() throws Exception {
    String path = create(people());
    try (AcidTable table =
        AcidTable.open(path, AcidOptions.of(Map.of("orcacid.key.index", "nowhere")))) {
      assertThatThrownBy(table::begin).isInstanceOf(ValidationException.class);
      assertThat(table.leases()).isEmpty();
    }
  }

  @Test
  void a_key_of_nested_type_has_no_index_and_rows_are_inserted() throws Exception {
    String path = create(TableDefinition.of("id struct<a:int>, n int").key("id"));
    try (AcidTable table = AcidTable.open(path, MEMORY)) {
      insert(table, row(null, 1));
      assertThat(table.keyIndexStatus()).isEmpty();
    }
  }

  @Test
  void closing_ends_a_build_that_runs() throws Exception {
    String path = create(TableDefinition.of("id bigint, n int").key("id"));
    try (AcidTable filling = AcidTable.open(path);
        Transaction transaction = filling.begin()) {
      for (long id = 0; id < 200_000; id++) {
        transaction.insert().row(id, 1);
      }
      transaction.commit();
    }
    AcidTable table = AcidTable.open(path, MEMORY);
    table.deleteKeys(List.<Object[]>of(row(-1L)));
    table.close();
    try (AcidTable other = AcidTable.open(path)) {
      assertThat(other.leases()).isEmpty();
    }
  }

  @Test
  void unknown_kinds_are_refused_and_without_a_key_there_is_none() throws Exception {
    String path = create(people());
    try (AcidTable table =
        AcidTable.open(path, AcidOptions.of(Map.of("orcacid.key.index", "nowhere")))) {
      assertThatThrownBy(table::begin)
          .isInstanceOf(ValidationException.class)
          .hasMessageContaining("nowhere");
    }
    try (AcidTable keyless = AcidTable.open(create(TableDefinition.of("id int")), MEMORY)) {
      assertThat(keyless.awaitKeyIndex()).isFalse();
      assertThat(keyless.keyIndexStatus()).isEmpty();
    }
  }

  @Test
  void random_histories_of_two_processes_agree_with_a_table_without_an_index() {
    Seeds.forEach(12, this::agree);
  }

  private void agree(Random random) throws Exception {
    String indexed = create(people());
    String plain = create(people());
    try (AcidTable table = AcidTable.open(indexed, MEMORY);
        AcidTable other = AcidTable.open(indexed);
        AcidTable expected = AcidTable.open(plain)) {
      for (int step = 0; step < 25; step++) {
        long seed = random.nextLong();
        AcidTable one = random.nextInt(3) == 0 ? other : table;
        change(new Random(seed), one);
        change(new Random(seed), expected);
        if (random.nextInt(5) == 0) {
          other.compaction().major().run();
        }
        if (random.nextInt(3) == 0) {
          table.awaitKeyIndex();
        }
        assertThat(texts(other.scan()))
            .as("step %s", step)
            .containsExactlyInAnyOrderElementsOf(texts(expected.scan()));
      }
      assertThat(other.verify().deep().run().hasErrors()).isFalse();
    }
  }

  private static void change(Random random, AcidTable table) throws IOException {
    List<Object[]> rows = new ArrayList<>();
    for (int i = random.nextInt(8); i >= 0; i--) {
      rows.add(row(random.nextInt(25), random.nextInt(100), "d" + random.nextInt(2)));
    }
    switch (random.nextInt(7)) {
      case 0 -> table.deleteKeys(rows.stream().map(one -> row(one[0])).toList());
      case 1 -> table.delete("id % 7 = " + random.nextInt(7));
      case 2 -> table.update("n = n + 1, day = 'd0'", "id % 5 = " + random.nextInt(5));
      case 3 -> {
        try (Transaction transaction = table.begin()) {
          transaction.upsert().row(1, 1, "d1").row(1, 2, "d0");
          transaction.deleteKeys(List.<Object[]>of(row(2)));
          transaction.upsert().row(2, 2, "d1");
          transaction.commit();
        }
      }
      default -> table.upsert(rows);
    }
    if (random.nextInt(15) == 0) {
      table.truncate(List.of("day=d" + random.nextInt(2)));
    }
  }
}
