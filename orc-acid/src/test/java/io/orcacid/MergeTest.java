package io.orcacid;

import static io.orcacid.TestTables.insert;
import static io.orcacid.TestTables.row;
import static io.orcacid.TestTables.texts;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.orcacid.error.ValidationException;
import io.orcacid.error.WriteConflictException;
import io.orcacid.testkit.Seeds;
import io.orcacid.txn.log.Operation;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class MergeTest {
  private static final String SOURCE = "id int, n bigint, gone boolean";

  @TempDir Path directory;
  private int tables;

  private AcidTable create(TableDefinition definition) throws IOException {
    return AcidTable.create(directory.resolve("t" + tables++).toString(), definition);
  }

  private AcidTable create() throws IOException {
    return create(TableDefinition.of("id bigint, n int, name string").key("id"));
  }

  private static MergeSource source(Object[]... rows) {
    return MergeSource.of(SOURCE, List.of(rows));
  }

  @Test
  void rows_are_updated_deleted_and_inserted_by_the_first_clause_that_is_true() throws IOException {
    try (AcidTable table = create()) {
      insert(table, row(1L, 1, "a"), row(2L, 2, "b"), row(3L, 3, "c"), row(null, 9, "z"));
      Merged merged =
          table
              .merge(
                  source(
                      row(1, 10L, false),
                      row(2, 20L, true),
                      row(3, 0L, false),
                      row(4, 40L, false),
                      row(5, 50L, true),
                      row(null, 60L, false)))
              .whenMatched("source.gone")
              .delete()
              .whenMatched("source.n > n")
              .update("n = n + CAST(source.n AS int), name = name || '!'")
              .whenNotMatched("NOT source.gone AND source.id IS NOT NULL")
              .insert()
              .run();
      assertThat(merged).isEqualTo(new Merged(1, 1, 1));
      assertThat(texts(table.scan()))
          .containsExactlyInAnyOrder("[1, 11, a!]", "[3, 3, c]", "[4, 40, null]", "[null, 9, z]");
      assertThat(table.history().get(2).operation()).isEqualTo(Operation.MERGE);
      assertThat(table.verify().deep().run().findings()).isEmpty();
    }
  }

  @Test
  void without_assignments_the_columns_that_both_have_are_taken() throws IOException {
    try (AcidTable table = create()) {
      insert(table, row(1L, 1, "a"));
      table
          .merge(
              MergeSource.of(
                  "ID bigint, Name string, other int", List.of(row(1L, "x", 5), row(2L, "y", 6))))
          .whenMatched()
          .update()
          .whenNotMatched()
          .insert()
          .run();
      assertThat(texts(table.scan())).containsExactlyInAnyOrder("[1, 1, x]", "[2, null, y]");
    }
  }

  @Test
  void other_columns_than_the_key_are_compared_if_it_is_said() throws IOException {
    try (AcidTable table = create(TableDefinition.of("id bigint, n int, name string"))) {
      insert(table, row(1L, 1, "a"), row(2L, 1, "b"), row(3L, 2, "a"));
      Merged merged =
          table
              .merge(MergeSource.of("n int, name string", List.of(row(1, "a"), row(2, "b"))))
              .on("n", "name")
              .whenMatched()
              .delete()
              .whenNotMatched()
              .insert("n = source.n, name = source.name || '+'")
              .run();
      assertThat(merged).isEqualTo(new Merged(0, 1, 1));
      assertThat(texts(table.scan()))
          .containsExactlyInAnyOrder("[2, 1, b]", "[3, 2, a]", "[null, 2, b+]");
    }
  }

  @Test
  void a_row_that_meets_two_source_rows_is_an_error_and_nothing_happens() throws IOException {
    try (AcidTable table = create(TableDefinition.of("id bigint, n int"))) {
      insert(table, row(1L, 1), row(2L, 2));
      Merge merge =
          table
              .merge(
                  MergeSource.of(
                      "id bigint, n int", List.of(row(1L, 5), row(1L, 6), row(3L, 1), row(3L, 2))))
              .on("id")
              .whenMatched()
              .update()
              .whenNotMatched()
              .insert();
      assertThatThrownBy(merge::run)
          .isInstanceOf(ValidationException.class)
          .hasMessageContaining("meets more than one row of the source");
      assertThat(texts(table.scan())).containsExactlyInAnyOrder("[1, 1]", "[2, 2]");
      table.delete("id = 1");
      assertThat(merge.run()).isEqualTo(new Merged(0, 0, 4));
    }
  }

  @Test
  void two_source_rows_of_one_declared_key_are_an_error_even_if_it_is_new() throws IOException {
    try (AcidTable table = create()) {
      assertThatThrownBy(
              () ->
                  table
                      .merge(source(row(1, 1L, false), row(1, 2L, false)))
                      .whenNotMatched()
                      .insert()
                      .run())
          .isInstanceOf(ValidationException.class)
          .hasMessageContaining("Two rows of the source have one key");
    }
  }

  @Test
  void a_row_moves_to_the_partition_that_it_is_assigned() throws IOException {
    TableDefinition definition =
        TableDefinition.of("id bigint, day string").partitionedBy("day").key("id");
    try (AcidTable table = create(definition)) {
      insert(table, row(1L, "mon"), row(2L, "mon"));
      table
          .merge(MergeSource.of("id bigint, day string", List.<Object[]>of(row(1L, "tue"))))
          .whenMatched()
          .update()
          .run();
      assertThat(texts(table.scan())).containsExactlyInAnyOrder("[1, tue]", "[2, mon]");
      table.update("day = 'wed', id = id + 10", "id = 2");
      assertThat(texts(table.scan())).containsExactlyInAnyOrder("[1, tue]", "[12, wed]");
      assertThat(table.scan().where("day = 'mon'").count()).isZero();
      assertThat(table.verify().deep().run().findings()).isEmpty();
    }
  }

  @Test
  void a_key_is_not_changed_and_wrong_clauses_are_refused() throws IOException {
    try (AcidTable table = create()) {
      insert(table, row(1L, 1, "a"));
      assertThatThrownBy(
              () ->
                  table
                      .merge(source(row(1, 1L, false)))
                      .whenMatched()
                      .update("id = source.id + 1")
                      .run())
          .isInstanceOf(ValidationException.class)
          .hasMessageContaining("does not change the key");
      table.merge(source(row(1, 1L, false))).whenMatched().update("id = source.id").run();
      assertThatThrownBy(() -> table.merge(source()).whenNotMatched("n > 1").insert().run())
          .hasMessageContaining("columns of the source only");
      assertThatThrownBy(
              () -> table.merge(source(row(1, 1L, false)).as("name")).whenMatched().delete().run())
          .hasMessageContaining("column of the source's name");
      assertThatThrownBy(() -> table.merge(source()).whenMatched().delete().whenMatched().update())
          .hasMessageContaining("takes every row");
      assertThatThrownBy(() -> table.merge(source()).run()).hasMessageContaining("needs a clause");
      assertThatThrownBy(() -> table.merge(source()).on("name").whenMatched().delete().run())
          .hasMessageContaining("The source has no such column");
      assertThatThrownBy(() -> table.merge(source()).on("gone").whenMatched().delete().run())
          .hasMessageContaining("The table has no such column");
      assertThatThrownBy(
              () ->
                  table
                      .merge(MergeSource.of("id int", List.<Object[]>of(row("x"))))
                      .whenMatched()
                      .delete()
                      .run())
          .isInstanceOf(ValidationException.class);
    }
  }

  @Test
  void many_rows_and_several_clauses_of_one_kind() throws IOException {
    try (AcidTable table = create()) {
      List<Object[]> all = new ArrayList<>();
      for (int id = 0; id < 20_000; id++) {
        all.add(row((long) id, 0, "x"));
      }
      insert(table, all.toArray(Object[][]::new));
      List<Object[]> rows = new ArrayList<>();
      for (int id = 0; id < 23_000; id++) {
        rows.add(row(id, (long) id, false));
      }
      Merged merged =
          table
              .merge(MergeSource.of(SOURCE, rows))
              .whenMatched("source.id % 2 = 0")
              .delete()
              .whenMatched()
              .update("n = n + 1")
              .whenNotMatched("source.id % 3 = 0")
              .insert()
              .whenNotMatched("source.id % 3 = 1")
              .insert("id = source.id, n = -1")
              .run();
      assertThat(merged).isEqualTo(new Merged(10_000, 10_000, 2_000));
      assertThat(table.scan().where("id < 20000 AND n = 1 AND id % 2 = 1").count())
          .isEqualTo(10_000);
      assertThat(table.scan().where("id >= 20000 AND n = -1").count()).isEqualTo(1000);
    }
  }

  @Test
  void rows_are_inserted_under_the_keys_that_were_compared() throws IOException {
    try (AcidTable table = create()) {
      insert(table, row(10L, 1, "a"));
      for (String set : List.of("id = 10, n = 1", "id = source.id + 8")) {
        assertThatThrownBy(
                () ->
                    table
                        .merge(source(row(2, 1L, false), row(3, 1L, false)))
                        .whenNotMatched()
                        .insert(set)
                        .run())
            .isInstanceOf(ValidationException.class)
            .hasMessageContaining("under the keys of their source rows");
      }
      assertThat(table.scan().count()).isEqualTo(1);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"hive", "row", "serializable"})
  void what_a_merge_found_must_still_be_so_when_it_commits(String policy) throws IOException {
    TableDefinition definition =
        TableDefinition.of("id bigint, n int, day string")
            .partitionedBy("day")
            .key("id")
            .property("orcacid.conflict.policy", policy);
    try (AcidTable table = create(definition)) {
      insert(table, row(1L, 1, "mon"), row(2L, 1, "tue"));
      try (Transaction transaction = table.begin()) {
        // Row 1 stays because of what it is, row 3 is inserted because it is not there.
        transaction
            .merge(
                MergeSource.of(
                    "id bigint, n int, day string", List.of(row(1L, 0, "mon"), row(3L, 3, "wed"))))
            .whenMatched("source.n > n")
            .update()
            .whenNotMatched()
            .insert()
            .run();
        table.update("n = -1", "id = 1");
        assertThatThrownBy(transaction::commit).isInstanceOf(WriteConflictException.class);
      }
      try (Transaction transaction = table.begin()) {
        transaction
            .merge(
                MergeSource.of(
                    "id bigint, n int, day string", List.<Object[]>of(row(3L, 3, "wed"))))
            .whenNotMatched()
            .insert()
            .run();
        insert(table, row(3L, 4, "thu"));
        assertThatThrownBy(transaction::commit).isInstanceOf(WriteConflictException.class);
      }
    }
  }

  @Test
  void random_merges_agree_with_a_model() {
    Seeds.forEach(12, this::agree);
  }

  private void agree(Random random) throws IOException {
    Map<Long, String> model = new TreeMap<>();
    TableDefinition definition =
        TableDefinition.of("id bigint, n int, p int").partitionedBy("p").key("id");
    try (AcidTable table =
        create(random.nextBoolean() ? definition.bucketedBy(2, "n") : definition)) {
      for (int step = 0; step < 8; step++) {
        List<Object[]> rows = new ArrayList<>();
        Set<Long> keys = new HashSet<>();
        for (int i = random.nextInt(3000); i >= 0; i -= 1 + random.nextInt(3)) {
          long id = random.nextInt(4000);
          if (keys.add(id)) {
            rows.add(row(id, random.nextInt(100), random.nextInt(2)));
          }
        }
        Merged merged =
            table
                .merge(MergeSource.of("id bigint, n int, p int", rows))
                .whenMatched("source.n < 30 AND n > 50")
                .delete()
                .whenMatched("n % 2 = 0")
                .update()
                .whenNotMatched("source.n > 10")
                .insert()
                .run();
        assertThat(merged).isEqualTo(apply(rows, model));
        assertThat(texts(table.scan())).containsExactlyInAnyOrderElementsOf(model.values());
      }
    }
  }

  private static Merged apply(List<Object[]> rows, Map<Long, String> model) {
    long updated = 0;
    long deleted = 0;
    long inserted = 0;
    for (Object[] source : rows) {
      long id = (Long) source[0];
      int n = (Integer) source[1];
      String text = "[" + id + ", " + n + ", " + source[2] + "]";
      String before = model.get(id);
      if (before == null) {
        if (n > 10) {
          model.put(id, text);
          inserted++;
        }
        continue;
      }
      int old = Integer.parseInt(before.split(", ")[1]);
      if (n < 30 && old > 50) {
        model.remove(id);
        deleted++;
      } else if (old % 2 == 0) {
        model.put(id, text);
        updated++;
      }
    }
    return new Merged(updated, deleted, inserted);
  }
}
