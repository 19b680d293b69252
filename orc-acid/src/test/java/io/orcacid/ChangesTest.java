package io.orcacid;

import static io.orcacid.TestTables.insert;
import static io.orcacid.TestTables.row;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.orcacid.error.CorruptFileException;
import io.orcacid.error.SnapshotTooOldException;
import io.orcacid.error.UnsupportedTableException;
import io.orcacid.error.ValidationException;
import io.orcacid.format.SchemaText;
import io.orcacid.format.ValidTxnList;
import io.orcacid.format.ValidWriteIdList;
import io.orcacid.testkit.Fixture;
import io.orcacid.testkit.MemoryDirectories;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** What versions changed, row by row. */
class ChangesTest {
  @TempDir(factory = MemoryDirectories.class)
  Path directory;

  /** The tag keeps the rows of its version, not those that came and went after it. */
  @Test
  void changesAfterATaggedVersionBelowTheFloorAreRefused() throws IOException {
    AcidTable table = plain();
    insert(table, row(1L, 1));
    table.tag("one");
    insert(table, row(2L, 2));
    table.compaction().major().run();
    insert(table, row(3L, 3));
    table.clean().retentionWithoutForeignReaders(Duration.ZERO).run();
    for (ChangeScan changes : List.of(table.changes(), table.changes().net())) {
      assertThatThrownBy(() -> texts(changes.afterVersion(1)))
          .isInstanceOf(SnapshotTooOldException.class)
          .hasMessageContaining("oldestReadable");
    }
    assertThat(table.scanAsOfTag("one").count()).isEqualTo(1);
  }

  private AcidTable create(TableDefinition definition) throws IOException {
    return AcidTable.create(directory.resolve("t").toString(), definition);
  }

  private AcidTable plain() throws IOException {
    return create(TableDefinition.of("id bigint, n int"));
  }

  private AcidTable keyed() throws IOException {
    return create(TableDefinition.of("id bigint, n int").key("id"));
  }

  private static List<String> texts(ChangeScan scan) throws IOException {
    List<String> texts = new ArrayList<>();
    try (Changes changes = scan.read()) {
      for (Change change : changes) {
        texts.add(text(change));
      }
    }
    return texts;
  }

  private static String text(Change change) {
    return change.version() + " " + change.kind() + " " + change.row();
  }

  private static void clean(AcidTable table) throws IOException {
    table.clean().retentionWithoutForeignReaders(Duration.ZERO).run();
  }

  @Test
  void an_insert_brings_rows_and_a_delete_takes_them_with_the_values_that_they_had()
      throws IOException {
    AcidTable table = plain();
    insert(table, row(1L, 10), row(2L, 20));
    table.delete("id = 1");
    assertThat(texts(table.changes().afterVersion(0)))
        .containsExactly("1 INSERT [1, 10]", "1 INSERT [2, 20]", "2 DELETE [1, 10]");
  }

  @Test
  void an_update_without_a_key_takes_the_old_row_and_brings_a_new_one() throws IOException {
    AcidTable table = plain();
    insert(table, row(1L, 10), row(2L, 20));
    table.update("n = n + 1", "id = 2");
    assertThat(texts(table.changes().afterVersion(1)))
        .containsExactly("2 DELETE [2, 20]", "2 INSERT [2, 21]");
  }

  @Test
  void an_update_of_a_table_with_a_key_is_the_row_before_and_the_row_after() throws IOException {
    AcidTable table = keyed();
    insert(table, row(1L, 10), row(2L, 20), row(3L, 30));
    try (Transaction transaction = table.begin()) {
      transaction.update("n = n + 1", "id >= 2");
      transaction.delete("id = 1");
      transaction.commit();
    }
    assertThat(texts(table.changes().afterVersion(1)))
        .containsExactly(
            "2 DELETE [1, 10]",
            "2 UPDATE_BEFORE [2, 20]",
            "2 UPDATE_AFTER [2, 21]",
            "2 UPDATE_BEFORE [3, 30]",
            "2 UPDATE_AFTER [3, 31]");
  }

  @Test
  void rows_of_one_key_pair_one_by_one_whichever_side_is_smaller() throws IOException {
    AcidTable table = keyed();
    insert(table, row(1L, 10), row(1L, 11), row(2L, 20), row(null, 0));
    try (Transaction transaction = table.begin()) {
      transaction.overwrite().row(1L, 12).row(null, 1);
      transaction.commit();
    }
    try (Transaction transaction = table.begin()) {
      transaction.overwrite().row(1L, 13).row(1L, 14).row(1L, 15).row(null, 2);
      transaction.commit();
    }
    assertThat(texts(table.changes().afterVersion(1)))
        .containsExactly(
            "2 DELETE [1, 11]",
            "2 DELETE [2, 20]",
            "2 DELETE [null, 0]",
            "2 UPDATE_BEFORE [1, 10]",
            "2 UPDATE_AFTER [1, 12]",
            "2 INSERT [null, 1]",
            "3 DELETE [null, 1]",
            "3 UPDATE_BEFORE [1, 12]",
            "3 UPDATE_AFTER [1, 13]",
            "3 INSERT [1, 14]",
            "3 INSERT [1, 15]",
            "3 INSERT [null, 2]");
  }

  @Test
  void a_row_that_moves_between_partitions_goes_before_it_comes() throws IOException {
    AcidTable table = create(TableDefinition.of("id bigint, p int").partitionedBy("p"));
    insert(table, row(1L, 5), row(2L, 5));
    try (Transaction transaction = table.begin()) {
      transaction.delete("id = 1");
      transaction.insert().row(1L, 1);
      transaction.commit();
    }
    try (Changes changes = table.changes().afterVersion(1).read()) {
      Iterator<Change> iterator = changes.iterator();
      Change gone = iterator.next();
      Change came = iterator.next();
      assertThat(text(gone)).isEqualTo("2 DELETE [1, 5]");
      assertThat(gone.address().partition()).isEqualTo("p=5");
      assertThat(gone.address().rowId().writeId()).isEqualTo(1);
      assertThat(gone.writeId()).isEqualTo(2);
      assertThat(text(came)).isEqualTo("2 INSERT [1, 1]");
      assertThat(came.address().partition()).isEqualTo("p=1");
      assertThat(came.writeId()).isEqualTo(2);
      assertThat(iterator).isExhausted();
    }
  }

  @Test
  void an_overwrite_takes_every_row_of_its_partitions_and_a_truncate_too() throws IOException {
    AcidTable table = create(TableDefinition.of("id bigint, p int").partitionedBy("p"));
    insert(table, row(1L, 1), row(2L, 1), row(3L, 2));
    try (Transaction transaction = table.begin()) {
      transaction.overwrite(List.of("p=1")).row(4L, 1);
      transaction.commit();
    }
    table.truncate();
    assertThat(texts(table.changes().afterVersion(1)))
        .containsExactly(
            "2 DELETE [1, 1]",
            "2 DELETE [2, 1]",
            "2 INSERT [4, 1]",
            "3 DELETE [4, 1]",
            "3 DELETE [3, 2]");
  }

  @Test
  void a_row_that_one_transaction_brings_and_takes_again_is_no_change() throws IOException {
    AcidTable table = plain();
    insert(table, row(1L, 10));
    try (Transaction transaction = table.begin()) {
      transaction.insert().row(2L, 20).row(3L, 30);
      transaction.delete("id <= 2");
      transaction.update("n = 31", "id = 3");
      transaction.commit();
    }
    assertThat(texts(table.changes().afterVersion(1)))
        .containsExactly("2 DELETE [1, 10]", "2 INSERT [3, 31]");
  }

  @Test
  void upkeep_changes_nothing_and_moves_nothing() throws IOException {
    AcidTable table = plain();
    insert(table, row(1L, 10), row(2L, 20));
    table.delete("id = 1");
    insert(table, row(3L, 30));
    List<String> before = texts(table.changes().afterVersion(0).upTo(3));
    table.compaction().minor().run();
    assertThat(texts(table.changes().afterVersion(0))).isEqualTo(before);
    table.compaction().major().run();
    assertThat(texts(table.changes().afterVersion(0))).isEqualTo(before);
    assertThat(texts(table.changes().afterVersion(3))).isEmpty();
    table.delete("id = 3");
    assertThat(texts(table.changes().afterVersion(3))).containsExactly("6 DELETE [3, 30]");
  }

  @Test
  void the_net_of_a_range_leaves_out_what_came_and_went_in_it() throws IOException {
    AcidTable table = plain();
    insert(table, row(1L, 10), row(2L, 20));
    insert(table, row(3L, 30), row(4L, 40));
    table.delete("id IN (1, 3)");
    table.update("n = n + 1", "id = 4");
    table.update("n = n + 1", "id = 4");
    assertThat(texts(table.changes().afterVersion(1).net()))
        .containsExactly("3 DELETE [1, 10]", "5 INSERT [4, 42]");
    assertThat(texts(table.changes().afterVersion(1).upTo(2).net()))
        .containsExactly("2 INSERT [3, 30]", "2 INSERT [4, 40]");
  }

  @Test
  void the_net_of_a_key_is_its_first_row_before_and_its_last_row_after() throws IOException {
    AcidTable table = keyed();
    insert(table, row(1L, 10), row(2L, 20));
    table.update("n = n + 1", "id = 1");
    table.update("n = n + 1", "id = 1");
    table.delete("id = 2");
    insert(table, row(2L, 25), row(3L, 30));
    table.compaction().major().run();
    table.delete("id = 3");
    assertThat(texts(table.changes().afterVersion(1).net()))
        .containsExactly(
            "2 UPDATE_BEFORE [1, 10]",
            "3 UPDATE_AFTER [1, 12]",
            "4 UPDATE_BEFORE [2, 20]",
            "5 UPDATE_AFTER [2, 25]");
  }

  @Test
  void a_condition_sees_an_update_that_leaves_it_as_a_delete_and_one_that_meets_it_as_an_insert()
      throws IOException {
    AcidTable table = keyed();
    insert(table, row(1L, 10), row(2L, 20), row(3L, 30));
    table.update("n = n + 10", "id <= 2");
    assertThat(texts(table.changes().afterVersion(1).where("n < 30").where("n > 15")))
        .containsExactly("2 DELETE [2, 20]", "2 INSERT [1, 20]");
    assertThat(texts(table.changes().afterVersion(1).where("n < 35").select("n")))
        .containsExactly(
            "2 UPDATE_BEFORE [10]",
            "2 UPDATE_AFTER [20]",
            "2 UPDATE_BEFORE [20]",
            "2 UPDATE_AFTER [30]");
  }

  @Test
  void the_key_pairs_rows_though_it_is_not_among_the_columns_asked_for() throws IOException {
    AcidTable table = keyed();
    insert(table, row(1L, 10), row(2L, 20));
    table.update("n = n + 1", "id = 2");
    try (Changes changes = table.changes().afterVersion(1).select("n").read()) {
      assertThat(changes.type()).hasToString("struct<n:int>");
      assertThat(changes)
          .extracting(ChangesTest::text)
          .containsExactly("2 UPDATE_BEFORE [20]", "2 UPDATE_AFTER [21]");
    }
  }

  @Test
  void times_say_the_same_as_the_versions_that_they_had() throws IOException {
    AcidTable table = plain();
    insert(table, row(1L, 10));
    insert(table, row(2L, 20));
    insert(table, row(3L, 30));
    Instant first = table.history().get(1).time();
    Instant second = table.history().get(2).time();
    assertThat(texts(table.changes().afterTime(first).upToTime(second)))
        .containsExactly("2 INSERT [2, 20]");
    try (Changes changes = table.changes().afterVersion(1).upTo(2).read()) {
      assertThat(changes).extracting(Change::time).containsExactly(second);
    }
  }

  @Test
  void a_cursor_stands_where_a_version_is_whole() throws IOException {
    AcidTable table = plain();
    insert(table, row(1L, 10), row(2L, 20));
    table.compaction().major().run();
    insert(table, row(3L, 30));
    table.compaction().major().run();
    long newest = table.version();
    try (Changes changes = table.changes().afterVersion(0).read()) {
      Iterator<Change> iterator = changes.iterator();
      assertThat(changes.cursor()).hasValue(0);
      iterator.next();
      assertThat(changes.cursor()).isEmpty();
      iterator.next();
      long between = changes.cursor().orElseThrow();
      assertThat(texts(table.changes().afterVersion(between))).hasSize(1);
      iterator.next();
      assertThat(changes.cursor()).hasValue(newest);
      assertThat(changes.upTo()).isEqualTo(newest);
      assertThat(iterator.hasNext()).isFalse();
    }
  }

  @Test
  void versions_that_were_cleaned_away_are_refused_and_the_floor_is_named() throws IOException {
    AcidTable table = plain();
    insert(table, row(1L, 10));
    table.delete("id = 1");
    insert(table, row(2L, 20));
    table.compaction().major().run();
    clean(table);
    long floor = table.scanAsOfVersion(table.version()).count() == 1 ? 4 : -1;
    assertThatThrownBy(() -> table.changes().afterVersion(1).read())
        .isInstanceOf(SnapshotTooOldException.class)
        .hasMessageContaining("version=1")
        .hasMessageContaining("oldestReadable=" + floor);
    assertThat(texts(table.changes().afterVersion(floor))).isEmpty();
  }

  @Test
  void changes_that_are_being_read_keep_all_their_versions_from_the_cleaner() throws IOException {
    AcidTable table = plain();
    insert(table, row(1L, 10), row(2L, 20));
    table.delete("id = 1");
    insert(table, row(3L, 30));
    table.update("n = 0", "id = 2");
    List<String> expected = texts(table.changes().afterVersion(1));
    try (Changes changes = table.changes().afterVersion(1).upTo(4).read();
        AcidTable other = AcidTable.open(table.path())) {
      other.compaction().major().run();
      clean(other);
      assertThat(changes).extracting(ChangesTest::text).isEqualTo(expected);
    }
  }

  @Test
  void a_follower_gives_each_version_once_and_keeps_what_it_has_not_given() throws IOException {
    AcidTable table = plain();
    insert(table, row(1L, 10));
    try (AcidTable other = AcidTable.open(table.path());
        ChangeFollower follower = other.changes().afterVersion(0).follow(Duration.ZERO)) {
      assertThat(follower.next()).extracting(ChangesTest::text).containsExactly("1 INSERT [1, 10]");
      assertThat(follower.poll()).isEmpty();
      for (int round = 0; round < 3; round++) {
        insert(table, row(2L, 20));
        long deleting = table.delete("id = 2").version();
        table.compaction().major().run();
        clean(table);
        assertThat(follower.next())
            .extracting(ChangesTest::text)
            .containsExactly(deleting - 1 + " INSERT [2, 20]", deleting + " DELETE [2, 20]");
      }
      assertThat(follower.poll()).isEmpty();
      assertThat(follower.position()).isEqualTo(table.version());
    }
  }

  @Test
  void a_follower_gives_a_version_again_that_was_not_gone_through() throws IOException {
    AcidTable table = plain();
    try (ChangeFollower follower = table.changes().afterVersion(0).follow(Duration.ZERO)) {
      insert(table, row(1L, 10));
      insert(table, row(2L, 20), row(3L, 30));
      Iterator<Change> iterator = follower.next().iterator();
      iterator.next();
      iterator.next();
      assertThat(follower.position()).isEqualTo(1);
      assertThat(follower.next())
          .extracting(ChangesTest::text)
          .containsExactly("2 INSERT [2, 20]", "2 INSERT [3, 30]");
    }
  }

  @Test
  void a_follower_that_is_far_behind_goes_on_in_pieces_and_lets_go_of_each() throws IOException {
    AcidTable table = plain();
    try (AcidTable other = AcidTable.open(table.path());
        ChangeFollower follower =
            other.changes().afterVersion(0).follow(Duration.ZERO, time -> {}, 2)) {
      for (long id = 1; id <= 5; id++) {
        insert(table, row(id, 0));
        if (id == 2) {
          table.compaction().minor().run();
          table.compaction().major().run();
        }
      }
      assertThat(follower.next()).hasSize(2);
      assertThat(follower.position()).isEqualTo(2);
      assertThat(follower.next())
          .extracting(ChangesTest::text)
          .containsExactly("5 INSERT [3, 0]", "6 INSERT [4, 0]");
      assertThat(table.leases()).extracting(lease -> lease.version()).contains(4L);
      assertThat(follower.next()).hasSize(1);
      assertThat(follower.poll()).isEmpty();
      assertThat(table.leases())
          .extracting(lease -> lease.version())
          .contains(table.version())
          .doesNotContain(4L);
    }
  }

  @Test
  void a_follower_waits_as_it_was_told_to() throws IOException {
    AcidTable table = plain();
    List<Duration> waits = new ArrayList<>();
    ChangeFollower.Pause pause =
        time -> {
          waits.add(time);
          if (waits.size() == 3) {
            try {
              insert(table, row(1L, 10));
            } catch (IOException e) {
              throw new AssertionError(e);
            }
          }
        };
    try (ChangeFollower follower =
        table.changes().afterVersion(0).follow(Duration.ofSeconds(7), pause)) {
      assertThat(follower.next()).hasSize(1);
    }
    assertThat(waits).hasSize(3).containsOnly(Duration.ofSeconds(7));
  }

  static Stream<Arguments> tablesOfHive() {
    return Fixture.all().stream()
        .filter(fixture -> !fixture.name().endsWith("/empty_table"))
        .flatMap(
            fixture ->
                fixture.snapshots().stream()
                    .filter(snapshot -> !snapshot.mustBeRefused())
                    .map(snapshot -> Arguments.of(fixture, snapshot)));
  }

  @ParameterizedTest
  @MethodSource("tablesOfHive")
  void an_adopted_table_has_changes_from_its_adoption_on(
      Fixture fixture, Fixture.FixtureSnapshot snapshot) throws IOException {
    TableDefinition definition = TableDefinition.of(fixture.schema());
    try (AcidTable table =
        AcidTable.adopt(
            fixture.copyTable(directory.resolve("adopted")).toString(),
            definition,
            ValidWriteIdList.parse(snapshot.validWriteIdList()),
            ValidTxnList.parse(snapshot.validTxnList()))) {
      Map<Address, String> content = addressed(table);
      List<Address> addresses = List.copyOf(content.keySet());
      // The last one alone, which may follow files that nothing is taken from.
      delete(table, addresses.subList(Math.max(0, addresses.size() - 1), addresses.size()));
      // Then some with rows on both sides that stay.
      delete(
          table,
          addresses.subList(0, Math.max(0, addresses.size() - 1)).stream()
              .filter(address -> addresses.indexOf(address) % 3 == 1)
              .toList());
      String key = SchemaText.quoted(definition.row().getFieldNames().get(0));
      table.update(key + " = " + key, key + " IS NOT NULL");
      table.compaction().major().run();
      table.truncate();

      try (Changes changes = table.changes().afterVersion(0).read()) {
        for (Change change : changes) {
          if (change.kind() == Change.Kind.INSERT) {
            assertThat(content.put(change.address(), plain(change.row()))).isNull();
          } else {
            assertThat(content.remove(change.address())).isEqualTo(plain(change.row()));
          }
        }
      }
      assertThat(content).isEmpty();
      assertThatThrownBy(() -> table.changes().afterVersion(-1).read())
          .isInstanceOf(SnapshotTooOldException.class);
    }
  }

  private static void delete(AcidTable table, List<Address> addresses) throws IOException {
    try (Transaction transaction = table.begin()) {
      for (Address address : addresses) {
        transaction.delete(address);
      }
      transaction.commit();
    }
  }

  private static Map<Address, String> addressed(AcidTable table) throws IOException {
    Map<Address, String> content = new LinkedHashMap<>();
    try (Rows rows = table.scan().withRowId().ordered().rows()) {
      rows.forEach(row -> content.put(row.address().orElseThrow(), plain(row)));
    }
    return content;
  }

  /** Arrays of bytes have no text of their own. */
  private static String plain(Row row) {
    return row.values().stream()
        .map(value -> value instanceof byte[] bytes ? Arrays.toString(bytes) : value + "")
        .toList()
        .toString();
  }

  @Test
  void rows_written_by_key_that_lose_at_once_are_no_change() throws IOException {
    AcidTable table =
        create(
            TableDefinition.of("id bigint, ts int, who string")
                .key("id")
                .property("orcacid.conflict.policy", "nbcc")
                .property("orcacid.ordering.column", "ts"));
    try (Transaction transaction = table.begin()) {
      transaction.upsert().row(1L, 5, "a").row(1L, 7, "b").row(2L, 1, "c");
      transaction.commit();
    }
    try (Transaction transaction = table.begin()) {
      transaction.upsert().row(1L, 6, "late").row(2L, 2, "d").row(3L, 1, "e");
      transaction.commit();
    }
    assertThat(texts(table.changes().afterVersion(0)))
        .containsExactly(
            "1 INSERT [2, 1, c]",
            "1 INSERT [1, 7, b]",
            "2 UPDATE_BEFORE [2, 1, c]",
            "2 UPDATE_AFTER [2, 2, d]",
            "2 INSERT [3, 1, e]");
    assertThat(texts(table.changes().afterVersion(0).net()))
        .containsExactly("1 INSERT [1, 7, b]", "2 INSERT [2, 2, d]", "2 INSERT [3, 1, e]");
  }

  @Test
  void a_file_that_is_gone_ends_the_changes_and_is_never_passed_over() throws IOException {
    AcidTable table = plain();
    insert(table, row(1L, 10));
    insert(table, row(2L, 20));
    insert(table, row(3L, 30));
    Files.delete(directory.resolve("t/delta_0000002_0000002_0000/bucket_00000"));
    try (Changes changes = table.changes().afterVersion(0).read()) {
      Iterator<Change> iterator = changes.iterator();
      for (int i = 0; i < 2; i++) {
        assertThatThrownBy(iterator::next)
            .isInstanceOf(CorruptFileException.class)
            .hasMessageContaining("delta_0000002");
        assertThat(changes.cursor()).isEmpty();
      }
    }
    assertThatThrownBy(() -> table.changes().afterVersion(1).read())
        .isInstanceOf(CorruptFileException.class);
    assertThat(texts(table.changes().afterVersion(2))).containsExactly("3 INSERT [3, 30]");
  }

  @Test
  void a_file_that_is_gone_stops_a_follower_at_the_last_whole_version() throws IOException {
    AcidTable table = plain();
    insert(table, row(1L, 10));
    insert(table, row(2L, 20));
    Path file = directory.resolve("t/delta_0000002_0000002_0000/bucket_00000");
    Path aside = directory.resolve("aside");
    Files.move(file, aside);
    try (ChangeFollower follower = table.changes().afterVersion(0).follow(Duration.ZERO)) {
      Iterator<Change> iterator = follower.next().iterator();
      assertThatThrownBy(iterator::next).isInstanceOf(CorruptFileException.class);
      assertThat(follower.position()).isZero();
      Files.move(aside, file);
      assertThat(follower.next()).hasSize(2);
      assertThat(follower.poll()).isEmpty();
    }
  }

  @Test
  void what_cannot_be_read_is_refused_and_said_why() throws IOException {
    AcidTable table = plain();
    insert(table, row(1L, 10));
    assertThatThrownBy(() -> table.changes().read())
        .isInstanceOf(ValidationException.class)
        .hasMessageContaining("beginning");
    assertThatThrownBy(() -> table.changes().afterVersion(1).upTo(0).read())
        .isInstanceOf(ValidationException.class)
        .hasMessageContaining("afterVersion=1, upTo=0");
    assertThatThrownBy(() -> table.changes().afterVersion(0).upTo(2).read())
        .isInstanceOf(ValidationException.class)
        .hasMessageContaining("newest=1");
    assertThatThrownBy(() -> table.changes().afterVersion(2).read())
        .isInstanceOf(SnapshotTooOldException.class)
        .hasMessageContaining("newest=1");
    assertThatThrownBy(() -> table.changes().afterVersion(0).select("m").read())
        .isInstanceOf(ValidationException.class)
        .hasMessageContaining("column=m");
    assertThatThrownBy(() -> table.changes().afterVersion(0).upTo(1).follow(Duration.ZERO))
        .isInstanceOf(ValidationException.class);
    AcidTable hive =
        AcidTable.openHive(
            table.path(),
            TableDefinition.of("id bigint, n int"),
            ValidWriteIdList.everything(),
            ValidTxnList.everything());
    assertThatThrownBy(hive::changes).isInstanceOf(UnsupportedTableException.class);
  }
}
