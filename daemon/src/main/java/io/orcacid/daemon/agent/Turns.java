package io.orcacid.daemon.agent;

import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Whose turn it is of many that are each looked at once in an interval: of those that are due, or
 * that somebody hurried, the one that has waited longest. So one that is hurried again and again
 * holds no other up. Thread-safe.
 */
public final class Turns {
  private final Map<String, Long> last = new HashMap<>();
  private final Set<String> hurried = new HashSet<>();

  /**
   * The next of some, which is thereby taken; empty if none is due.
   *
   * @param now by a monotonic clock, in nanoseconds
   */
  synchronized Optional<String> next(Collection<String> names, long now, Duration interval) {
    Set<String> known = new HashSet<>(names);
    last.keySet().retainAll(known);
    hurried.retainAll(known);
    Optional<String> longest = Optional.empty();
    long waited = -1;
    for (String name : names) {
      Long before = last.get(name);
      long waits = before == null ? Long.MAX_VALUE : now - before;
      boolean due = waits >= interval.toNanos() || hurried.contains(name);
      if (due && waits > waited) {
        longest = Optional.of(name);
        waited = waits;
      }
    }
    longest.ifPresent(
        name -> {
          last.put(name, now);
          hurried.remove(name);
        });
    return longest;
  }

  /** Has one come though its interval is not over. */
  public synchronized void hurry(String name) {
    hurried.add(name);
  }

  /** Has all come anew. */
  synchronized void reset() {
    hurried.addAll(last.keySet());
  }
}
