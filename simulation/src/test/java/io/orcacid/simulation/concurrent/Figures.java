package io.orcacid.simulation.concurrent;

import java.util.EnumMap;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;

/** How often things happened. Not thread-safe. */
final class Figures {
  private final Map<What, Long> counts = new EnumMap<>(What.class);

  /** Things that happen. */
  enum What {
    SEEDS,
    COMMITTED,
    CONFLICTED,
    ABORTED,
    ABORTED_BY_OTHERS,
    REFUSED,
    FAILED,
    UNKNOWN,
    READS,
    SNAPSHOTS_TOO_OLD,
    CRASHES,
    POWER_LOSSES,
    PAUSES,
    CLOCK_JUMPS,
    DISK_FAULTS,
    STORE_FAULTS,
    FOREIGN_FILES,
    COMPACTIONS,
    COMPACTIONS_OVERTAKEN,
    CLEANINGS,
    FENCED_IDS,
    FENCED_WRITERS,
    DIRECTORIES_REMOVED,
    ENTRIES_EXPIRED,
    VERSIONS,
    VERSIONS_LOST_UNACKNOWLEDGED,
    CALLS,
    SWITCHES
  }

  void count(What what) {
    add(what, 1);
  }

  void add(What what, long more) {
    counts.merge(what, more, Long::sum);
  }

  long of(What what) {
    return counts.getOrDefault(what, 0L);
  }

  void addAll(Figures other) {
    other.counts.forEach(this::add);
  }

  @Override
  public String toString() {
    return counts.entrySet().stream()
        .map(
            each ->
                each.getValue()
                    + " "
                    + each.getKey().name().toLowerCase(Locale.ROOT).replace('_', ' '))
        .collect(Collectors.joining(", "));
  }
}
