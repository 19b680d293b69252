package io.orcacid.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.orcacid.AcidOptions;
import io.orcacid.AcidTable;
import io.orcacid.Row;
import io.orcacid.Rows;
import io.orcacid.TableDefinition;
import io.orcacid.Transaction;
import io.orcacid.error.UnsupportedTableException;
import io.orcacid.error.ValidationException;
import io.orcacid.format.io.Storage;
import io.orcacid.txn.log.VersionInfo;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.UUID;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import org.h2.tools.Server;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A program opens tables whose commits a store elsewhere decides. */
class FrontDoorTest {
  private static final TableDefinition COUNTS = TableDefinition.of("id bigint, n bigint");
  private static final int ROUNDS = 25;
  private static final int KEYS = 200;

  @TempDir static Path servers;
  private static Server h2;

  @TempDir Path temporary;

  /** Where tables and their logs are. */
  enum Place {
    LOCAL,
    HDFS,
    HDFS_LOG_OF_LOCAL_FILES,
    ZOOKEEPER,
    ZOOKEEPER_LOG_OF_HDFS_FILES,
    H2,
    POSTGRESQL;

    Map<String, String> settings() throws Exception {
      return switch (this) {
        case LOCAL, HDFS -> Map.of();
        case HDFS_LOG_OF_LOCAL_FILES ->
            Map.of(
                "orcacid.store.kind",
                "hdfs",
                "orcacid.store.hdfs.directory",
                Servers.hdfs() + "/logs");
        case ZOOKEEPER, ZOOKEEPER_LOG_OF_HDFS_FILES ->
            Map.of(
                "orcacid.store.kind",
                "zookeeper",
                "orcacid.store.zookeeper.connect",
                Servers.zookeeper());
        case H2 -> Map.of("orcacid.store.kind", "jdbc", "orcacid.store.jdbc.url", h2());
        case POSTGRESQL ->
            Map.of(
                "orcacid.store.kind",
                "jdbc",
                "orcacid.store.jdbc.url",
                Servers.postgres().url(),
                "orcacid.store.jdbc.user",
                "orcacid",
                "orcacid.store.jdbc.password",
                "secret");
      };
    }

    String path(Path temporary) {
      return this == HDFS || this == ZOOKEEPER_LOG_OF_HDFS_FILES
          ? Servers.hdfs() + "/warehouse/" + UUID.randomUUID()
          : temporary.resolve("table").toString();
    }

    void require() throws IOException {
      if (this == POSTGRESQL && PostgresServer.programs().isEmpty()) {
        System.out.println("SKIPPED: PostgreSQL is not installed; apt-get install postgresql");
        Assumptions.abort("PostgreSQL is not installed");
      }
    }
  }

  private static synchronized String h2() throws Exception {
    if (h2 == null) {
      h2 =
          Server.createTcpServer("-tcpPort", "0", "-ifNotExists", "-baseDir", servers.toString())
              .start();
    }
    return "jdbc:h2:tcp://127.0.0.1:" + h2.getPort() + "/./logs";
  }

  @AfterAll
  static void stop() {
    if (h2 != null) {
      h2.stop();
    }
  }

  @ParameterizedTest
  @EnumSource(Place.class)
  void four_writers_in_two_processes_make_one_line_of_versions(Place place) throws Exception {
    place.require();
    String path = place.path(temporary);
    AcidOptions options = AcidOptions.of(place.settings());
    AcidTable.create(path, COUNTS, options).close();
    List<List<String>> lines = work("insert", path, place, ROUNDS);

    List<Long> versions = lines.stream().flatMap(List::stream).map(Long::valueOf).sorted().toList();
    assertThat(versions).isEqualTo(LongStream.rangeClosed(1, 4 * ROUNDS).boxed().toList());
    try (AcidTable table = AcidTable.open(path, options)) {
      assertThat(table.history().stream().map(VersionInfo::version).toList())
          .isEqualTo(LongStream.rangeClosed(0, 4 * ROUNDS).boxed().toList());
      assertThat(ids(table)).isEqualTo(ids(4 * ROUNDS));
      for (int more = 0; more < 5; more++) {
        insert(table, 4 * ROUNDS + more);
      }
      table.compaction().major().run();
      table.clean().run();
      assertThat(table.verify().deep().run().hasErrors()).isFalse();
    }
    try (AcidTable table = AcidTable.open(path, options)) {
      assertThat(ids(table)).isEqualTo(ids(4 * ROUNDS + 5));
      assertThat(table.scanAsOfVersion(7).count()).isEqualTo(7);
    }
  }

  @ParameterizedTest
  @EnumSource(Place.class)
  void of_two_processes_that_update_the_same_rows_one_wins_each_round(Place place)
      throws Exception {
    place.require();
    String path = place.path(temporary);
    AcidOptions options = AcidOptions.of(place.settings());
    try (AcidTable table = AcidTable.create(path, COUNTS, options);
        Transaction transaction = table.begin()) {
      for (long id = 0; id < KEYS; id++) {
        transaction.insert().row(id, -1L);
      }
      transaction.commit();
    }
    int rounds = 10;
    List<List<String>> lines = work("update", path, place, rounds);

    for (int round = 0; round < rounds; round++) {
      assertThat(List.of(lines.get(0).get(round), lines.get(1).get(round)))
          .as("round %s", round)
          .containsExactlyInAnyOrder("lost", Integer.toString(round + 2));
    }
    int last = lines.get(0).get(rounds - 1).equals("lost") ? 1 : 0;
    try (AcidTable table = AcidTable.open(path, options);
        Rows rows = table.scan().rows()) {
      int count = 0;
      for (Row row : rows) {
        assertThat(row.get("n", Long.class)).isEqualTo(10L * (rounds - 1) + last);
        count++;
      }
      assertThat(count).isEqualTo(KEYS);
    }
  }

  private List<List<String>> work(String what, String path, Place place, int rounds)
      throws Exception {
    Path meeting = Files.createTempDirectory(temporary, "meeting");
    List<Process> processes = new ArrayList<>();
    for (int number = 0; number < 2; number++) {
      List<String> command =
          new ArrayList<>(
              List.of(
                  Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                  "-XX:+UseSerialGC",
                  "-cp",
                  System.getProperty("java.class.path"),
                  TableWorker.class.getName(),
                  what,
                  path,
                  meeting.toString(),
                  Integer.toString(number),
                  Integer.toString(rounds)));
      place.settings().forEach((key, value) -> command.add(key + "=" + value));
      processes.add(
          new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT).start());
    }
    List<List<String>> lines = new ArrayList<>();
    for (Process process : processes) {
      String text = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      assertThat(process.waitFor()).isZero();
      lines.add(text.lines().toList());
    }
    return lines;
  }

  private static void insert(AcidTable table, long id) throws IOException {
    try (Transaction transaction = table.begin()) {
      transaction.insert().row(id, 0L);
      transaction.commit();
    }
  }

  private static Set<Long> ids(AcidTable table) throws IOException {
    Set<Long> ids = new TreeSet<>();
    try (Rows rows = table.scan().rows()) {
      rows.forEach(row -> assertThat(ids.add(row.get("id", Long.class))).isTrue());
    }
    return ids;
  }

  private static Set<Long> ids(long count) {
    return LongStream.range(0, count).boxed().collect(Collectors.toCollection(TreeSet::new));
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

  @Test
  void another_database_of_the_same_kind_has_no_such_table() throws Exception {
    String path = temporary.resolve("table").toString();
    AcidTable.create(path, COUNTS, AcidOptions.of(Place.H2.settings())).close();
    Map<String, String> other = new HashMap<>(Place.H2.settings());
    other.put("orcacid.store.jdbc.url", h2().replace("/logs", "/others"));
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
        .hasMessageContaining("hdfs, jdbc, zookeeper");
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
