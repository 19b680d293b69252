package io.orcacid.compactor.clean;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.orcacid.compactor.clean.CleanOptions.ForeignReaders;
import io.orcacid.compactor.clean.CleanPlan.Action;
import io.orcacid.compactor.clean.CleanPlan.Verdict;
import io.orcacid.error.SnapshotTooOldException;
import io.orcacid.error.TransactionAbortedException;
import io.orcacid.error.ValidationException;
import io.orcacid.format.ValidTxnList;
import io.orcacid.format.ValidWriteIdList;
import io.orcacid.format.io.Storage;
import io.orcacid.txn.BeginOptions;
import io.orcacid.txn.CompactionHandle;
import io.orcacid.txn.SnapshotPin;
import io.orcacid.txn.TransactionHandle;
import io.orcacid.txn.TransactionManager;
import io.orcacid.txn.log.Adoption;
import io.orcacid.txn.log.CommitLog;
import io.orcacid.txn.log.CompactionKind;
import io.orcacid.txn.log.DataDirectory;
import io.orcacid.txn.log.DataFile;
import io.orcacid.txn.log.LogOptions;
import io.orcacid.txn.log.Operation;
import io.orcacid.txn.log.PartitionChange;
import io.orcacid.txn.log.TableMetadata;
import io.orcacid.txn.log.TableState;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CleanerTest {
  private static final Duration TIMEOUT = Duration.ofSeconds(300);

  @TempDir Path directory;

  private TestTables table;
  private EventTable events;
  private TransactionManager manager;

  private void create() throws IOException {
    table = new TestTables(directory);
    events = table.events();
    manager = table.createUnpartitioned();
  }

  private void insert(long... values) throws IOException {
    for (long value : values) {
      events.insert(manager, "", value);
    }
  }

  private static String reason(CleanPlan plan, String name) {
    return plan.directories().stream()
        .filter(one -> one.name().equals(name))
        .map(Verdict::reason)
        .findFirst()
        .orElse("");
  }

  @Test
  void what_a_major_compaction_replaced_goes_after_the_retention_and_not_before()
      throws IOException {
    create();
    insert(1, 2, 3);
    table.clock().move(Duration.ofHours(1));
    events.compact(manager, "", CompactionKind.MAJOR);
    Cleaner cleaner = table.cleaner(manager, CleanOptions.defaults());
    table.clock().move(Duration.ofHours(24).minusSeconds(1));

    CleanResult early = cleaner.run();

    assertThat(early.directories()).isZero();
    assertThat(reason(early.plan(), "delta_0000001_0000001_0000"))
        .isEqualTo("inside retention until 2026-12-01T13:00:00Z");
    assertThat(manager.log().newest().version()).isEqualTo(4);
    table.clock().move(Duration.ofSeconds(1));
    assertThat(cleaner.dryRun().removals()).hasSize(3);
    assertThat(table.names("")).hasSize(4);

    CleanResult result = cleaner.run();

    assertThat(result.directories()).isEqualTo(3);
    assertThat(table.names("")).containsExactly("base_0000003_v0000001");
    TableState newest = manager.log().newest();
    assertThat(newest.oldestReadable()).isEqualTo(4);
    assertThat(newest.retired("")).isEmpty();
    assertThat(events.values(newest, "")).containsExactly(1L, 2L, 3L);
    assertThatThrownBy(() -> manager.log().stateAt(3))
        .isInstanceOf(SnapshotTooOldException.class)
        .hasMessageContaining("oldestReadable=4");
    assertThat(manager.log().stateAt(table.clock().instant().minus(Duration.ofHours(24))))
        .extracting(TableState::version)
        .isEqualTo(4L);
  }

  @Test
  void a_retention_below_an_hour_needs_the_word_that_nobody_else_reads() {
    assertThatThrownBy(
            () ->
                CleanOptions.defaults()
                    .withRetention(Duration.ofMinutes(59), ForeignReaders.POSSIBLE))
        .isInstanceOf(ValidationException.class)
        .hasMessageContaining("Trino");
    assertThat(
            CleanOptions.defaults()
                .withRetention(Duration.ofHours(1), ForeignReaders.POSSIBLE)
                .retention())
        .isEqualTo(Duration.ofHours(1));
  }

  @Test
  void a_pinned_version_keeps_what_it_shows_until_the_reader_is_done() throws IOException {
    create();
    insert(1, 2);
    TransactionManager reader = table.open();
    SnapshotPin pin = reader.pinNewest();
    events.delete(manager, "", 1);
    events.compact(manager, "", CompactionKind.MAJOR);
    Cleaner cleaner = table.cleaner(manager, TestTables.AT_ONCE);

    CleanResult result = cleaner.run();

    assertThat(result.directories()).isZero();
    assertThat(reason(result.plan(), "delta_0000001_0000001_0000"))
        .matches("pinned by .+@.+ at version 2 since 2026-11-30T12:00:00Z");
    assertThat(events.values(pin.state(), "")).containsExactly(1L, 2L);
    assertThatThrownBy(() -> manager.pin(2)).isInstanceOf(SnapshotTooOldException.class);
    pin.close();
    reader.close();
    assertThat(cleaner.run().directories()).isEqualTo(3);
    assertThat(events.values(manager.log().newest(), "")).containsExactly(2L);
  }

  @Test
  void a_directory_is_kept_only_by_pins_below_the_version_that_replaced_it() throws IOException {
    create();
    insert(1, 2);
    events.compact(manager, "", CompactionKind.MINOR);
    SnapshotPin pin = manager.pinNewest();
    insert(3);
    events.compact(manager, "", CompactionKind.MAJOR);
    CleanResult result = table.cleaner(manager, TestTables.AT_ONCE).run();
    assertThat(result.plan().removals())
        .extracting(Verdict::name)
        .containsExactly("delta_0000001_0000001_0000", "delta_0000002_0000002_0000");
    assertThat(events.values(pin.state(), "")).containsExactly(1L, 2L);
    pin.close();
  }

  @Test
  void a_pin_of_a_dead_process_counts_until_it_was_silent_for_its_timeout() throws IOException {
    create();
    insert(1, 2);
    SnapshotPin dead = table.open().pinNewest();
    events.compact(manager, "", CompactionKind.MAJOR);
    Cleaner cleaner = table.cleaner(manager, TestTables.AT_ONCE);
    assertThat(cleaner.run().directories()).isZero();
    table.pass(TIMEOUT.minusNanos(1));
    assertThat(cleaner.run().directories()).isZero();
    table.pass(Duration.ofNanos(1));
    assertThat(cleaner.run().directories()).isEqualTo(2);
    assertThat(dead.unprotectedBecause()).isEmpty();
    try (Stream<Path> leases = Files.list(Path.of(table.path(), "_acid_log/_leases"))) {
      assertThat(leases).isEmpty();
    }
  }

  @Test
  void a_process_that_beats_is_never_silent() throws IOException {
    create();
    insert(1, 2);
    TransactionManager alive = table.open();
    SnapshotPin pin = alive.pinNewest();
    events.compact(manager, "", CompactionKind.MAJOR);
    Cleaner cleaner = table.cleaner(manager, TestTables.AT_ONCE);
    for (int third = 0; third < 6; third++) {
      assertThat(cleaner.run().directories()).isZero();
      table.pass(TIMEOUT.dividedBy(3));
      alive.beat();
    }
    pin.close();
  }

  @Test
  void a_dead_transaction_is_aborted_by_an_entry_before_its_files_go() throws IOException {
    create();
    insert(1);
    TransactionManager other = table.open();
    TransactionHandle zombie = other.begin(BeginOptions.of(Operation.INSERT));
    events.addInsert(zombie, "", 7);
    insert(2);
    Cleaner cleaner = table.cleaner(manager, TestTables.AT_ONCE);

    CleanPlan first = cleaner.run().plan();

    assertThat(reason(first, "delta_0000002_0000002_0000"))
        .matches("claimed by open transaction 2 of .+@.+ since .+");
    table.pass(TIMEOUT);
    manager.beat();
    CleanResult result = cleaner.run();
    assertThat(result.abortedWriteIds()).isEqualTo(1);
    assertThat(reason(result.plan(), "delta_0000002_0000002_0000"))
        .isEqualTo("left by transaction 2, aborted");
    assertThat(table.names("")).doesNotContain("delta_0000002_0000002_0000");
    assertThat(manager.log().newest().isAborted(2)).isTrue();
    assertThatThrownBy(zombie::commit).isInstanceOf(TransactionAbortedException.class);
    insert(3);
    cleaner.run();
    assertThat(table.store().list("_ids/", "", 10)).containsExactly("_ids/_00000000000000000004");
  }

  @Test
  void a16_f16_what_a_zombie_writes_after_its_abort_goes_with_the_next_run() throws IOException {
    create();
    insert(1);
    TransactionHandle zombie = table.open().begin(BeginOptions.of(Operation.INSERT));
    zombie.writeId();
    insert(2);
    Cleaner cleaner = table.cleaner(manager, TestTables.AT_ONCE);
    cleaner.run();
    table.pass(TIMEOUT);
    cleaner.run();
    assertThat(manager.log().newest().isAborted(2)).isTrue();

    events.addInsert(zombie, "", 9);

    assertThatThrownBy(zombie::commit).isInstanceOf(TransactionAbortedException.class);
    assertThat(events.listedValues(manager.log().newest(), "")).containsExactly(1L, 2L);
    assertThat(cleaner.run().directories()).isEqualTo(1);
    insert(3);
    assertThat(manager.log().newest().highWaterMark()).isEqualTo(4);
  }

  @Test
  void a_transaction_that_is_open_for_too_long_is_aborted_even_if_it_beats() throws IOException {
    create();
    TransactionManager other = table.open();
    TransactionHandle slow = other.begin(BeginOptions.of(Operation.INSERT));
    slow.writeId();
    Cleaner cleaner = table.cleaner(manager, CleanOptions.defaults());
    table.clock().move(Duration.ofHours(24));
    other.beat();
    assertThat(cleaner.run().abortedWriteIds()).isZero();
    table.clock().move(Duration.ofSeconds(1));
    other.beat();
    assertThat(cleaner.run().abortedWriteIds()).isEqualTo(1);
    assertThat(manager.log().newest().isAborted(1)).isTrue();
  }

  @Test
  void an_open_transaction_keeps_what_it_reads_and_a_given_up_one_keeps_nothing()
      throws IOException {
    create();
    insert(1, 2);
    TransactionManager other = table.open();
    TransactionHandle open = other.begin(BeginOptions.of(Operation.DELETE));
    open.writeId();
    events.compact(manager, "", CompactionKind.MAJOR);
    Cleaner cleaner = table.cleaner(manager, TestTables.AT_ONCE);
    CleanResult kept = cleaner.run();
    assertThat(kept.directories()).isZero();
    assertThat(reason(kept.plan(), "delta_0000001_0000001_0000"))
        .matches("read at version 2 by open transaction 3 of .+@.+");
    assertThat(events.values(open.state(), "")).containsExactly(1L, 2L);
    open.abort();
    assertThat(cleaner.run().directories()).isEqualTo(2);
  }

  @Test
  void a_transaction_that_claims_after_a_cleaning_kept_what_it_reads_all_the_time()
      throws IOException {
    create();
    insert(1, 2);
    TransactionHandle late = table.open().begin(BeginOptions.of(Operation.DELETE));
    events.compact(manager, "", CompactionKind.MAJOR);
    Cleaner cleaner = table.cleaner(manager, TestTables.AT_ONCE);
    assertThat(cleaner.run().directories()).as("pinned").isZero();
    assertThat(manager.log().newest().oldestReadable()).isGreaterThan(late.state().version());

    assertThat(late.writeId()).isEqualTo(3);
    assertThat(cleaner.run().directories()).as("claimed").isZero();
    assertThat(events.values(late.state(), "")).containsExactly(1L, 2L);

    late.abort();
    assertThat(cleaner.run().directories()).isEqualTo(2);
  }

  @Test
  void a64_unfinished_files_go_when_their_compaction_is_over_and_not_before() throws IOException {
    create();
    insert(1, 2);
    TransactionManager other = table.open();
    CompactionHandle crashed = other.beginCompaction("", CompactionKind.MAJOR);
    events.rewrite(crashed);
    String temporary = Path.of(crashed.temporaryPath()).getFileName().toString();
    Cleaner cleaner = table.cleaner(manager, TestTables.AT_ONCE);
    assertThat(reason(cleaner.run().plan(), temporary))
        .matches("unfinished files of open compaction 1 of .+@.+ since .+");
    assertThat(table.names("")).contains(temporary);
    table.pass(TIMEOUT);
    CleanResult result = cleaner.run();
    assertThat(result.abortedCompactions()).isEqualTo(1);
    assertThat(table.names("")).doesNotContain(temporary);
    assertThatThrownBy(() -> crashed.publish(List.of(base(crashed))))
        .isInstanceOf(TransactionAbortedException.class);
    assertThat(manager.log().newest().isCompactionAborted(1)).isTrue();
    assertThat(events.values(manager.log().newest(), "")).containsExactly(1L, 2L);
  }

  private static DataDirectory base(CompactionHandle compaction) {
    return DataDirectory.of(compaction.outputNames().iterator().next(), 0, List.of());
  }

  @Test
  void f19_a_compaction_that_moved_its_directory_and_died_leaves_nothing_that_counts()
      throws IOException {
    create();
    insert(1, 2);
    CompactionHandle crashed = table.open().beginCompaction("", CompactionKind.MINOR);
    for (DataDirectory made : events.rewrite(crashed)) {
      Files.move(Path.of(crashed.outputPath(made.name())), Path.of(table.path(), made.name()));
    }
    assertThat(events.listedValues(manager.log().newest(), "")).containsExactly(1L, 2L);
    assertThatThrownBy(() -> manager.beginCompaction("", CompactionKind.MINOR))
        .isInstanceOf(ValidationException.class)
        .hasMessageContaining("clean the table first");
    Cleaner cleaner = table.cleaner(manager, TestTables.AT_ONCE);
    assertThat(reason(cleaner.run().plan(), "delta_0000001_0000002_v0000001"))
        .matches("claimed by open compaction 1 of .+@.+ since .+");
    table.pass(TIMEOUT);
    assertThat(reason(cleaner.run().plan(), "delta_0000001_0000002_v0000001"))
        .isEqualTo("left by compaction 1, aborted");
    events.compact(manager, "", CompactionKind.MINOR);
    assertThat(table.names("")).contains("delta_0000001_0000002_v0000002");
  }

  @Test
  void names_that_nobody_claimed_in_this_log_are_left_and_reported() throws IOException {
    create();
    insert(1);
    for (String name :
        List.of(
            "delta_0000009_0000009_0000",
            "base_0000001_v0000007",
            "delta_0000001_0000001_0001",
            "delta_0000002_0000004",
            "delta_x",
            "_tmp.mine",
            "_other")) {
      Files.createDirectory(Path.of(table.path(), name));
    }
    CleanResult result = table.cleaner(manager, TestTables.AT_ONCE).run();
    assertThat(result.directories()).isZero();
    assertThat(result.plan().reports())
        .extracting(one -> one.name() + " | " + one.reason())
        .containsExactlyInAnyOrder(
            "delta_0000009_0000009_0000 | nobody claimed write id 9 in this log: see verify",
            "base_0000001_v0000007 | nobody claimed compaction transaction 7 in this log: see verify",
            "delta_0000001_0000001_0001 | transaction 1 did not name it: see verify",
            "delta_0000002_0000004 | of several write ids, and never named: see verify",
            "delta_x | unknown name: see verify",
            "_tmp.mine | unknown name: see verify");
    assertThat(table.names("")).hasSize(8);
  }

  @Test
  void a69_nothing_to_do_makes_no_version() throws IOException {
    create();
    insert(1);
    Cleaner cleaner = table.cleaner(manager, TestTables.AT_ONCE);
    assertThat(cleaner.run().directories()).isZero();
    events.compact(manager, "", CompactionKind.MAJOR);
    cleaner.run();
    long version = manager.log().newest().version();
    assertThat(cleaner.run().directories()).isZero();
    assertThat(manager.log().newest().version()).isEqualTo(version);
    assertThat(table.names("")).containsExactly("base_0000001_v0000001");
  }

  @Test
  void a67_an_aborted_write_to_some_partitions_costs_no_other_directory() throws IOException {
    table = new TestTables(directory);
    events = table.events();
    manager = table.createPartitioned();
    for (String partition : List.of("p=1", "p=2", "p=3")) {
      events.insert(manager, partition, 1, 2);
      events.delete(manager, partition, 1);
    }
    TransactionHandle aborted = manager.begin(BeginOptions.of(Operation.INSERT));
    events.addInsert(aborted, "p=1", 8);
    events.addInsert(aborted, "p=2", 9);
    aborted.abort();
    events.compact(manager, "p=1", CompactionKind.MAJOR);
    events.compact(manager, "p=3", CompactionKind.MAJOR);
    CleanResult result = table.cleaner(manager, TestTables.AT_ONCE).run();
    assertThat(result.directories()).isEqualTo(6);
    TableState newest = manager.log().newest();
    for (String partition : newest.partitions()) {
      assertThat(events.values(newest, partition)).containsExactly(2L);
      assertThat(events.listedValues(newest, partition)).containsExactly(2L);
    }
    assertThat(table.names("p=2"))
        .containsExactly("delete_delta_0000004_0000004_0000", "delta_0000003_0000003_0000");
    assertThat(newest.exceptions()).isEmpty();
  }

  @Test
  void a68_a_cleaning_removes_nothing_that_a_later_compaction_or_transaction_needs()
      throws IOException {
    create();
    insert(1, 2, 3);
    events.compact(manager, "", CompactionKind.MINOR);
    TransactionManager other = table.open();
    TransactionHandle open = other.begin(BeginOptions.of(Operation.INSERT));
    events.addInsert(open, "", 100);
    insert(5, 6);
    table.cleaner(manager, TestTables.AT_ONCE).run();
    assertThat(table.names(""))
        .containsExactly(
            "delta_0000001_0000003_v0000001",
            "delta_0000004_0000004_0000",
            "delta_0000005_0000005_0000",
            "delta_0000006_0000006_0000");
    assertThatThrownBy(() -> manager.beginCompaction("", CompactionKind.MINOR))
        .isInstanceOf(ValidationException.class);
    assertThat(open.commit().version()).isEqualTo(9);
    assertThat(events.listedValues(manager.log().newest(), ""))
        .containsExactly(1L, 2L, 3L, 5L, 6L, 100L);
  }

  @Test
  void a70_directories_that_vanish_under_a_cleaner_are_passed_over() throws IOException {
    create();
    insert(1, 2, 3);
    events.compact(manager, "", CompactionKind.MAJOR);
    TransactionManager other = table.open();
    boolean[] done = new boolean[1];
    Storage vanishing =
        HookedFiles.storage(
            (call, name) -> {
              if (call.equals("delete") && name.startsWith("delta_") && !done[0]) {
                done[0] = true;
                table.cleaner(other, TestTables.AT_ONCE).run();
              }
            });
    TransactionManager slow =
        TestTables.manager(
            CommitLog.open(vanishing, table.path(), table.store(), table.logOptions()));
    CleanResult result = table.cleaner(slow, TestTables.AT_ONCE).run();
    assertThat(done[0]).isTrue();
    assertThat(result.directories()).isEqualTo(3);
    assertThat(table.names("")).containsExactly("base_0000003_v0000001");
    TableState newest = slow.log().newest();
    assertThat(newest.retired("")).isEmpty();
    assertThat(events.listedValues(newest, "")).containsExactly(1L, 2L, 3L);
  }

  @Test
  void a71_one_run_cleans_every_partition_and_every_abort() throws IOException {
    table = new TestTables(directory);
    events = table.events();
    manager = table.createPartitioned();
    List<String> partitions = List.of("p=1", "p=2", "p=3", "p=4");
    for (String partition : partitions) {
      events.insert(manager, partition, 1);
      events.insert(manager, partition, 2);
      TransactionHandle aborted = manager.begin(BeginOptions.of(Operation.INSERT));
      events.addInsert(aborted, partition, 9);
      aborted.abort();
      events.compact(manager, partition, CompactionKind.MAJOR);
    }
    TransactionHandle stranger = table.open().begin(BeginOptions.of(Operation.INSERT));
    events.addInsert(stranger, "p=4", 8);
    Cleaner cleaner = table.cleaner(manager, TestTables.AT_ONCE);
    cleaner.dryRun();
    table.pass(TIMEOUT);
    cleaner.run();
    TableState newest = manager.log().newest();
    for (String partition : partitions) {
      assertThat(table.names(partition)).hasSize(1);
      assertThat(events.listedValues(newest, partition)).containsExactly(1L, 2L);
    }
    assertThat(newest.partitionsWithRetired()).isEmpty();
  }

  @Test
  void r15_an_abort_is_forgotten_only_under_a_base_of_a_higher_write_id() throws IOException {
    create();
    insert(1);
    TransactionHandle aborted = manager.begin(BeginOptions.of(Operation.INSERT));
    events.addInsert(aborted, "", 8);
    aborted.abort();
    insert(2);
    Cleaner cleaner = table.cleaner(manager, TestTables.AT_ONCE);
    cleaner.run();
    assertThat(manager.log().newest().exceptions()).containsExactly(2);
    events.compact(manager, "", CompactionKind.MAJOR);
    cleaner.run();
    TableState newest = manager.log().newest();
    assertThat(newest.exceptions()).isEmpty();
    assertThat(newest.isAborted(2)).isTrue();
    assertThat(newest.isCommitted(2)).isFalse();
    assertThat(newest.snapshot("t").writeIds()).hasToString("t:3:9223372036854775807::");
    assertThat(table.open().log().newest()).isEqualTo(newest);
  }

  @Test
  void r23_old_entries_go_behind_a_checkpoint_and_below_every_pin() throws IOException {
    create();
    LogOptions often = table.logOptions().withCheckpointEntries(4);
    manager =
        TestTables.manager(CommitLog.open(Storage.local(), table.path(), table.store(), often));
    for (int i = 1; i <= 12; i++) {
      insert(i);
    }
    TransactionManager reader = table.open();
    SnapshotPin pin = reader.pin(7);
    table.clock().move(Duration.ofDays(7).plusSeconds(1));
    reader.beat();
    manager.beat();
    CleanOptions options = CleanOptions.defaults();

    int entries = table.cleaner(manager, options).run().expiredEntries();

    assertThat(entries).isEqualTo(5);
    assertThat(events.values(pin.state(), "")).hasSize(7);
    pin.close();
    reader.close();
    TransactionManager longOpen = table.open();
    assertThat(table.cleaner(manager, options).run().expiredEntries()).isPositive();
    try (Stream<Path> files = Files.list(Path.of(table.path(), "_acid_log"))) {
      assertThat(files.filter(file -> file.getFileName().toString().startsWith("_checkpoint-")))
          .hasSize(1);
    }
    TableState newest = table.open().log().newest();
    assertThat(newest).isEqualTo(manager.log().newest());
    assertThat(longOpen.log().newest()).isEqualTo(newest);
    assertThat(longOpen.log().history().versions())
        .hasSameSizeAs(manager.log().history().versions());
    assertThat(events.values(newest, "")).hasSize(12);
    assertThatThrownBy(() -> manager.log().stateAt(7)).isInstanceOf(SnapshotTooOldException.class);
    insert(13);
    assertThat(events.values(table.open().log().newest(), "")).hasSize(13);
  }

  @Test
  void the_trash_keeps_what_was_removed_for_a_while_under_names_that_nobody_reads()
      throws IOException {
    create();
    insert(1, 2);
    events.compact(manager, "", CompactionKind.MAJOR);
    Cleaner cleaner = table.cleaner(manager, TestTables.AT_ONCE.withTrash(Duration.ofHours(2)));
    assertThat(cleaner.run().directories()).isEqualTo(2);
    assertThat(table.names("")).containsExactly("base_0000002_v0000001");
    Path trash = Path.of(table.path(), "_acid_log/_trash/_20261130T120000.000000Z");
    assertThat(trash.resolve("_delta_0000001_0000001_0000/_bucket_00000")).isRegularFile();
    table.clock().move(Duration.ofHours(2).minusSeconds(1));
    cleaner.run();
    assertThat(trash).exists();
    table.clock().move(Duration.ofSeconds(1));
    cleaner.run();
    assertThat(trash).doesNotExist();
  }

  @Test
  void a47_plain_files_of_an_adopted_table_go_when_a_base_holds_their_rows() throws IOException {
    table = new TestTables(directory);
    events = table.events();
    Path nested = Path.of(table.path(), "sub");
    Files.createDirectories(nested);
    Files.writeString(Path.of(table.path(), "000000_0"), "plain");
    Files.writeString(nested.resolve("000000_0_copy_1"), "plain");
    List<DataFile> files =
        List.of(
            DataFile.of("000000_0", 5, 1, 0, Optional.empty(), Optional.empty()),
            DataFile.of("sub/000000_0_copy_1", 5, 1, 0, Optional.empty(), Optional.empty()));
    manager =
        TestTables.manager(
            CommitLog.adopt(
                Storage.local(),
                table.path(),
                TableMetadata.of(EventTable.SCHEMA)
                    .adopted(
                        new Adoption(
                            ValidWriteIdList.of("t", 3, new long[0], new long[0]),
                            ValidTxnList.of(0, new long[0], new long[0]),
                            3,
                            5)),
                List.of(
                    new PartitionChange(
                        "",
                        List.of(DataDirectory.of(DataDirectory.ORIGINALS, 0, files)),
                        List.of(),
                        "",
                        "")),
                table.logOptions()));
    try (CompactionHandle compaction = manager.beginCompaction("", CompactionKind.MAJOR)) {
      assertThat(compaction.transaction()).isEqualTo(6);
      assertThat(compaction.layout().originals()).hasSize(2);
      Files.createDirectories(Path.of(compaction.outputPath("base_0000003_v0000006")));
      compaction.publish(List.of(base(compaction)));
    }
    assertThat(Path.of(table.path(), "000000_0")).exists();
    assertThat(table.cleaner(manager, TestTables.AT_ONCE).run().directories()).isEqualTo(1);
    assertThat(Path.of(table.path(), "000000_0")).doesNotExist();
    assertThat(nested).isEmptyDirectory();
    assertThat(Path.of(table.path(), "base_0000003_v0000006")).exists();
    assertThat(manager.log().newest().retired("")).isEmpty();
  }

  @Test
  void r1_a_number_whose_claim_was_removed_is_not_given_out_again() throws IOException {
    create();
    TransactionManager late = table.open();
    TransactionHandle transaction = late.begin(BeginOptions.of(Operation.INSERT));
    insert(1, 2);
    table.cleaner(manager, TestTables.AT_ONCE).run();
    // That of the last entry stays, in case the entry is damaged and set aside.
    assertThat(table.store().list("_ids/", "", 10)).containsExactly("_ids/_00000000000000000002");
    assertThat(transaction.writeId()).isEqualTo(3);
    events.addInsert(transaction, "", 7);
    transaction.commit();
    assertThat(events.listedValues(manager.log().newest(), "")).containsExactly(1L, 2L, 7L);
  }

  @Test
  void every_verdict_says_why() throws IOException {
    create();
    insert(1);
    CleanPlan plan = table.cleaner(manager, TestTables.AT_ONCE).dryRun();
    assertThat(plan.directories())
        .extracting(Verdict::action, Verdict::reason)
        .containsExactly(org.assertj.core.groups.Tuple.tuple(Action.KEEP, "live at version 1"));
  }

  @Test
  void unfinished_bases_of_an_overwrite_stay_while_it_is_open_and_go_once_it_is_aborted()
      throws IOException {
    create();
    insert(1);
    TransactionHandle overwrite = table.open().begin(BeginOptions.of(Operation.OVERWRITE));
    long writeId = overwrite.writeId();
    Path unfinished = Path.of(table.path(), overwrite.temporary());
    Files.createDirectories(unfinished.resolve("base_0000002"));
    CleanPlan open = table.cleaner(manager, TestTables.AT_ONCE).run().plan();
    assertThat(unfinished).exists();
    assertThat(reason(open, overwrite.temporary()))
        .startsWith("unfinished files of open transaction " + writeId);

    manager.abort(writeId);
    table.cleaner(manager, TestTables.AT_ONCE).run();

    assertThat(unfinished).doesNotExist();
  }
}
