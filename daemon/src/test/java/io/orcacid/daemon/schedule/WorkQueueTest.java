package io.orcacid.daemon.schedule;

import static org.assertj.core.api.Assertions.assertThat;

import io.orcacid.daemon.view.QueueEntry;
import io.orcacid.daemon.view.QueueEntry.Origin;
import io.orcacid.daemon.view.QueueEntry.State;
import java.time.Duration;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class WorkQueueTest {
  private static final Backoff BACKOFF = new Backoff(Duration.ofMinutes(1), Duration.ofHours(1));

  private final ManualTime time = new ManualTime();
  private final WorkQueue queue = new WorkQueue(rules(""), time.time());

  private static WorkQueue.Rules rules(String window) {
    return new WorkQueue.Rules(
        Map.of(
            Pool.DEFAULT,
            new Pool(Pool.DEFAULT, 1, 256, List.of()),
            "etl",
            new Pool("etl", 3, 256, List.of()),
            "one",
            new Pool("one", 1, 1, List.of())),
        TimeWindow.parse("key", window, ZoneOffset.UTC),
        BACKOFF);
  }

  private static Wish wish(String table, String partition, String pool, int files, Origin origin) {
    return new Wish(
        new Wish.Place(table, partition), Optional.empty(), origin, pool, files, "12 deltas.");
  }

  private static Wish due(String table, int files) {
    return wish(table, "", Pool.DEFAULT, files, Origin.THRESHOLD);
  }

  private String taken() {
    return queue.take().map(job -> job.wish().place().table()).orElse("nothing");
  }

  private List<State> states() {
    return queue.entries().stream().map(QueueEntry::state).toList();
  }

  @Test
  void what_readers_pay_most_for_comes_first() {
    queue.offer("a", List.of(due("a", 20)));
    queue.offer("b", List.of(due("b", 90)));
    queue.offer("c", List.of(due("c", 50)));
    assertThat(List.of(taken(), taken(), taken(), taken()))
        .containsExactly("b", "c", "a", "nothing");
  }

  @Test
  void what_was_asked_for_comes_before_what_nobody_asked_for() {
    queue.offer("a", List.of(due("a", 300)));
    queue.offer("b", List.of(wish("b", "", Pool.DEFAULT, 1, Origin.REQUEST)));
    assertThat(taken()).isEqualTo("b");
  }

  @Test
  void nothing_waits_for_ever() {
    queue.offer("small", List.of(due("small", 10)));
    for (int hour = 0; hour < 24; hour++) {
      time.pass(Duration.ofHours(1));
      queue.offer("large" + hour, List.of(due("large" + hour, 100)));
      if (taken().equals("small")) {
        return;
      }
    }
    throw new AssertionError("small never came");
  }

  @Test
  void workers_go_to_the_pools_by_their_weights() {
    for (int table = 0; table < 40; table++) {
      queue.offer("d" + table, List.of(due("d" + table, 500)));
      queue.offer("e" + table, List.of(wish("e" + table, "", "etl", 10, Origin.THRESHOLD)));
    }
    List<String> pools = new ArrayList<>();
    for (int job = 0; job < 20; job++) {
      pools.add(queue.take().orElseThrow().wish().pool());
    }
    assertThat(pools.stream().filter("etl"::equals).count()).isEqualTo(15);
    assertThat(pools.subList(0, 4)).contains(Pool.DEFAULT);
  }

  @Test
  void a_pool_that_had_no_work_saved_nothing_up() {
    for (int table = 0; table < 40; table++) {
      queue.offer("d" + table, List.of(due("d" + table, 10)));
    }
    for (int job = 0; job < 30; job++) {
      queue.take();
    }
    for (int table = 0; table < 8; table++) {
      queue.offer("e" + table, List.of(wish("e" + table, "", "etl", 10, Origin.THRESHOLD)));
    }
    List<String> pools = new ArrayList<>();
    for (int job = 0; job < 8; job++) {
      pools.add(queue.take().orElseThrow().wish().pool());
    }
    assertThat(pools).contains(Pool.DEFAULT);
  }

  @Test
  void a_pool_runs_no_more_than_it_may() {
    queue.offer(
        "a",
        List.of(
            wish("a", "p=1", "one", 10, Origin.THRESHOLD),
            wish("a", "p=2", "one", 20, Origin.THRESHOLD)));
    Job first = queue.take().orElseThrow();
    assertThat(first.wish().place().partition()).isEqualTo("p=2");
    assertThat(taken()).isEqualTo("nothing");
    queue.done(first);
    assertThat(taken()).isEqualTo("a");
  }

  @Test
  void a_place_is_compacted_once_at_a_time() {
    queue.offer("a", List.of(due("a", 10)));
    Job job = queue.take().orElseThrow();
    queue.offer("a", List.of(due("a", 12)));
    assertThat(taken()).isEqualTo("nothing");
    assertThat(states()).containsExactly(State.WORKING, State.HELD_ELSEWHERE);
    queue.done(job);
    assertThat(taken()).isEqualTo("a");
  }

  @Test
  void what_is_not_wanted_any_more_is_taken_out() {
    queue.offer("a", List.of(due("a", 10)));
    queue.offer("a", List.of());
    assertThat(taken()).isEqualTo("nothing");
    assertThat(queue.entries()).isEmpty();
  }

  @Test
  void outside_its_window_only_what_was_asked_for_begins() {
    queue.follow(rules("22:00-06:00"));
    queue.offer("a", List.of(due("a", 10)));
    queue.offer("b", List.of(wish("b", "", Pool.DEFAULT, 1, Origin.REQUEST)));
    assertThat(List.of(taken(), taken())).containsExactly("b", "nothing");
    assertThat(queue.entries().get(1).reason()).contains("closed until mon 22:00");
    time.pass(Duration.ofHours(10));
    assertThat(taken()).isEqualTo("a");
  }

  @Test
  void what_fails_waits_longer_each_time_and_says_why() {
    queue.offer("a", List.of(due("a", 10)));
    for (int failure = 1; failure <= 3; failure++) {
      queue.failed(queue.take().orElseThrow(), "CORRUPT: bucket_00000");
      Duration pause = Duration.ofMinutes(1L << (failure - 1));
      time.pass(pause.minusMillis(1));
      queue.offer("a", List.of(due("a", 10)));
      assertThat(taken()).isEqualTo("nothing");
      assertThat(queue.entries().get(0).reason())
          .contains("failed " + failure + " times")
          .contains("CORRUPT: bucket_00000");
      time.pass(Duration.ofMillis(1));
    }
    assertThat(queue.failure("a").orElseThrow().count()).isEqualTo(3);
    queue.done(queue.take().orElseThrow());
    assertThat(queue.failure("a")).isEmpty();
  }

  @Test
  void a_failing_table_holds_no_other_up() {
    queue.offer("bad", List.of(due("bad", 100)));
    queue.failed(queue.take().orElseThrow(), "x");
    queue.offer("good", List.of(due("good", 1)));
    assertThat(taken()).isEqualTo("good");
  }

  @Test
  void a_resumed_table_is_tried_at_once() {
    queue.offer("a", List.of(due("a", 10)));
    queue.failed(queue.take().orElseThrow(), "x");
    queue.resume(Optional.of("b"));
    assertThat(taken()).isEqualTo("nothing");
    queue.resume(Optional.of("a"));
    assertThat(taken()).isEqualTo("a");
    assertThat(queue.failure("a").orElseThrow().count()).isEqualTo(1);
  }

  @Test
  void nothing_paused_begins() {
    queue.offer("a", List.of(due("a", 10)));
    queue.offer("b", List.of(due("b", 5)));
    queue.pause(Optional.of("a"));
    assertThat(List.of(taken(), taken())).containsExactly("b", "nothing");
    queue.pause(Optional.empty());
    queue.resume(Optional.of("a"));
    assertThat(taken()).isEqualTo("nothing");
    queue.resume(Optional.empty());
    assertThat(taken()).isEqualTo("a");
  }

  @Test
  void what_another_process_has_is_looked_at_again_soon() {
    queue.offer("a", List.of(due("a", 10)));
    queue.heldElsewhere(queue.take().orElseThrow(), "ann@host");
    assertThat(queue.entries().get(0).reason()).contains("ann@host");
    assertThat(taken()).isEqualTo("nothing");
    time.pass(Duration.ofSeconds(10));
    assertThat(taken()).isEqualTo("a");
  }

  @Test
  void a_closed_queue_gives_nothing_out() {
    queue.offer("a", List.of(due("a", 10)));
    queue.close();
    assertThat(taken()).isEqualTo("nothing");
  }

  @Test
  void progress_is_seen_with_its_speed() {
    queue.offer("a", List.of(due("a", 10)));
    Job job = queue.take().orElseThrow();
    time.pass(Duration.ofSeconds(2));
    job.progress(1_000, 4_000, 5, 20, time.time().nanos().getAsLong());
    QueueEntry.Progress progress = queue.entries().get(0).progress().orElseThrow();
    assertThat(progress).isEqualTo(new QueueEntry.Progress(1_000, 4_000, 5, 20, 500));
  }
}
