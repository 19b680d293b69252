package io.orcacid.store;

import static org.assertj.core.api.Assertions.assertThat;

import io.orcacid.AcidOptions;
import io.orcacid.AcidTable;
import io.orcacid.Row;
import io.orcacid.Rows;
import io.orcacid.TableDefinition;
import io.orcacid.Transaction;
import io.orcacid.txn.log.VersionInfo;
import io.orcacid.txn.policy.ConflictPolicy;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.IntFunction;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Processes that meet at one table, on every store. System properties: {@code orcacid.commits} of
 * each of four writers, {@code orcacid.rounds} of each race of two.
 */
class ProcessesTest {
  private static final int WRITERS = 4;
  private static final int COMMITS = Integer.getInteger("orcacid.commits", 25);
  private static final int ROUNDS = Integer.getInteger("orcacid.rounds", 20);
  private static final int KEYS = 200;

  private static List<Worker> workers = List.of();

  @TempDir Path temporary;

  @BeforeAll
  static void start() {
    workers = Worker.start(WRITERS);
  }

  @AfterAll
  static void stop() {
    workers.forEach(Worker::close);
  }

  private static TableDefinition definition(ConflictPolicy policy) {
    return TableDefinition.of("id bigint, n bigint, day string")
        .partitionedBy("day")
        .property(ConflictPolicy.PROPERTY, policy.text());
  }

  private static void open(int count, String path, Place place) throws Exception {
    for (Worker worker : workers.subList(0, count)) {
      worker.open(path, place.settings());
    }
  }

  /** Gives one order to some at once, and then hears them all. */
  private static List<String> together(int count, IntFunction<String[]> order) {
    for (int i = 0; i < count; i++) {
      workers.get(i).tell(order.apply(i));
    }
    return workers.subList(0, count).stream().map(Worker::answer).toList();
  }

  private static void allDo(int count, IntFunction<String[]> order) {
    assertThat(together(count, order)).containsOnly("done");
  }

  private static String[] words(String... words) {
    return words;
  }

  @ParameterizedTest
  @EnumSource(Place.class)
  void four_processes_make_one_line_of_versions(Place place) throws Exception {
    place.require();
    String path = place.path(temporary);
    AcidOptions options = AcidOptions.of(place.settings());
    int all = WRITERS * COMMITS;
    long began = System.nanoTime();
    AcidTable.create(path, definition(ConflictPolicy.HIVE), options).close();
    open(WRITERS, path, place);
    List<String> answers =
        together(
            WRITERS,
            i -> words("append", "" + (long) i * COMMITS, "" + COMMITS, i < 2 ? "a" : "b"));
    List<Long> versions = new ArrayList<>();
    for (String answer : answers) {
      List<Long> own = Arrays.stream(answer.split(" ")).map(Long::valueOf).toList();
      assertThat(own).isSorted().hasSize(COMMITS);
      versions.addAll(own);
    }
    assertThat(versions).containsExactlyInAnyOrderElementsOf(numbers(1, all));
    System.out.printf(
        "ProcessesTest: %s: %d versions by %d processes, %.1f s%n",
        place, all, WRITERS, (System.nanoTime() - began) / 1e9);
    allDo(WRITERS, i -> words("close"));
    requireAllCommits(path, options, all);
  }

  private static List<Long> numbers(long first, long last) {
    return LongStream.rangeClosed(first, last).boxed().toList();
  }

  private static void requireAllCommits(String path, AcidOptions options, int all)
      throws IOException {
    try (AcidTable table = AcidTable.open(path, options)) {
      assertThat(table.history().stream().map(VersionInfo::version).toList())
          .isEqualTo(numbers(0, all));
      assertThat(ids(table)).isEqualTo(numbers(0, all - 1));
      table.compaction().major().run();
      table.clean().run();
      assertThat(table.verify().deep().run().hasErrors()).isFalse();
    }
    try (AcidTable table = AcidTable.open(path, options)) {
      assertThat(ids(table)).isEqualTo(numbers(0, all - 1));
      assertThat(table.scanAsOfVersion(7).count()).isEqualTo(7);
    }
  }

  private static List<Long> ids(AcidTable table) throws IOException {
    List<Long> ids = new ArrayList<>();
    try (Rows rows = table.scan().rows()) {
      rows.forEach(row -> ids.add(row.get("id", Long.class)));
    }
    ids.sort(null);
    return ids;
  }

  private static void createWithKeys(String path, ConflictPolicy policy, AcidOptions options)
      throws IOException {
    try (AcidTable table = AcidTable.create(path, definition(policy), options);
        Transaction transaction = table.begin()) {
      for (String day : List.of("a", "b")) {
        for (long id = 0; id < KEYS; id++) {
          transaction.insert().row(id, -1L, day);
        }
      }
      transaction.commit();
    }
  }

  private static Stream<Arguments> racesOfTwo() {
    return Stream.of(
            Place.LOCAL, Place.HDFS, Place.ZOOKEEPER, Place.POSTGRESQL, Place.H2, Place.OBJECTS)
        .flatMap(
            place ->
                Stream.of(ConflictPolicy.HIVE, ConflictPolicy.ROW, ConflictPolicy.MAXCOMPUTE)
                    .map(policy -> Arguments.of(place, policy)));
  }

  @ParameterizedTest
  @MethodSource("racesOfTwo")
  void of_two_processes_that_update_the_same_keys_one_wins_each_round(
      Place place, ConflictPolicy policy) throws Exception {
    place.require();
    String path = place.path(temporary);
    AcidOptions options = AcidOptions.of(place.settings());
    createWithKeys(path, policy, options);
    open(2, path, place);
    int[] won = new int[2];
    long last = -1;
    for (int round = 0; round < ROUNDS; round++) {
      int base = 10 * round;
      allDo(2, i -> words("begin"));
      allDo(2, i -> words("update", "n = " + (base + i), "id >= 0 AND day = 'a'"));
      List<String> ends = together(2, i -> words("commit"));
      int winner = ends.get(0).startsWith("conflict ") ? 1 : 0;
      assertThat(ends.get(winner)).as("round %s", round).isEqualTo("" + (round + 2));
      assertThat(ends.get(1 - winner)).as("round %s", round).startsWith("conflict ");
      won[winner]++;
      last = base + winner;
    }
    allDo(2, i -> words("close"));
    System.out.printf(
        "ProcessesTest: %s, %s: %d rounds, won by one %d and by the other %d%n",
        place, policy, ROUNDS, won[0], won[1]);
    requireValues(path, options, last, -1);
  }

  @ParameterizedTest
  @EnumSource(names = {"LOCAL", "HDFS", "ZOOKEEPER", "POSTGRESQL", "H2", "OBJECTS"})
  void two_processes_that_write_the_same_keys_both_commit_and_the_larger_value_of_each_stays(
      Place place) throws Exception {
    place.require();
    String path = place.path(temporary);
    AcidOptions options = AcidOptions.of(place.settings());
    AcidTable.create(
            path,
            definition(ConflictPolicy.NBCC)
                .key("id", "day")
                .property("orcacid.ordering.column", "n"),
            options)
        .close();
    open(2, path, place);
    long[] largest = new long[KEYS];
    Arrays.fill(largest, Long.MIN_VALUE);
    for (int round = 0; round < ROUNDS; round++) {
      int first = 2 * round;
      allDo(2, i -> words("begin"));
      allDo(2, i -> words("upsert", "" + KEYS, "" + (first + i), "a"));
      assertThat(together(2, i -> words("commit")))
          .as("round %s", round)
          .containsExactlyInAnyOrder("" + (first + 1), "" + (first + 2));
      for (int id = 0; id < KEYS; id++) {
        largest[id] = Math.max(largest[id], TableWorker.valueOf(id, first));
        largest[id] = Math.max(largest[id], TableWorker.valueOf(id, first + 1));
      }
    }
    allDo(2, i -> words("close"));
    try (AcidTable table = AcidTable.open(path, options)) {
      assertThat(ids(table)).isEqualTo(numbers(0, KEYS - 1));
      try (Rows rows = table.scan().rows()) {
        for (Row row : rows) {
          int id = Math.toIntExact(row.get("id", Long.class));
          assertThat(row.get("n", Long.class)).as("key %s", id).isEqualTo(largest[id]);
        }
      }
      assertThat(table.verify().deep().run().hasErrors()).isFalse();
    }
  }

  @ParameterizedTest
  @MethodSource("racesOfTwo")
  void two_processes_that_update_different_partitions_never_conflict(
      Place place, ConflictPolicy policy) throws Exception {
    place.require();
    String path = place.path(temporary);
    AcidOptions options = AcidOptions.of(place.settings());
    createWithKeys(path, policy, options);
    open(2, path, place);
    List<String> days = List.of("a", "b");
    for (int round = 0; round < ROUNDS / 4; round++) {
      String set = "n = " + round;
      allDo(2, i -> words("begin"));
      allDo(2, i -> words("update", set, "day = '" + days.get(i) + "'"));
      assertThat(together(2, i -> words("commit")))
          .as("round %s", round)
          .containsExactlyInAnyOrder("" + (2 * round + 2), "" + (2 * round + 3));
    }
    allDo(2, i -> words("close"));
    requireValues(path, options, ROUNDS / 4 - 1, ROUNDS / 4 - 1);
  }

  private static void requireValues(String path, AcidOptions options, long inA, long inB)
      throws IOException {
    try (AcidTable table = AcidTable.open(path, options)) {
      List<String> found = new ArrayList<>();
      try (Rows rows = table.scan().rows()) {
        for (Row row : rows) {
          boolean first = row.get("day", String.class).equals("a");
          assertThat(row.get("n", Long.class)).isEqualTo(first ? inA : inB);
          found.add(row.get("id", Long.class) + row.get("day", String.class));
        }
      }
      assertThat(found).hasSize(2 * KEYS).doesNotHaveDuplicates();
      assertThat(table.verify().deep().run().hasErrors()).isFalse();
    }
  }
}
