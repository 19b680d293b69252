package io.orcacid.txn.lock;

import java.time.Duration;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;

/**
 * How long objects did not change, by this observer's monotonic clock (PROTOCOL.md §5).
 * Thread-safe.
 */
final class Silence {
  private final MonotonicTime time;
  private final Map<String, Seen> seen = new HashMap<>();

  private record Seen(String object, byte[] content, long since) {}

  Silence(MonotonicTime time) {
    this.time = time;
  }

  /**
   * Looks at an object.
   *
   * @param key under which the next look finds this one
   * @return whether it was seen with this content so long ago, and at every look since then
   */
  synchronized boolean lasts(String key, String object, byte[] content, Duration atLeast) {
    Seen before = seen.get(key);
    if (before == null
        || !before.object.equals(object)
        || !Arrays.equals(before.content, content)) {
      seen.put(key, new Seen(object, content, time.nanoTime()));
      return false;
    }
    return time.nanoTime() - before.since >= atLeast.toNanos();
  }

  synchronized void forget(String key) {
    seen.remove(key);
  }

  /** Forgets all whose keys begin so, but for these. */
  synchronized void retain(String prefix, Set<String> keys) {
    seen.keySet().removeIf(key -> key.startsWith(prefix) && !keys.contains(key));
  }
}
