package io.orcacid.txn;

import static org.assertj.core.api.Assertions.assertThat;

import io.orcacid.txn.log.CommitLog;
import io.orcacid.txn.log.Operation;
import io.orcacid.txn.log.TableState;
import io.orcacid.txn.log.VersionInfo;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Threads that commit at once. System property {@code orcacid.commits}: how many each of a hundred
 * threads makes; with 100 they are ten thousand versions, as in the report of A79.
 */
class ConcurrencyTest {
  private static final int THREADS = 8;
  private static final int MANY_THREADS = 100;
  private static final int COMMITS = Integer.getInteger("orcacid.commits", 4);

  @TempDir Path directory;
  private final ExecutorService executor = Executors.newFixedThreadPool(MANY_THREADS);

  @AfterEach
  void stop() {
    executor.shutdownNow();
  }

  /** Each manager is used by as many threads as there are threads per manager. */
  private void run(List<TransactionManager> managers, TestTable table, int threads, int commits)
      throws Exception {
    List<Future<List<Long>>> results = new ArrayList<>();
    for (int thread = 0; thread < threads; thread++) {
      TransactionManager manager = managers.get(thread % managers.size());
      String partition = "p=" + thread % 3;
      results.add(
          executor.submit(
              () -> {
                List<Long> versions = new ArrayList<>();
                for (int commit = 0; commit < commits; commit++) {
                  versions.add(table.insert(manager, partition, 1).version());
                }
                return versions;
              }));
    }
    int all = threads * commits;
    List<Long> acknowledged = new ArrayList<>();
    for (Future<List<Long>> result : results) {
      assertThat(result.get()).isSorted().doesNotHaveDuplicates();
      acknowledged.addAll(result.get());
    }

    CommitLog log = table.open();
    TableState newest = log.newest();
    List<VersionInfo> history = log.history().versions();
    assertThat(history.stream().skip(1).map(VersionInfo::version).sorted().toList())
        .isEqualTo(acknowledged.stream().sorted().toList());
    assertThat(new TreeSet<>(acknowledged))
        .containsExactlyElementsOf(LongStream.rangeClosed(1, newest.version()).boxed().toList());
    assertThat(newest.snapshot("t").writeIds()).hasToString("t:" + all + ":9223372036854775807::");
    assertThat(newest.partitions().stream().mapToInt(one -> newest.directories(one).size()).sum())
        .isEqualTo(all);
    assertThat(history).hasSize(all + 1);
    assertThat(history).extracting(VersionInfo::version).isSorted();
    assertThat(history).extracting(VersionInfo::time).isSorted();
    assertThat(history).extracting(VersionInfo::commitId).doesNotHaveDuplicates();
  }

  @Test
  void eight_threads_with_fifty_commits_each_lose_none_and_make_one_line_of_versions()
      throws Exception {
    TestTable table = new TestTable(directory);
    run(List.of(table.manager(table.create())), table, THREADS, 50);
  }

  @Test
  void managers_that_know_nothing_of_each_other_make_one_line_too() throws Exception {
    TestTable table = new TestTable(directory);
    table.create();
    List<TransactionManager> managers = new ArrayList<>();
    for (int i = 0; i < THREADS; i++) {
      managers.add(table.manager());
    }
    run(managers, table, THREADS, 15);
  }

  @Test
  void a79_of_the_commits_of_a_hundred_threads_none_is_lost() throws Exception {
    TestTable table = new TestTable(directory);
    table.create();
    List<TransactionManager> managers = new ArrayList<>();
    for (int i = 0; i < 4; i++) {
      managers.add(table.manager());
    }
    run(managers, table, MANY_THREADS, COMMITS);
  }

  @Test
  void a78_a_commit_that_lost_its_number_is_put_at_the_next_without_writing_data_again()
      throws Exception {
    TestTable table = new TestTable(directory);
    table.create();
    TransactionManager one = table.manager();
    TransactionManager other = table.manager();
    try (TransactionHandle slow = one.begin(BeginOptions.of(Operation.INSERT))) {
      table.addInsert(slow, "p=1", 1);
      table.insert(other, "p=1", 1);
      table.insert(other, "p=1", 1);
      assertThat(slow.commit().version()).isEqualTo(3);
    }
    assertThat(table.open().history().versions().get(3).readVersion()).isZero();
  }
}
