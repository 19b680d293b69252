package io.orcacid.daemon.schedule;

import io.orcacid.daemon.schedule.Wish.Place;
import io.orcacid.daemon.view.DaemonStatus.PoolStatus;
import io.orcacid.daemon.view.QueueEntry;
import io.orcacid.daemon.view.QueueEntry.Origin;
import io.orcacid.daemon.view.QueueEntry.State;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * What waits and what runs in one daemon: one compaction of a partition at a time. What waits is
 * held in memory only, since the initiator finds it again; what was asked for is kept beside the
 * tables' logs. Thread-safe.
 *
 * <p>Between pools the weights decide, within a pool the priority: files that a reader opens, grown
 * by the time that it has waited, so that nothing waits for ever.
 */
public final class WorkQueue {
  /** How long a wait doubles a priority. */
  private static final double DOUBLING_SECONDS = 600;

  /** After what time a partition that another process had is looked at again. */
  private static final Duration HELD_PAUSE = Duration.ofSeconds(10);

  private final DaemonTime time;
  private final Map<Place, Waiting> waiting = new LinkedHashMap<>();
  private final Map<Place, Job> working = new LinkedHashMap<>();
  private final Map<Place, Failure> failures = new LinkedHashMap<>();
  private final Map<Place, Held> held = new LinkedHashMap<>();
  private final Set<String> pausedTables = new TreeSet<>();
  private final PoolShares shares = new PoolShares();
  private Rules rules;
  private boolean paused;
  private boolean closed;

  /**
   * What the queue goes by; it may be changed at any time.
   *
   * @param pools all pools by name
   * @param window when compactions that nobody asked for may begin
   * @param backoff pauses after failures
   */
  public record Rules(Map<String, Pool> pools, TimeWindow window, Backoff backoff) {
    public Rules {
      pools = Map.copyOf(pools);
    }

    private Pool pool(String name) {
      return pools.getOrDefault(name, pools.get(Pool.DEFAULT));
    }
  }

  private record Waiting(Wish wish, Instant since, long sinceNanos) {}

  private record Held(String by, long untilNanos) {}

  /** An empty queue. */
  public WorkQueue(Rules rules, DaemonTime time) {
    this.rules = rules;
    this.time = time;
  }

  /** Goes by other rules from now on. */
  public synchronized void follow(Rules newRules) {
    rules = newRules;
    shares.retain(newRules.pools().keySet());
  }

  /**
   * Says all that a table should have now: what waited for it before and is not wanted any more is
   * taken out. Of two wishes for one place the one that was asked for holds.
   */
  public synchronized void offer(String table, List<Wish> wishes) {
    Map<Place, Wish> wanted = new LinkedHashMap<>();
    for (Wish wish : wishes) {
      wanted.merge(wish.place(), wish, WorkQueue::stronger);
    }
    waiting.keySet().removeIf(place -> place.table().equals(table) && !wanted.containsKey(place));
    // What is not wanted for a moment only is not forgiven by it.
    failures
        .entrySet()
        .removeIf(
            one ->
                one.getKey().table().equals(table)
                    && !wanted.containsKey(one.getKey())
                    && !working.containsKey(one.getKey())
                    && one.getValue().nextNanos() - time.nanos().getAsLong() <= 0);
    wanted.forEach(
        (place, wish) -> {
          Waiting before = waiting.get(place);
          waiting.put(
              place,
              before == null
                  ? new Waiting(wish, time.now(), time.nanos().getAsLong())
                  : new Waiting(wish, before.since(), before.sinceNanos()));
        });
  }

  private static Wish stronger(Wish one, Wish other) {
    return one.origin().compareTo(other.origin()) >= 0 ? one : other;
  }

  /** Nothing of a table can be done for now; its failures still count. */
  public synchronized void suspend(String table) {
    waiting.keySet().removeIf(place -> place.table().equals(table));
  }

  /** A table that nobody looks after any more; if it comes back, the operator's pause holds. */
  public synchronized void forget(String table) {
    suspend(table);
    failures.keySet().removeIf(place -> place.table().equals(table));
    held.keySet().removeIf(place -> place.table().equals(table));
  }

  /** The next compaction to do; empty if none can begin now. It must be ended by the caller. */
  public synchronized Optional<Job> take() {
    if (closed) {
      return Optional.empty();
    }
    held.values().removeIf(one -> one.untilNanos() - time.nanos().getAsLong() <= 0);
    Map<String, Waiting> first = new LinkedHashMap<>();
    for (Ranked ranked : inOrder()) {
      Waiting one = ranked.one();
      Pool pool = rules.pool(one.wish().pool());
      boolean hasRoom =
          working.values().stream().filter(job -> poolOf(job.wish()).equals(pool)).count()
              < pool.most();
      if (hasRoom && state(one.wish()) == State.READY) {
        first.putIfAbsent(pool.name(), one);
      }
    }
    Optional<Pool> pool =
        shares.next(first.keySet().stream().map(name -> rules.pools().get(name)).toList());
    return pool.map(
        chosen -> {
          shares.began(chosen);
          Waiting taken = first.get(chosen.name());
          Place place = taken.wish().place();
          waiting.remove(place);
          Job job = new Job(taken.wish(), taken.since(), time.now(), time.nanos().getAsLong());
          working.put(place, job);
          return job;
        });
  }

  private Pool poolOf(Wish wish) {
    return rules.pool(wish.pool());
  }

  private record Ranked(Waiting one, double priority) {}

  /** By one look at the clock: an order that changes while it is made is none. */
  private List<Ranked> inOrder() {
    long now = time.nanos().getAsLong();
    return waiting.values().stream()
        .map(one -> new Ranked(one, priority(one, now)))
        .sorted(
            Comparator.comparingDouble(Ranked::priority)
                .reversed()
                .thenComparing(ranked -> ranked.one().since()))
        .toList();
  }

  /** Asked for comes before what nobody asked for. */
  private static double priority(Waiting one, long now) {
    double seconds = (now - one.sinceNanos()) / 1e9;
    double grown = Math.max(1, one.wish().readAmplification()) * (1 + seconds / DOUBLING_SECONDS);
    return one.wish().origin() == Origin.REQUEST ? grown * 1000 : grown;
  }

  private State state(Wish wish) {
    if (paused || pausedTables.contains(wish.place().table())) {
      return State.PAUSED;
    }
    if (working.containsKey(wish.place()) || held.containsKey(wish.place())) {
      return State.HELD_ELSEWHERE;
    }
    Failure failure = failures.get(wish.place());
    if (failure != null && failure.nextNanos() - time.nanos().getAsLong() > 0) {
      return State.BACKING_OFF;
    }
    boolean mayBegin = wish.origin() == Origin.REQUEST || rules.window().isOpen(time.now());
    return mayBegin ? State.READY : State.OUTSIDE_WINDOW;
  }

  /** A compaction ended well, or there was nothing to do. */
  public synchronized void done(Job job) {
    working.remove(job.wish().place());
    failures.remove(job.wish().place());
  }

  /** A compaction ended without fault and without result: what failed before still counts. */
  public synchronized void handedBack(Job job) {
    working.remove(job.wish().place());
  }

  /** Another process has the lock of the place: it is looked at again a little later. */
  public synchronized void heldElsewhere(Job job, String by) {
    Place place = job.wish().place();
    working.remove(place);
    held.put(place, new Held(by, time.nanos().getAsLong() + HELD_PAUSE.toNanos()));
    waiting.putIfAbsent(place, new Waiting(job.wish(), time.now(), time.nanos().getAsLong()));
  }

  /**
   * A compaction failed: it is tried again after a pause that grows.
   *
   * @return the failures in a row of its place
   */
  public synchronized Failure failed(Job job, String reason) {
    Place place = job.wish().place();
    working.remove(place);
    Failure before = failures.get(place);
    int count = before == null ? 1 : before.count() + 1;
    Duration pause = rules.backoff().after(count);
    Failure failure =
        new Failure(
            count, reason, time.now().plus(pause), time.nanos().getAsLong() + pause.toNanos());
    failures.put(place, failure);
    waiting.putIfAbsent(place, new Waiting(job.wish(), time.now(), time.nanos().getAsLong()));
    return failure;
  }

  /** The worst failure of a table's partitions. */
  public synchronized Optional<Failure> failure(String table) {
    return failures.entrySet().stream()
        .filter(one -> one.getKey().table().equals(table))
        .map(Map.Entry::getValue)
        .max(Comparator.comparingInt(Failure::count));
  }

  /** Begins nothing more of a table, or at all. */
  public synchronized void pause(Optional<String> table) {
    if (table.isPresent()) {
      pausedTables.add(table.get());
    } else {
      paused = true;
    }
  }

  /** Ends a pause, of the operator's and after a failure. */
  public synchronized void resume(Optional<String> table) {
    if (table.isPresent()) {
      pausedTables.remove(table.get());
    } else {
      paused = false;
    }
    failures.replaceAll(
        (place, failure) ->
            table.filter(path -> !path.equals(place.table())).isPresent()
                ? failure
                : new Failure(
                    failure.count(), failure.reason(), time.now(), time.nanos().getAsLong()));
  }

  /** Whether the operator paused all, or a table. */
  public synchronized boolean isPaused(Optional<String> table) {
    return table.map(pausedTables::contains).orElse(paused);
  }

  /** Gives out nothing more, ever. */
  public synchronized void close() {
    closed = true;
  }

  /** Tables of which something runs. */
  public synchronized Set<String> workingTables() {
    Set<String> tables = new HashSet<>();
    working.keySet().forEach(place -> tables.add(place.table()));
    return tables;
  }

  /** What runs, then what waits in the order of its priorities. */
  public synchronized List<QueueEntry> entries() {
    List<QueueEntry> entries = new ArrayList<>();
    for (Job job : working.values()) {
      entries.add(job.entry(Math.max(1, job.wish().readAmplification())));
    }
    for (Ranked ranked : inOrder()) {
      Waiting one = ranked.one();
      Wish wish = one.wish();
      State state = state(wish);
      entries.add(
          new QueueEntry(
              wish.place().table(),
              wish.place().partition(),
              wish.kind(),
              wish.origin(),
              state,
              wish.pool(),
              ranked.priority(),
              wish.reason() + waitsFor(wish, state),
              one.since(),
              Optional.empty(),
              Optional.empty()));
    }
    return entries;
  }

  private String waitsFor(Wish wish, State state) {
    return switch (state) {
      case HELD_ELSEWHERE ->
          " It waits: "
              + Optional.ofNullable(held.get(wish.place())).map(Held::by).orElse("this daemon")
              + " compacts the partition.";
      case BACKING_OFF -> {
        Failure failure = failures.get(wish.place());
        yield " It failed "
            + failure.count()
            + " times and is tried again at "
            + failure.next()
            + ": "
            + failure.reason();
      }
      case OUTSIDE_WINDOW ->
          " It waits: the window is " + rules.window().describe(time.now()) + ".";
      case PAUSED -> " It waits: paused by the operator.";
      default -> "";
    };
  }

  /** The pools with what they have to do. */
  public synchronized List<PoolStatus> pools() {
    return rules.pools().values().stream()
        .sorted(Comparator.comparing(Pool::name))
        .map(
            pool ->
                new PoolStatus(
                    pool.name(),
                    pool.weight(),
                    pool.most(),
                    (int)
                        working.values().stream()
                            .filter(job -> poolOf(job.wish()).equals(pool))
                            .count(),
                    (int)
                        waiting.values().stream()
                            .filter(one -> poolOf(one.wish()).equals(pool))
                            .count()))
        .toList();
  }
}
