package io.orcacid.txn;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.orcacid.error.TransactionAbortedException;
import io.orcacid.error.ValidationException;
import io.orcacid.error.WriteConflictException;
import io.orcacid.txn.FaultyStore.Fault;
import io.orcacid.txn.log.DataDirectory;
import io.orcacid.txn.log.Operation;
import io.orcacid.txn.log.TableState;
import io.orcacid.txn.store.AtomicStore;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Overwrites whose commit goes wrong (PROTOCOL.md R4, R6, R9, R14). */
class OverwriteFaultTest {
  private static final String P = "p=1";

  @TempDir Path directory;
  private TestTable table;

  @BeforeEach
  void createATableWithTwoInserts() throws IOException {
    table = new TestTable(directory);
    table.create();
    TransactionManager manager = table.manager();
    table.insert(manager, P, 2);
    table.insert(manager, P, 2);
  }

  /** Names a base of so many rows that lies where an overwrite writes it. */
  private void addBase(TransactionHandle transaction, int rows) throws IOException {
    DataDirectory delta = table.insertDirectory(P, transaction.writeId(), 0, rows);
    Path partition = Path.of(table.path(), P);
    DataDirectory base =
        DataDirectory.of(String.format("base_%07d", transaction.writeId()), 0, delta.files());
    Path unfinished = partition.resolve(transaction.temporary());
    Files.createDirectories(unfinished);
    Files.move(partition.resolve(delta.name()), unfinished.resolve(base.name()));
    transaction.add(P, base);
  }

  private TransactionHandle begin(TransactionManager manager) throws IOException {
    return manager.begin(BeginOptions.of(Operation.OVERWRITE));
  }

  private List<String> live() throws IOException {
    return table.open().newest().directories(P).stream().map(DataDirectory::name).toList();
  }

  private List<String> basesOnDisk() throws IOException {
    try (Stream<Path> paths = Files.walk(Path.of(table.path(), P))) {
      return paths
          .map(path -> path.getFileName().toString())
          .filter(name -> name.startsWith("base_") || name.startsWith("_tmp."))
          .toList();
    }
  }

  @ParameterizedTest
  @EnumSource(names = {"LOST_ANSWER", "SAYS_EXISTS", "LOST_REQUEST"})
  void a82_a_lost_answer_of_an_overwrite_removes_nothing_that_counts(Fault fault)
      throws IOException {
    FaultyStore store = FaultyStore.atPut(table.localStore(), fault, "_v");
    TransactionManager manager = table.manager(table.open(store));
    try (TransactionHandle transaction = begin(manager)) {
      addBase(transaction, 3);
      assertThat(transaction.commit().version()).isEqualTo(3);
    }
    assertThat(store.faults()).isEqualTo(1);
    assertThat(live()).containsExactly("base_0000003");
    assertThat(basesOnDisk()).containsExactly("base_0000003");
  }

  @Test
  void a_base_in_its_place_whose_put_failed_is_invisible_and_committed_or_removed_later()
      throws IOException {
    for (boolean again : new boolean[] {false, true}) {
      FaultyStore store = FaultyStore.atPut(table.localStore(), Fault.ERROR, "_v");
      TransactionManager manager = table.manager(table.open(store));
      try (TransactionHandle transaction = begin(manager)) {
        addBase(transaction, 3);
        assertThatThrownBy(transaction::commit).isInstanceOf(IOException.class);
        assertThat(basesOnDisk()).contains("base_" + String.format("%07d", transaction.writeId()));
        assertThat(live()).hasSize(2).noneMatch(name -> name.startsWith("base_"));
        if (again) {
          assertThat(transaction.commit().version()).isEqualTo(3);
        }
      }
      assertThat(basesOnDisk()).hasSize(again ? 1 : 0);
    }
    assertThat(live()).containsExactly("base_0000004");
  }

  @Test
  void an_overwrite_that_was_aborted_by_an_entry_leaves_nothing() throws IOException {
    TransactionManager manager = table.manager();
    try (TransactionHandle transaction = begin(manager)) {
      addBase(transaction, 3);
      table.manager().abort(transaction.writeId());
      assertThatThrownBy(transaction::commit).isInstanceOf(TransactionAbortedException.class);
    }
    assertThat(basesOnDisk()).isEmpty();
    assertThat(live()).hasSize(2);
  }

  /** Lets another commit just before the first put of an entry. */
  private static final class Overtaken implements ForwardingStore {
    private final AtomicStore store;
    private final Other other;
    private boolean armed = true;

    interface Other {
      void commit() throws IOException;
    }

    Overtaken(AtomicStore store, Other other) {
      this.store = store;
      this.other = other;
    }

    @Override
    public AtomicStore beneath() {
      return store;
    }

    @Override
    public Outcome putIfAbsent(String name, byte[] content) throws IOException {
      if (armed && name.startsWith("_v")) {
        armed = false;
        other.commit();
      }
      return store.putIfAbsent(name, content);
    }
  }

  @ParameterizedTest
  @EnumSource(OverwriteMode.class)
  void an_overwrite_that_is_overtaken_between_its_move_and_its_put(OverwriteMode mode)
      throws IOException {
    TransactionManager other = table.manager();
    AtomicStore store = new Overtaken(table.localStore(), () -> table.insert(other, P, 1));
    TransactionManager manager = table.manager(table.open(store));
    try (TransactionHandle transaction = begin(manager)) {
      transaction.overwriteBy(mode);
      addBase(transaction, 3);
      if (mode == OverwriteMode.CHECKED) {
        assertThatThrownBy(transaction::commit).isInstanceOf(WriteConflictException.class);
        assertThat(basesOnDisk()).isEmpty();
        assertThat(live()).hasSize(3);
        return;
      }
      assertThat(transaction.commit().version()).isEqualTo(4);
    }
    TableState newest = table.open().newest();
    assertThat(live()).containsExactly("base_0000005");
    assertThat(basesOnDisk()).containsExactly("base_0000005");
    assertThat(newest.isCommitted(3)).isTrue();
    assertThat(newest.isCommitted(5)).isTrue();
    assertThat(newest.snapshot("t").writeIds()).hasToString("t:5:9223372036854775807::");
  }

  @Test
  void an_overwrite_whose_second_write_id_was_aborted_is_aborted_and_leaves_nothing()
      throws IOException {
    TransactionManager other = table.manager();
    FaultyStore store = FaultyStore.atPut(table.localStore(), Fault.ERROR, "_v");
    TransactionManager manager = table.manager(table.open(store));
    try (TransactionHandle transaction = begin(manager)) {
      transaction.overwriteBy(OverwriteMode.LAST_WINS);
      addBase(transaction, 3);
      table.insert(other, P, 1);
      assertThat(manager.log().newest().version()).isEqualTo(3);
      assertThatThrownBy(transaction::commit).isInstanceOf(IOException.class);
      assertThat(basesOnDisk()).contains("base_0000005");
      other.abort(5);
      assertThatThrownBy(transaction::commit).isInstanceOf(TransactionAbortedException.class);
    }
    assertThat(basesOnDisk()).isEmpty();
    assertThat(live()).hasSize(3);
  }

  @Test
  void an_overwrite_retires_what_is_live_in_its_partition_and_nothing_else() throws IOException {
    TransactionManager manager = table.manager();
    try (TransactionHandle transaction = begin(manager)) {
      addBase(transaction, 3);
      table.insert(table.manager(), "p=2", 1);
      assertThat(transaction.commit().version()).isEqualTo(4);
    }
    TableState newest = table.open().newest();
    assertThat(live()).containsExactly("base_0000003");
    assertThat(newest.retired(P)).hasSize(2);
    assertThat(newest.directories("p=2")).hasSize(1);
  }

  @Test
  void r4a_a_partition_gets_a_base_or_deltas_never_both() throws IOException {
    TransactionManager manager = table.manager();
    try (TransactionHandle transaction = begin(manager)) {
      addBase(transaction, 1);
      DataDirectory delta = table.insertDirectory(P, transaction.writeId(), 1, 1);
      assertThatThrownBy(() -> transaction.add(P, delta)).isInstanceOf(ValidationException.class);
      assertThatThrownBy(
              () ->
                  transaction.add(
                      P,
                      DataDirectory.of(
                          String.format("base_%07d", transaction.writeId()), 0, delta.files())))
          .isInstanceOf(ValidationException.class);
    }
    try (TransactionHandle transaction = begin(manager)) {
      table.addInsert(transaction, P, 1);
      assertThatThrownBy(() -> transaction.replaceTable(partition -> null))
          .isInstanceOf(ValidationException.class);
    }
  }
}
