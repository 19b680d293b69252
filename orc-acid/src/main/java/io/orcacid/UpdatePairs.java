package io.orcacid;

import java.io.IOException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The changes of a step: first the rows that are gone, then those that came. Of a table with a key
 * a row that went and one of its key that came are an update, which stands where the new row does;
 * of several rows of one key the first goes with the first. Rows with NULL in their key are never
 * paired.
 *
 * <p>Without a key nothing is held. With one the smaller of both sides is, by the counts of the
 * log, and of the other side only what it pairs with: memory is bounded by twice the smaller side.
 * Not thread-safe.
 */
final class UpdatePairs implements ChangeSource {
  private final StepRows rows;
  private final ChangeColumns columns;
  private final List<ChangeSource> stages = new ArrayList<>();
  private int stage;

  private UpdatePairs(StepRows rows, ChangeColumns columns) {
    this.rows = rows;
    this.columns = columns;
  }

  /** The changes of a step. */
  static ChangeSource of(StepRows rows, ChangeColumns columns, boolean bringsMore)
      throws IOException {
    UpdatePairs pairs = new UpdatePairs(rows, columns);
    if (columns.key().isEmpty()) {
      pairs.stages.add(rows.deletions(columns));
      pairs.stages.add(rows.insertions(columns));
    } else if (bringsMore) {
      pairs.holdDeletions();
    } else {
      pairs.holdInsertions();
    }
    return pairs;
  }

  /** A row that came and the one that it replaced, if any. */
  private static final class Arrival {
    private final Change row;
    private Change replaced;

    Arrival(Change row) {
      this.row = row;
    }
  }

  private void holdDeletions() throws IOException {
    List<Keyed> gone = new ArrayList<>();
    Map<List<Object>, Integer> arrivals = new HashMap<>();
    try (ChangeSource deletions = rows.deletions(columns)) {
      for (var next = deletions.next(); next.isPresent(); next = deletions.next()) {
        gone.add(next.get());
        next.get().key().ifPresent(key -> arrivals.put(key, 0));
      }
    }
    if (!arrivals.isEmpty()) {
      countArrivals(arrivals);
    }
    List<Change> alone = new ArrayList<>();
    Map<List<Object>, Deque<Change>> paired = new HashMap<>();
    for (Keyed one : gone) {
      int left = one.key().map(arrivals::get).orElse(0);
      if (left == 0) {
        alone.add(one.change());
      } else {
        arrivals.put(one.key().get(), left - 1);
        paired.computeIfAbsent(one.key().get(), key -> new ArrayDeque<>()).add(one.change());
      }
    }
    stages.add(new Held(alone.iterator()));
    stages.add(
        new Spread(
            rows.insertions(columns),
            arrival -> {
              Deque<Change> before = arrival.key().map(paired::get).orElse(null);
              return before == null || before.isEmpty()
                  ? List.of(arrival.change())
                  : update(before.poll(), arrival.change());
            }));
  }

  private void countArrivals(Map<List<Object>, Integer> arrivals) throws IOException {
    try (ChangeSource insertions = rows.insertions(columns.keyOnly())) {
      for (var next = insertions.next(); next.isPresent(); next = insertions.next()) {
        next.get().key().ifPresent(key -> arrivals.computeIfPresent(key, (same, n) -> n + 1));
      }
    }
  }

  private void holdInsertions() throws IOException {
    List<Arrival> arrivals = new ArrayList<>();
    Map<List<Object>, Deque<Arrival>> open = new HashMap<>();
    try (ChangeSource insertions = rows.insertions(columns)) {
      for (var next = insertions.next(); next.isPresent(); next = insertions.next()) {
        Arrival arrival = new Arrival(next.get().change());
        arrivals.add(arrival);
        next.get()
            .key()
            .ifPresent(key -> open.computeIfAbsent(key, one -> new ArrayDeque<>()).add(arrival));
      }
    }
    stages.add(
        new Spread(
            rows.deletions(columns),
            gone -> {
              Deque<Arrival> waiting = gone.key().map(open::get).orElse(null);
              if (waiting == null || waiting.isEmpty()) {
                return List.of(gone.change());
              }
              waiting.poll().replaced = gone.change();
              return List.of();
            }));
    stages.add(
        new Held(
            arrivals.stream()
                .flatMap(
                    arrival ->
                        (arrival.replaced == null
                                ? List.of(arrival.row)
                                : update(arrival.replaced, arrival.row))
                            .stream())
                .iterator()));
  }

  private static List<Change> update(Change before, Change after) {
    return List.of(before.as(Change.Kind.UPDATE_BEFORE), after.as(Change.Kind.UPDATE_AFTER));
  }

  @Override
  public Optional<Keyed> next() throws IOException {
    while (stage < stages.size()) {
      Optional<Keyed> next = stages.get(stage).next();
      if (next.isPresent()) {
        return next;
      }
      stages.get(stage++).close();
    }
    return Optional.empty();
  }

  @Override
  public void close() throws IOException {
    while (stage < stages.size()) {
      stages.get(stage++).close();
    }
  }

  private static Keyed unkeyed(Change change) {
    return new Keyed(change, Optional.empty());
  }

  /** Changes in memory. */
  private record Held(Iterator<Change> changes) implements ChangeSource {
    @Override
    public Optional<Keyed> next() {
      return changes.hasNext() ? Optional.of(unkeyed(changes.next())) : Optional.empty();
    }

    @Override
    public void close() {}
  }

  /** None, one or several changes for each of a source. */
  private static final class Spread implements ChangeSource {
    private final ChangeSource source;
    private final Pairing pairing;
    private Iterator<Change> ready = List.<Change>of().iterator();

    interface Pairing {
      List<Change> of(Keyed one);
    }

    Spread(ChangeSource source, Pairing pairing) {
      this.source = source;
      this.pairing = pairing;
    }

    @Override
    public Optional<Keyed> next() throws IOException {
      while (!ready.hasNext()) {
        Optional<Keyed> one = source.next();
        if (one.isEmpty()) {
          return one;
        }
        ready = pairing.of(one.get()).iterator();
      }
      return Optional.of(unkeyed(ready.next()));
    }

    @Override
    public void close() throws IOException {
      source.close();
    }
  }
}
