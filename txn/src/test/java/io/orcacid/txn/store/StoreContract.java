package io.orcacid.txn.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.orcacid.error.ValidationException;
import io.orcacid.txn.store.AtomicStore.Outcome;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What every store must do, whatever lies beneath it. */
public abstract class StoreContract {
  private static final byte[] ONE = "one".getBytes(StandardCharsets.UTF_8);
  private static final byte[] TWO = "two".getBytes(StandardCharsets.UTF_8);
  private static final int THREADS = 8;
  private static final int ROUNDS = 25;

  /** When the atomic step of a faulty client fails. */
  public enum Fault {
    /** Before it reaches the store. */
    NOT_DONE,
    /** After it was done: only the answer is lost. */
    DONE
  }

  private final UUID table = UUID.randomUUID();
  private AtomicStore store;

  /** Kind that the store must name. */
  protected abstract String kind();

  /** Another client of a table's store, as another process would have it. */
  protected abstract AtomicStore open(UUID table) throws Exception;

  /** A client whose connection or file system fails at each atomic step. */
  protected abstract AtomicStore faulty(UUID table, Fault fault) throws Exception;

  @BeforeEach
  void open() throws Exception {
    store = open(table);
  }

  @Test
  void it_says_what_it_is() {
    assertThat(store.kind()).isEqualTo(kind());
    assertThat(store.scope()).isNotEqualTo(AtomicStore.Scope.JVM);
  }

  @Test
  void a_name_is_won_once_and_keeps_its_content() throws Exception {
    assertThat(store.read("_v1.json")).isEmpty();
    assertThat(store.putIfAbsent("_v1.json", ONE)).isEqualTo(Outcome.WON);
    assertThat(store.putIfAbsent("_v1.json", TWO)).isEqualTo(Outcome.LOST);
    assertThat(store.putIfAbsent("_v1.json", ONE)).isEqualTo(Outcome.LOST);
    assertThat(store.read("_v1.json")).hasValue(ONE);
    assertThat(open(table).read("_v1.json")).hasValue(ONE);
    assertThat(open(table).putIfAbsent("_v1.json", TWO)).isEqualTo(Outcome.LOST);
  }

  @Test
  void an_empty_content_is_a_content() throws Exception {
    assertThat(store.putIfAbsent("_ids/_1", new byte[0])).isEqualTo(Outcome.WON);
    assertThat(store.putIfAbsent("_ids/_1", ONE)).isEqualTo(Outcome.LOST);
    assertThat(store.read("_ids/_1")).hasValue(new byte[0]);
  }

  @Test
  void tables_do_not_meet() throws Exception {
    AtomicStore other = open(UUID.randomUUID());
    assertThat(store.putIfAbsent("_v1.json", ONE)).isEqualTo(Outcome.WON);
    assertThat(other.read("_v1.json")).isEmpty();
    assertThat(other.list("_v", "", 10)).isEmpty();
    assertThat(other.putIfAbsent("_v1.json", TWO)).isEqualTo(Outcome.WON);
    assertThat(store.read("_v1.json")).hasValue(ONE);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "..",
        "../_x",
        "_a/../b",
        "/etc/x",
        "_a/b/c",
        "x",
        ".x",
        "_a/.x",
        "_a/",
        "_tmp-x",
        "_a\u0000",
        "_a b",
        "_a\\b",
        "_a'; DROP TABLE orcacid_log; --",
        "_a/_tmp-x",
        "_\u00e4"
      })
  void hostile_names_are_refused(String name) {
    assertThatThrownBy(() -> store.putIfAbsent(name, ONE)).isInstanceOf(ValidationException.class);
    assertThatThrownBy(() -> store.read(name)).isInstanceOf(ValidationException.class);
    assertThatThrownBy(() -> store.replace(name, ONE)).isInstanceOf(ValidationException.class);
    assertThatThrownBy(() -> store.remove(name)).isInstanceOf(ValidationException.class);
    assertThatThrownBy(() -> store.confirm(name)).isInstanceOf(ValidationException.class);
  }

  @Test
  void names_are_listed_in_order_after_a_name_up_to_a_limit() throws Exception {
    for (String name :
        List.of(
            "_v00000000000000001003.json",
            "_v00000000000000000001.json",
            "_v00000000000000000999.json",
            "_v00000000000000001000.json",
            "_ids/_7",
            "_ids/_8",
            "_ids/a",
            "_ids/B",
            "_w.json",
            "_V.json")) {
      assertThat(store.putIfAbsent(name, ONE)).isEqualTo(Outcome.WON);
    }
    assertThat(store.list("_v", "", 10))
        .containsExactly(
            "_v00000000000000000001.json",
            "_v00000000000000000999.json",
            "_v00000000000000001000.json",
            "_v00000000000000001003.json");
    assertThat(store.list("_v", "_v00000000000000000001.json", 2))
        .containsExactly("_v00000000000000000999.json", "_v00000000000000001000.json");
    assertThat(store.list("_v", "_v0000000000000000100", Integer.MAX_VALUE))
        .containsExactly("_v00000000000000001000.json", "_v00000000000000001003.json");
    assertThat(store.list("_v", "_w.json", 10)).isEmpty();
    assertThat(store.list("_ids/", "", 10))
        .containsExactly("_ids/B", "_ids/_7", "_ids/_8", "_ids/a");
    assertThat(store.list("_ids/", "_ids/_7", 10)).containsExactly("_ids/_8", "_ids/a");
    assertThat(store.list("_ids/", "_a", 1)).containsExactly("_ids/B");
    assertThat(store.list("_ids/", "_v", 10)).isEmpty();
    assertThat(store.list("_ids/_", "", 10)).containsExactly("_ids/_7", "_ids/_8");
    assertThat(store.list("_none/", "", 10)).isEmpty();
    assertThat(store.list("_t", "", 10)).isEmpty();
    assertThat(store.list("_%", "", 10)).isEmpty();
  }

  @Test
  void listings_of_random_names_are_those_of_a_sorted_set() throws Exception {
    long seed = Long.getLong("orcacid.seed", System.nanoTime());
    System.out.println("listings_of_random_names: -Dorcacid.seed=" + seed);
    Random random = new Random(seed);
    java.util.TreeSet<String> names = new java.util.TreeSet<>();
    while (names.size() < 60) {
      String name = "_" + text(random, 1 + random.nextInt(7)) + (random.nextBoolean() ? ".x" : "");
      if (names.add(name)) {
        assertThat(store.putIfAbsent(name, ONE)).isEqualTo(Outcome.WON);
      }
    }
    for (int i = 0; i < 60; i++) {
      String prefix = "_" + text(random, random.nextInt(3));
      String after = random.nextBoolean() ? "" : "_" + text(random, random.nextInt(5));
      int limit = 1 + random.nextInt(20);
      assertThat(store.list(prefix, after, limit))
          .as("%s after %s, %s", prefix, after, limit)
          .isEqualTo(
              names.stream()
                  .filter(name -> name.startsWith(prefix) && name.compareTo(after) > 0)
                  .limit(limit)
                  .toList());
    }
  }

  private static String text(Random random, int length) {
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < length; i++) {
      text.append("aB1".charAt(random.nextInt(3)));
    }
    return text.toString();
  }

  @ParameterizedTest
  @ValueSource(ints = {512 << 10, (512 << 10) + 1, 1 << 20, (1 << 20) + 1, 5_000_000})
  void long_contents_are_kept_whole(int length) throws Exception {
    byte[] content = new byte[length];
    new Random(length).nextBytes(content);
    byte[] other = content.clone();
    other[length / 2]++;
    assertThat(store.putIfAbsent("_part-1.orc", content)).isEqualTo(Outcome.WON);
    assertThat(store.putIfAbsent("_part-1.orc", other)).isEqualTo(Outcome.LOST);
    assertThat(open(table).read("_part-1.orc")).hasValue(content);
    store.confirm("_part-1.orc");
    store.remove("_part-1.orc");
    assertThat(store.read("_part-1.orc")).isEmpty();
    assertThat(store.putIfAbsent("_part-1.orc", other)).isEqualTo(Outcome.WON);
    assertThat(store.read("_part-1.orc")).hasValue(other);
  }

  @Test
  void hints_are_replaced_and_removed() throws Exception {
    store.replace("_last", ONE);
    store.replace("_last", TWO);
    assertThat(store.read("_last")).hasValue(TWO);
    store.replace("_sessions/a", ONE);
    assertThat(store.list("_sessions/", "", 10)).containsExactly("_sessions/a");
    store.remove("_last");
    store.remove("_last");
    assertThat(store.read("_last")).isEmpty();
  }

  @Test
  void what_is_there_is_confirmed_by_whoever_found_it() throws Exception {
    store.putIfAbsent("_v1.json", ONE);
    store.confirm("_v1.json");
    open(table).confirm("_v1.json");
    assertThat(store.read("_v1.json")).hasValue(ONE);
  }

  @ParameterizedTest
  @EnumSource(Fault.class)
  void a_lost_answer_is_unknown_whether_the_step_was_done_or_not(Fault fault) throws Exception {
    for (int length : new int[] {3, 1_500_000}) {
      String name = "_v" + length + ".json";
      byte[] own = new byte[length];
      new Random(length).nextBytes(own);
      assertThat(faulty(table, fault).putIfAbsent(name, own)).isEqualTo(Outcome.UNKNOWN);
      if (fault == Fault.DONE) {
        assertThat(store.read(name)).hasValue(own);
        // A retry beneath the caller says that the name exists; what stands there is its own.
        assertThat(store.putIfAbsent(name, own)).isEqualTo(Outcome.LOST);
        assertThat(store.read(name)).hasValue(own);
        store.confirm(name);
      } else {
        assertThat(store.read(name)).isEmpty();
        assertThat(store.list("_v", "", 10)).doesNotContain(name);
        assertThat(store.putIfAbsent(name, own)).isEqualTo(Outcome.WON);
      }
      assertThat(store.read(name)).hasValue(own);
    }
  }

  @Test
  void a78_of_many_threads_and_clients_exactly_one_wins_each_name() throws Exception {
    ExecutorService executor = Executors.newFixedThreadPool(THREADS);
    CyclicBarrier barrier = new CyclicBarrier(THREADS);
    try {
      List<Future<Integer>> wins = new ArrayList<>();
      for (int thread = 0; thread < THREADS; thread++) {
        byte[] content = ("thread " + thread).getBytes(StandardCharsets.UTF_8);
        AtomicStore client = thread % 2 == 0 ? store : open(table);
        Callable<Integer> racer =
            () -> {
              int won = 0;
              for (int round = 0; round < ROUNDS; round++) {
                barrier.await();
                Outcome outcome = client.putIfAbsent("_ids/" + round, content);
                assertThat(outcome).isNotEqualTo(Outcome.UNKNOWN);
                byte[] there = client.read("_ids/" + round).orElseThrow();
                assertThat(java.util.Arrays.equals(there, content))
                    .isEqualTo(outcome == Outcome.WON);
                won += outcome == Outcome.WON ? 1 : 0;
              }
              return won;
            };
        wins.add(executor.submit(racer));
      }
      int all = 0;
      for (Future<Integer> won : wins) {
        all += won.get();
      }
      assertThat(all).isEqualTo(ROUNDS);
      assertThat(store.list("_ids/", "", 1000)).hasSize(ROUNDS);
    } finally {
      executor.shutdownNow();
    }
  }
}
