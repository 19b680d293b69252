package io.orcacid.daemon;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.orcacid.AcidOptions;
import io.orcacid.AcidTable;
import io.orcacid.CompactionInfo;
import io.orcacid.Inserter;
import io.orcacid.Row;
import io.orcacid.Rows;
import io.orcacid.TableDefinition;
import io.orcacid.Transaction;
import io.orcacid.daemon.view.HistoryEntry.Outcome;
import io.orcacid.daemon.view.QueueEntry;
import io.orcacid.daemon.view.QueueEntry.Origin;
import io.orcacid.daemon.view.QueueEntry.State;
import io.orcacid.daemon.view.TableDetail;
import io.orcacid.daemon.view.TableStatus;
import io.orcacid.error.ValidationException;
import io.orcacid.testkit.MemoryDirectories;
import io.orcacid.txn.log.CompactionKind;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class AgentsTest {
  @TempDir(factory = MemoryDirectories.class)
  Path warehouse;

  private AcidTable table(String name) throws IOException {
    return AcidTable.create(
        warehouse.resolve(name).toString(), TableDefinition.of("id bigint, url string"));
  }

  private DaemonByHand daemon(String... pairs) {
    Map<String, String> settings = new java.util.TreeMap<>();
    settings.put("orcacid.daemon.warehouses", warehouse.toString());
    for (int i = 0; i < pairs.length; i += 2) {
      settings.put(pairs[i], pairs[i + 1]);
    }
    return new DaemonByHand(settings);
  }

  private static void insert(AcidTable table, int transactions) throws IOException {
    for (int number = 0; number < transactions; number++) {
      try (Transaction transaction = table.begin()) {
        Inserter rows = transaction.insert();
        rows.row((long) number, "/" + number);
        rows.row((long) number + 1_000, "/" + number);
        transaction.commit();
      }
    }
  }

  private static TreeSet<String> content(AcidTable table) throws IOException {
    TreeSet<String> rows = new TreeSet<>();
    try (Rows all = table.scan().withRowId().rows()) {
      for (Row row : all) {
        assertThat(rows.add(row.address() + " " + row)).isTrue();
      }
    }
    return rows;
  }

  private static List<CompactionInfo> published(AcidTable table) throws IOException {
    return table.compactions().stream().filter(one -> one.version().isPresent()).toList();
  }

  private String path(String name) {
    return warehouse + "/" + name;
  }

  private static TableStatus status(DaemonByHand daemon, String path) {
    return daemon.control.tables().stream()
        .filter(one -> one.path().equals(path))
        .findFirst()
        .orElseThrow();
  }

  @Test
  void what_is_due_is_compacted_and_what_is_not_is_explained() throws IOException {
    try (AcidTable busy = table("busy");
        AcidTable quiet = table("sales/quiet");
        DaemonByHand daemon = daemon()) {
      insert(busy, 6);
      insert(quiet, 1);
      TreeSet<String> before = content(busy);
      daemon.look();
      assertThat(daemon.control.tables())
          .extracting(TableStatus::path)
          .containsExactly(path("busy"), path("sales/quiet"));
      assertThat(status(daemon, path("busy")).state()).isEqualTo(TableStatus.State.DUE);
      assertThat(status(daemon, path("busy")).reason()).contains("6");
      assertThat(status(daemon, path("sales/quiet")).state()).isEqualTo(TableStatus.State.QUIET);
      assertThat(status(daemon, path("sales/quiet")).reason()).isNotBlank();
      daemon.work();
      assertThat(content(busy)).isEqualTo(before);
      assertThat(published(busy)).hasSize(1);
      assertThat(published(quiet)).isEmpty();
      TableStatus done = status(daemon, path("busy"));
      assertThat(done.state()).isEqualTo(TableStatus.State.QUIET);
      assertThat(done.readAmplification()).isEqualTo(1);
      assertThat(daemon.control.history())
          .singleElement()
          .satisfies(
              entry -> {
                assertThat(entry.bytesIn().getAsLong()).isPositive();
                assertThat(entry.rowsIn()).hasValue(12);
                assertThat(entry.reason()).contains("6");
                assertThat(entry.by()).contains("orc-acid-daemon");
              });
    }
  }

  @Test
  void replaced_directories_are_removed_and_those_that_stay_say_why() throws IOException {
    try (AcidTable table = table("t");
        DaemonByHand daemon = daemon()) {
      insert(table, 5);
      try (Rows reading = table.scan().rows()) {
        daemon.work();
        daemon.clean();
        assertThat(daemon.control.cleanerBlocks())
            .hasSize(5)
            .allSatisfy(block -> assertThat(block.reason()).startsWith("pinned by "));
        assertThat(daemon.control.leases()).hasSize(1);
        TableDetail detail = daemon.control.table(path("t"));
        assertThat(detail.directories())
            .filteredOn(one -> one.state().equals("obsolete"))
            .hasSize(5)
            .allSatisfy(one -> assertThat(one.kept().orElseThrow()).contains("pinned by"));
        assertThat(reading.iterator().hasNext()).isTrue();
      }
    }
    try (DaemonByHand daemon = daemon()) {
      daemon.look();
      daemon.clean();
      assertThat(daemon.control.cleanerBlocks()).isEmpty();
      TableDetail detail = daemon.control.table(path("t"));
      assertThat(detail.directories())
          .singleElement()
          .satisfies(
              one -> {
                assertThat(one.kind()).isIn("base", "delta");
                assertThat(daemon.control.files(path("t"), "", one.name()))
                    .singleElement()
                    .satisfies(file -> assertThat(file.rows()).contains(10L));
              });
      assertThatThrownBy(() -> daemon.control.files(path("t"), "", "../t/_acid_log"))
          .isInstanceOf(ValidationException.class);
    }
  }

  @Test
  void a_table_that_always_fails_backs_off_with_its_reason_and_the_others_go_on()
      throws IOException {
    try (AcidTable bad = table("bad");
        AcidTable good = table("good");
        DaemonByHand daemon = daemon("orcacid.daemon.backoff.first", "1m")) {
      insert(bad, 8);
      insert(good, 4);
      Path file;
      try (Stream<Path> files = Files.walk(warehouse.resolve("bad"))) {
        file = files.filter(one -> one.endsWith("bucket_00000")).sorted().findFirst().orElseThrow();
      }
      byte[] sound = Files.readAllBytes(file);
      byte[] damaged = sound.clone();
      java.util.Arrays.fill(damaged, 0, damaged.length / 2, (byte) 0x55);
      Files.write(file, damaged);
      daemon.work();
      assertThat(published(good)).hasSize(1);
      TableStatus status = status(daemon, path("bad"));
      assertThat(status.state()).isEqualTo(TableStatus.State.BACKING_OFF);
      assertThat(status.failures()).isEqualTo(1);
      assertThat(status.reason()).contains("bucket_00000");
      assertThat(status.nextAttempt()).contains(daemon.time.instant().plus(Duration.ofMinutes(1)));
      assertThat(daemon.control.queue())
          .singleElement()
          .satisfies(
              entry -> {
                assertThat(entry.state()).isEqualTo(State.BACKING_OFF);
                assertThat(entry.reason()).contains("bucket_00000");
              });
      assertThat(daemon.control.history())
          .anySatisfy(entry -> assertThat(entry.outcome()).isEqualTo(Outcome.FAILED));
      daemon.time.pass(Duration.ofSeconds(59));
      assertThat(daemon.work()).isZero();
      daemon.time.pass(Duration.ofSeconds(1));
      assertThat(daemon.work()).isEqualTo(1);
      assertThat(status(daemon, path("bad")).failures()).isEqualTo(2);
      assertThat(published(bad)).isEmpty();
      Files.write(file, sound);
      daemon.time.pass(Duration.ofMinutes(2));
      daemon.work();
      assertThat(published(bad)).hasSize(1);
      assertThat(status(daemon, path("bad")).failures()).isZero();
    }
  }

  @Test
  void a_table_whose_log_is_damaged_is_shown_and_holds_nobody_up() throws IOException {
    try (AcidTable bad = table("bad");
        AcidTable good = table("good");
        DaemonByHand daemon = daemon()) {
      insert(bad, 4);
      insert(good, 4);
      Path entry = warehouse.resolve("bad/_acid_log/_v00000000000000000004.json");
      byte[] sound = Files.readAllBytes(entry);
      Files.write(entry, new byte[] {'{'});
      daemon.work();
      assertThat(published(good)).hasSize(1);
      assertThat(status(daemon, path("bad")).state()).isEqualTo(TableStatus.State.UNREADABLE);
      assertThat(status(daemon, path("bad")).reason()).contains("_v00000000000000000004.json");
      Files.write(entry, sound);
      daemon.time.pass(Duration.ofMinutes(1));
      daemon.work();
      assertThat(published(bad)).hasSize(1);
    }
  }

  @Test
  void what_is_asked_for_is_done_once_by_whichever_daemon_comes_first() throws IOException {
    try (AcidTable table = table("t");
        DaemonByHand one = daemon();
        DaemonByHand other = daemon()) {
      insert(table, 2);
      one.look();
      assertThat(
              one.control.compact(path("t"), Optional.empty(), Optional.of(CompactionKind.MAJOR)))
          .isEqualTo(1);
      assertThat(other.control.tables()).isEmpty();
      other.look();
      assertThat(
              other.control.compact(path("t"), Optional.empty(), Optional.of(CompactionKind.MAJOR)))
          .isZero();
      assertThat(table.compactions())
          .singleElement()
          .satisfies(info -> assertThat(info.state()).isEqualTo(CompactionInfo.State.INITIATED));
      other.work();
      assertThat(published(table))
          .singleElement()
          .satisfies(
              info -> assertThat(info.outputs()).singleElement().asString().startsWith("base_"));
      one.time.pass(Duration.ofMinutes(1));
      one.work();
      assertThat(published(table)).hasSize(1);
      assertThat(table.compactionRequests().all()).isEmpty();
      assertThatThrownBy(
              () -> one.control.compact(path("t"), Optional.of("day=1"), Optional.empty()))
          .isInstanceOf(ValidationException.class)
          .hasMessageContaining("day=1");
      assertThatThrownBy(() -> one.control.compact("/x", Optional.empty(), Optional.empty()))
          .isInstanceOf(ValidationException.class);
    }
  }

  @Test
  void of_two_daemons_that_want_the_same_one_does_it() throws IOException {
    try (AcidTable table = table("t");
        DaemonByHand one = daemon();
        DaemonByHand other = daemon()) {
      insert(table, 6);
      one.look();
      other.look();
      assertThat(one.control.queue()).hasSize(1);
      assertThat(other.control.queue()).hasSize(1);
      one.worker.doWork();
      other.worker.doWork();
      assertThat(published(table)).hasSize(1);
      assertThat(other.control.queue()).isEmpty();
    }
  }

  @Test
  void a_partition_that_another_process_compacts_is_left_to_it() throws IOException {
    AcidOptions locked = AcidOptions.of(Map.of("orcacid.maintenance.lock", "on"));
    try (AcidTable table = table("t");
        AcidTable command = AcidTable.open(table.path(), locked);
        DaemonByHand daemon = daemon()) {
      insert(table, 6);
      daemon.look();
      command
          .compaction()
          .major()
          .onProgress(
              progress -> {
                if (daemon.control.queue().get(0).state() == State.READY) {
                  daemon.worker.doWork();
                }
              })
          .run();
      assertThat(daemon.control.queue())
          .singleElement()
          .satisfies(
              entry -> {
                assertThat(entry.state()).isEqualTo(State.HELD_ELSEWHERE);
                assertThat(entry.reason()).contains(System.getProperty("user.name"));
              });
      assertThat(published(table)).hasSize(1);
      daemon.time.pass(Duration.ofMinutes(1));
      daemon.work();
      assertThat(daemon.control.queue()).isEmpty();
      assertThat(published(table)).hasSize(1);
    }
  }

  @Test
  void the_timetable_asks_for_major_compactions() throws IOException {
    try (AcidTable table = table("t");
        DaemonByHand daemon = daemon("orcacid.daemon.major.schedule", "mon 12:30")) {
      insert(table, 2);
      assertThat(daemon.work()).isZero();
      daemon.time.pass(Duration.ofMinutes(29));
      assertThat(daemon.work()).isZero();
      daemon.time.pass(Duration.ofMinutes(1));
      daemon.work();
      assertThat(published(table))
          .singleElement()
          .satisfies(
              info -> assertThat(info.outputs()).singleElement().asString().startsWith("base_"));
      daemon.time.pass(Duration.ofDays(1));
      daemon.work();
      assertThat(published(table)).hasSize(1);
    }
  }

  @Test
  void outside_the_window_only_what_was_asked_for_is_done() throws IOException {
    try (AcidTable table = table("t");
        DaemonByHand daemon = daemon("orcacid.daemon.window", "22:00-06:00")) {
      insert(table, 6);
      assertThat(daemon.work()).isZero();
      assertThat(daemon.control.queue().get(0).state()).isEqualTo(State.OUTSIDE_WINDOW);
      daemon.control.compact(path("t"), Optional.empty(), Optional.of(CompactionKind.MINOR));
      daemon.look();
      assertThat(daemon.control.queue())
          .singleElement()
          .satisfies(entry -> assertThat(entry.origin()).isEqualTo(Origin.REQUEST));
      daemon.work();
      assertThat(published(table)).hasSize(1);
    }
  }

  @Test
  void a_changed_threshold_holds_from_the_next_look_on() throws IOException {
    try (AcidTable table = table("t");
        DaemonByHand daemon = daemon("hive.compactor.delta.num.threshold", "100")) {
      insert(table, 6);
      assertThat(daemon.work()).isZero();
      daemon.context.reconfigure(
          DaemonByHand.config(
              Map.of(
                  "orcacid.daemon.warehouses",
                  warehouse.toString(),
                  "hive.compactor.delta.num.threshold",
                  "5")));
      assertThat(daemon.work()).isEqualTo(1);
      assertThat(published(table)).hasSize(1);
    }
  }

  @Test
  void what_is_handed_back_leaves_nothing_behind() throws IOException {
    try (AcidTable table = table("t");
        DaemonByHand daemon = daemon();
        DaemonByHand other = daemon()) {
      insert(table, 6);
      TreeSet<String> before = content(table);
      daemon.look();
      daemon.context.handBack();
      daemon.worker.doWork();
      assertThat(daemon.control.history())
          .singleElement()
          .satisfies(entry -> assertThat(entry.outcome()).isEqualTo(Outcome.HANDED_BACK));
      try (Stream<Path> left = Files.list(warehouse.resolve("t"))) {
        assertThat(left.map(one -> one.getFileName().toString()))
            .noneMatch(name -> name.startsWith("_tmp") || name.contains("_v"));
      }
      other.work();
      assertThat(published(table)).hasSize(1);
      assertThat(content(table)).isEqualTo(before);
    }
  }

  @Test
  void a_table_that_is_gone_is_forgotten() throws IOException {
    DaemonByHand daemon = daemon();
    try (AcidTable table = table("t")) {
      insert(table, 6);
      daemon.look();
      assertThat(daemon.control.queue()).hasSize(1);
    }
    Files.move(warehouse.resolve("t"), warehouse.resolve("_t"));
    daemon.time.pass(Duration.ofMinutes(10));
    daemon.look();
    assertThat(daemon.control.tables()).isEmpty();
    assertThat(daemon.control.queue()).isEmpty();
    daemon.close();
  }

  @Test
  void nothing_paused_is_touched() throws IOException {
    try (AcidTable table = table("t");
        DaemonByHand daemon = daemon()) {
      insert(table, 6);
      daemon.look();
      daemon.control.pause(Optional.of(path("t")));
      assertThat(daemon.work()).isZero();
      daemon.clean();
      assertThat(status(daemon, path("t")).state()).isEqualTo(TableStatus.State.PAUSED);
      daemon.control.resume(Optional.of(path("t")));
      daemon.work();
      assertThat(published(table)).hasSize(1);
    }
  }

  @Test
  void an_open_transaction_is_seen_and_can_be_aborted() throws IOException {
    try (AcidTable table = table("t");
        DaemonByHand daemon = daemon();
        Transaction open = table.begin()) {
      open.insert().row(1L, "/");
      daemon.look();
      assertThat(daemon.control.transactions())
          .singleElement()
          .satisfies(one -> assertThat(one.info().number()).isEqualTo(1));
      daemon.control.abort(path("t"), 1);
      daemon.look();
      assertThat(daemon.control.transactions()).isEmpty();
      assertThatThrownBy(open::commit).hasMessageContaining("abort");
    }
  }

  @Test
  void a_queue_entry_tells_its_table_and_reason() throws IOException {
    try (AcidTable table = table("t");
        DaemonByHand daemon = daemon()) {
      insert(table, 6);
      daemon.look();
      QueueEntry entry = daemon.control.queue().get(0);
      assertThat(entry.table()).isEqualTo(path("t"));
      assertThat(entry.pool()).isEqualTo("default");
      assertThat(entry.reason()).isEqualTo(status(daemon, path("t")).reason());
    }
  }
}
