package io.orcacid.compactor.clean;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.orcacid.compactor.clean.CleanOptions.ForeignReaders;
import io.orcacid.compactor.clean.CleanPlan.Action;
import io.orcacid.compactor.clean.CleanPlan.Verdict;
import io.orcacid.error.SnapshotTooOldException;
import io.orcacid.error.ValidationException;
import io.orcacid.format.ValidTxnList;
import io.orcacid.format.ValidWriteIdList;
import io.orcacid.format.io.Storage;
import io.orcacid.txn.BeginOptions;
import io.orcacid.txn.CompactionHandle;
import io.orcacid.txn.TransactionHandle;
import io.orcacid.txn.TransactionManager;
import io.orcacid.txn.log.Adoption;
import io.orcacid.txn.log.CommitLog;
import io.orcacid.txn.log.CompactionKind;
import io.orcacid.txn.log.DataDirectory;
import io.orcacid.txn.log.DataFile;
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
import org.junit.jupiter.api.Test;

/** What a cleaning removes and keeps of what the log named. */
class CleanerTest extends CleaningFixture {
  @Test
  void a85_what_a_major_compaction_replaced_goes_after_the_retention_and_not_before()
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
  void a85_retention_counts_from_being_replaced_however_old_the_commit_is() throws IOException {
    create();
    insert(1, 2, 3);
    table.clock().move(Duration.ofDays(30));
    events.compact(manager, "", CompactionKind.MAJOR);
    Cleaner cleaner = table.cleaner(manager, CleanOptions.defaults());
    assertThat(cleaner.run().directories()).isZero();
    assertThat(events.values(manager.log().stateAt(3), "")).containsExactly(1L, 2L, 3L);
    table.clock().move(Duration.ofHours(23));
    assertThat(cleaner.run().directories()).isZero();
    table.clock().move(Duration.ofHours(1));
    assertThat(cleaner.run().directories()).isEqualTo(3);
  }

  /** The hint names the version before the compaction, which needs what that replaced. */
  @Test
  void a86_a_cleaning_loads_the_real_state_whatever_the_hint_says() throws IOException {
    create();
    insert(1, 2, 3);
    Path hint = directory.resolve("table/_acid_log/_last");
    final byte[] stale = Files.readAllBytes(hint);
    events.compact(manager, "", CompactionKind.MAJOR);
    insert(4);
    Files.write(hint, stale);

    TransactionManager fresh = table.open();
    assertThat(fresh.log().newest().version()).isEqualTo(5);
    CleanResult result = table.cleaner(fresh, TestTables.AT_ONCE).run();

    assertThat(result.directories()).isEqualTo(3);
    assertThat(table.names(""))
        .containsExactly("base_0000003_v0000001", "delta_0000004_0000004_0000");
    assertThat(events.values(fresh.log().newest(), "")).containsExactly(1L, 2L, 3L, 4L);
    fresh.close();
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
  void every_verdict_says_why() throws IOException {
    create();
    insert(1);
    CleanPlan plan = table.cleaner(manager, TestTables.AT_ONCE).dryRun();
    assertThat(plan.directories())
        .extracting(Verdict::action, Verdict::reason)
        .containsExactly(org.assertj.core.groups.Tuple.tuple(Action.KEEP, "live at version 1"));
  }
}
