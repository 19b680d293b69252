package io.orcacid.compactor.clean;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.orcacid.compactor.clean.CleanPlan.Verdict;
import io.orcacid.error.SnapshotTooOldException;
import io.orcacid.txn.BeginOptions;
import io.orcacid.txn.SnapshotPin;
import io.orcacid.txn.TransactionHandle;
import io.orcacid.txn.TransactionManager;
import io.orcacid.txn.log.CompactionKind;
import io.orcacid.txn.log.Operation;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Who keeps what: pins, claims and the processes behind them (PROTOCOL.md R17 to R19). */
class HoldersTest extends CleaningFixture {
  @Test
  void a84_a_pinned_version_keeps_what_it_shows_until_the_reader_is_done() throws IOException {
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
  void a84_a_directory_is_kept_only_by_pins_below_the_version_that_replaced_it()
      throws IOException {
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
  void a_pin_of_which_a_loss_of_power_left_only_the_name_counts_like_another() throws IOException {
    create();
    insert(1, 2);
    TransactionManager alive = table.open();
    SnapshotPin pin = alive.pinNewest();
    events.compact(manager, "", CompactionKind.MAJOR);
    try (Stream<Path> leases = Files.list(Path.of(table.path(), "_acid_log/_leases"))) {
      for (Path lease : leases.toList()) {
        Files.write(lease, new byte[0]);
      }
    }
    Cleaner cleaner = table.cleaner(manager, TestTables.AT_ONCE);
    CleanResult kept = cleaner.run();
    assertThat(kept.directories()).isZero();
    assertThat(kept.plan().oldestHonoured()).isPresent();
    assertThat(kept.plan().oldestHonoured().get().version()).isEqualTo(pin.state().version());
    table.pass(TIMEOUT);
    assertThat(cleaner.run().directories()).isEqualTo(2);
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
}
