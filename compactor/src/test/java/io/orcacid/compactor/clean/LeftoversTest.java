package io.orcacid.compactor.clean;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.orcacid.error.TransactionAbortedException;
import io.orcacid.error.ValidationException;
import io.orcacid.txn.BeginOptions;
import io.orcacid.txn.CompactionHandle;
import io.orcacid.txn.TransactionHandle;
import io.orcacid.txn.TransactionManager;
import io.orcacid.txn.log.CompactionKind;
import io.orcacid.txn.log.DataDirectory;
import io.orcacid.txn.log.Operation;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What dead and aborted writers left (PROTOCOL.md R14). */
class LeftoversTest extends CleaningFixture {
  @Test
  void a76_a_dead_transaction_is_aborted_by_an_entry_before_its_files_go() throws IOException {
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
