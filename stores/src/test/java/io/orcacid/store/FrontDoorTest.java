package io.orcacid.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.orcacid.AcidOptions;
import io.orcacid.AcidTable;
import io.orcacid.TableDefinition;
import io.orcacid.Transaction;
import io.orcacid.error.UnsupportedTableException;
import io.orcacid.error.ValidationException;
import io.orcacid.format.io.Storage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A program opens tables whose commits a store elsewhere decides. */
class FrontDoorTest {
  private static final TableDefinition COUNTS = TableDefinition.of("id bigint, n bigint");

  @TempDir Path temporary;

  private static void insert(AcidTable table, long id) throws IOException {
    try (Transaction transaction = table.begin()) {
      transaction.insert().row(id, 0L);
      transaction.commit();
    }
  }

  @Test
  void the_table_says_the_kind_and_an_id_and_never_an_address() throws Exception {
    String path = temporary.resolve("table").toString();
    Map<String, String> settings = new HashMap<>(Place.H2.settings());
    settings.put("orcacid.store.jdbc.user", "painter");
    settings.put("orcacid.store.jdbc.password", "turquoise");
    settings.computeIfPresent("orcacid.store.jdbc.url", (key, url) -> url + "-of-a-user");
    AcidTable.create(path, COUNTS, AcidOptions.of(settings)).close();
    String description = Files.readString(Path.of(path, "_acid_log", "_store.json"));
    assertThat(description)
        .contains("\"kind\":\"jdbc\"")
        .doesNotContain("127.0.0.1", "painter", "turquoise", "h2");
  }

  @Test
  void a_client_of_another_kind_is_refused_and_told_what_to_set() throws Exception {
    String path = temporary.resolve("table").toString();
    AcidTable.create(path, COUNTS, AcidOptions.of(Place.H2.settings())).close();
    assertThatThrownBy(() -> AcidTable.open(path))
        .isInstanceOf(UnsupportedTableException.class)
        .hasMessageContaining("orcacid.store.kind=jdbc");
    assertThatThrownBy(() -> AcidTable.exists(path))
        .isInstanceOf(UnsupportedTableException.class)
        .hasMessageContaining("orcacid.store.kind=jdbc");
    assertThatThrownBy(() -> AcidTable.open(path, AcidOptions.of(Place.ZOOKEEPER.settings())))
        .isInstanceOf(UnsupportedTableException.class)
        .hasMessageContaining("orcacid.store.kind=jdbc");
    assertThatThrownBy(
            () -> AcidTable.open(path, AcidOptions.of(Map.of("orcacid.store.kind", "jdbc"))))
        .isInstanceOf(ValidationException.class)
        .hasMessageContaining("orcacid.store.jdbc.url");
    assertThat(AcidTable.exists(path, AcidOptions.of(Place.H2.settings()))).isTrue();

    String local = temporary.resolve("local").toString();
    AcidTable.create(local, COUNTS).close();
    assertThatThrownBy(() -> AcidTable.open(local, AcidOptions.of(Place.H2.settings())))
        .isInstanceOf(UnsupportedTableException.class)
        .hasMessageContaining("orcacid.store.kind=local");
  }

  @ParameterizedTest
  @EnumSource(names = {"LOCAL", "H2"})
  void a77_a_table_that_was_moved_brings_its_history_along(Place place) throws Exception {
    AcidOptions options = AcidOptions.of(place.settings());
    Path before = temporary.resolve("before");
    try (AcidTable table = AcidTable.create(before.toString(), COUNTS, options)) {
      insert(table, 1);
      insert(table, 2);
    }
    Path after = Files.move(before, temporary.resolve("after"));
    assertThat(AcidTable.exists(before.toString(), options)).isFalse();
    try (AcidTable table = AcidTable.open(after.toString(), options)) {
      assertThat(table.history()).hasSize(3);
      assertThat(table.scan().count()).isEqualTo(2);
      assertThat(table.scanAsOfVersion(1).count()).isEqualTo(1);
      insert(table, 3);
      assertThat(table.update("n = 7", "id = 1").rows()).isEqualTo(1);
      assertThat(table.scan().where("n = 7").count()).isEqualTo(1);
      assertThat(table.verify().deep().run().findings()).isEmpty();
    }
  }

  @Test
  void another_database_of_the_same_kind_has_no_such_table() throws Exception {
    String path = temporary.resolve("table").toString();
    AcidTable.create(path, COUNTS, AcidOptions.of(Place.H2.settings())).close();
    Map<String, String> other = new HashMap<>(Place.H2.settings());
    other.put("orcacid.store.jdbc.url", Servers.h2().replace("/logs", "/others"));
    assertThatThrownBy(() -> AcidTable.open(path, AcidOptions.of(other)))
        .isInstanceOf(UnsupportedTableException.class);
  }

  @Test
  void a_store_that_keeps_only_threads_apart_is_refused_before_anything_is_written() {
    Path path = temporary.resolve("table");
    assertThatThrownBy(
            () ->
                AcidTable.create(
                    path.toString(),
                    COUNTS,
                    AcidOptions.of(
                        Map.of(
                            "orcacid.store.kind",
                            "jdbc",
                            "orcacid.store.jdbc.url",
                            "jdbc:h2:mem:logs"))))
        .isInstanceOf(UnsupportedTableException.class)
        .hasMessageContaining("threads of one process");
    assertThat(path).doesNotExist();
  }

  @Test
  void a_kind_that_nobody_knows_is_refused_with_those_that_are_there() {
    assertThatThrownBy(
            () ->
                AcidTable.create(
                    temporary.resolve("table").toString(),
                    COUNTS,
                    AcidOptions.of(Map.of("orcacid.store.kind", "dynamo"))))
        .isInstanceOf(ValidationException.class)
        .hasMessageContaining("hdfs, jdbc, zookeeper, object");
  }

  @Test
  void a_creation_that_was_never_finished_is_finished_by_the_next_one() throws Exception {
    String path = temporary.resolve("table").toString();
    AcidOptions options = AcidOptions.of(Place.H2.settings());
    UUID id = UUID.randomUUID();
    io.orcacid.txn.log.StoreDescription.declare(Storage.local(), path, "jdbc", id);
    assertThat(AcidTable.exists(path, options)).isFalse();
    try (AcidTable table = AcidTable.create(path, COUNTS, options)) {
      insert(table, 1);
    }
    assertThat(io.orcacid.txn.log.StoreDescription.of(Storage.local(), path).orElseThrow().table())
        .isEqualTo(id);
    assertThatThrownBy(() -> AcidTable.create(path, COUNTS, options))
        .isInstanceOf(ValidationException.class);
    try (AcidTable table = AcidTable.open(path, options)) {
      assertThat(table.scan().count()).isEqualTo(1);
    }
  }
}
