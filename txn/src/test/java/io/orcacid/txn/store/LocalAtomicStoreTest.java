package io.orcacid.txn.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.orcacid.error.UnsupportedTableException;
import io.orcacid.error.ValidationException;
import io.orcacid.txn.store.AtomicStore.Outcome;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class LocalAtomicStoreTest {
  private static final byte[] ONE = "one".getBytes(StandardCharsets.UTF_8);
  private static final byte[] TWO = "two".getBytes(StandardCharsets.UTF_8);

  @TempDir Path temporary;
  private Path directory;
  private LocalAtomicStore store;

  @BeforeEach
  void create() throws IOException {
    directory = temporary.resolve("a/b/_acid_log");
    store = LocalAtomicStore.create(directory, List.of("_ids"));
  }

  @Test
  void a_put_leaves_nothing_unfinished_behind() throws IOException {
    assertThat(store.putIfAbsent("_v1.json", ONE)).isEqualTo(Outcome.WON);
    assertThat(store.putIfAbsent("_v1.json", TWO)).isEqualTo(Outcome.LOST);
    store.confirm("_v1.json");
    assertThat(directory).isDirectoryNotContaining("glob:**/_tmp-*");
  }

  @Test
  void what_a_dead_writer_left_is_not_listed() throws IOException {
    for (String name : List.of("_v1.json", "_ids/7")) {
      store.putIfAbsent(name, ONE);
    }
    Files.write(directory.resolve("_tmp-dead"), ONE);
    Files.write(directory.resolve("_ids/_tmp-dead"), ONE);
    assertThat(store.list("_", "", 10))
        .contains("_v1.json")
        .noneMatch(name -> name.contains("tmp"));
    assertThat(store.list("_ids/", "", 10)).containsExactly("_ids/7");
    assertThat(store.list("_t", "", 10)).isEmpty();
  }

  @Test
  void a_name_of_more_than_a_file_systems_length_is_refused() {
    assertThatThrownBy(() -> store.putIfAbsent("_" + "x".repeat(300), ONE))
        .isInstanceOf(ValidationException.class);
  }

  @Test
  void of_many_threads_exactly_one_wins_each_name() throws Exception {
    int threads = 8;
    int rounds = 50;
    ExecutorService executor = Executors.newFixedThreadPool(threads);
    CyclicBarrier barrier = new CyclicBarrier(threads);
    try {
      List<Future<Integer>> wins = new ArrayList<>();
      for (int thread = 0; thread < threads; thread++) {
        byte[] content = ("thread " + thread).getBytes(StandardCharsets.UTF_8);
        Callable<Integer> racer =
            () -> {
              int won = 0;
              for (int round = 0; round < rounds; round++) {
                barrier.await();
                Outcome outcome = store.putIfAbsent("_ids/" + round, content);
                assertThat(outcome).isNotEqualTo(Outcome.UNKNOWN);
                if (outcome == Outcome.WON) {
                  assertThat(store.read("_ids/" + round)).hasValue(content);
                  won++;
                }
              }
              return won;
            };
        wins.add(executor.submit(racer));
      }
      int all = 0;
      for (Future<Integer> won : wins) {
        all += won.get();
      }
      assertThat(all).isEqualTo(rounds);
    } finally {
      executor.shutdownNow();
    }
  }

  /**
   * Each thread takes the first free number again and again, as commits do. With {@code
   * -Dorcacid.commits=100} they make ten thousand, as in the report.
   */
  @Test
  void a79_a_hundred_threads_that_take_the_next_number_lose_none() throws Exception {
    int threads = 100;
    int puts = Integer.getInteger("orcacid.commits", 10);
    AtomicInteger newest = new AtomicInteger();
    Callable<List<Integer>> writer =
        () -> {
          List<Integer> won = new ArrayList<>();
          while (won.size() < puts) {
            int next = newest.get() + 1;
            byte[] content =
                (Thread.currentThread().getId() + " " + next).getBytes(StandardCharsets.UTF_8);
            Outcome outcome = store.putIfAbsent("_v" + next, content);
            assertThat(outcome).isNotEqualTo(Outcome.UNKNOWN);
            if (outcome == Outcome.WON) {
              assertThat(store.read("_v" + next)).hasValue(content);
              won.add(next);
            }
            newest.accumulateAndGet(next, Math::max);
          }
          return won;
        };
    ExecutorService executor = Executors.newFixedThreadPool(threads);
    try {
      List<Integer> all = new ArrayList<>();
      for (Future<List<Integer>> won : executor.invokeAll(Collections.nCopies(threads, writer))) {
        all.addAll(won.get());
      }
      assertThat(all).hasSize(threads * puts).doesNotHaveDuplicates();
      assertThat(newest).hasValue(threads * puts);
      assertThat(store.list("_v", "", 2 * threads * puts)).hasSize(threads * puts);
    } finally {
      executor.shutdownNow();
    }
  }

  @Test
  void of_two_processes_exactly_one_wins_each_name() throws Exception {
    int rounds = 200;
    Process one = racer("one", rounds);
    Process two = racer("two", rounds);
    List<Integer> won = new ArrayList<>(wins(one));
    List<Integer> wonByTwo = wins(two);
    assertThat(java.util.Collections.disjoint(won, wonByTwo)).isTrue();
    won.addAll(wonByTwo);
    assertThat(won).hasSize(rounds);
  }

  private Process racer(String name, int rounds) throws IOException {
    return new ProcessBuilder(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "-XX:+UseSerialGC",
            "-cp",
            System.getProperty("java.class.path"),
            StoreRacer.class.getName(),
            directory.toString(),
            name,
            Integer.toString(rounds))
        .redirectError(ProcessBuilder.Redirect.INHERIT)
        .start();
  }

  private static List<Integer> wins(Process racer) throws Exception {
    String text = new String(racer.getInputStream().readAllBytes(), StandardCharsets.UTF_8).trim();
    assertThat(racer.waitFor()).isZero();
    return text.isEmpty() ? List.of() : text.lines().map(Integer::valueOf).toList();
  }

  /** A disk of which one step fails, before or after it was done. */
  private static final class FaultyDisk extends ForwardingDisk {
    private final String failing;
    private final boolean done;

    FaultyDisk(String failing, boolean done) {
      super(new DiskOperations.Disk());
      this.failing = failing;
      this.done = done;
    }

    private interface Step {
      void run() throws IOException;
    }

    private void run(String name, Step step) throws IOException {
      if (!name.equals(failing)) {
        step.run();
        return;
      }
      if (done) {
        step.run();
      }
      throw new IOException("injected at " + name);
    }

    @Override
    public void writeDurably(Path file, byte[] content) throws IOException {
      run("write", () -> super.writeDurably(file, content));
    }

    @Override
    public void link(Path name, Path file) throws IOException {
      run("link", () -> super.link(name, file));
    }

    @Override
    public void syncDirectory(Path synced) throws IOException {
      run("sync", () -> super.syncDirectory(synced));
    }

    @Override
    public void unlink(Path file) throws IOException {
      run("unlink", () -> super.unlink(file));
    }
  }

  @Test
  void a_failure_before_the_link_is_an_error_and_nothing_is_there() {
    AtomicStore faulty = new LocalAtomicStore(directory, new FaultyDisk("write", false));
    assertThatThrownBy(() -> faulty.putIfAbsent("_v1.json", ONE)).isInstanceOf(IOException.class);
    assertThat(directory.resolve("_v1.json")).doesNotExist();
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void a_failure_of_the_link_is_unknown_whether_it_was_made_or_not(boolean done)
      throws IOException {
    AtomicStore faulty = new LocalAtomicStore(directory, new FaultyDisk("link", done));
    assertThat(faulty.putIfAbsent("_v1.json", ONE)).isEqualTo(Outcome.UNKNOWN);
    assertThat(Files.exists(directory.resolve("_v1.json"))).isEqualTo(done);
  }

  @Test
  void after_a_failed_fsync_of_the_directory_nothing_there_is_called_durable_again()
      throws IOException {
    AtomicStore faulty = new LocalAtomicStore(directory, new FaultyDisk("sync", false));
    assertThat(faulty.putIfAbsent("_v1.json", ONE)).isEqualTo(Outcome.UNKNOWN);
    assertThat(faulty.read("_v1.json")).hasValue(ONE);
    assertThatThrownBy(() -> faulty.confirm("_v1.json")).isInstanceOf(IOException.class);
    assertThatThrownBy(() -> faulty.putIfAbsent("_v2.json", ONE)).isInstanceOf(IOException.class);
    assertThat(directory.resolve("_v2.json")).doesNotExist();
  }

  @Test
  void a_temporary_file_that_cannot_be_removed_changes_no_answer() throws IOException {
    AtomicStore faulty = new LocalAtomicStore(directory, new FaultyDisk("unlink", false));
    assertThat(faulty.putIfAbsent("_v1.json", ONE)).isEqualTo(Outcome.WON);
    assertThat(faulty.list("_", "", 10)).containsExactly("_ids", "_v1.json");
  }

  @Test
  void a78_a_file_system_without_links_is_refused_with_a_way_out() {
    DiskOperations linkless =
        new ForwardingDisk(new DiskOperations.Disk()) {
          @Override
          public void link(Path name, Path file) {
            throw new UnsupportedOperationException("no links");
          }
        };
    assertThatThrownBy(() -> new LocalAtomicStore(directory, linkless).probeLinks())
        .isInstanceOf(UnsupportedTableException.class)
        .hasMessageContaining("JDBC store");
  }

  @Test
  void it_keeps_the_processes_of_a_machine_apart() {
    assertThat(store.scope()).isEqualTo(AtomicStore.Scope.HOST);
  }
}
