package io.orcacid.compactor.clean;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class SilenceWatchTest {
  private static final Duration TIMEOUT = Duration.ofSeconds(30);

  private final AtomicLong nanos = new AtomicLong();
  private final SilenceWatch watch = new SilenceWatch(nanos::get);

  private void at(long seconds) {
    nanos.set(Duration.ofSeconds(seconds).toNanos());
  }

  @Test
  void a_sign_that_does_not_change_for_long_enough_is_silent() {
    watch.observe("s", Optional.of("1"));
    at(29);
    watch.observe("s", Optional.of("1"));
    assertThat(watch.isSilent("s", TIMEOUT, watch.now())).isFalse();
    at(30);
    assertThat(watch.isSilent("s", TIMEOUT, watch.now())).isTrue();
    watch.observe("s", Optional.of("2"));
    assertThat(watch.isSilent("s", TIMEOUT, watch.now())).isFalse();
    assertThat(watch.isSilent("unknown", TIMEOUT, watch.now())).isFalse();
  }

  @Test
  void a_watcher_that_was_held_up_after_it_read_the_signs_knows_no_more_than_it_read() {
    watch.observe("s", Optional.of("1"));
    at(20);
    long readFrom = watch.now();
    at(50);
    watch.observe("s", Optional.of("1"));
    assertThat(watch.isSilent("s", TIMEOUT, readFrom)).isFalse();
  }
}
