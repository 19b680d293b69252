package io.orcacid.compactor.clean;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.orcacid.error.SnapshotTooOldException;
import io.orcacid.format.io.Storage;
import io.orcacid.txn.BeginOptions;
import io.orcacid.txn.SnapshotPin;
import io.orcacid.txn.TransactionHandle;
import io.orcacid.txn.TransactionManager;
import io.orcacid.txn.log.CommitLog;
import io.orcacid.txn.log.CompactionKind;
import io.orcacid.txn.log.LogOptions;
import io.orcacid.txn.log.Operation;
import io.orcacid.txn.log.TableState;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** What a cleaning does to the log itself (PROTOCOL.md R1, R15, R23). */
class LogUpkeepTest extends CleaningFixture {
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
    try (Stream<Path> files = Files.list(Path.of(table.path(), "_acid_log/_checkpoints"))) {
      assertThat(files.filter(file -> file.getFileName().toString().startsWith("_v"))).hasSize(1);
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
}
