package io.orcacid.daemon;

import static org.assertj.core.api.Assertions.assertThat;

import io.orcacid.AcidTable;
import io.orcacid.Inserter;
import io.orcacid.TableDefinition;
import io.orcacid.Transaction;
import io.orcacid.testkit.MemoryDirectories;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What tables, disks and operators do to a daemon. */
class HardshipTest {
  @TempDir(factory = MemoryDirectories.class)
  Path warehouse;

  private AcidTable table(String name) throws IOException {
    return AcidTable.create(
        warehouse.resolve(name).toString(), TableDefinition.of("id bigint, url string"));
  }

  private DaemonByHand daemon(String... pairs) {
    Map<String, String> settings = new TreeMap<>();
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
        transaction.commit();
      }
    }
  }

  @Test
  void a_request_survives_a_stale_wish_of_the_thresholds() throws IOException {
    try (AcidTable table = table("t");
        DaemonByHand daemon = daemon("hive.compactor.delta.pct.threshold", "100")) {
      insert(table, 6);
      daemon.look(); // a wish of the thresholds waits
      table.compaction().major().run(); // another process does it
      insert(table, 1);
      assertThat(table.compaction().major().request()).isEqualTo(1);
      assertThat(daemon.worker.doWork()).isEqualTo(1);
      daemon.time.pass(Duration.ofMinutes(1));
      daemon.work();
      assertThat(table.inspect().partitions().get(0).directories())
          .filteredOn(one -> one.state().name().equals("USED"))
          .hasSize(1);
    }
  }

  @Test
  void a_look_that_fails_once_does_not_end_the_pause_after_failures() throws IOException {
    try (AcidTable bad = table("bad");
        DaemonByHand daemon = daemon("orcacid.daemon.backoff.first", "10m")) {
      insert(bad, 8);
      Path file;
      try (Stream<Path> files = Files.walk(warehouse.resolve("bad"))) {
        file = files.filter(one -> one.endsWith("bucket_00000")).sorted().findFirst().orElseThrow();
      }
      byte[] damaged = Files.readAllBytes(file);
      java.util.Arrays.fill(damaged, 0, damaged.length / 2, (byte) 0x55);
      Files.write(file, damaged);
      daemon.work();
      assertThat(daemon.control.tables().get(0).failures()).isEqualTo(1);
      Path log = warehouse.resolve("bad/_acid_log");
      Path away = warehouse.resolve("bad/_away");
      Files.move(log, away);
      Files.createFile(log);
      daemon.time.pass(Duration.ofSeconds(31));
      daemon.look();
      Files.delete(log);
      Files.move(away, log);
      daemon.time.pass(Duration.ofSeconds(31));
      assertThat(daemon.work()).isZero();
    }
  }

  @Test
  void a_warehouse_that_is_not_there_is_said() throws IOException {
    try (DaemonByHand daemon =
        daemon("orcacid.daemon.warehouses", warehouse.resolve("nowhere").toString())) {
      daemon.look();
      assertThat(daemon.context.tables().unsearched()).isNotEmpty();
    }
  }

  @Test
  void a_pause_outlasts_a_mount_that_is_gone_for_a_while() throws IOException {
    Path mount = Files.createDirectory(warehouse.resolve("mount"));
    try (AcidTable table = table("mount/t");
        DaemonByHand daemon = daemon("orcacid.daemon.warehouses", mount.toString())) {
      daemon.look();
      daemon.control.pause(Optional.of(mount + "/t"));
      Files.move(mount, warehouse.resolve("unmounted"));
      daemon.time.pass(Duration.ofMinutes(6));
      daemon.look();
      Files.move(warehouse.resolve("unmounted"), mount);
      daemon.time.pass(Duration.ofMinutes(6));
      daemon.look();
      assertThat(daemon.context.queue().isPaused(Optional.of(mount + "/t"))).isTrue();
    }
  }

  @Test
  void the_page_does_not_hide_that_a_table_cannot_be_cleaned() throws IOException {
    try (AcidTable table = table("t");
        DaemonByHand daemon = daemon()) {
      insert(table, 1);
      daemon.look();
      daemon
          .context
          .tables()
          .find(warehouse + "/t")
          .orElseThrow()
          .notCleaned("IO: disk is read-only");
      daemon.control.table(warehouse + "/t");
      assertThat(daemon.control.tables().get(0).reason()).contains("could not be cleaned");
    }
  }

  @Test
  void a_table_is_looked_after_once_though_its_path_ends_with_a_slash() throws IOException {
    try (AcidTable table = table("t");
        DaemonByHand daemon = daemon("orcacid.daemon.tables", warehouse + "/t/")) {
      insert(table, 6);
      daemon.work();
      assertThat(daemon.control.tables()).hasSize(1);
    }
  }

  @Test
  void a_table_that_was_removed_is_in_trouble_and_does_not_come_back() throws IOException {
    try (AcidTable table = table("gone");
        DaemonByHand daemon =
            daemon("orcacid.daemon.warehouses", "", "orcacid.daemon.tables", warehouse + "/gone")) {
      insert(table, 8);
      daemon.look();
      removeAll(warehouse.resolve("gone"));
      daemon.time.pass(Duration.ofMinutes(11));
      daemon.look();
      daemon.worker.doWork();
      daemon.cleaner.doWork();
      daemon.time.pass(Duration.ofMinutes(11));
      daemon.look();
      assertThat(daemon.control.tables().get(0).state().name()).isEqualTo("UNREADABLE");
      assertThat(warehouse.resolve("gone")).doesNotExist();
    }
  }

  private static void removeAll(Path directory) throws IOException {
    try (Stream<Path> files = Files.walk(directory)) {
      for (Path one : files.sorted(java.util.Comparator.reverseOrder()).toList()) {
        Files.delete(one);
      }
    }
  }

  @Test
  void a_table_that_was_made_anew_at_the_same_path_loses_nothing_to_the_cleaner()
      throws IOException {
    try (DaemonByHand daemon = daemon("orcacid.daemon.tables", warehouse + "/t")) {
      try (AcidTable old = table("t")) {
        insert(old, 8);
        daemon.work(); // base_8, and 8 deltas that are replaced
      }
      removeAll(warehouse.resolve("t"));
      try (AcidTable anew = table("t")) {
        insert(anew, 3);
      }
      {
        daemon.time.pass(Duration.ofMinutes(1));
        daemon.clean();
        daemon.time.pass(Duration.ofMinutes(6));
        daemon.clean();
      }
      try (AcidTable anew = AcidTable.open(warehouse + "/t")) {
        assertThat(anew.scan().count()).isEqualTo(3);
      }
    }
  }

  @Test
  void a_table_whose_storage_hangs_holds_up_neither_the_others_nor_the_end() throws Exception {
    Path log = Files.createDirectories(warehouse.resolve("hangs/_acid_log"));
    assertThat(
            new ProcessBuilder("mkfifo", log.resolve("_store.json").toString()).start().waitFor())
        .isZero();
    DaemonByHand daemon =
        daemon("orcacid.daemon.warehouses", "", "orcacid.daemon.tables", warehouse + "/hangs");
    Thread initiator = new Thread(() -> daemon.initiator.doWork());
    initiator.setDaemon(true);
    initiator.start();
    // It hangs once it reads the pipe.
    while (initiator.getState() != Thread.State.RUNNABLE
        || Stream.of(initiator.getStackTrace())
            .noneMatch(frame -> frame.getMethodName().startsWith("open0"))) {
      assertThat(initiator.isAlive()).isTrue();
      Thread.sleep(10);
    }
    Thread reload = new Thread(() -> daemon.context.reconfigure(daemon.context.config()));
    reload.setDaemon(true);
    reload.start();
    reload.join(5_000);
    assertThat(reload.isAlive()).isFalse();
    Thread looks = new Thread(() -> daemon.context.tables().all());
    looks.setDaemon(true);
    looks.start();
    looks.join(5000);
    assertThat(looks.isAlive()).isFalse();
  }
}
