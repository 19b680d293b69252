package io.orcacid;

import static io.orcacid.TestTables.row;
import static io.orcacid.TestTables.texts;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.orcacid.compactor.CompactionReport;
import io.orcacid.error.ValidationException;
import io.orcacid.error.WriteConflictException;
import io.orcacid.txn.Committed;
import io.orcacid.txn.lock.Lock;
import io.orcacid.txn.lock.LockOptions;
import io.orcacid.txn.log.VersionInfo;
import io.orcacid.txn.policy.ConflictPolicy;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tokens, locks and one writer at a time, from the front door. */
class GuardedCommitTest {
  @TempDir Path directory;
  private AcidTable table;

  @BeforeEach
  void create() throws IOException {
    table = AcidTable.create(directory.resolve("t").toString(), TableDefinition.of("n int"));
  }

  private Committed load(long sequence, int... numbers) throws IOException {
    try (Transaction transaction = table.begin().token("loader", sequence)) {
      for (int number : numbers) {
        transaction.insert().row(number);
      }
      return transaction.commit();
    }
  }

  @Test
  void a_replay_adds_no_row_and_leaves_no_file() throws IOException {
    Committed first = load(1, 1, 2);
    try (Transaction replay = table.begin().token("loader", 1)) {
      replay.insert().row(1).row(2);
      assertThat(replay.commit()).isEqualTo(first);
      assertThat(replay.isReplay()).isTrue();
    }
    assertThat(texts(table.scan())).containsExactlyInAnyOrder("[1]", "[2]");
    try (Stream<Path> files = Files.list(Path.of(table.path()))) {
      assertThat(files.map(file -> file.getFileName().toString()).filter(n -> n.startsWith("d")))
          .containsExactly("delta_0000001_0000001_0000");
    }
    assertThat(load(2, 3).version()).isEqualTo(2);
    assertThat(table.token("loader").orElseThrow().sequence()).isEqualTo(2);
    assertThat(table.token("another")).isEmpty();
    assertThat(table.verify().deep().run().findings()).isEmpty();
  }

  @Test
  void updates_deletes_and_overwrites_are_replayed_no_more_than_inserts() throws IOException {
    load(1, 1, 2, 3);
    for (int run = 0; run < 2; run++) {
      try (Transaction update = table.begin().token("jobs", 0)) {
        update.update("n = n + 10", "n < 100");
        update.commit();
      }
      try (Transaction delete = table.begin().token("jobs", 1)) {
        delete.delete("n = 11");
        delete.commit();
        assertThat(delete.isReplay()).isEqualTo(run == 1);
      }
      try (Transaction overwrite = table.begin().token("jobs", 2 + run)) {
        overwrite.overwrite().row(100 + run);
        overwrite.commit();
      }
    }
    assertThat(texts(table.scan())).containsExactly("[101]");
    assertThat(table.verify().deep().run().findings()).isEmpty();
  }

  @Test
  void a_transaction_with_a_token_that_changes_nothing_makes_a_version_once() throws IOException {
    assertThat(load(5).version()).isEqualTo(1);
    assertThat(load(5).version()).isEqualTo(1);
    try (Transaction delete = table.begin().token("loader", 6)) {
      assertThat(delete.delete("n = 1")).isZero();
      assertThat(delete.commit().version()).isEqualTo(2);
    }
    assertThat(table.history())
        .extracting(VersionInfo::dataChange)
        .containsExactly(true, false, false);
  }

  @Test
  void a_commit_under_a_lock_that_another_took_is_refused() throws IOException {
    try (AcidTable other = AcidTable.open(table.path());
        Lock lock = table.locks().lock("nightly", LockOptions.defaults(), Duration.ZERO);
        Transaction late = table.begin().under(lock)) {
      late.insert().row(1);
      try (Lock taken = other.locks().take("nightly", LockOptions.defaults());
          Transaction first = other.begin().under(taken)) {
        first.insert().row(2);
        first.commit();
      }
      assertThatThrownBy(late::commit)
          .isInstanceOf(WriteConflictException.class)
          .hasMessageContaining("lock=nightly");
    }
    assertThat(texts(table.scan())).containsExactly("[2]");
    assertThat(table.history().get(1).lockEpochs()).isEqualTo(Map.of("nightly", 2L));
  }

  @Test
  void a_table_of_one_writer_is_the_last_ones_who_began() throws IOException {
    String path = directory.resolve("single").toString();
    try (AcidTable first =
            AcidTable.create(
                path,
                TableDefinition.of("n int")
                    .property(ConflictPolicy.PROPERTY, ConflictPolicy.SINGLE_WRITER.text()));
        AcidTable second = AcidTable.open(path);
        AcidTable reader = AcidTable.open(path)) {
      TestTables.insert(first, row(1));
      TestTables.insert(second, row(2));
      assertThat(texts(reader.scan())).containsExactlyInAnyOrder("[1]", "[2]");
      assertThatThrownBy(() -> first.transact(RetryPolicy.of(3), tx -> tx.delete("n = 1")))
          .isInstanceOf(WriteConflictException.class)
          .hasMessageContaining("opens the table again");
      assertThat(reader.compaction().major().run())
          .extracting(CompactionReport::outcome)
          .containsExactly(CompactionReport.Outcome.PUBLISHED);
      assertThat(reader.clean().retentionWithoutForeignReaders(Duration.ZERO).run()).isNotNull();
      assertThat(second.delete("n = 1").rows()).isEqualTo(1);
      try (AcidTable again = AcidTable.open(path)) {
        TestTables.insert(again, row(3));
      }
      assertThat(texts(reader.scan())).containsExactlyInAnyOrder("[2]", "[3]");
      assertThat(reader.verify().deep().run().findings()).isEmpty();
    }
  }

  @Test
  void upkeep_under_locks_is_in_the_history_and_gives_way() throws IOException {
    load(1, 1);
    load(2, 2);
    AcidOptions locked = AcidOptions.of(Map.of("orcacid.maintenance.lock", "on"));
    try (AcidTable upkeep = AcidTable.open(table.path(), locked)) {
      try (Lock other = table.locks().take("compaction", LockOptions.defaults())) {
        CompactionReport report = upkeep.compaction().major().run().get(0);
        assertThat(report.outcome()).isEqualTo(CompactionReport.Outcome.OVERTAKEN);
        assertThat(report.reason()).contains("epoch=" + other.epoch());
      }
      List<CompactionReport> reports = upkeep.compaction().major().run();
      assertThat(reports.get(0).outcome()).isEqualTo(CompactionReport.Outcome.PUBLISHED);
      try (Lock other = table.locks().take("cleaning", LockOptions.defaults())) {
        assertThat(other.isHeld()).isTrue();
        assertThatThrownBy(() -> upkeep.clean().run()).isInstanceOf(WriteConflictException.class);
      }
      assertThat(upkeep.clean().run()).isNotNull();
    }
    assertThat(table.history().get(3).lockEpochs()).isEqualTo(Map.of("compaction", 2L));
    assertThat(table.locks().holders()).isEmpty();
    assertThatThrownBy(() -> AcidOptions.of(Map.of("orcacid.maintenance.lock", "yes")))
        .isInstanceOf(ValidationException.class);
  }
}
