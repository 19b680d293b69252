package io.orcacid.daemon.schedule;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.orcacid.error.ValidationException;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class TimesTest {
  private static final ZoneId BERLIN = ZoneId.of("Europe/Berlin");

  private static TimeWindow window(String text) {
    return TimeWindow.parse("key", text, BERLIN);
  }

  @ParameterizedTest
  @CsvSource({
    // 2026-11-30 is a Monday; Berlin is an hour ahead of UTC.
    "22:00-06:00, 2026-11-30T20:59:59Z, false",
    "22:00-06:00, 2026-11-30T21:00:00Z, true",
    "22:00-06:00, 2026-12-01T04:59:59Z, true",
    "22:00-06:00, 2026-12-01T05:00:00Z, false",
    "mon 22:00-06:00, 2026-12-01T04:00:00Z, true",
    "tue 22:00-06:00, 2026-12-01T04:00:00Z, false",
    "sat-sun 00:00-24:00, 2026-11-29T22:59:59Z, true",
    "sat-sun 00:00-24:00, 2026-11-29T23:00:00Z, false",
    "fri-mon 08:00-09:00, 2026-11-30T07:30:00Z, true",
    "fri-mon 08:00-09:00, 2026-12-02T07:30:00Z, false",
    "'12:00-13:00, 22:00-06:00', 2026-11-30T11:30:00Z, true",
    "'', 2026-11-30T11:30:00Z, true",
  })
  void a_window_is_open_at_the_times_that_it_names(String text, Instant now, boolean open) {
    assertThat(window(text).isOpen(now)).isEqualTo(open);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"22-06", "25:00-26:00", "22:00-22:00", "22:60-23:00", "abc 1:00-2:00", "x"})
  void another_text_is_refused_with_its_key(String text) {
    assertThatThrownBy(() -> window(text))
        .isInstanceOf(ValidationException.class)
        .hasMessageContaining("key")
        .hasMessageContaining(text);
  }

  @Test
  void a_window_says_when_it_turns() {
    Instant noon = Instant.parse("2026-11-30T11:00:00Z");
    assertThat(window("22:00-06:00").describe(noon)).isEqualTo("closed until mon 22:00");
    assertThat(window("sun 10:00-11:00").describe(noon)).isEqualTo("closed until sun 10:00");
    assertThat(window("08:00-18:30").describe(noon)).isEqualTo("open until mon 18:30");
    assertThat(window("").describe(noon)).isEqualTo("always open");
    assertThat(window("00:00-12:00, 12:00-24:00").describe(noon)).isEqualTo("always open");
  }

  @Test
  void a_timetable_strikes_once_for_each_of_its_times() {
    Timetable table = Timetable.parse("key", "sun 03:00, wed 15:30", BERLIN);
    Instant time = Instant.parse("2026-11-30T00:00:00Z");
    int strikes = 0;
    for (int minute = 0; minute < 14 * 24 * 60; minute += 7) {
      Instant next = time.plus(Duration.ofMinutes(7));
      strikes += table.strikes(time, next) ? 1 : 0;
      time = next;
    }
    assertThat(strikes).isEqualTo(4);
    assertThat(
            table.strikes(
                Instant.parse("2026-12-02T14:29:59Z"), Instant.parse("2026-12-02T14:30:00Z")))
        .isTrue();
    assertThat(
            table.strikes(
                Instant.parse("2026-12-02T14:30:00Z"), Instant.parse("2026-12-02T14:31:00Z")))
        .isFalse();
    assertThat(Timetable.parse("key", "", BERLIN).strikes(Instant.EPOCH, Instant.now())).isFalse();
  }

  @Test
  void a_time_that_clocks_skip_strikes_when_they_go_on() {
    Timetable table = Timetable.parse("key", "02:30", BERLIN);
    assertThat(
            table.strikes(
                Instant.parse("2027-03-28T00:00:00Z"), Instant.parse("2027-03-28T02:00:00Z")))
        .isTrue();
  }

  @Test
  void a_pause_doubles_up_to_the_longest() {
    Backoff backoff = new Backoff(Duration.ofSeconds(10), Duration.ofMinutes(1));
    assertThat(List.of(1, 2, 3, 4, 5, 1_000_000))
        .extracting(backoff::after)
        .extracting(Duration::toSeconds)
        .containsExactly(10L, 20L, 40L, 60L, 60L, 60L);
  }
}
