package io.orcacid.daemon.agent;

import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/**
 * Whose turn it is of many that are each looked at once in an interval: the one that waits longest.
 * Thread-safe.
 */
public final class Turns {
  private final Map<String, Long> last = new HashMap<>();

  /**
   * The next of some, which is thereby taken; empty if none is due.
   *
   * @param now by a monotonic clock, in nanoseconds
   */
  synchronized Optional<String> next(Collection<String> names, long now, Duration interval) {
    last.keySet().retainAll(names);
    Optional<String> longest = Optional.empty();
    long waited = 0;
    for (String name : names) {
      Long before = last.get(name);
      if (before == null) {
        last.put(name, now);
        return Optional.of(name);
      }
      if (now - before >= interval.toNanos() && now - before > waited) {
        longest = Optional.of(name);
        waited = now - before;
      }
    }
    longest.ifPresent(name -> last.put(name, now));
    return longest;
  }

  /** Has one come next. */
  public synchronized void hurry(String name) {
    last.remove(name);
  }

  /** Has all come anew. */
  synchronized void reset() {
    last.clear();
  }
}
