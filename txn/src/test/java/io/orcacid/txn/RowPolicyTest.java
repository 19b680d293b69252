package io.orcacid.txn;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.orcacid.error.CorruptFileException;
import io.orcacid.error.WriteConflictException;
import io.orcacid.format.orc.RowIdSet;
import io.orcacid.txn.log.CommitLog;
import io.orcacid.txn.log.DataDirectory;
import io.orcacid.txn.log.Fence;
import io.orcacid.txn.log.LogEntry;
import io.orcacid.txn.log.LogTransaction;
import io.orcacid.txn.log.Operation;
import io.orcacid.txn.log.PartitionChange;
import io.orcacid.txn.log.TableState;
import io.orcacid.txn.policy.ConflictPolicy;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.OptionalLong;
import java.util.Random;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RowPolicyTest {
  /** So many scattered rows that their set is too long for an entry. */
  private static final int MANY = 600_000;

  @TempDir Path directory;
  private TestTable table;
  private TransactionManager manager;

  @BeforeEach
  void create() throws IOException {
    table = new TestTable(directory);
    manager = table.manager(table.create(ConflictPolicy.ROW));
  }

  private TransactionHandle begin(Operation operation) throws IOException {
    return manager.begin(BeginOptions.of(operation));
  }

  @Test
  void deletes_of_different_rows_in_one_partition_both_commit() throws IOException {
    table.insert(manager, "p=1", 3);
    try (TransactionHandle one = begin(Operation.DELETE);
        TransactionHandle other = begin(Operation.DELETE)) {
      table.addDelete(one, "p=1", TestTable.rows(1, 0));
      table.addDelete(other, "p=1", TestTable.rows(1, 1));
      assertThat(other.commit().version()).isEqualTo(2);
      assertThat(one.commit().version()).isEqualTo(3);
    }
  }

  @Test
  void of_two_deletes_of_one_row_the_later_fails() throws IOException {
    table.insert(manager, "p=1", 3);
    try (TransactionHandle one = begin(Operation.DELETE);
        TransactionHandle other = begin(Operation.DELETE)) {
      table.addDelete(one, "p=1", TestTable.rows(1, 0, 1));
      table.addDelete(other, "p=1", TestTable.rows(1, 1, 2));
      one.commit();
      assertThatThrownBy(other::commit)
          .isInstanceOf(WriteConflictException.class)
          .hasMessageContaining("version=2")
          .hasMessageContaining("partition=p=1");
    }
  }

  @Test
  void the_same_row_id_in_two_partitions_is_two_rows() throws IOException {
    try (TransactionHandle insert = begin(Operation.INSERT)) {
      table.addInsert(insert, "p=1", 1);
      table.addInsert(insert, "p=2", 1);
      insert.commit();
    }
    try (TransactionHandle one = begin(Operation.DELETE);
        TransactionHandle other = begin(Operation.DELETE)) {
      table.addDelete(one, "p=1", TestTable.rows(1, 0));
      table.addDelete(other, "p=2", TestTable.rows(1, 0));
      one.commit();
      assertThat(other.commit().version()).isEqualTo(3);
    }
  }

  @Test
  void row_sets_too_long_for_an_entry_are_read_from_the_delete_deltas() throws IOException {
    table.insert(manager, "p=1", MANY + 2);
    RowIdSet scattered = scattered();
    try (TransactionHandle large = begin(Operation.DELETE);
        TransactionHandle apart = begin(Operation.DELETE);
        TransactionHandle meeting = begin(Operation.DELETE)) {
      table.addDelete(large, "p=1", scattered);
      table.addDelete(apart, "p=1", TestTable.rows(1, MANY + 1));
      table.addDelete(meeting, "p=1", TestTable.rows(1, firstOf(scattered)));
      large.commit();
      assertThat(
              manager
                  .log()
                  .entry(2)
                  .orElseThrow()
                  .transactions()
                  .get(0)
                  .changes()
                  .get(0)
                  .inlineDeletedRows())
          .isEmpty();
      assertThat(apart.commit().version()).isEqualTo(3);
      assertThatThrownBy(meeting::commit).isInstanceOf(WriteConflictException.class);
    }
  }

  @Test
  void deleted_rows_that_can_no_longer_be_read_never_mean_no_conflict() throws IOException {
    table.insert(manager, "p=1", MANY + 2);
    try (TransactionHandle large = begin(Operation.DELETE);
        TransactionHandle apart = begin(Operation.DELETE)) {
      table.addDelete(large, "p=1", scattered());
      table.addDelete(apart, "p=1", TestTable.rows(1, MANY + 1));
      large.commit();
      Path file = Path.of(table.path(), "p=1/delete_delta_0000002_0000002_0000/bucket_00000");
      byte[] bytes = Files.readAllBytes(file);
      Files.write(file, new byte[bytes.length]);
      assertThatThrownBy(apart::commit).isInstanceOf(CorruptFileException.class);
      Files.delete(file);
      assertThatThrownBy(apart::commit).isInstanceOf(WriteConflictException.class);
    }
    assertThat(table.open().newest().version()).isEqualTo(2);
  }

  @Test
  void what_the_caller_did_not_say_is_read_from_its_own_files() throws IOException {
    table.insert(manager, "p=1", 3);
    try (TransactionHandle one = begin(Operation.DELETE);
        TransactionHandle other = begin(Operation.DELETE)) {
      table.addDelete(one, "p=1", TestTable.rows(1, 0));
      other.add("p=1", table.deleteDirectory("p=1", other.writeId(), 0, TestTable.rows(1, 0)));
      one.commit();
      assertThatThrownBy(other::commit).isInstanceOf(WriteConflictException.class);
    }
  }

  @Test
  void an_upsert_conflicts_with_any_change_of_the_partition_since_it_read() throws IOException {
    table.insert(manager, "p=1", 1);
    try (TransactionHandle upsert = begin(Operation.UPSERT)) {
      table.addInsert(upsert, "p=1", 1);
      table.insert(manager, "p=1", 1);
      assertThatThrownBy(upsert::commit).isInstanceOf(WriteConflictException.class);
    }
    try (TransactionHandle upsert = begin(Operation.UPSERT)) {
      table.addInsert(upsert, "p=1", 1);
      table.insert(manager, "p=2", 1);
      assertThat(upsert.commit().version()).isEqualTo(4);
    }
  }

  @Test
  void a_base_of_a_higher_write_id_forbids_a_lower_one_to_commit() throws IOException {
    table.insert(manager, "p=1", 1);
    try (TransactionHandle low = begin(Operation.INSERT);
        TransactionHandle high = begin(Operation.INSERT)) {
      table.addInsert(low, "p=1", 1);
      overwrite("p=1", high.writeId());
      assertThatThrownBy(low::commit)
          .isInstanceOfSatisfying(
              WriteConflictException.class,
              e ->
                  assertThat(e.details())
                      .containsEntry("version", 2L)
                      .containsEntry("writeId", 3L)
                      .containsEntry("earlier", ConflictPolicy.Change.OVERWRITE));
    }
    assertThat(table.insert(manager, "p=1", 1).version()).isEqualTo(3);
  }

  /** An entry as an overwriting transaction makes it. */
  private void overwrite(String partition, long writeId) throws IOException {
    CommitLog log = manager.log();
    TableState base = log.newest();
    DataDirectory delta = table.insertDirectory(partition, writeId, 0, 1);
    Path from = Path.of(table.path(), partition, delta.name());
    DataDirectory made = DataDirectory.of(String.format("base_%07d", writeId), 0, delta.files());
    Files.move(from, from.resolveSibling(made.name()));
    List<String> removed = base.directories(partition).stream().map(DataDirectory::name).toList();
    LogEntry entry =
        log.propose(
            base,
            List.of(
                new LogTransaction(
                    "overwrite",
                    Operation.OVERWRITE,
                    OptionalLong.of(writeId),
                    base.version(),
                    "row",
                    TestTable.OPTIONS.author(),
                    List.of(new PartitionChange(partition, List.of(made), removed, "", "")),
                    "")),
            Fence.NONE);
    assertThat(log.append(base, entry)).isEqualTo(CommitLog.Appended.COMMITTED);
  }

  private static RowIdSet scattered() {
    RowIdSet rows = new RowIdSet();
    Random random = new Random(7);
    for (int row = 0; row < MANY; row++) {
      if (random.nextInt(3) == 0) {
        rows.addAll(TestTable.rows(1, row));
      }
    }
    return rows;
  }

  private static long firstOf(RowIdSet rows) {
    RowIdSet.Group group = rows.groups().iterator().next();
    return rows.cursor(group.writeId(), group.bucketProperty(), 0).current();
  }
}
