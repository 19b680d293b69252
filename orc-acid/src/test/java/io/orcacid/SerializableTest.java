package io.orcacid;

import static io.orcacid.TestTables.row;
import static io.orcacid.TestTables.texts;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.orcacid.error.WriteConflictException;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The policy {@code serializable}: what a transaction read is what it would read at its commit. */
class SerializableTest {
  @TempDir Path directory;
  private AcidTable table;

  @BeforeEach
  void create() throws IOException {
    table =
        AcidTable.create(
            directory.resolve("t").toString(),
            TableDefinition.of("n int, v int, day string")
                .partitionedBy("day")
                .property("orcacid.conflict.policy", "serializable"));
    TestTables.insert(
        table, row(1, 100, "a"), row(2, 100, "a"), row(3, 100, "b"), row(4, 100, "b"));
  }

  private static void read(Transaction transaction, String where) throws IOException {
    texts(transaction.scan().where(where));
  }

  private void commitOther(String set, String where) throws IOException {
    try (Transaction other = table.begin()) {
      assertThat(other.update(set, where)).isPositive();
      other.commit();
    }
  }

  private static void assertConflict(Transaction transaction, String... words) {
    assertThatThrownBy(transaction::commit)
        .isInstanceOf(WriteConflictException.class)
        .hasMessageContainingAll(words);
  }

  @Test
  void of_two_that_each_read_what_the_other_writes_only_one_commits() throws IOException {
    try (Transaction one = table.begin();
        Transaction other = table.begin()) {
      read(one, "n IN (1, 3)");
      read(other, "n IN (1, 3)");
      one.update("v = 0", "n = 1");
      other.update("v = 0", "n = 3");
      one.commit();
      assertConflict(other, "later=READ", "partition=day=a", "earlier=UPDATE_DELETE");
    }
    assertThat(texts(table.scan().where("v = 0"))).containsExactly("[1, 0, a]");
  }

  @Test
  void under_hive_both_would_have_committed() throws IOException {
    try (AcidTable hive =
            AcidTable.create(
                directory.resolve("h").toString(),
                TableDefinition.of("n int, v int, day string").partitionedBy("day"));
        Transaction setUp = hive.begin()) {
      setUp.insert().row(1, 100, "a").row(3, 100, "b");
      setUp.commit();
      try (Transaction one = hive.begin();
          Transaction other = hive.begin();
          Transaction strict = hive.beginWithPolicy("serializable")) {
        for (Transaction each : List.of(one, other, strict)) {
          read(each, "n IN (1, 3)");
        }
        one.update("v = 0", "n = 1");
        other.update("v = 0", "n = 3");
        strict.insert().row(5, 0, "c");
        one.commit();
        other.commit();
        assertConflict(strict, "policy=serializable", "later=READ");
      }
    }
  }

  @Test
  void a_row_that_was_inserted_meets_a_scan_that_would_have_found_it() throws IOException {
    try (Transaction phantom = table.begin();
        Transaction untouched = table.begin()) {
      read(phantom, "v > 50 AND day = 'a'");
      phantom.insert().row(9, 0, "c");
      read(untouched, "v < 50 AND day = 'a'");
      untouched.insert().row(9, 1, "c");
      TestTables.insert(table, row(5, 70, "a"));
      assertConflict(phantom, "earlier=INSERT", "later=READ");
      untouched.commit();
    }
  }

  @Test
  void a_scan_of_everything_meets_rows_in_partitions_that_were_not_there() throws IOException {
    try (Transaction all = table.begin()) {
      assertThat(all.scan().count()).isEqualTo(4);
      all.insert().row(9, 0, "c");
      TestTables.insert(table, row(5, 70, "new"));
      assertConflict(all, "partition=day=new");
    }
  }

  @Test
  void rows_that_neither_matched_before_nor_after_are_no_conflict() throws IOException {
    try (Transaction reader = table.begin()) {
      read(reader, "n = 1");
      reader.insert().row(9, 0, "c");
      commitOther("v = 7", "n = 2");
      commitOther("v = 7", "n = 3");
      table.delete("n = 4");
      reader.commit();
    }
    assertThat(table.scan().count()).isEqualTo(4);
  }

  @Test
  void an_update_that_makes_a_row_match_and_one_that_makes_it_not_match_are_conflicts()
      throws IOException {
    try (Transaction lost = table.begin();
        Transaction gained = table.begin()) {
      read(lost, "v = 100 AND n = 2");
      lost.insert().row(9, 0, "c");
      read(gained, "v = 7");
      gained.insert().row(9, 1, "c");
      commitOther("v = 7", "n = 2");
      assertConflict(lost, "later=READ");
      assertConflict(gained, "later=READ");
    }
  }

  @Test
  void a_row_that_came_and_went_within_one_commit_was_never_there_to_be_read() throws IOException {
    try (Transaction reader = table.begin()) {
      read(reader, "v = 55");
      reader.insert().row(9, 0, "c");
      try (Transaction other = table.begin()) {
        other.insert().row(6, 55, "a");
        other.delete("n = 6");
        other.insert().row(7, 56, "a");
        other.commit();
      }
      reader.commit();
    }
  }

  @Test
  void an_overwrite_meets_whoever_read_a_row_of_the_partition() throws IOException {
    try (Transaction ofPartition = table.begin();
        Transaction ofOther = table.begin()) {
      read(ofPartition, "n = 1");
      ofPartition.insert().row(9, 0, "c");
      read(ofOther, "n = 3");
      ofOther.insert().row(9, 1, "c");
      table.truncate(List.of("day=a"));
      assertConflict(ofPartition, "earlier=OVERWRITE", "later=READ");
      ofOther.commit();
    }
  }

  @Test
  void compactions_change_nothing_that_was_read() throws IOException {
    TestTables.insert(table, row(5, 1, "a"));
    try (Transaction reader = table.begin()) {
      read(reader, "n > 0");
      reader.insert().row(9, 0, "c");
      table.compaction().major().run();
      reader.commit();
    }
  }

  @Test
  void inserts_that_read_nothing_never_conflict() throws IOException {
    try (Transaction one = table.begin();
        Transaction other = table.begin()) {
      one.insert().row(9, 0, "a");
      other.insert().row(9, 1, "a");
      one.commit();
      other.commit();
    }
    assertThat(table.scan().where("n = 9").count()).isEqualTo(2);
  }

  @Test
  void what_the_transaction_itself_wrote_is_no_conflict() throws IOException {
    try (Transaction own = table.begin()) {
      own.update("v = 1", "n = 1");
      read(own, "v = 1");
      own.update("v = 2", "v = 1");
      own.commit();
    }
    assertThat(texts(table.scan().where("n = 1"))).containsExactly("[1, 2, a]");
  }
}
