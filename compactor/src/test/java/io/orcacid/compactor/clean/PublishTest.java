package io.orcacid.compactor.clean;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.orcacid.error.CommitStateUnknownException;
import io.orcacid.error.UnsupportedTableException;
import io.orcacid.error.ValidationException;
import io.orcacid.error.WriteConflictException;
import io.orcacid.format.io.Storage;
import io.orcacid.txn.BeginOptions;
import io.orcacid.txn.Blocker;
import io.orcacid.txn.CompactionHandle;
import io.orcacid.txn.TransactionHandle;
import io.orcacid.txn.TransactionManager;
import io.orcacid.txn.UnreadableStore;
import io.orcacid.txn.log.CommitLog;
import io.orcacid.txn.log.CompactionKind;
import io.orcacid.txn.log.DataDirectory;
import io.orcacid.txn.log.History;
import io.orcacid.txn.log.Operation;
import io.orcacid.txn.log.TableState;
import io.orcacid.txn.log.VersionInfo;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Compaction as the log sees it: PROTOCOL.md R2, R16, R16a, and the faults that it must not have.
 */
class PublishTest {
  @TempDir Path directory;

  private TestTables table;
  private EventTable events;
  private TransactionManager manager;

  @BeforeEach
  void create() throws IOException {
    table = new TestTables(directory);
    events = table.events();
    manager = table.createUnpartitioned();
  }

  private void insert(long... values) throws IOException {
    for (long value : values) {
      events.insert(manager, "", value);
    }
  }

  private void abortedInsert(long value) throws IOException {
    try (TransactionHandle transaction = manager.begin(BeginOptions.of(Operation.INSERT))) {
      events.addInsert(transaction, "", value);
    }
  }

  private List<String> live() throws IOException {
    return manager.log().newest().directories("").stream().map(DataDirectory::name).toList();
  }

  private void assertRows(long... values) throws IOException {
    TableState newest = manager.log().newest();
    List<Long> expected = java.util.Arrays.stream(values).boxed().toList();
    assertThat(events.values(newest, "")).isEqualTo(expected);
    assertThat(events.listedValues(newest, "")).isEqualTo(expected);
  }

  @Test
  void r2_the_list_of_compactions_is_a_function_of_the_version() throws IOException {
    insert(1, 2);
    manager.beginCompaction("", CompactionKind.MAJOR).close();
    events.compact(manager, "", CompactionKind.MINOR);
    insert(3);
    manager.beginCompaction("", CompactionKind.MAJOR).close();
    manager.beginCompaction("", CompactionKind.MAJOR).close();
    events.compact(manager, "", CompactionKind.MAJOR);
    List<String> lists = new ArrayList<>();
    for (long version = 0; version <= manager.log().newest().version(); version++) {
      TableState state = manager.log().stateAt(version);
      lists.add(version + " " + state.snapshot("t").transactions());
      assertThat(events.listedValues(state, "")).isEqualTo(events.values(state, ""));
    }
    assertThat(lists)
        .containsExactly(
            "0 0:9223372036854775807::",
            "1 0:9223372036854775807::",
            "2 0:9223372036854775807::",
            "3 2:9223372036854775807::1",
            "4 2:9223372036854775807::1",
            "5 5:9223372036854775807::1,3,4");
    TableState newest = manager.log().newest();
    assertThat(newest.isCompactionAborted(3)).isTrue();
    assertThat(newest.isCompactionCommitted(5)).isTrue();
  }

  @Test
  void a51_a_minor_compaction_is_named_by_what_it_took_and_no_open_write_id_is_inside()
      throws IOException {
    insert(1, 2, 3, 4, 5);
    events.compact(manager, "", CompactionKind.MAJOR);
    insert(6, 7);
    abortedInsert(8);
    insert(9, 10);
    TransactionHandle open = table.open().begin(BeginOptions.of(Operation.INSERT));
    events.addInsert(open, "", 11);
    insert(12);
    try (CompactionHandle compaction = manager.beginCompaction("", CompactionKind.MINOR)) {
      assertThat(compaction.scope().upTo()).isEqualTo(10);
      assertThat(compaction.blocker().map(Blocker::toString).orElseThrow())
          .matches("transaction 11 of .+@.+ is open since 2026-11-30T12:00:00Z");
      assertThat(compaction.outputNames())
          .containsExactly(
              "delete_delta_0000006_0000010_v0000002", "delta_0000006_0000010_v0000002");
      compaction.publish(events.rewrite(compaction));
    }
    assertThat(live())
        .containsExactly(
            "base_0000005_v0000001",
            "delta_0000006_0000010_v0000002",
            "delta_0000012_0000012_0000");
    open.commit();
    assertRows(1, 2, 3, 4, 5, 6, 7, 9, 10, 11, 12);
  }

  @Test
  void a55_a_minor_compaction_of_inserts_makes_no_delete_delta() throws IOException {
    insert(1, 2);
    events.compact(manager, "", CompactionKind.MINOR);
    assertThat(live()).containsExactly("delta_0000001_0000002_v0000001");
    assertThat(table.names("")).noneMatch(name -> name.startsWith("delete_delta"));
    assertThat(table.names("")).noneMatch(name -> name.startsWith("_tmp"));
  }

  @Test
  void a59_when_everything_is_deleted_one_empty_base_is_left() throws IOException {
    insert(1);
    events.delete(manager, "", 1);
    try (CompactionHandle compaction = manager.beginCompaction("", CompactionKind.MAJOR)) {
      String base = compaction.outputNames().iterator().next();
      Files.createDirectories(Path.of(compaction.outputPath(base)));
      compaction.publish(List.of(DataDirectory.of(base, 0, List.of())));
    }
    assertRows();
    table.cleaner(manager, TestTables.AT_ONCE).run();
    assertThat(table.names("")).containsExactly("base_0000002_v0000001");
    assertRows();
    insert(5);
    assertRows(5);
  }

  @Test
  void a83_a_delete_that_commits_while_a_compaction_runs_stays_a_delete() throws IOException {
    insert(1, 2, 3);
    for (CompactionKind kind : List.of(CompactionKind.MINOR, CompactionKind.MAJOR)) {
      CompactionHandle compaction = manager.beginCompaction("", kind);
      List<DataDirectory> made = events.rewrite(compaction);
      long first = kind == CompactionKind.MINOR ? 1 : 3;
      events.delete(manager, "", first);
      insert(first + 10);
      compaction.publish(made);
    }
    assertRows(2, 11, 13);
  }

  @ParameterizedTest
  @EnumSource(CompactionKind.class)
  void a_delete_that_began_before_a_compaction_commits_after_it(CompactionKind kind)
      throws IOException {
    insert(1, 2, 3);
    TransactionManager other = table.open();
    TransactionHandle delete = other.begin(BeginOptions.of(Operation.DELETE));
    long writeId = delete.writeId();
    events.compact(manager, "", kind);
    table.cleaner(manager, TestTables.AT_ONCE).run();
    assertThat(writeId).isEqualTo(4);
    events.addDelete(delete, "", 2);
    delete.commit();
    assertRows(1, 3);
    table.cleaner(manager, TestTables.AT_ONCE).run();
    assertRows(1, 3);
  }

  @Test
  void a60_of_two_compactions_at_once_one_publishes_and_the_other_leaves_nothing()
      throws IOException {
    insert(1, 2);
    CompactionHandle one = manager.beginCompaction("", CompactionKind.MAJOR);
    CompactionHandle other = table.open().beginCompaction("", CompactionKind.MAJOR);
    List<DataDirectory> ofOne = events.rewrite(one);
    List<DataDirectory> ofOther = events.rewrite(other);
    other.publish(ofOther);
    assertThatThrownBy(() -> one.publish(ofOne))
        .isInstanceOf(WriteConflictException.class)
        .hasMessageContaining("another replaced");
    assertThat(one.status()).isEqualTo(TransactionHandle.Status.ABORTED);
    assertThat(table.names(""))
        .containsExactly(
            "base_0000002_v0000002", "delta_0000001_0000001_0000", "delta_0000002_0000002_0000");
    assertRows(1, 2);
    insert(3);
    assertThat(manager.log().newest().isCompactionAborted(1)).isTrue();
  }

  @Test
  void r16a_a_major_compaction_may_follow_a_minor_one_of_what_it_took() throws IOException {
    insert(1, 2, 3);
    events.delete(manager, "", 3);
    CompactionHandle major = table.open().beginCompaction("", CompactionKind.MAJOR);
    List<DataDirectory> base = events.rewrite(major);
    insert(5);
    events.compact(manager, "", CompactionKind.MINOR);
    assertThatThrownBy(() -> major.publish(base)).isInstanceOf(WriteConflictException.class);
    assertRows(1, 2, 5);
  }

  @Test
  void r16a_holds_while_the_minor_range_ends_at_or_below_the_base() throws IOException {
    insert(1, 2, 3);
    events.delete(manager, "", 3);
    CompactionHandle major = table.open().beginCompaction("", CompactionKind.MAJOR);
    List<DataDirectory> base = events.rewrite(major);
    events.compact(manager, "", CompactionKind.MINOR);
    insert(5);
    major.publish(base);
    assertThat(live()).containsExactly("base_0000004_v0000001", "delta_0000005_0000005_0000");
    assertRows(1, 2, 5);
    table.cleaner(manager, TestTables.AT_ONCE).run();
    assertThat(table.names("")).hasSize(2);
    assertRows(1, 2, 5);
  }

  @Test
  void a_minor_compaction_never_follows_another_of_its_inputs() throws IOException {
    insert(1, 2);
    CompactionHandle minor = table.open().beginCompaction("", CompactionKind.MINOR);
    List<DataDirectory> made = events.rewrite(minor);
    events.compact(manager, "", CompactionKind.MAJOR);
    assertThatThrownBy(() -> minor.publish(made)).isInstanceOf(WriteConflictException.class);
    assertRows(1, 2);
  }

  @Test
  void a82_a63_an_unknown_outcome_removes_nothing_and_publishing_again_finds_it()
      throws IOException {
    insert(1, 2);
    UnreadableStore store = new UnreadableStore(table.store());
    CompactionHandle compaction = table.open(store).beginCompaction("", CompactionKind.MAJOR);
    List<DataDirectory> made = events.rewrite(compaction);
    store.arm();
    assertThatThrownBy(() -> compaction.publish(made))
        .isInstanceOf(CommitStateUnknownException.class);
    compaction.close();
    assertThat(compaction.status()).isEqualTo(TransactionHandle.Status.UNKNOWN);
    assertThat(table.names("")).contains("base_0000002_v0000001");
    assertRows(1, 2);
    store.repair();
    assertThat(compaction.publish(made).version()).isEqualTo(3);
    assertThat(live()).containsExactly("base_0000002_v0000001");
  }

  @Test
  void what_another_engine_would_read_differently_is_not_published() throws IOException {
    insert(1, 2);
    CompactionHandle compaction = manager.beginCompaction("", CompactionKind.MINOR);
    List<DataDirectory> made = events.rewrite(compaction);
    Files.createDirectories(Path.of(table.path(), "delta_0000001_0000002"));
    Files.writeString(Path.of(table.path(), "delta_0000001_0000002", "bucket_00000"), "x");
    assertThatThrownBy(() -> compaction.publish(made))
        .isInstanceOf(UnsupportedTableException.class);
    assertThat(table.names(""))
        .containsExactly(
            "delta_0000001_0000001_0000", "delta_0000001_0000002", "delta_0000002_0000002_0000");
    assertThat(manager.log().newest().version()).isEqualTo(2);
  }

  @Test
  void what_cannot_be_compacted_is_refused_with_the_reason() throws IOException {
    assertRefused(CompactionKind.MAJOR, "no write id is committed below the lowest open one");
    insert(1);
    assertRefused(CompactionKind.MINOR, "needs data of two write ids or more");
    events.compact(manager, "", CompactionKind.MAJOR);
    assertRefused(CompactionKind.MAJOR, "nothing but a base up to write id 1");
    TransactionHandle open = table.open().begin(BeginOptions.of(Operation.INSERT));
    open.writeId();
    insert(2, 3);
    assertRefused(CompactionKind.MINOR, "needs data of two write ids or more");
    assertRefused(CompactionKind.MAJOR, "nothing but a base up to write id 1");
    assertThatThrownBy(() -> manager.beginCompaction("p=1", CompactionKind.MAJOR))
        .isInstanceOf(ValidationException.class)
        .hasMessageContaining("partition columns");
    assertThat(table.store().list("_txns/", "", 10)).hasSize(1);
  }

  private void assertRefused(CompactionKind kind, String reason) {
    assertThatThrownBy(() -> manager.beginCompaction("", kind))
        .isInstanceOf(ValidationException.class)
        .hasMessageContaining("There is nothing to compact")
        .hasMessageContaining(reason);
  }

  @Test
  void other_directories_than_its_own_are_not_published() throws IOException {
    insert(1, 2);
    try (CompactionHandle compaction = manager.beginCompaction("", CompactionKind.MINOR)) {
      assertThatThrownBy(() -> compaction.publish(List.of()))
          .isInstanceOf(ValidationException.class);
    }
    try (CompactionHandle compaction = manager.beginCompaction("", CompactionKind.MAJOR)) {
      assertThatThrownBy(
              () ->
                  compaction.publish(
                      List.of(DataDirectory.of("base_0000002_v0000009", 0, List.of()))))
          .isInstanceOf(ValidationException.class);
      assertThat(compaction.status()).isEqualTo(TransactionHandle.Status.ACTIVE);
    }
    assertRows(1, 2);
  }

  @Test
  void upkeep_changes_no_rows_in_the_history_and_is_no_time_version() throws IOException {
    insert(1, 2);
    events.compact(manager, "", CompactionKind.MAJOR);
    table.cleaner(manager, TestTables.AT_ONCE).run();
    History history = manager.log().history();
    assertThat(history.versions())
        .extracting(
            one ->
                one.version()
                    + " "
                    + one.operation()
                    + " "
                    + one.dataChange()
                    + " "
                    + one.rowsInserted())
        .containsExactly(
            "0 CREATE true 0",
            "1 INSERT true 1",
            "2 INSERT true 1",
            "3 COMPACT false 0",
            "4 CLEAN false 0",
            "5 CLEAN false 0");
    VersionInfo last = history.versions().get(5);
    assertThat(history.versionAt(last.time()).getAsLong()).isEqualTo(2);
    TableState then = manager.log().stateAt(last.time());
    assertThat(then.version()).isEqualTo(3);
    assertThat(events.values(then, "")).containsExactly(1L, 2L);
  }

  @Test
  void the_state_is_the_same_from_every_checkpoint_with_compactions_and_cleanings()
      throws IOException {
    long seed = Long.getLong("orcacid.seed", System.nanoTime());
    System.out.println("the_state_is_the_same: -Dorcacid.seed=" + seed);
    Random random = new Random(seed);
    manager =
        TestTables.manager(
            CommitLog.open(
                Storage.local(), table.path(), table.logOptions().withCheckpointEntries(3)));
    Cleaner cleaner = table.cleaner(manager, TestTables.AT_ONCE);
    for (int step = 1; step <= 60; step++) {
      step(random, step, cleaner);
    }
    TableState newest = manager.log().newest();
    List<TableState> states = new ArrayList<>();
    for (long version = newest.oldestReadable(); version <= newest.version(); version++) {
      states.add(manager.log().stateAt(version));
    }
    while (true) {
      CommitLog fresh = CommitLog.open(Storage.local(), table.path(), table.logOptions());
      assertThat(fresh.newest()).isEqualTo(newest);
      assertThat(fresh.newest().snapshot("t")).isEqualTo(newest.snapshot("t"));
      for (TableState state : states) {
        assertThat(fresh.stateAt(state.version())).isEqualTo(state);
      }
      List<Path> checkpoints = checkpoints();
      if (checkpoints.isEmpty()) {
        break;
      }
      Files.delete(checkpoints.get(checkpoints.size() - 1));
    }
  }

  private List<Path> checkpoints() throws IOException {
    try (Stream<Path> files =
        Files.list(Path.of(table.path(), CommitLog.DIRECTORY, "_checkpoints"))) {
      return files.filter(file -> file.getFileName().toString().startsWith("_v")).sorted().toList();
    }
  }

  private void step(Random random, int step, Cleaner cleaner) throws IOException {
    switch (random.nextInt(8)) {
      case 0 -> abortedInsert(step);
      case 1 -> compact(random, true);
      case 2 -> compact(random, false);
      case 3 -> {
        if (random.nextInt(3) == 0) {
          cleaner.run();
        }
      }
      default -> insert(step);
    }
    manager.log().checkpointIfDue();
  }

  private void compact(Random random, boolean publish) throws IOException {
    CompactionKind kind = random.nextBoolean() ? CompactionKind.MINOR : CompactionKind.MAJOR;
    try (CompactionHandle compaction = manager.beginCompaction("", kind)) {
      if (publish) {
        compaction.publish(events.rewrite(compaction));
      }
    } catch (ValidationException nothing) {
      assertThat(nothing).hasMessageContaining("nothing to compact");
    }
  }
}
