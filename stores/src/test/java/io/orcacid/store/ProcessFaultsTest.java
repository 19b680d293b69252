package io.orcacid.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.orcacid.AcidOptions;
import io.orcacid.AcidTable;
import io.orcacid.Rows;
import io.orcacid.TableDefinition;
import io.orcacid.Transaction;
import io.orcacid.error.UnsupportedTableException;
import io.orcacid.testkit.WrongClock;
import io.orcacid.txn.log.VersionInfo;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Processes that stall, and processes whose clocks are wrong. */
class ProcessFaultsTest {
  private static final Map<String, String> SHORT = Map.of("orcacid.session.timeout.s", "1");

  @TempDir Path directory;
  private String path;

  @BeforeEach
  void create() throws IOException {
    path = directory.resolve("table").toString();
    AcidTable.create(
            path,
            TableDefinition.of("id bigint, n bigint, day string").partitionedBy("day"),
            AcidOptions.of(Map.of()))
        .close();
  }

  private void insert(long id, Map<String, String> settings) throws IOException {
    try (AcidTable table = AcidTable.open(path, AcidOptions.of(settings));
        Transaction transaction = table.begin()) {
      transaction.insert().row(id, 0L, "a");
      transaction.commit();
    }
  }

  private List<Long> ids() throws IOException {
    List<Long> ids = new ArrayList<>();
    try (AcidTable table = AcidTable.open(path);
        Rows rows = table.scan().rows()) {
      rows.forEach(row -> ids.add(row.get("id", Long.class)));
      assertThat(table.verify().deep().run().hasErrors()).isFalse();
    }
    return ids;
  }

  private long eventDirectories() throws IOException {
    try (var paths = Files.walk(Path.of(path, "day=a"))) {
      return paths.filter(Files::isDirectory).count() - 1;
    }
  }

  /** PROTOCOL.md R14. */
  @Test
  void a_writer_that_stalled_and_was_aborted_meanwhile_is_refused_and_nothing_of_it_shows()
      throws IOException {
    try (Worker stalled = Worker.start()) {
      stalled.open(path, SHORT);
      stalled.order("begin");
      stalled.order("insert", "1", "a");
      stalled.order("step");
      assertThat(eventDirectories()).isEqualTo(1);
      stalled.process().pause();
      insert(2, SHORT);
      abortTheSilent();
      stalled.process().resume();

      assertThat(stalled.ask("commit")).startsWith("failed ").contains("TransactionAborted");

      assertThat(ids()).containsExactly(2L);
      assertThat(eventDirectories()).as("directories of day=a").isEqualTo(1);
      stalled.order("begin");
      stalled.order("insert", "3", "a");
      assertThat(stalled.ask("commit")).matches("[0-9]+");
      assertThat(ids()).containsExactlyInAnyOrder(2L, 3L);
    }
  }

  /** The woken writer finds its directory gone and makes files there again before it commits. */
  @Test
  void f16_what_a_woken_writer_still_writes_never_shows() throws IOException {
    try (Worker stalled = Worker.start()) {
      stalled.open(path, SHORT);
      stalled.order("begin");
      stalled.order("insert", "1", "a");
      stalled.order("step");
      stalled.process().pause();
      abortTheSilent();
      stalled.process().resume();

      String more = stalled.ask("insert", "4", "a");
      String end = stalled.ask("commit");
      assertThat(end).as("after %s", more).startsWith("failed ");

      assertThat(ids()).isEmpty();
      insert(5, SHORT);
      assertThat(ids()).containsExactly(5L);
    }
  }

  private void abortTheSilent() throws IOException {
    try (AcidTable table = AcidTable.open(path, AcidOptions.of(SHORT))) {
      table.clean().watching().run();
    }
  }

  private static void requireFaketime() {
    if (!WrongClock.isAvailable()) {
      System.err.println(
          "SKIPPED: libfaketime is missing: wrong clocks; apt-get install libfaketime");
      Assumptions.abort("libfaketime is not installed");
    }
  }

  private static Worker workerAt(String offset) {
    return Worker.of(Worker.program().under(new WrongClock(offset).prefix()).start());
  }

  /** PROTOCOL.md R12: numbers order the commits, and times follow them. */
  @Test
  void commits_of_processes_whose_clocks_differ_are_in_the_order_of_their_numbers()
      throws IOException {
    requireFaketime();
    List<Worker> workers = List.of(workerAt("-25s"), workerAt("+25s"), Worker.start());
    try {
      workers.forEach(worker -> worker.open(path, Map.of()));
      for (int i = 0; i < workers.size(); i++) {
        workers.get(i).tell("append", "" + 100 * i, "4", "a");
      }
      List<Long> versions = new ArrayList<>();
      for (Worker worker : workers) {
        for (String version : worker.answer().split(" ")) {
          versions.add(Long.valueOf(version));
        }
      }
      assertThat(versions)
          .containsExactlyInAnyOrderElementsOf(LongStream.rangeClosed(1, 12).boxed().toList());
      assertThat(ids()).hasSize(12).doesNotHaveDuplicates();
      requireRisingTimes();
    } finally {
      workers.forEach(Worker::close);
    }
  }

  private void requireRisingTimes() throws IOException {
    try (AcidTable table = AcidTable.open(path)) {
      List<Instant> times = table.history().stream().map(VersionInfo::time).toList();
      assertThat(times).isSorted().doesNotHaveDuplicates();
    }
  }

  /** PROTOCOL.md R12: a commit is refused when the one before is over 60 s ahead of its clock. */
  @Test
  void a_clock_of_two_hours_ago_is_refused_and_both_times_are_named() throws IOException {
    requireFaketime();
    insert(1, Map.of());
    try (Worker late = workerAt("-2h")) {
      late.open(path, Map.of());
      late.order("begin");
      late.order("insert", "2", "a");
      String end = late.ask("commit");
      Instant newest = newestTime();
      assertThat(end).startsWith("failed ").contains("UnsupportedTable", newest.toString());
      assertThat(end)
          .contains(
              newest.minus(Duration.ofHours(2)).toString().substring(0, "2026-11-30T".length()));
    }
    insert(3, Map.of());
    assertThat(ids()).containsExactlyInAnyOrder(1L, 3L);
    requireRisingTimes();
  }

  private Instant newestTime() throws IOException {
    try (AcidTable table = AcidTable.open(path)) {
      List<VersionInfo> history = table.history();
      return history.get(history.size() - 1).time();
    }
  }

  /** Such a clock's commits count, and stop those of right clocks until the lag is allowed. */
  @Test
  void after_a_clock_of_two_hours_ahead_right_clocks_are_refused_and_lose_nothing()
      throws IOException {
    requireFaketime();
    insert(1, Map.of());
    try (Worker early = workerAt("+2h")) {
      early.open(path, Map.of());
      assertThat(early.ask("append", "2", "2", "a")).isEqualTo("2 3");
      assertThatThrownBy(() -> insert(5, Map.of()))
          .isInstanceOf(UnsupportedTableException.class)
          .hasMessageContaining(newestTime().toString());
      assertThat(early.ask("append", "4", "1", "a")).isEqualTo("4");
    }
    assertThat(newestTime()).isAfter(Instant.now().plus(Duration.ofMinutes(110)));
    assertThat(ids()).containsExactlyInAnyOrder(1L, 2L, 3L, 4L);
    requireRisingTimes();
  }
}
