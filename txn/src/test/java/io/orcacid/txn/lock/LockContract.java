package io.orcacid.txn.lock;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.orcacid.error.ValidationException;
import io.orcacid.error.WriteConflictException;
import io.orcacid.txn.ForwardingStore;
import io.orcacid.txn.lock.LockOptions.Renewals;
import io.orcacid.txn.lock.LockProvider.Standing;
import io.orcacid.txn.log.Author;
import io.orcacid.txn.process.ProcessIdentity;
import io.orcacid.txn.store.AtomicStore;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What every lock provider over a store keeps; a subclass gives the store. */
public abstract class LockContract {
  private static final LockOptions OPTIONS = LockOptions.defaults().renewedBy(Renewals.MANUAL);
  private static final Duration HELD = OPTIONS.ttl().minus(OPTIONS.drift());
  private static final Duration SILENT = OPTIONS.ttl().plus(OPTIONS.drift());
  private static final Duration MOMENT = Duration.ofMillis(1);
  private static final String NAME = "nightly";

  private final ManualTime time = new ManualTime();
  private AtomicStore store;

  /** A store that nobody else uses, new for each test. */
  protected abstract AtomicStore store() throws Exception;

  /** Grants of each of six threads; fewer where a store is slow. */
  protected int grants() {
    return 15;
  }

  @BeforeEach
  public final void open() throws Exception {
    store = store();
  }

  private StoreLocks locks(String user) {
    return locks(store, user);
  }

  private StoreLocks locks(AtomicStore over, String user) {
    return new StoreLocks(over, new Author(user, "here", ""), Clock.systemUTC(), time);
  }

  private static Lock granted(LockProvider locks) throws IOException {
    return locks.tryLock(NAME, OPTIONS).orElseThrow();
  }

  private List<String> objects() throws IOException {
    return store.list("_leases/", "", 1000);
  }

  @Test
  public void each_grant_has_the_next_epoch_and_a_name_of_its_own() throws IOException {
    LockProvider one = locks("one");
    LockProvider other = locks("other");
    try (Lock first = granted(one)) {
      assertThat(first.name()).isEqualTo(NAME);
      assertThat(first.epoch()).isEqualTo(1);
      assertThat(first.isHeld()).isTrue();
      assertThat(objects()).containsExactly("_leases/_lock-nightly.00000000000000000001");
    }
    try (Lock second = granted(other)) {
      assertThat(second.epoch()).isEqualTo(2);
      assertThat(objects()).containsExactly("_leases/_lock-nightly.00000000000000000002");
    }
    assertThat(granted(one).epoch()).isEqualTo(3);
  }

  @Test
  public void a_held_lock_is_given_to_nobody_else_and_others_are_free() throws IOException {
    Lock held = granted(locks("one"));
    assertThat(locks("other").tryLock(NAME, OPTIONS)).isEmpty();
    assertThat(locks("one").tryLock(NAME, OPTIONS)).isEmpty();
    assertThat(locks("other").tryLock("another", OPTIONS)).isPresent();
    held.close();
    assertThat(held.isHeld()).isFalse();
    assertThat(locks("other").tryLock(NAME, OPTIONS)).isPresent();
  }

  @Test
  public void an_epoch_is_greater_than_one_that_was_seen_elsewhere() throws IOException {
    LockProvider locks = locks("one");
    try (Lock lock = locks.tryLock(NAME, OPTIONS.above(41)).orElseThrow()) {
      assertThat(lock.epoch()).isEqualTo(42);
    }
    assertThat(locks.tryLock(NAME, OPTIONS.above(7)).orElseThrow().epoch()).isEqualTo(43);
  }

  @Test
  public void a_holder_stops_a_drift_before_its_ttl_is_over() throws IOException {
    Lock lock = granted(locks("one"));
    time.pass(HELD.minus(MOMENT));
    assertThat(lock.isHeld()).isTrue();
    assertThat(lock.renew()).isTrue();
    time.pass(HELD.minus(MOMENT));
    assertThat(lock.isHeld()).isTrue();
    time.pass(MOMENT);
    assertThat(lock.isHeld()).isFalse();
  }

  @Test
  public void a_holder_that_paused_too_long_never_comes_back() throws IOException {
    Lock lock = granted(locks("one"));
    time.pass(HELD);
    assertThat(lock.renew()).isFalse();
    assertThat(lock.isHeld()).isFalse();
    assertThat(lock.renew()).isFalse();
  }

  @Test
  public void a_renewal_that_took_too_long_renews_nothing() throws IOException {
    ForwardingStore slow =
        new ForwardingStore() {
          @Override
          public AtomicStore beneath() {
            return store;
          }

          @Override
          public void replace(String name, byte[] content) throws IOException {
            time.pass(HELD);
            store.replace(name, content);
          }
        };
    Lock lock = granted(locks(slow, "one"));
    assertThat(lock.renew()).isFalse();
    assertThat(lock.isHeld()).isFalse();
  }

  @Test
  public void a_silent_holder_is_overtaken_a_drift_after_its_ttl_by_one_who_watched()
      throws IOException {
    Lock silent = granted(locks("one"));
    LockProvider watching = locks("other");
    time.pass(SILENT);
    assertThat(watching.tryLock(NAME, OPTIONS)).as("the first look says nothing").isEmpty();
    time.pass(SILENT.minus(MOMENT));
    assertThat(watching.tryLock(NAME, OPTIONS)).isEmpty();
    assertThat(silent.isHeld()).isFalse();
    time.pass(MOMENT);
    assertThat(granted(watching).epoch()).isEqualTo(2);
  }

  @Test
  public void a_holder_that_renews_is_never_overtaken() throws IOException {
    Lock lock = granted(locks("one"));
    LockProvider watching = locks("other");
    for (int renewal = 0; renewal < 20; renewal++) {
      assertThat(watching.tryLock(NAME, OPTIONS)).isEmpty();
      time.pass(OPTIONS.renewal());
      assertThat(lock.renew()).isTrue();
    }
  }

  @Test
  public void one_who_was_overtaken_changes_nothing_any_more() throws IOException {
    Lock overtaken = granted(locks("one"));
    Lock taken = locks("other").take(NAME, OPTIONS);
    assertThat(taken.epoch()).isEqualTo(2);
    assertThat(overtaken.successor().orElseThrow().owner().user()).isEqualTo("other");
    assertThat(overtaken.successor().orElseThrow().epoch()).isEqualTo(2);
    assertThat(taken.successor()).isEmpty();
    byte[] before = store.read(LockNames.object(NAME, 2)).orElseThrow();

    assertThat(overtaken.renew()).isFalse();
    overtaken.close();
    overtaken.close();

    assertThat(objects()).containsExactly(LockNames.object(NAME, 2));
    assertThat(store.read(LockNames.object(NAME, 2)).orElseThrow()).isEqualTo(before);
    assertThat(taken.isHeld()).isTrue();
    assertThat(taken.renew()).isTrue();
    assertThat(locks("third").tryLock(NAME, OPTIONS)).isEmpty();
  }

  @Test
  public void a_holder_of_this_machine_that_has_ended_holds_nothing() throws IOException {
    put(1, ended(NAME, 1).encode());
    assertThat(locks("one").holders().get(0).standing()).isEqualTo(Standing.ENDED);
    assertThat(granted(locks("one")).epoch()).isEqualTo(2);
  }

  private static LifeSign ended(String name, long epoch) {
    ProcessIdentity self = ProcessIdentity.current();
    return new LifeSign(
        name,
        epoch,
        "id",
        new Author("gone", "here", ""),
        new ProcessIdentity(self.machine(), self.pid(), self.started() + 1),
        Instant.EPOCH,
        OPTIONS.ttl(),
        OPTIONS.drift(),
        1,
        LifeSign.State.ACTIVE);
  }

  private void put(long epoch, byte[] content) throws IOException {
    store.putIfAbsent(LockNames.object(NAME, epoch), content);
  }

  @Test
  public void what_cannot_be_read_counts_as_held_until_no_holder_can_be_alive() throws IOException {
    LockProvider locks = locks("one");
    List<String> contents =
        List.of(
            "",
            "{",
            "[]",
            "{\"lock\":\"nightly\"}",
            new String(ended(NAME, 9).encode(), StandardCharsets.UTF_8),
            new String(ended("another", 3).encode(), StandardCharsets.UTF_8),
            new String(ended(NAME, 7).encode(), StandardCharsets.UTF_8)
                .replace("\"ttlMillis\":65000", "\"ttlMillis\":1e300"));
    for (int epoch = 1; epoch <= contents.size(); epoch++) {
      put(epoch, contents.get(epoch - 1).getBytes(StandardCharsets.UTF_8));
      assertThat(locks.tryLock(NAME, OPTIONS)).as(contents.get(epoch - 1)).isEmpty();
      time.pass(SILENT);
      assertThat(locks.tryLock(NAME, OPTIONS)).as(contents.get(epoch - 1)).isEmpty();
      assertThat(locks.holders())
          .singleElement()
          .satisfies(holder -> assertThat(holder.standing()).isEqualTo(Standing.UNREADABLE));
    }
    time.pass(LockOptions.LONGEST_TTL.plus(OPTIONS.drift()));
    assertThat(granted(locks).epoch()).isEqualTo(contents.size() + 1);
  }

  @Test
  public void what_cannot_be_read_can_be_taken_by_an_operator() throws IOException {
    put(5, new byte[] {1, 2, 3});
    assertThat(locks("one").take(NAME, OPTIONS).epoch()).isEqualTo(6);
  }

  @Test
  public void names_that_are_no_epochs_are_left_alone() throws IOException {
    String foreign = LockNames.prefix(NAME) + "99999999999999999999";
    store.putIfAbsent(foreign, new byte[0]);
    assertThat(granted(locks("one")).epoch()).isEqualTo(1);
    assertThat(objects()).contains(foreign);
  }

  /** The answer of a put is lost. */
  private ForwardingStore losing(AtomicStore.Outcome answer, int times, boolean done) {
    AtomicInteger puts = new AtomicInteger();
    return new ForwardingStore() {
      @Override
      public AtomicStore beneath() {
        return store;
      }

      @Override
      public Outcome putIfAbsent(String name, byte[] content) throws IOException {
        int put = puts.getAndIncrement();
        if (put >= times) {
          return store.putIfAbsent(name, content);
        }
        if (done) {
          store.putIfAbsent(name, content);
        }
        return answer;
      }
    };
  }

  @Test
  public void a_lost_answer_is_resolved_by_reading() throws IOException {
    for (AtomicStore.Outcome answer :
        List.of(AtomicStore.Outcome.UNKNOWN, AtomicStore.Outcome.LOST)) {
      try (Lock lock = granted(locks(losing(answer, 1, true), "one"))) {
        assertThat(lock.isHeld()).isTrue();
        assertThat(locks("other").tryLock(NAME, OPTIONS)).isEmpty();
      }
    }
    try (Lock lock = granted(locks(losing(AtomicStore.Outcome.UNKNOWN, 3, false), "one"))) {
      assertThat(lock.epoch()).isEqualTo(3);
      assertThat(locks("other").tryLock(NAME, OPTIONS)).isEmpty();
    }
  }

  @Test
  public void a_put_that_stays_unknown_grants_nothing() throws IOException {
    LockProvider losing = locks(losing(AtomicStore.Outcome.UNKNOWN, 1000, false), "one");
    assertThatThrownBy(() -> losing.tryLock(NAME, OPTIONS)).isInstanceOf(IOException.class);
    assertThat(granted(locks("other")).epoch()).isEqualTo(1);
  }

  @Test
  public void a_put_that_comes_after_two_later_grants_wins_nothing() throws IOException {
    granted(locks("zero")).close();
    ForwardingStore paused =
        new ForwardingStore() {
          private boolean others;

          @Override
          public AtomicStore beneath() {
            return store;
          }

          @Override
          public Outcome putIfAbsent(String name, byte[] content) throws IOException {
            if (!others) {
              others = true;
              granted(locks("two")).close();
              granted(locks("three"));
            }
            return store.putIfAbsent(name, content);
          }
        };
    assertThat(locks(paused, "one").tryLock(NAME, OPTIONS)).isEmpty();
    assertThat(objects()).containsExactly(LockNames.object(NAME, 3));
    assertThat(locks("four").holders().get(0).owner().user()).isEqualTo("three");
  }

  @Test
  public void hostile_names_are_locks_of_their_own() throws IOException {
    LockProvider locks = locks("one");
    List<String> names =
        List.of(
            "..",
            "/",
            "../../etc/passwd",
            "a/b",
            "a.b",
            "a_b",
            "A",
            "a",
            "ä",
            "😀",
            " ",
            "a ",
            "_lock-",
            "%2e%2e",
            "_2e",
            ".00000000000000000001",
            "day=2026-11-30",
            "*",
            "\\",
            "~",
            "x".repeat(1000),
            "x".repeat(999),
            "é".repeat(1000),
            "a".repeat(120),
            "a".repeat(121));
    for (String name : names) {
      assertThat(locks.tryLock(name, OPTIONS)).as(name).isPresent();
      assertThat(locks.tryLock(name, OPTIONS)).as(name).isEmpty();
    }
    assertThat(locks.holders())
        .extracting(LockProvider.Holder::name)
        .containsExactlyInAnyOrderElementsOf(names);
  }

  @Test
  public void names_that_no_lock_can_have_are_refused() {
    LockProvider locks = locks("one");
    for (String name : List.of("", "a\0", "a\nb", "\ud800", "x".repeat(1001))) {
      assertThatThrownBy(() -> locks.tryLock(name, OPTIONS))
          .isInstanceOf(ValidationException.class);
      assertThatThrownBy(() -> locks.take(name, OPTIONS)).isInstanceOf(ValidationException.class);
      assertThatThrownBy(() -> locks.lock(name, OPTIONS, Duration.ZERO))
          .isInstanceOf(ValidationException.class);
    }
  }

  @Test
  public void one_who_waits_gets_the_lock_when_it_is_released() throws IOException {
    Lock held = granted(locks("one"));
    AtomicInteger sleeps = new AtomicInteger();
    time.whileAsleep(
        () -> {
          if (sleeps.incrementAndGet() == 5) {
            held.close();
          }
        });
    try (Lock lock = locks("other").lock(NAME, OPTIONS, Duration.ofMinutes(1))) {
      assertThat(lock.epoch()).isEqualTo(2);
    }
    assertThat(sleeps).hasValue(5);
  }

  @Test
  public void an_interrupted_thread_releases_its_lock_all_the_same() throws IOException {
    Lock held = granted(locks("one"));
    Thread.currentThread().interrupt();
    held.close();
    assertThat(Thread.interrupted()).isTrue();
    assertThat(granted(locks("other")).epoch()).isEqualTo(2);
  }

  @Test
  public void one_who_waits_long_enough_overtakes_a_dead_holder() throws IOException {
    granted(locks("one"));
    assertThat(locks("other").lock(NAME, OPTIONS, SILENT.plusSeconds(5)).epoch()).isEqualTo(2);
  }

  /** A75: a request that timed out is not seen as waiting. */
  @Test
  public void a_wait_is_seen_while_it_lasts_and_its_end_names_the_holder() throws IOException {
    granted(locks("one"));
    LockProvider watching = locks("third");
    List<String> seen = Collections.synchronizedList(new ArrayList<>());
    time.whileAsleep(
        () -> {
          try {
            watching.waiters().forEach(one -> seen.add(one.waiter().user() + " " + one.name()));
          } catch (IOException e) {
            throw new AssertionError(e);
          }
        });
    assertThatThrownBy(() -> locks("other").lock(NAME, OPTIONS, Duration.ofSeconds(30)))
        .isInstanceOf(WriteConflictException.class)
        .hasMessageContaining("lock=nightly")
        .hasMessageContaining("owner=one@here")
        .hasMessageContaining("epoch=1");
    assertThat(seen).hasSizeGreaterThan(10).containsOnly("other nightly");
    assertThat(watching.waiters()).isEmpty();
    assertThat(objects()).containsExactly(LockNames.object(NAME, 1));
  }

  /** A75: a cancelled request is gone. */
  @Test
  public void a_wait_that_is_interrupted_is_gone() throws IOException {
    granted(locks("one"));
    time.whileAsleep(() -> Thread.currentThread().interrupt());
    assertThatThrownBy(() -> locks("other").lock(NAME, OPTIONS, Duration.ofDays(1)))
        .isInstanceOf(InterruptedIOException.class);
    assertThat(Thread.interrupted()).isTrue();
    assertThat(locks("third").waiters()).isEmpty();
    assertThat(objects()).containsExactly(LockNames.object(NAME, 1));
  }

  /** A75: one that died while it waited vanishes. */
  @Test
  public void waits_of_the_dead_vanish() throws IOException {
    store.replace(LockNames.WAITERS + "nightly.dead", ended(NAME, 0).encode());
    LifeSign sign = ended(NAME, 0);
    store.replace(
        LockNames.WAITERS + "nightly.elsewhere",
        new LifeSign(
                NAME,
                0,
                "id",
                sign.author(),
                new ProcessIdentity("another machine", 1, 1),
                Instant.EPOCH,
                OPTIONS.ttl(),
                OPTIONS.drift(),
                1,
                LifeSign.State.ACTIVE)
            .encode());
    LockProvider locks = locks("one");
    assertThat(locks.waiters()).hasSize(1);
    assertThat(objects()).containsExactly(LockNames.WAITERS + "nightly.elsewhere");
    time.pass(SILENT);
    assertThat(locks.waiters()).isEmpty();
    assertThat(objects()).isEmpty();
  }

  @Test
  public void holders_are_seen_with_owner_epoch_and_time_until_they_release() throws IOException {
    LockProvider locks = locks("one");
    assertThat(locks.holders()).isEmpty();
    Instant before = Instant.now();
    try (Lock lock = granted(locks)) {
      LockProvider.Holder holder = locks("other").holders().get(0);
      assertThat(holder.name()).isEqualTo(lock.name());
      assertThat(holder.epoch()).isEqualTo(1);
      assertThat(holder.owner()).isEqualTo(new Author("one", "here", ""));
      assertThat(holder.since()).isBetween(before, Instant.now());
      assertThat(holder.standing()).isIn(Standing.ALIVE, Standing.HELD);
    }
    assertThat(locks("other").holders()).isEmpty();
  }

  @Test
  public void of_many_threads_one_holds_the_lock_and_no_epoch_is_granted_twice() throws Exception {
    int threads = 6;
    int grants = grants();
    ExecutorService executor = Executors.newFixedThreadPool(threads);
    AtomicInteger inside = new AtomicInteger();
    List<Long> epochs = Collections.synchronizedList(new ArrayList<>());
    try {
      List<Future<?>> futures = new ArrayList<>();
      for (int thread = 0; thread < threads; thread++) {
        LockProvider locks = LockProvider.over(store, Author.current(), Clock.systemUTC());
        futures.add(
            executor.submit(
                () -> {
                  for (int grant = 0; grant < grants; grant++) {
                    try (Lock lock = locks.lock(NAME, OPTIONS, Duration.ofMinutes(2))) {
                      assertThat(inside.incrementAndGet()).isEqualTo(1);
                      epochs.add(lock.epoch());
                      inside.decrementAndGet();
                    }
                  }
                  return null;
                }));
      }
      for (Future<?> future : futures) {
        future.get();
      }
    } finally {
      executor.shutdownNow();
    }
    assertThat(epochs).hasSize(threads * grants).isSorted().doesNotHaveDuplicates();
    assertThat(objects()).hasSize(1);
  }

  @Test
  public void of_many_threads_that_steal_at_once_each_has_an_epoch_of_its_own() throws Exception {
    int threads = 6;
    int grants = grants();
    ExecutorService executor = Executors.newFixedThreadPool(threads);
    List<Long> epochs = Collections.synchronizedList(new ArrayList<>());
    try {
      List<Future<?>> futures = new ArrayList<>();
      for (int thread = 0; thread < threads; thread++) {
        LockProvider locks = locks("thread " + thread);
        futures.add(
            executor.submit(
                () -> {
                  for (int grant = 0; grant < grants; grant++) {
                    epochs.add(locks.take(NAME, OPTIONS).epoch());
                  }
                  return null;
                }));
      }
      for (Future<?> future : futures) {
        future.get();
      }
    } finally {
      executor.shutdownNow();
    }
    assertThat(epochs).hasSize(threads * grants).doesNotHaveDuplicates();
    assertThat(locks("after").take(NAME, OPTIONS).epoch()).isGreaterThan(Collections.max(epochs));
  }

  /** A75: a lock that its owner forgot is not kept alive by its heartbeat. */
  @Test
  public void the_heartbeat_of_a_forgotten_lock_ends() throws Exception {
    LockProvider locks = LockProvider.over(store, Author.current(), Clock.systemUTC());
    LockOptions quick =
        LockOptions.defaults()
            .withTimes(Duration.ofSeconds(4), Duration.ofMillis(200), Duration.ofMillis(500));
    forget(locks, quick);
    Optional<Lock> next = Optional.empty();
    long deadline = System.nanoTime() + Duration.ofMinutes(1).toNanos();
    while (next.isEmpty() && System.nanoTime() < deadline) {
      System.gc();
      Thread.sleep(20);
      next = locks.tryLock(NAME, quick);
    }
    assertThat(next).isPresent();
    next.get().close();
  }

  private void forget(LockProvider locks, LockOptions options) throws Exception {
    Lock lock = locks.tryLock(NAME, options).orElseThrow();
    byte[] first = store.read(LockNames.object(NAME, lock.epoch())).orElseThrow();
    // While somebody holds it, it beats.
    long deadline = System.nanoTime() + Duration.ofMinutes(1).toNanos();
    while (Arrays.equals(store.read(LockNames.object(NAME, lock.epoch())).orElseThrow(), first)) {
      assertThat(System.nanoTime()).isLessThan(deadline);
      Thread.sleep(20);
    }
    assertThat(lock.name()).isEqualTo(NAME);
  }

  @Test
  public void a_lock_lasts_for_three_renewals_and_a_drift_at_least() {
    assertThat(OPTIONS.ttl()).isEqualTo(OPTIONS.renewal().multipliedBy(3).plus(OPTIONS.drift()));
    assertThatThrownBy(
            () ->
                OPTIONS.withTimes(
                    Duration.ofSeconds(60), Duration.ofSeconds(20), Duration.ofSeconds(5)))
        .isInstanceOf(ValidationException.class)
        .hasMessageContaining("three renewals and a drift");
    assertThatThrownBy(
            () -> OPTIONS.withTimes(Duration.ofHours(2), Duration.ofSeconds(20), Duration.ZERO))
        .isInstanceOf(ValidationException.class);
  }
}
