package io.orcacid.txn.log;

import io.orcacid.error.ValidationException;
import java.time.Clock;
import java.time.Duration;
import java.util.Objects;
import java.util.function.LongSupplier;

/**
 * How a log is kept.
 *
 * @param clock source of commit times
 * @param clockLag most that this machine's clock may lie behind the newest commit's time
 *     (PROTOCOL.md R12); a larger value is the way to go on after a clock was set wrong
 * @param checkpointEntries entries since the last checkpoint from which on one is written
 * @param checkpointFraction part of the last checkpoint's bytes that these entries must exceed, so
 *     that a large table's is not written for nothing
 * @param nanos a monotonic clock in nanoseconds, by which the silence of processes is judged
 *     (PROTOCOL.md §5)
 */
public record LogOptions(
    Clock clock,
    Duration clockLag,
    int checkpointEntries,
    double checkpointFraction,
    LongSupplier nanos) {
  public LogOptions {
    Objects.requireNonNull(clock);
    Objects.requireNonNull(nanos);
    Objects.requireNonNull(clockLag);
    if (checkpointEntries < 1 || checkpointFraction < 0) {
      throw new ValidationException(
          "A checkpoint needs one entry or more, and a fraction of 0 or more",
          "entries",
          checkpointEntries,
          "fraction",
          checkpointFraction);
    }
  }

  /** System clocks, 60 s, 100 entries, 0.2: PROTOCOL.md R12 and R22. */
  public static LogOptions defaults() {
    return new LogOptions(Clock.systemUTC(), Duration.ofSeconds(60), 100, 0.2, System::nanoTime);
  }

  /** The same with another clock. */
  public LogOptions withClock(Clock newClock) {
    return new LogOptions(newClock, clockLag, checkpointEntries, checkpointFraction, nanos);
  }

  /** The same with another lag of the clock. */
  public LogOptions withClockLag(Duration newLag) {
    return new LogOptions(clock, newLag, checkpointEntries, checkpointFraction, nanos);
  }

  /** The same with a checkpoint after so many entries, however small. */
  public LogOptions withCheckpointEntries(int entries) {
    return new LogOptions(clock, clockLag, entries, 0, nanos);
  }

  /** The same with another monotonic clock in nanoseconds. */
  public LogOptions withNanos(LongSupplier newNanos) {
    return new LogOptions(clock, clockLag, checkpointEntries, checkpointFraction, newNanos);
  }
}
