package io.orcacid.daemon.schedule;

import java.time.Duration;

/**
 * How long to wait after failures in a row: each doubles the pause. Without chance, as what fails
 * here is the table and not a race.
 *
 * @param first pause after the first failure
 * @param most longest pause
 */
public record Backoff(Duration first, Duration most) {
  /**
   * Pause after a number of failures.
   *
   * @param failures in a row, 1 or more
   */
  public Duration after(int failures) {
    Duration pause = first;
    for (int failure = 1; failure < failures && pause.compareTo(most) < 0; failure++) {
      pause = pause.multipliedBy(2);
    }
    return pause.compareTo(most) > 0 ? most : pause;
  }
}
