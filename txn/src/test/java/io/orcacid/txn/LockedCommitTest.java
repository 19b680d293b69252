package io.orcacid.txn;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.orcacid.error.CommitStateUnknownException;
import io.orcacid.error.ValidationException;
import io.orcacid.error.WriteConflictException;
import io.orcacid.testkit.ChildProcess;
import io.orcacid.txn.lock.Lock;
import io.orcacid.txn.lock.LockOptions;
import io.orcacid.txn.lock.LockOptions.Renewals;
import io.orcacid.txn.lock.LockProvider;
import io.orcacid.txn.log.Author;
import io.orcacid.txn.log.CompactionKind;
import io.orcacid.txn.log.Operation;
import io.orcacid.txn.log.VersionInfo;
import io.orcacid.txn.store.AtomicStore;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Commits under a lock: the log decides, whatever the lock's holder believes. */
class LockedCommitTest {
  private static final Duration PATIENCE = Duration.ofMinutes(2);
  private static final LockOptions MANUAL = LockOptions.defaults().renewedBy(Renewals.MANUAL);

  /** Over after a second, as that of A81 is. */
  private static final LockOptions SECOND =
      MANUAL.withTimes(Duration.ofSeconds(1), Duration.ofMillis(200), Duration.ofMillis(100));

  @TempDir Path directory;
  private TestTable table;
  private TransactionManager manager;

  @BeforeEach
  void create() throws IOException {
    table = new TestTable(directory);
    manager = table.manager(table.create());
  }

  private Committed insertUnder(TransactionManager by, Lock lock) throws IOException {
    try (TransactionHandle transaction = by.begin(BeginOptions.of(Operation.INSERT))) {
      transaction.under(lock);
      table.addInsert(transaction, "p=1", 1);
      return transaction.commit();
    }
  }

  @Test
  void an_entry_carries_the_epoch_of_its_lock() throws IOException {
    try (Lock lock = manager.locks().take("nightly", MANUAL.above(6))) {
      insertUnder(manager, lock);
    }
    assertThat(table.open().newest().lockEpoch("nightly")).isEqualTo(7);
    assertThat(table.open().newest().lockEpoch("another")).isZero();
    VersionInfo info = table.open().history().versions().get(1);
    assertThat(info.lockEpochs()).isEqualTo(Map.of("nightly", 7L));
    assertThat(table.open().newest().minWriterVersion()).isEqualTo(3);
  }

  /** A81: the lock is for a second, the commit comes after more, and another has committed. */
  @Test
  void a_commit_after_another_committed_under_a_later_epoch_is_refused() throws IOException {
    TransactionManager other = table.manager();
    Lock first = manager.locks().take("nightly", MANUAL);
    try (TransactionHandle late = manager.begin(BeginOptions.of(Operation.INSERT))) {
      late.under(first);
      table.addInsert(late, "p=1", 1);
      insertUnder(other, other.locks().take("nightly", MANUAL));
      assertThat(first.isHeld()).as("by its own clock").isTrue();
      assertThatThrownBy(late::commit)
          .isInstanceOfSatisfying(
              WriteConflictException.class,
              e ->
                  assertThat(e.details())
                      .containsEntry("lock", "nightly")
                      .containsEntry("epoch", 1L)
                      .containsEntry("otherEpoch", 2L)
                      .containsEntry("version", "1")
                      .containsEntry("owner", TestTable.OPTIONS.author().atHost()));
      assertThat(late.status()).isEqualTo(TransactionHandle.Status.ABORTED);
    }
    assertThat(table.open().newest().directories("p=1")).hasSize(1);
  }

  /** A81: nobody else came, but nobody could know. */
  @Test
  void a_commit_under_a_lock_that_lapsed_is_refused() throws Exception {
    Lock lock = manager.locks().take("nightly", SECOND);
    try (TransactionHandle late = manager.begin(BeginOptions.of(Operation.INSERT))) {
      late.under(lock);
      table.addInsert(late, "p=1", 1);
      while (lock.isHeld()) {
        TimeUnit.MILLISECONDS.sleep(20);
      }
      assertThatThrownBy(late::commit)
          .isInstanceOf(WriteConflictException.class)
          .hasMessageContaining("not renewed in time")
          .hasMessageContaining("lock=nightly");
    }
    assertThat(table.open().newest().version()).isZero();
  }

  /** A81: the check is one step with the put: another comes between check and put. */
  @Test
  void a_commit_that_loses_a_race_to_a_later_epoch_is_refused_by_its_next_attempt()
      throws IOException {
    TransactionManager other = table.manager();
    boolean[] raced = {false};
    ForwardingStore racing =
        new ForwardingStore() {
          private final AtomicStore store = table.localStore();

          @Override
          public AtomicStore beneath() {
            return store;
          }

          @Override
          public Outcome putIfAbsent(String name, byte[] content) throws IOException {
            if (name.startsWith("_v") && !raced[0]) {
              raced[0] = true;
              insertUnder(other, other.locks().take("nightly", MANUAL));
            }
            return store.putIfAbsent(name, content);
          }
        };
    TransactionManager late = table.manager(table.open(racing));
    Lock lock = late.locks().take("nightly", MANUAL);
    assertThatThrownBy(() -> insertUnder(late, lock)).isInstanceOf(WriteConflictException.class);
    assertThat(raced[0]).isTrue();
    assertThat(table.open().newest().directories("p=1")).hasSize(1);
  }

  @Test
  void an_unknown_outcome_is_not_given_up_because_the_lock_lapsed() throws Exception {
    UnreadableStore store = new UnreadableStore(table.localStore());
    TransactionManager unsure = table.manager(table.open(store));
    Lock lock = unsure.locks().take("nightly", SECOND);
    try (TransactionHandle transaction = unsure.begin(BeginOptions.of(Operation.INSERT))) {
      transaction.under(lock);
      table.addInsert(transaction, "p=1", 1);
      store.arm();
      assertThatThrownBy(transaction::commit).isInstanceOf(CommitStateUnknownException.class);
      store.repair();
      while (lock.isHeld()) {
        TimeUnit.MILLISECONDS.sleep(20);
      }
      assertThat(transaction.commit().version()).isEqualTo(1);
    }
    assertThat(table.open().newest().directories("p=1")).hasSize(1);
  }

  @Test
  void a_lock_between_threads_only_is_refused_for_a_table_that_processes_reach()
      throws IOException {
    Lock local =
        LockProvider.inProcess(Author.current(), Clock.systemUTC()).take("nightly", MANUAL);
    try (TransactionHandle transaction = manager.begin(BeginOptions.of(Operation.INSERT))) {
      assertThatThrownBy(() -> transaction.under(local))
          .isInstanceOf(ValidationException.class)
          .hasMessageContaining("scope=JVM")
          .hasMessageContaining("needed=HOST");
    }
  }

  @Test
  void locks_are_no_pins() throws IOException {
    manager.locks().take("nightly", MANUAL);
    assertThat(manager.maintenance().leases()).isEmpty();
  }

  /** A process that holds a lock until it is told to commit. */
  public static final class Holder {
    private Holder() {}

    /** Argument: the directory of the table. */
    public static void main(String[] arguments) throws IOException {
      TestTable table = new TestTable(Path.of(arguments[0]));
      TransactionManager manager = table.manager();
      // Renewed by the thread, as a job would; stopped, it renews nothing.
      Lock lock = manager.locks().take("nightly", SECOND.renewedBy(Renewals.THREAD));
      try (TransactionHandle transaction = manager.begin(BeginOptions.of(Operation.INSERT))) {
        transaction.under(lock);
        table.addInsert(transaction, "p=1", 1);
        System.out.println("HOLDS");
        while (table.open().newest().version() == 0) {
          Thread.onSpinWait();
        }
        transaction.commit();
        System.out.println("COMMITTED");
      } catch (WriteConflictException e) {
        System.out.println("REFUSED");
        System.out.println(e.getMessage());
      }
    }
  }

  /** A81: a process that is stopped beyond its lock's ttl and goes on as if nothing had been. */
  @Test
  void a_stopped_process_that_wakes_up_after_its_lock_was_taken_is_refused() throws Exception {
    try (ChildProcess holder = ChildProcess.of(Holder.class, directory.toString()).start()) {
      holder.awaitLine("HOLDS", PATIENCE);
      boolean stopped = signal("STOP", holder.pid());
      if (!stopped) {
        System.err.println("SKIPPED: no signal can be sent here, so no process was stopped");
      }
      assumeTrue(stopped, "signals can be sent");
      try (Lock lock = manager.locks().lock("nightly", MANUAL, PATIENCE)) {
        assertThat(lock.epoch()).isEqualTo(2);
        insertUnder(manager, lock);
      }
      assertThat(signal("CONT", holder.pid())).isTrue();
      assertThat(holder.exitCode(PATIENCE)).isZero();
      assertThat(holder.out()).contains("REFUSED").contains("lock=nightly");
    }
    assertThat(table.open().newest().directories("p=1")).hasSize(1);
  }

  private static boolean signal(String name, long pid) throws InterruptedException {
    try {
      return new ProcessBuilder("kill", "-" + name, Long.toString(pid)).start().waitFor() == 0;
    } catch (IOException noSuchCommand) {
      return false;
    }
  }

  @Test
  void with_locks_of_upkeep_one_compacts_a_partition_and_its_entry_carries_the_epoch()
      throws IOException {
    TransactionOptions options =
        TestTable.OPTIONS.withMaintenanceLocks(TransactionOptions.MaintenanceLocks.TAKEN);
    TransactionManager one = new TransactionManager(table.open(), options);
    TransactionManager other = new TransactionManager(table.open(), options);
    for (String partition : new String[] {"p=1", "p=1", "p=2", "p=2"}) {
      table.insert(one, partition, 1);
    }
    try (CompactionHandle running = one.beginCompaction("p=1", CompactionKind.MAJOR)) {
      assertThatThrownBy(() -> other.beginCompaction("p=1", CompactionKind.MAJOR))
          .isInstanceOf(WriteConflictException.class)
          .hasMessageContaining("lock=compaction p=1");
      other.beginCompaction("p=2", CompactionKind.MAJOR).close();
      assertThat(one.locks().holders())
          .extracting(LockProvider.Holder::name)
          .containsExactly("compaction p=1");
      assertThat(running.state().lockEpoch("compaction p=1")).isZero();
    }
    assertThat(one.locks().holders()).isEmpty();
    assertThatThrownBy(() -> one.beginCompaction("p=3", CompactionKind.MAJOR))
        .isInstanceOf(ValidationException.class);
    assertThat(one.locks().holders()).as("nothing to do holds nothing").isEmpty();
    try (Lock cleaning = one.maintenance().lock().orElseThrow()) {
      assertThat(cleaning.name()).isEqualTo("cleaning");
      assertThatThrownBy(() -> other.maintenance().lock())
          .isInstanceOf(WriteConflictException.class);
    }
    assertThat(manager.maintenance().lock()).as("off by default").isEmpty();
  }
}
