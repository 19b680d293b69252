package io.orcacid.compactor.clean;

import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.LongSupplier;

/**
 * How long each sign of life is unchanged, by this process's own clock that never jumps; clocks of
 * two machines are never compared (PROTOCOL.md §5). Not thread-safe.
 */
final class SilenceWatch {
  private final LongSupplier nanos;
  private final Map<String, Seen> seen = new HashMap<>();

  /**
   * @param nanos a monotonic clock in nanoseconds
   */
  SilenceWatch(LongSupplier nanos) {
    this.nanos = nanos;
  }

  private record Seen(Optional<String> content, long since) {}

  /**
   * Looks at a sign.
   *
   * @param content what it holds; empty if it is not there
   */
  void observe(String sign, Optional<String> content) {
    Seen known = seen.get(sign);
    if (known == null || !known.content().equals(content)) {
      seen.put(sign, new Seen(content, nanos.getAsLong()));
    }
  }

  /** The time by its clock. */
  long now() {
    return nanos.getAsLong();
  }

  /**
   * Whether the sign did not change during a time, as far as this watch looked.
   *
   * @param readFrom when the reading of the signs began: one may have changed since, however long
   *     it is that this process was held up meanwhile
   */
  boolean isSilent(String sign, Duration timeout, long readFrom) {
    Seen known = seen.get(sign);
    return known != null && readFrom - known.since() >= timeout.toNanos();
  }

  /** Forgets signs that nothing refers to any more. */
  void retain(java.util.Set<String> signs) {
    seen.keySet().retainAll(signs);
  }
}
