package io.orcacid.txn;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.orcacid.error.CommitStateUnknownException;
import io.orcacid.error.WriteConflictException;
import io.orcacid.txn.log.CommitLog;
import io.orcacid.txn.log.LogTransaction;
import io.orcacid.txn.log.Operation;
import io.orcacid.txn.log.TableState;
import io.orcacid.txn.store.AtomicStore;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Transactions of one process that share an entry (PROTOCOL.md R5) and a claim (R1). */
class GroupCommitTest {
  private static final String ENTRY = "_v";
  private static final String CLAIM = "_ids/";

  @TempDir Path directory;
  private TestTable table;
  private final ExecutorService executor = Executors.newCachedThreadPool();

  @BeforeEach
  void create() throws IOException {
    table = new TestTable(directory);
    table.create();
  }

  @AfterEach
  void stop() {
    executor.shutdownNow();
  }

  /** Holds the first put of a kind back until it is let go. */
  private static final class HeldStore implements ForwardingStore {
    private final AtomicStore beneath;
    private final String prefix;
    private final CountDownLatch arrived = new CountDownLatch(1);
    private final CountDownLatch letGo = new CountDownLatch(1);
    private final AtomicInteger puts = new AtomicInteger();
    private final int lostAnswer;

    /**
     * @param lostAnswer number of the put, from 1, that works but is not answered, nor is a read
     *     after it; 0 for none
     */
    HeldStore(AtomicStore beneath, String prefix, int lostAnswer) {
      this.beneath = beneath;
      this.prefix = prefix;
      this.lostAnswer = lostAnswer;
    }

    @Override
    public AtomicStore beneath() {
      return beneath;
    }

    @Override
    public Outcome putIfAbsent(String name, byte[] content) throws IOException {
      if (!name.startsWith(prefix)) {
        return beneath.putIfAbsent(name, content);
      }
      int number = puts.incrementAndGet();
      if (number == 1) {
        arrived.countDown();
        await(letGo);
      }
      Outcome outcome = beneath.putIfAbsent(name, content);
      return number == lostAnswer ? Outcome.UNKNOWN : outcome;
    }

    @Override
    public java.util.Optional<byte[]> read(String name) throws IOException {
      if (puts.get() == lostAnswer && lostAnswer > 0 && name.startsWith(prefix)) {
        throw new IOException("the store does not answer");
      }
      return beneath.read(name);
    }

    private static void await(CountDownLatch latch) {
      try {
        assertThat(latch.await(60, TimeUnit.SECONDS)).isTrue();
      } catch (InterruptedException e) {
        throw new AssertionError(e);
      }
    }
  }

  private TransactionHandle insert(TransactionManager manager, String partition)
      throws IOException {
    TransactionHandle transaction = manager.begin(BeginOptions.of(Operation.INSERT));
    table.addInsert(transaction, partition, 1);
    return transaction;
  }

  /** Commits the first while its put is held back, then the others while it is. */
  private List<Future<Committed>> commitTogether(
      HeldStore store, List<TransactionHandle> transactions) {
    List<Future<Committed>> results = new ArrayList<>();
    results.add(executor.submit(transactions.get(0)::commit));
    HeldStore.await(store.arrived);
    for (TransactionHandle other : transactions.subList(1, transactions.size())) {
      CountDownLatch begun = new CountDownLatch(1);
      results.add(
          executor.submit(
              () -> {
                begun.countDown();
                return other.commit();
              }));
      HeldStore.await(begun);
      pauseUntilItWaits();
    }
    store.letGo.countDown();
    return results;
  }

  private static void pauseUntilItWaits() {
    try {
      Thread.sleep(50);
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  @Test
  void those_that_wait_while_one_commits_share_the_next_version() throws Exception {
    HeldStore store = new HeldStore(table.localStore(), ENTRY, 0);
    TransactionManager manager = table.manager(table.open(store));
    List<TransactionHandle> transactions = new ArrayList<>();
    for (int i = 0; i < 6; i++) {
      transactions.add(insert(manager, "p=" + i % 2));
    }
    List<Long> versions = new ArrayList<>();
    for (Future<Committed> result : commitTogether(store, transactions)) {
      versions.add(result.get().version());
    }

    assertThat(versions).containsExactly(1L, 2L, 2L, 2L, 2L, 2L);
    CommitLog log = table.open();
    assertThat(log.newest().version()).isEqualTo(2);
    assertThat(log.entry(2).orElseThrow().transactions())
        .extracting(LogTransaction::commitId)
        .containsExactlyElementsOf(
            transactions.subList(1, 6).stream().map(TransactionHandle::commitId).toList());
    assertThat(log.newest().directories("p=0")).hasSize(3);
    assertThat(log.newest().directories("p=1")).hasSize(3);
    assertThat(log.history().find(transactions.get(4).commitId()).orElseThrow().version())
        .isEqualTo(2);
  }

  @Test
  void of_two_that_delete_one_row_the_later_in_the_queue_loses_to_what_was_committed()
      throws Exception {
    table.insert(table.manager(), "p=1", 3);
    HeldStore store = new HeldStore(table.localStore(), ENTRY, 0);
    TransactionManager manager = table.manager(table.open(store));
    List<TransactionHandle> transactions = new ArrayList<>(List.of(insert(manager, "p=2")));
    for (int i = 0; i < 2; i++) {
      TransactionHandle deletes = manager.begin(BeginOptions.of(Operation.DELETE));
      table.addDelete(deletes, "p=1", TestTable.rows(1, 2));
      transactions.add(deletes);
    }
    transactions.add(insert(manager, "p=1"));
    List<Future<Committed>> results = commitTogether(store, transactions);

    assertThat(results.get(1).get().version()).isEqualTo(3);
    assertThat(results.get(3).get().version()).isEqualTo(3);
    assertThatThrownBy(() -> results.get(2).get())
        .isInstanceOf(ExecutionException.class)
        .cause()
        .isInstanceOf(WriteConflictException.class)
        .hasMessageContaining("version=3");
    assertThat(transactions.get(2).status()).isEqualTo(TransactionHandle.Status.ABORTED);
    assertThat(table.open().newest().directories("p=1")).hasSize(3);
  }

  @Test
  void one_whose_files_are_not_those_it_named_does_not_stop_the_others() throws Exception {
    HeldStore store = new HeldStore(table.localStore(), ENTRY, 0);
    TransactionManager manager = table.manager(table.open(store));
    List<TransactionHandle> transactions = new ArrayList<>();
    for (int i = 0; i < 4; i++) {
      transactions.add(insert(manager, "p=1"));
    }
    String damaged =
        table.path()
            + "/p=1/delta_0000003_0000003_0000/"
            + io.orcacid.format.layout.BucketFileName.of(7);
    java.nio.file.Files.write(Path.of(damaged), new byte[] {1});
    List<Future<Committed>> results = commitTogether(store, transactions);

    assertThat(results.get(0).get().version()).isEqualTo(1);
    assertThat(results.get(1).get().version()).isGreaterThan(1);
    assertThat(results.get(3).get().version()).isGreaterThan(1);
    assertThatThrownBy(() -> results.get(2).get())
        .cause()
        .hasMessageContaining("not those that the transaction named");
    assertThat(table.open().newest().directories("p=1")).hasSize(3);
  }

  @Test
  void after_a_lost_answer_each_member_finds_out_for_itself() throws Exception {
    HeldStore store = new HeldStore(table.localStore(), ENTRY, 2);
    TransactionManager manager = table.manager(table.open(store));
    List<TransactionHandle> transactions = new ArrayList<>();
    for (int i = 0; i < 3; i++) {
      transactions.add(insert(manager, "p=1"));
    }
    List<Future<Committed>> results = commitTogether(store, transactions);

    results.get(0).get();
    for (int i = 1; i < 3; i++) {
      Future<Committed> lost = results.get(i);
      assertThatThrownBy(lost::get)
          .cause()
          .isInstanceOf(CommitStateUnknownException.class)
          .hasMessageContaining(transactions.get(i).commitId());
      assertThat(transactions.get(i).status()).isEqualTo(TransactionHandle.Status.UNKNOWN);
    }
    store.puts.set(10);
    assertThat(transactions.get(2).commit().version()).isEqualTo(2);
    assertThat(transactions.get(1).commit().version()).isEqualTo(2);
    assertThat(table.open().newest().version()).isEqualTo(2);
    assertThat(table.open().newest().directories("p=1")).hasSize(3);
  }

  @Test
  void threads_that_wait_for_a_write_id_get_a_range_by_one_put() throws Exception {
    HeldStore store = new HeldStore(table.localStore(), CLAIM, 0);
    TransactionManager manager = table.manager(table.open(store));
    List<TransactionHandle> transactions = new ArrayList<>();
    List<Future<Long>> ids = new ArrayList<>();
    for (int i = 0; i < 6; i++) {
      TransactionHandle transaction = manager.begin(BeginOptions.of(Operation.INSERT));
      transactions.add(transaction);
      ids.add(executor.submit(transaction::writeId));
      if (i == 0) {
        HeldStore.await(store.arrived);
      } else {
        pauseUntilItWaits();
      }
    }
    store.letGo.countDown();
    List<Long> claimed = new ArrayList<>();
    for (Future<Long> id : ids) {
      claimed.add(id.get());
    }

    // Which of the waiting threads comes first is the scheduler's choice.
    assertThat(claimed).startsWith(1L).containsExactlyInAnyOrder(1L, 2L, 3L, 4L, 5L, 6L);
    assertThat(store.puts).hasValue(2);
    assertThat(table.localStore().list(CLAIM, "", 10))
        .containsExactly("_ids/_00000000000000000001", "_ids/_00000000000000000002");
    Map<Long, String> temporaries = new TreeMap<>();
    for (int i = 0; i < claimed.size(); i++) {
      temporaries.put(claimed.get(i), transactions.get(i).temporary());
    }
    assertThat(manager.openClaims())
        .extracting(OpenClaim::writeId)
        .isEqualTo(new ArrayList<>(temporaries.keySet()));
    assertThat(manager.openClaims())
        .extracting(OpenClaim::temporary)
        .isEqualTo(new ArrayList<>(temporaries.values()));
  }

  @Test
  void a_claimer_that_knows_a_number_in_the_midst_of_a_range_claims_after_its_end()
      throws Exception {
    HeldStore store = new HeldStore(table.localStore(), CLAIM, 0);
    TransactionManager manager = table.manager(table.open(store));
    List<TransactionHandle> transactions = new ArrayList<>();
    List<Future<Long>> ids = new ArrayList<>();
    for (int i = 0; i < 5; i++) {
      transactions.add(manager.begin(BeginOptions.of(Operation.INSERT)));
      ids.add(executor.submit(transactions.get(i)::writeId));
      if (i == 0) {
        HeldStore.await(store.arrived);
      } else {
        pauseUntilItWaits();
      }
    }
    store.letGo.countDown();
    for (Future<Long> id : ids) {
      id.get();
    }
    table.addInsert(transactions.get(2), "p=1", 1);
    transactions.get(2).commit();
    assertThat(table.open().newest().greatestWriteId()).isEqualTo(3);

    TransactionManager other = table.manager();
    TransactionHandle next = other.begin(BeginOptions.of(Operation.INSERT));
    assertThat(next.writeId()).isEqualTo(6);
    assertThat(other.openClaims())
        .extracting(OpenClaim::writeId)
        .containsExactly(1L, 2L, 4L, 5L, 6L);

    other.abort(4);
    transactions.get(1).abort();
    transactions.get(4).abort();
    assertThat(other.openClaims()).extracting(OpenClaim::writeId).containsExactly(1L, 2L, 5L, 6L);
    assertThat(other.openClaims())
        .extracting(OpenClaim::marking)
        .containsExactly(
            OpenClaim.Marking.OPEN,
            OpenClaim.Marking.ABORTED,
            OpenClaim.Marking.ABORTED,
            OpenClaim.Marking.OPEN);

    // Once all of a range is resolved its object goes; the next number is after all of them.
    table.addInsert(transactions.get(0), "p=1", 1);
    transactions.get(0).commit();
    table.insert(manager, "p=1", 1);
    TableState state = table.open().newest();
    assertThat(state.isAborted(2) && state.isAborted(4) && state.isAborted(5)).isTrue();
    other.log().newest();
    other.maintenance().removeResolvedClaims(other.log().newest(), Instant.MAX);
    assertThat(table.localStore().list(CLAIM, "", 10))
        .doesNotContain("_ids/_00000000000000000001", "_ids/_00000000000000000002");
    assertThat(table.manager().begin(BeginOptions.of(Operation.INSERT)).writeId()).isEqualTo(8);
  }
}
