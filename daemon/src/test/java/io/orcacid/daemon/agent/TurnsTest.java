package io.orcacid.daemon.agent;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class TurnsTest {
  @Test
  void a_table_that_is_hurried_again_and_again_does_not_starve_the_others() {
    Turns turns = new Turns();
    List<String> seen = new ArrayList<>();
    long now = 0;
    for (int i = 0; i < 1000; i++) {
      now += Duration.ofSeconds(5).toNanos();
      turns.next(List.of("a", "b"), now, Duration.ofSeconds(30)).ifPresent(seen::add);
      turns.hurry("a");
    }
    assertThat(seen).filteredOn("b"::equals).hasSizeGreaterThan(100);
    assertThat(seen).filteredOn("a"::equals).hasSizeGreaterThan(500);
  }

  @Test
  void the_one_that_waited_longest_comes_first_and_none_before_its_time() {
    Turns turns = new Turns();
    Duration interval = Duration.ofSeconds(30);
    assertThat(turns.next(List.of("a", "b"), 0, interval)).contains("a");
    assertThat(turns.next(List.of("a", "b"), 1, interval)).contains("b");
    assertThat(turns.next(List.of("a", "b"), 2, interval)).isEmpty();
    assertThat(turns.next(List.of("a", "b"), interval.toNanos() + 5, interval)).contains("a");
    turns.hurry("a");
    assertThat(turns.next(List.of("a", "b"), interval.toNanos() + 6, interval)).contains("b");
    assertThat(turns.next(List.of("a", "b"), interval.toNanos() + 7, interval)).contains("a");
    assertThat(turns.next(List.of("a", "b"), interval.toNanos() + 8, interval)).isEmpty();
  }
}
