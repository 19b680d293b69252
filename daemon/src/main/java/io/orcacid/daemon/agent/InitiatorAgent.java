package io.orcacid.daemon.agent;

import io.orcacid.AcidTable;
import io.orcacid.compactor.CompactionExplanation;
import io.orcacid.daemon.config.DaemonConfig;
import io.orcacid.daemon.schedule.Backoff;
import io.orcacid.daemon.schedule.Wish;
import io.orcacid.daemon.table.WatchedTable;
import io.orcacid.daemon.view.DaemonListener;
import io.orcacid.daemon.view.HistoryEntry;
import io.orcacid.daemon.view.QueueEntry.Origin;
import io.orcacid.txn.CompactionRequest;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Finds the tables and what is due at each, and says so to the queue. Changes no table, but asks
 * for what the timetable wants. Not thread-safe.
 */
public final class InitiatorAgent implements Agent {
  private static final Logger LOG = LoggerFactory.getLogger(InitiatorAgent.class);

  /** A property by which Hive's tables choose their pool. */
  private static final String POOL_PROPERTY = "hive.compactor.worker.pool";

  /** How often a table is looked at whole though its version is the same: ages count too. */
  private static final Duration WHOLE_LOOK = Duration.ofMinutes(10);

  /** A store that does not answer takes its time each time: it must not take that of the others. */
  private static final Backoff LOOK_AGAIN =
      new Backoff(Duration.ofSeconds(30), Duration.ofMinutes(10));

  private final DaemonContext context;
  private final Map<String, Seen> seen = new HashMap<>();
  private final Map<String, Unreadable> unreadable = new HashMap<>();
  private Instant lastStrike;
  private boolean discovered;
  private long lastDiscovery;
  private DaemonConfig followed;

  /** A table that could not be looked at, and when it is tried again. */
  private record Unreadable(int count, long nextNanos) {}

  private record Seen(
      long version,
      long nanos,
      List<CompactionExplanation> partitions,
      List<HistoryEntry> history) {}

  /** The agent of a daemon. */
  public InitiatorAgent(DaemonContext context) {
    this.context = context;
    this.lastStrike = context.time().now();
    this.followed = context.config();
  }

  @Override
  public String name() {
    return "initiator";
  }

  @Override
  public int doWork() {
    if (followed != context.config()) {
      followed = context.config();
      seen.clear();
      unreadable.clear();
      discovered = false;
    }
    int work = discover() + strike();
    List<String> paths =
        context.tables().all().stream().map(WatchedTable::path).filter(this::isWorthALook).toList();
    Optional<String> next =
        context.checks().next(paths, context.time().nanos().getAsLong(), followed.checkInterval());
    if (next.isPresent()) {
      context.tables().find(next.get()).ifPresent(this::check);
      work++;
    }
    return work;
  }

  private boolean isWorthALook(String path) {
    Unreadable before = unreadable.get(path);
    return before == null || before.nextNanos() - context.time().nanos().getAsLong() <= 0;
  }

  private int discover() {
    long now = context.time().nanos().getAsLong();
    if (discovered && now - lastDiscovery < followed.discoveryInterval().toNanos()) {
      return 0;
    }
    discovered = true;
    lastDiscovery = now;
    for (WatchedTable gone : context.tables().discover()) {
      LOG.info("{} is gone and is looked after no more", gone.path());
      context.queue().forget(gone.path());
      seen.remove(gone.path());
    }
    context
        .tables()
        .unsearched()
        .forEach((warehouse, why) -> LOG.warn("{} was not searched: {}", warehouse, why));
    return 1;
  }

  /** Asks for what the timetable wants since the last time it was looked at. */
  private int strike() {
    Instant now = context.time().now();
    if (!now.isAfter(lastStrike)) {
      // A clock that was put right: the timetable goes by it from now on.
      lastStrike = now;
      return 0;
    }
    boolean strikes = followed.majorSchedule().strikes(lastStrike, now);
    lastStrike = now;
    if (!strikes) {
      return 0;
    }
    for (WatchedTable table : context.tables().all()) {
      try (WatchedTable.Use use = table.use()) {
        int added = use.table().compaction().major().request();
        LOG.info("{}: {} major compactions asked for by the timetable", table.path(), added);
        context.checks().hurry(table.path());
      } catch (IOException | RuntimeException e) {
        troubled(table, e);
      }
    }
    return 1;
  }

  private void check(WatchedTable table) {
    long begun = System.nanoTime();
    DaemonListener.Result result = DaemonListener.Result.DONE;
    try (WatchedTable.Use use = table.use()) {
      look(table, use.table());
      unreadable.remove(table.path());
    } catch (IOException | RuntimeException e) {
      result = DaemonListener.Result.FAILED;
      troubled(table, e);
    }
    context.listener().round(DaemonListener.Agent.INITIATOR, result, System.nanoTime() - begun);
  }

  /** Its log may have been replaced, or its store restarted: it is opened anew the next time. */
  private void troubled(WatchedTable table, Exception error) {
    String reason = Reasons.of(error);
    if (table.trouble().filter(reason::equals).isEmpty()) {
      LOG.warn("{} cannot be looked at: {}", table.path(), reason);
    }
    table.inTrouble(reason);
    table.close();
    seen.remove(table.path());
    context.queue().suspend(table.path());
    Unreadable before = unreadable.get(table.path());
    int failures = before == null ? 1 : before.count() + 1;
    unreadable.put(
        table.path(),
        new Unreadable(
            failures, context.time().nanos().getAsLong() + LOOK_AGAIN.after(failures).toNanos()));
  }

  private void look(WatchedTable watched, AcidTable table) throws IOException {
    table.requireThere();
    long version = table.version();
    long now = context.time().nanos().getAsLong();
    Seen before = seen.get(watched.path());
    boolean same =
        before != null
            && before.version() == version
            && now - before.nanos() < WHOLE_LOOK.toNanos();
    if (!same) {
      before =
          new Seen(version, now, table.compaction().explain(), Look.history(watched.path(), table));
      seen.put(watched.path(), before);
    }
    List<CompactionExplanation> partitions = before.partitions();
    watched.observed(
        Look.at(
            watched.path(), table, version, partitions, before.history(), context.time().now()));
    watched.inPool(
        followed
            .poolOf(
                watched.path(),
                Optional.ofNullable(table.definition().properties().get(POOL_PROPERTY)))
            .name());
    context.queue().offer(watched.path(), wishes(watched, table, partitions));
  }

  private static List<Wish> wishes(
      WatchedTable watched, AcidTable table, List<CompactionExplanation> partitions)
      throws IOException {
    String path = watched.path();
    String pool = watched.pool();
    Map<String, CompactionExplanation> known = new HashMap<>();
    List<Wish> wishes = new ArrayList<>();
    for (CompactionExplanation one : partitions) {
      known.put(one.partition(), one);
      if (one.kind().isPresent()) {
        wishes.add(
            new Wish(
                new Wish.Place(path, one.partition()),
                Optional.empty(),
                Origin.THRESHOLD,
                pool,
                one.readAmplification(),
                one.reason()));
      }
    }
    for (CompactionRequest request : table.compactionRequests().all()) {
      int files =
          Optional.ofNullable(known.get(request.partition()))
              .map(CompactionExplanation::readAmplification)
              .orElse(0);
      wishes.add(
          new Wish(
              new Wish.Place(path, request.partition()),
              request.kind(),
              Origin.REQUEST,
              pool,
              files,
              "asked for by " + request.author().atHost() + " at " + request.since() + "."));
    }
    return wishes;
  }
}
