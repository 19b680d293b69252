package io.orcacid.txn;

import static org.assertj.core.api.Assertions.assertThat;

import io.orcacid.error.TransactionAbortedException;
import io.orcacid.error.WriteConflictException;
import io.orcacid.format.layout.DirectoryLister;
import io.orcacid.format.layout.LayoutResolver;
import io.orcacid.format.orc.RowIdSet;
import io.orcacid.txn.log.CommitLog;
import io.orcacid.txn.log.LogOptions;
import io.orcacid.txn.log.Operation;
import io.orcacid.txn.log.TableState;
import io.orcacid.txn.policy.ConflictPolicy;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Random transactions of three processes against a model of a few sets. */
class RandomHistoryTest {
  private static final int STEPS = 160;
  private static final int ROWS = 4;

  @TempDir Path directory;

  /** Address of a row in the model: partition, write id, row id. */
  private record Address(String partition, long writeId, long rowId) {}

  private static final class Running {
    final TransactionHandle handle;
    final String partition;
    final TreeSet<Long> inserts = new TreeSet<>();
    final List<Address> deletes = new ArrayList<>();
    boolean abortedByOther;

    Running(TransactionHandle handle, String partition) {
      this.handle = handle;
      this.partition = partition;
    }
  }

  /** What the table must hold, by version; and who deleted what, when. */
  private static final class Model {
    final Map<Long, TreeSet<String>> rowsByVersion = new TreeMap<>();
    final Map<Address, Long> deletedAt = new HashMap<>();
    final Map<String, Long> lastDeleteIn = new HashMap<>();
    final Map<String, Long> lastChangeIn = new HashMap<>();
    final TreeMap<String, Address> rows = new TreeMap<>();
    long version;

    void next() {
      version++;
      rowsByVersion.put(version, new TreeSet<>(rows.keySet()));
    }
  }

  @ParameterizedTest
  @EnumSource(names = {"HIVE", "ROW", "MAXCOMPUTE"})
  void random_transactions_agree_with_a_model(ConflictPolicy policy) throws IOException {
    long seed = Long.getLong("orcacid.seed", System.nanoTime());
    System.out.println("random_transactions_agree_with_a_model: -Dorcacid.seed=" + seed);
    Random random = new Random(seed);
    TestTable table = new TestTable(directory);
    table.create(policy);
    List<TransactionManager> managers = new ArrayList<>();
    for (int i = 0; i < 3; i++) {
      managers.add(
          table.manager(
              CommitLog.open(
                  table.storage(),
                  table.path(),
                  LogOptions.defaults().withCheckpointEntries(5 + random.nextInt(20)))));
    }
    Model model = new Model();
    model.rowsByVersion.put(0L, new TreeSet<>());
    List<Running> running = new ArrayList<>();
    for (int step = 0; step < STEPS; step++) {
      TransactionManager manager = managers.get(random.nextInt(managers.size()));
      if (running.size() < 4 && random.nextInt(3) > 0) {
        running.add(begin(table, manager, model, random));
      } else if (!running.isEmpty()) {
        Running chosen = running.remove(random.nextInt(running.size()));
        switch (random.nextInt(10)) {
          case 0 -> chosen.handle.close();
          case 1 -> {
            if (!chosen.abortedByOther && chosen.handle.claimedWriteId().isPresent()) {
              manager.abort(chosen.handle.claimedWriteId().getAsLong());
              model.next();
              chosen.abortedByOther = true;
            }
            running.add(chosen);
          }
          default -> finish(chosen, model, policy, seed);
        }
      }
      if (random.nextInt(15) == 0) {
        verify(table, table.open(), model, random);
      }
    }
    verify(table, table.open(), model, random);
    managers.forEach(manager -> verifyQuietly(table, manager.log(), model, random));
  }

  private static Running begin(
      TestTable table, TransactionManager manager, Model model, Random random) throws IOException {
    BeginOptions options = BeginOptions.of(Operation.UPDATE);
    if (random.nextInt(4) == 0) {
      options = options.atVersion(random.nextInt((int) model.version + 1));
    }
    TransactionHandle handle = manager.begin(options);
    Running running = new Running(handle, "p=" + random.nextInt(2));
    TreeSet<String> visible = model.rowsByVersion.get(handle.state().version());
    if (random.nextBoolean()) {
      table.addInsert(handle, running.partition, ROWS);
      for (long row = 0; row < ROWS; row++) {
        running.inserts.add(row);
      }
    }
    RowIdSet deletes = new RowIdSet();
    for (String key : visible) {
      String[] parts = key.split("/");
      if (parts[0].equals(running.partition) && random.nextInt(6) == 0) {
        Address row = new Address(parts[0], Long.parseLong(parts[1]), Long.parseLong(parts[2]));
        running.deletes.add(row);
        deletes.addAll(TestTable.rows(row.writeId(), row.rowId()));
      }
    }
    if (!deletes.isEmpty()) {
      handle.add(
          running.partition,
          table.deleteDirectory(running.partition, handle.writeId(), 1, deletes));
      if (random.nextBoolean()) {
        handle.deleted(running.partition, deletes);
      }
    }
    return running;
  }

  private static void finish(Running running, Model model, ConflictPolicy policy, long seed)
      throws IOException {
    long read = running.handle.state().version();
    boolean empty = running.inserts.isEmpty() && running.deletes.isEmpty();
    boolean conflict =
        switch (policy) {
          case MAXCOMPUTE ->
              !empty && model.lastChangeIn.getOrDefault(running.partition, 0L) > read;
          case HIVE ->
              !running.deletes.isEmpty()
                  && model.lastDeleteIn.getOrDefault(running.partition, 0L) > read;
          default ->
              running.deletes.stream()
                  .anyMatch(row -> model.deletedAt.getOrDefault(row, 0L) > read);
        };
    String outcome;
    long version = -1;
    try {
      version = running.handle.commit().version();
      outcome = "committed";
    } catch (WriteConflictException e) {
      outcome = "conflict";
    } catch (TransactionAbortedException e) {
      outcome = "aborted";
    }
    if (running.abortedByOther && conflict) {
      // Which of the two is seen first depends on how far this process had read.
      assertThat(outcome).as("seed %d", seed).isIn("aborted", "conflict");
    } else {
      assertThat(outcome)
          .as("seed %d", seed)
          .isEqualTo(
              empty
                  ? "committed"
                  : running.abortedByOther ? "aborted" : conflict ? "conflict" : "committed");
    }
    if (empty) {
      assertThat(version).isEqualTo(read);
    } else if (outcome.equals("committed")) {
      long writeId = running.handle.claimedWriteId().getAsLong();
      running.inserts.forEach(
          row ->
              model.rows.put(
                  running.partition + "/" + writeId + "/" + row,
                  new Address(running.partition, writeId, row)));
      for (Address row : running.deletes) {
        model.rows.remove(row.partition() + "/" + row.writeId() + "/" + row.rowId());
      }
      model.next();
      running.deletes.forEach(row -> model.deletedAt.put(row, model.version));
      model.lastChangeIn.put(running.partition, model.version);
      if (!running.deletes.isEmpty()) {
        model.lastDeleteIn.put(running.partition, model.version);
      }
      assertThat(version).as("seed %d", seed).isEqualTo(model.version);
    }
  }

  private static void verifyQuietly(TestTable table, CommitLog log, Model model, Random random) {
    try {
      verify(table, log, model, random);
    } catch (IOException e) {
      throw new java.io.UncheckedIOException(e);
    }
  }

  /**
   * The newest version and an older one: rows by the log's files, and layout by log and by disk.
   */
  private static void verify(TestTable table, CommitLog log, Model model, Random random)
      throws IOException {
    TableState newest = log.newest();
    assertThat(newest.version()).isEqualTo(model.version);
    for (long version : new long[] {model.version, random.nextInt((int) model.version + 1)}) {
      TableState state = log.stateAt(version);
      assertThat(rows(table, log, version)).isEqualTo(model.rowsByVersion.get(version));
      for (String partition : state.partitions()) {
        assertThat(
                LayoutResolver.resolve(
                        TestTable.withoutChecksums(state.listing(partition)), state.snapshot("t"))
                    .deltas())
            .isEqualTo(
                LayoutResolver.resolve(
                        DirectoryLister.list(table.storage(), table.path() + "/" + partition),
                        state.snapshot("t"))
                    .deltas());
      }
    }
  }

  private static TreeSet<String> rows(TestTable table, CommitLog log, long version)
      throws IOException {
    TreeSet<String> rows = new TreeSet<>();
    DeletedRows deletedRows = new DeletedRows(table.storage(), table.path());
    for (long entry = 1; entry <= version; entry++) {
      for (var transaction : log.entry(entry).orElseThrow().transactions()) {
        for (var change : transaction.changes()) {
          for (var add : change.adds()) {
            for (long row = 0; row < add.rows(); row++) {
              rows.add(change.partition() + "/" + transaction.writeId().getAsLong() + "/" + row);
            }
          }
          deletedRows
              .of(change)
              .forEach(
                  row ->
                      assertThat(
                              rows.remove(
                                  change.partition() + "/" + row.writeId() + "/" + row.rowId()))
                          .as("a row is deleted once")
                          .isTrue());
        }
      }
    }
    return rows;
  }
}
