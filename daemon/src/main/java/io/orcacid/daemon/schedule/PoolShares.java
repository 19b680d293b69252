package io.orcacid.daemon.schedule;

import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Which pool begins next: each has a clock that goes on by one over its weight with every
 * compaction, and the one that is behind comes first. A pool that had no work does not save time up
 * for later. Not thread-safe.
 */
final class PoolShares {
  private final Map<String, Double> clocks = new HashMap<>();
  private double now;

  /**
   * The pool that is next.
   *
   * @param ready pools that have something that can begin, and room for it
   */
  Optional<Pool> next(Collection<Pool> ready) {
    return ready.stream().min(Comparator.comparingDouble(this::clock).thenComparing(Pool::name));
  }

  private double clock(Pool pool) {
    return Math.max(now, clocks.getOrDefault(pool.name(), 0.0));
  }

  /** Says that a pool began one. */
  void began(Pool pool) {
    now = clock(pool);
    clocks.put(pool.name(), now + 1.0 / pool.weight());
  }

  /** Forgets pools that are gone. */
  void retain(Set<String> names) {
    clocks.keySet().retainAll(names);
  }
}
