package io.orcacid.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.orcacid.AcidOptions;
import io.orcacid.AcidTable;
import io.orcacid.DistributedWrite;
import io.orcacid.Row;
import io.orcacid.Rows;
import io.orcacid.TableDefinition;
import io.orcacid.Transaction;
import io.orcacid.error.SnapshotTooOldException;
import io.orcacid.error.UnsupportedTableException;
import io.orcacid.error.ValidationException;
import io.orcacid.error.WriteConflictException;
import io.orcacid.format.io.Storage;
import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CancellationException;
import java.util.stream.LongStream;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.junit.jupiter.api.Test;

/** What a table on an object store does, whichever it is. */
abstract class ObjectTableContract {
  private static final TableDefinition COUNTS =
      TableDefinition.of("id bigint, n bigint, day string").partitionedBy("day");

  /** Settings of a program that uses the object store. */
  abstract Map<String, String> settings() throws Exception;

  /** Address of a table that is not there. */
  abstract String newPath();

  /** How many listings this process has asked for so far. */
  abstract long listings(FileSystem files) throws IOException;

  AcidOptions options() throws Exception {
    return AcidOptions.of(settings());
  }

  AcidTable create(String path) throws Exception {
    return AcidTable.create(path, COUNTS, options());
  }

  static void insert(AcidTable table, long... ids) throws IOException {
    try (Transaction transaction = table.begin()) {
      for (long id : ids) {
        transaction.insert().row(id, 0L, "d" + id % 2);
      }
      transaction.commit();
    }
  }

  static List<Long> ids(AcidTable table) throws IOException {
    List<Long> ids = new ArrayList<>();
    try (Rows rows = table.scan().rows()) {
      for (Row row : rows) {
        ids.add(row.get("id", Long.class));
      }
    }
    ids.sort(null);
    return ids;
  }

  static List<Long> numbers(long first, long last) {
    return LongStream.rangeClosed(first, last).boxed().toList();
  }

  FileSystem files(String path) throws Exception {
    return Storage.at(URI.create(path).resolve("/"), settings()).fileSystem();
  }

  private List<String> names(String path, String place) throws Exception {
    List<String> names = new ArrayList<>();
    for (FileStatus file : files(path).listStatus(new Path(path, place))) {
      names.add(file.getPath().getName());
    }
    names.sort(null);
    return names;
  }

  private static void clean(AcidTable table) throws IOException {
    table.clean().retentionWithoutForeignReaders(Duration.ZERO).run();
  }

  @Test
  void a_table_lives_there_from_its_creation_to_the_cleaning_of_what_was_replaced()
      throws Exception {
    String path = newPath();
    try (AcidTable table = create(path)) {
      insert(table, 1, 2, 3, 4);
      insert(table, 5, 6);
      assertThat(table.delete("id = 2").rows()).isEqualTo(1);
      assertThat(table.update("n = 7", "id = 3").rows()).isEqualTo(1);
      assertThat(table.compaction().minor().run()).hasSize(2);
      insert(table, 7);
      assertThat(table.compaction().major().run()).hasSize(2);
      assertThat(ids(table)).containsExactly(1L, 3L, 4L, 5L, 6L, 7L);
      try (Transaction transaction = table.begin()) {
        transaction.overwrite(List.of("day=d0")).row(8L, 8L, "d0");
        assertThat(transaction.scan().where("day = 'd0'").count()).isEqualTo(1);
        transaction.commit();
      }
      assertThat(ids(table)).containsExactly(1L, 3L, 5L, 7L, 8L);
      assertThat(table.scanAsOfVersion(1).count()).isEqualTo(4);
      clean(table);
      clean(table);
      assertThat(names(path, "day=d0")).singleElement().asString().startsWith("base_");
      assertThat(names(path, "day=d1")).singleElement().asString().contains("_v");
    }
    try (AcidTable table = AcidTable.open(path, options())) {
      assertThat(ids(table)).containsExactly(1L, 3L, 5L, 7L, 8L);
      assertThat(table.scan().where("n = 7").count()).isEqualTo(1);
      assertThat(table.verify().deep().run().findings()).isEmpty();
    }
  }

  @Test
  void a_reader_keeps_its_version_while_others_compact_and_clean() throws Exception {
    String path = newPath();
    try (AcidTable table = create(path);
        AcidTable other = AcidTable.open(path, options())) {
      for (long id = 0; id < 6; id++) {
        insert(table, id);
      }
      long version = table.version();
      try (Rows reading = table.scan().rows()) {
        other.compaction().major().run();
        clean(other);
        int rows = 0;
        for (Row row : reading) {
          assertThat(row.get("id", Long.class)).isBetween(0L, 5L);
          rows++;
        }
        assertThat(rows).isEqualTo(6);
      }
      clean(table);
      assertThatThrownBy(() -> other.scanAsOfVersion(version).count())
          .isInstanceOf(SnapshotTooOldException.class);
      assertThat(ids(other)).isEqualTo(numbers(0, 5));
    }
  }

  @Test
  void a_table_is_opened_and_scanned_without_a_listing() throws Exception {
    String path = newPath();
    try (AcidTable table = create(path)) {
      insert(table, 1, 2, 3);
      insert(table, 4);
      table.delete("id = 2");
      table.compaction().major().run();
      table.delete("id = 3");
      insert(table, 5);
      FileSystem files = files(path);
      long before = listings(files);
      try (AcidTable reader = AcidTable.open(path, options())) {
        assertThat(ids(reader)).containsExactly(1L, 4L, 5L);
        assertThat(reader.scan().where("id > 3 AND day = 'd1'").count()).isEqualTo(1);
        assertThat(listings(files)).isEqualTo(before);
      }
      assertThat(listings(files)).isEqualTo(before);
    }
  }

  @Test
  void an_abandoned_transaction_leaves_nothing_and_a_cancelled_compaction_neither()
      throws Exception {
    String path = newPath();
    try (AcidTable table = create(path)) {
      insert(table, 1, 2, 3, 4);
      insert(table, 5, 6);
      List<String> before = names(path, "day=d1");
      try (Transaction transaction = table.begin()) {
        transaction.overwrite(List.of("day=d1")).row(9L, 9L, "d1");
        transaction.scan().count();
        assertThat(names(path, "day=d1")).hasSize(before.size() + 1);
        assertThat(ids(table)).hasSize(6);
      }
      assertThat(names(path, "day=d1")).isEqualTo(before);
      assertThatThrownBy(() -> table.compaction().major().cancelledWhen(() -> true).run())
          .isInstanceOf(CancellationException.class);
      assertThat(names(path, "day=d1")).isEqualTo(before);
      assertThat(ids(table)).hasSize(6);
    }
  }

  @Test
  void an_overwrite_that_would_have_to_move_above_later_rows_is_a_conflict() throws Exception {
    String path = newPath();
    try (AcidTable table = create(path)) {
      insert(table, 1, 3);
      try (Transaction transaction = table.begin()) {
        transaction.lastWins().overwrite(List.of("day=d1")).row(5L, 0L, "d1");
        transaction.scan().count();
        insert(table, 7);
        assertThatThrownBy(transaction::commit)
            .isInstanceOf(WriteConflictException.class)
            .hasMessageContaining("object store");
      }
      assertThat(ids(table)).containsExactly(1L, 3L, 7L);
      assertThat(table.verify().deep().run().hasErrors()).isFalse();
    }
  }

  @Test
  void what_needs_a_move_is_refused_with_what_to_do() throws Exception {
    try (AcidTable table = create(newPath())) {
      insert(table, 1);
      assertThatThrownBy(
              () -> {
                try (Transaction transaction = table.begin()) {
                  transaction.distribute(DistributedWrite.Kind.INSERT);
                }
              })
          .isInstanceOf(UnsupportedTableException.class)
          .hasMessageContaining("one process");
      assertThatThrownBy(() -> table.compaction().major().distribute())
          .isInstanceOf(UnsupportedTableException.class)
          .hasMessageContaining("one process");
      assertThatThrownBy(() -> table.clean().trash(Duration.ofHours(1)).run())
          .isInstanceOf(ValidationException.class)
          .hasMessageContaining("versioning");
      insert(table, 2);
      assertThat(ids(table)).containsExactly(1L, 2L);
    }
  }

  @Test
  void a_client_of_another_kind_is_refused_and_told_what_to_set() throws Exception {
    String path = newPath();
    create(path).close();
    Map<String, String> other = new java.util.HashMap<>(settings());
    other.putAll(Place.H2.settings());
    assertThatThrownBy(() -> AcidTable.open(path, AcidOptions.of(other)))
        .isInstanceOf(UnsupportedTableException.class)
        .hasMessageContaining("orcacid.store.kind=object");
    assertThat(AcidTable.exists(path, options())).isTrue();
    assertThatThrownBy(() -> create(path)).isInstanceOf(ValidationException.class);
  }

  @Test
  void a_database_can_decide_for_files_that_lie_there() throws Exception {
    String path = newPath();
    Map<String, String> settings = new java.util.HashMap<>(settings());
    settings.putAll(Place.H2.settings());
    AcidOptions elsewhere = AcidOptions.of(settings);
    try (AcidTable table = AcidTable.create(path, COUNTS, elsewhere)) {
      insert(table, 1, 2, 3);
      table.delete("id = 2");
      table.compaction().major().run();
    }
    try (AcidTable table = AcidTable.open(path, elsewhere)) {
      assertThat(ids(table)).containsExactly(1L, 3L);
      assertThat(table.verify().deep().run().hasErrors()).isFalse();
    }
  }
}
