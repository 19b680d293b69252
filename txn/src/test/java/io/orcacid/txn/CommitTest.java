package io.orcacid.txn;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.orcacid.error.TransactionAbortedException;
import io.orcacid.error.UnsupportedTableException;
import io.orcacid.error.ValidationException;
import io.orcacid.error.WriteConflictException;
import io.orcacid.format.io.Storage;
import io.orcacid.format.layout.DirectoryLister;
import io.orcacid.format.layout.LayoutResolver;
import io.orcacid.txn.log.CommitLog;
import io.orcacid.txn.log.DataDirectory;
import io.orcacid.txn.log.Operation;
import io.orcacid.txn.log.TableState;
import io.orcacid.txn.log.VersionInfo;
import io.orcacid.txn.policy.ConflictPolicy;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CommitTest {
  @TempDir Path directory;
  private TestTable table;
  private TransactionManager manager;

  @BeforeEach
  void create() throws IOException {
    table = new TestTable(directory);
    manager = table.manager(table.create());
  }

  @Test
  void a_commit_makes_the_next_version_and_another_process_reads_it() throws IOException {
    Committed committed = table.insert(manager, "p=1", 3);

    assertThat(committed.version()).isEqualTo(1);
    TableState state = table.open().newest();
    assertThat(state.version()).isEqualTo(1);
    assertThat(state.time()).isEqualTo(committed.time());
    assertThat(state.partitions()).containsExactly("p=1");
    assertThat(state.snapshot("db.t").writeIds()).hasToString("db.t:1:9223372036854775807::");
    assertThat(state.snapshot("db.t").transactions()).hasToString("0:9223372036854775807::");
    assertThat(
            LayoutResolver.resolve(
                TestTable.withoutChecksums(state.listing("p=1")), state.snapshot("db.t")))
        .isEqualTo(
            LayoutResolver.resolve(
                DirectoryLister.list(table.storage(), table.path() + "/p=1"),
                state.snapshot("db.t")));
    assertThat(state).isEqualTo(manager.log().newest());
  }

  @Test
  void what_is_not_committed_is_an_exception_of_the_snapshot() throws IOException {
    try (TransactionHandle open = manager.begin(BeginOptions.of(Operation.INSERT))) {
      table.addInsert(open, "p=1", 1);
      table.insert(manager, "p=1", 1);
      TableState state = manager.log().newest();
      assertThat(state.snapshot("t").writeIds()).hasToString("t:2:9223372036854775807::1");
      assertThat(state.isAborted(1)).isFalse();
      assertThat(open.commit().version()).isEqualTo(2);
    }
    assertThat(manager.log().newest().snapshot("t").writeIds())
        .hasToString("t:2:9223372036854775807::");
  }

  @Test
  void a74_a_reader_sees_no_write_id_that_was_claimed_after_its_snapshot() throws IOException {
    table.insert(manager, "p=1", 1);
    try (TransactionHandle second = manager.begin(BeginOptions.of(Operation.INSERT));
        TransactionHandle fourth = manager.begin(BeginOptions.of(Operation.INSERT))) {
      TableState third = manager.log().newest();
      table.addInsert(fourth, "p=1", 1);
      table.addInsert(second, "p=1", 1);
      assertThat(fourth.writeId()).isEqualTo(2);
      assertThat(second.writeId()).isEqualTo(3);
      second.commit();

      var seen = third.snapshot("t").writeIds();
      assertThat(seen.isValid(1)).isTrue();
      assertThat(seen.isValid(2)).isFalse();
      assertThat(seen.isValid(3)).isFalse();
      assertThat(third.directories("p=1")).hasSize(1);
      assertThat(manager.log().newest().snapshot("t").writeIds())
          .hasToString("t:3:9223372036854775807::2");
      assertThat(manager.log().newest().directories("p=1")).hasSize(2);
    }
  }

  @Test
  void history_says_who_did_what() throws IOException {
    table.insert(manager, "p=1", 3);
    try (TransactionHandle delete = manager.begin(BeginOptions.of(Operation.DELETE))) {
      table.addDelete(delete, "p=1", TestTable.rows(1, 0, 2));
      delete.commit();
    }

    List<VersionInfo> versions = table.open().history().versions();
    assertThat(versions).extracting(VersionInfo::version).containsExactly(0L, 1L, 2L);
    assertThat(versions)
        .extracting(VersionInfo::operation)
        .containsExactly(Operation.CREATE, Operation.INSERT, Operation.DELETE);
    assertThat(versions).extracting(VersionInfo::rowsInserted).containsExactly(0L, 3L, 0L);
    assertThat(versions).extracting(VersionInfo::rowsDeleted).containsExactly(0L, 0L, 2L);
    assertThat(versions.get(2).partitions()).containsExactly("p=1");
    assertThat(versions.get(2).author()).isEqualTo(TestTable.OPTIONS.author());
    assertThat(versions.get(2).readVersion()).isEqualTo(1);
    assertThat(versions.get(2).filesAdded()).isEqualTo(1);
    assertThat(versions.get(2).bytesAdded()).isPositive();
  }

  @Test
  void under_hive_the_second_delete_in_a_partition_fails_and_names_the_winner() throws IOException {
    table.insert(manager, "p=1", 3);
    try (TransactionHandle one = manager.begin(BeginOptions.of(Operation.DELETE));
        TransactionHandle other = manager.begin(BeginOptions.of(Operation.DELETE))) {
      table.addDelete(one, "p=1", TestTable.rows(1, 0));
      table.addDelete(other, "p=1", TestTable.rows(1, 1));
      one.commit();
      assertThatThrownBy(other::commit)
          .isInstanceOfSatisfying(
              WriteConflictException.class,
              e ->
                  assertThat(e.details())
                      .containsEntry("version", 2L)
                      .containsEntry("writeId", 2L)
                      .containsEntry("operation", Operation.DELETE)
                      .containsEntry("partition", "p=1")
                      .containsEntry("user", TestTable.OPTIONS.author().user())
                      .containsEntry("host", TestTable.OPTIONS.author().host()));
      assertThat(other.status()).isEqualTo(TransactionHandle.Status.ABORTED);
    }
    table.insert(manager, "p=1", 1);
    assertThat(manager.log().newest().isAborted(3)).isTrue();
  }

  @Test
  void under_hive_deletes_in_two_partitions_both_commit() throws IOException {
    table.insert(manager, "p=1", 3);
    table.insert(manager, "p=2", 3);
    try (TransactionHandle one = manager.begin(BeginOptions.of(Operation.DELETE));
        TransactionHandle other = manager.begin(BeginOptions.of(Operation.DELETE))) {
      table.addDelete(one, "p=1", TestTable.rows(1, 0));
      table.addDelete(other, "p=2", TestTable.rows(2, 0));
      assertThat(one.commit().version()).isEqualTo(3);
      assertThat(other.commit().version()).isEqualTo(4);
    }
  }

  @Test
  void a_stricter_policy_may_be_asked_for_and_a_laxer_one_not() throws IOException {
    assertThatThrownBy(
            () -> manager.begin(BeginOptions.of(Operation.DELETE).withPolicy(ConflictPolicy.ROW)))
        .isInstanceOf(ValidationException.class);
    TestTable other = new TestTable(directory.resolve("other"));
    TransactionManager lax = other.manager(other.create(ConflictPolicy.ROW));
    try (TransactionHandle strict =
        lax.begin(BeginOptions.of(Operation.DELETE).withPolicy(ConflictPolicy.HIVE))) {
      assertThat(strict.policy()).isEqualTo(ConflictPolicy.HIVE);
    }
  }

  @Test
  void a_transaction_without_files_makes_no_version() throws IOException {
    try (TransactionHandle empty = manager.begin(BeginOptions.of(Operation.DELETE))) {
      assertThat(empty.commit().version()).isZero();
    }
    assertThat(manager.log().newest().version()).isZero();
  }

  @Test
  void an_aborted_transaction_is_marked_at_once_and_a_fact_with_the_next_entry()
      throws IOException {
    try (TransactionHandle dropped = manager.begin(BeginOptions.of(Operation.INSERT))) {
      table.addInsert(dropped, "p=1", 1);
    }
    assertThat(manager.openClaims())
        .singleElement()
        .satisfies(
            claim -> {
              assertThat(claim.writeId()).isEqualTo(1);
              assertThat(claim.marking()).isEqualTo(OpenClaim.Marking.ABORTED);
            });
    table.insert(manager, "p=1", 1);
    TableState state = manager.log().newest();
    assertThat(state.isAborted(1)).isTrue();
    assertThat(manager.openClaims()).isEmpty();
    assertThat(state.directories("p=1"))
        .extracting(DataDirectory::name)
        .containsExactly("delta_0000002_0000002_0000");
  }

  @Test
  void another_process_may_abort_a_claim_and_its_owner_learns_it() throws IOException {
    try (TransactionHandle victim = manager.begin(BeginOptions.of(Operation.INSERT))) {
      table.addInsert(victim, "p=1", 1);
      TransactionManager other = table.manager();
      other.abort(1);
      other.abort(1);
      assertThat(other.log().newest().version()).isEqualTo(1);
      assertThatThrownBy(victim::commit).isInstanceOf(TransactionAbortedException.class);
      assertThat(victim.status()).isEqualTo(TransactionHandle.Status.ABORTED);
    }
    assertThat(manager.log().newest().version()).isEqualTo(1);
  }

  @Test
  void a_committed_or_unclaimed_write_id_cannot_be_aborted() throws IOException {
    table.insert(manager, "p=1", 1);
    assertThatThrownBy(() -> manager.abort(1)).isInstanceOf(ValidationException.class);
    assertThatThrownBy(() -> manager.abort(2)).isInstanceOf(ValidationException.class);
    assertThatThrownBy(() -> manager.abort(0)).isInstanceOf(ValidationException.class);
    assertThat(manager.log().newest().version()).isEqualTo(1);
  }

  @Test
  void a_transaction_may_read_an_older_version_and_is_checked_from_there() throws IOException {
    table.insert(manager, "p=1", 3);
    try (TransactionHandle first = manager.begin(BeginOptions.of(Operation.DELETE))) {
      table.addDelete(first, "p=1", TestTable.rows(1, 0));
      first.commit();
    }
    try (TransactionHandle late = manager.begin(BeginOptions.of(Operation.DELETE).atVersion(1))) {
      assertThat(late.state().version()).isEqualTo(1);
      table.addDelete(late, "p=1", TestTable.rows(1, 1));
      assertThatThrownBy(late::commit).isInstanceOf(WriteConflictException.class);
    }
    try (TransactionHandle late = manager.begin(BeginOptions.of(Operation.INSERT).atVersion(1))) {
      table.addInsert(late, "p=1", 1);
      assertThat(late.commit().version()).isEqualTo(3);
    }
  }

  @Test
  void files_under_the_write_id_that_the_transaction_did_not_name_stop_it() throws IOException {
    try (TransactionHandle transaction = manager.begin(BeginOptions.of(Operation.INSERT))) {
      table.addInsert(transaction, "p=1", 1);
      table.insertDirectory("p=1", transaction.writeId(), 1, 1);
      assertThatThrownBy(transaction::commit)
          .isInstanceOf(ValidationException.class)
          .hasMessageContaining("delta_0000001_0000001_0001");
      assertThat(transaction.status()).isEqualTo(TransactionHandle.Status.ACTIVE);
    }
    assertThat(manager.log().newest().version()).isZero();
  }

  @Test
  void a_named_file_that_is_gone_or_of_another_length_stops_the_transaction() throws IOException {
    try (TransactionHandle transaction = manager.begin(BeginOptions.of(Operation.INSERT))) {
      table.addInsert(transaction, "p=1", 1);
      Path file = Path.of(table.path(), "p=1/delta_0000001_0000001_0000/bucket_00000");
      Files.write(file, new byte[3]);
      assertThatThrownBy(transaction::commit).isInstanceOf(ValidationException.class);
      Files.delete(file);
      assertThatThrownBy(transaction::commit).isInstanceOf(ValidationException.class);
    }
  }

  @Test
  void a_foreign_directory_that_other_engines_would_read_stops_the_commit() throws IOException {
    table.insert(manager, "p=1", 1);
    Files.createDirectories(Path.of(table.path(), "p=1/base_0000001"));
    assertThatThrownBy(() -> table.insert(manager, "p=1", 1))
        .isInstanceOf(UnsupportedTableException.class)
        .hasMessageContaining("base_0000001");
    assertThat(table.insert(manager, "p=2", 1).version()).isEqualTo(2);
  }

  @Test
  void a_foreign_file_that_other_engines_would_read_stops_the_commit() throws IOException {
    Files.createDirectories(Path.of(table.path(), "p=1/sub"));
    Files.write(Path.of(table.path(), "p=1/sub/000000_0"), new byte[1]);
    assertThatThrownBy(() -> table.insert(manager, "p=1", 1))
        .isInstanceOf(UnsupportedTableException.class)
        .hasMessageContaining("sub/000000_0");
  }

  @Test
  void directories_of_others_that_are_not_committed_do_not_disturb() throws IOException {
    try (TransactionHandle open = manager.begin(BeginOptions.of(Operation.INSERT))) {
      table.addInsert(open, "p=1", 1);
      assertThat(table.insert(manager, "p=1", 1).version()).isEqualTo(1);
    }
    assertThat(table.insert(manager, "p=1", 1).version()).isEqualTo(2);
  }

  @Test
  void names_that_are_not_the_transactions_own_are_refused() throws IOException {
    try (TransactionHandle transaction = manager.begin(BeginOptions.of(Operation.INSERT))) {
      long id = transaction.writeId();
      DataDirectory fine = table.insertDirectory("p=1", id, 0, 1);
      for (String name :
          List.of(
              "delta_0000009_0000009_0000",
              "base_0000009",
              "base_0000001_v0000001",
              "delta_0000001_0000001",
              "delta_0000001_0000001_v0000001",
              "delta_1_1_0")) {
        assertThatThrownBy(() -> transaction.add("p=1", DataDirectory.of(name, 0, fine.files())))
            .as(name)
            .isInstanceOf(ValidationException.class);
      }
      for (String partition : List.of("", "q=1", "p=1/q=2", "..", "p=1/../..", "/p=1", "p=a/b")) {
        assertThatThrownBy(() -> transaction.add(partition, fine))
            .as(partition)
            .isInstanceOf(ValidationException.class);
      }
      assertThatThrownBy(
              () -> transaction.add("p=1", DataDirectory.of(fine.name(), 7, fine.files())))
          .isInstanceOf(ValidationException.class);
      transaction.add("p=1", fine);
      assertThatThrownBy(() -> transaction.add("p=1", fine))
          .isInstanceOf(ValidationException.class);
    }
  }

  @Test
  void rows_that_were_not_visible_cannot_be_deleted() throws IOException {
    try (TransactionHandle open = manager.begin(BeginOptions.of(Operation.INSERT));
        TransactionHandle delete = manager.begin(BeginOptions.of(Operation.DELETE))) {
      table.addInsert(open, "p=1", 1);
      delete.writeId();
      assertThatThrownBy(() -> delete.deleted("p=1", TestTable.rows(1, 0)))
          .isInstanceOf(ValidationException.class);
      assertThatThrownBy(() -> delete.deleted("p=1", TestTable.rows(99, 0)))
          .isInstanceOf(ValidationException.class);
    }
  }

  @Test
  void a_table_is_created_once_and_needs_a_log_to_be_opened() throws IOException {
    assertThatThrownBy(table::create).isInstanceOf(ValidationException.class);
    Path plain = Files.createDirectories(directory.resolve("plain"));
    assertThatThrownBy(
            () -> CommitLog.open(Storage.local(), plain.toString(), TestTable.LOG_OPTIONS))
        .isInstanceOf(UnsupportedTableException.class)
        .hasMessageContaining("valid write id list")
        .hasMessageContaining("adopt");
  }

  @Test
  void a_process_has_a_session_from_its_first_transaction_to_its_end() throws IOException {
    TransactionManager reading = table.manager();
    reading.openClaims();
    assertThat(table.logDirectory().resolve("_sessions")).doesNotExist();
    table.insert(reading, "p=1", 1);
    assertThat(table.logDirectory().resolve("_sessions")).isDirectoryContaining("glob:**.json");
    reading.close();
    assertThat(table.logDirectory().resolve("_sessions")).isEmptyDirectory();
  }
}
