package io.orcacid.daemon.metrics;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.MultiGauge;
import io.micrometer.core.instrument.Tags;
import io.orcacid.TransactionInfo;
import io.orcacid.daemon.view.CleanerBlock;
import io.orcacid.daemon.view.DaemonControl;
import io.orcacid.daemon.view.DaemonStatus;
import io.orcacid.daemon.view.HistoryEntry;
import io.orcacid.daemon.view.LeaseStatus;
import io.orcacid.daemon.view.QueueEntry;
import io.orcacid.daemon.view.TableStatus;
import io.orcacid.daemon.view.TransactionStatus;
import io.orcacid.txn.ClaimKind;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * How things are at a moment. Labels are states, pools and checks, which are few, and the paths of
 * those tables alone that cost readers most. Used by one thread at a time.
 */
final class Gauges {
  private static final Logger LOG = LoggerFactory.getLogger(Gauges.class);

  /** A label for each of thousands of tables would be more than a monitoring system can keep. */
  private static final int TABLES = 20;

  private final MeterRegistry registry;
  private final Clock clock;
  private final Map<String, MultiGauge> gauges = new LinkedHashMap<>();
  private Map<String, List<MultiGauge.Row<?>>> rows = new LinkedHashMap<>();

  Gauges(MeterRegistry registry, Clock clock) {
    this.registry = registry;
    this.clock = clock;
  }

  /** How a look went. */
  enum Look {
    DONE,
    FAILED
  }

  /** Brings all gauges up to date, or leaves them all as they were. */
  Look look(DaemonControl control) {
    rows = new LinkedHashMap<>();
    try {
      DaemonStatus status = control.status();
      List<CleanerBlock> blocks = control.cleanerBlocks();
      daemon(status);
      queue(control.queue(), control.history(), status);
      tables(control.tables(), blocks);
      transactions(control.transactions());
      leases(control.leases());
      set(
          "orcacid.cleaner.blocked.directories",
          "Directories that nobody needs at the newest version and that stay for now",
          Tags.empty(),
          blocks.size());
      set(
          "orcacid.cleaner.blocked.bytes",
          "Bytes of the directories that nobody needs at the newest version and that stay for now",
          Tags.empty(),
          blocks.stream().mapToLong(CleanerBlock::bytes).sum());
    } catch (RuntimeException e) {
      LOG.warn("Metrics stay as they were, since the daemon could not be asked", e);
      return Look.FAILED;
    }
    gauges.forEach((name, gauge) -> gauge.register(rows.getOrDefault(name, List.of()), true));
    return Look.DONE;
  }

  private void daemon(DaemonStatus status) {
    set("orcacid.build.info", "Version of the program", Tags.of("version", status.version()), 1);
    for (DaemonStatus.State state : DaemonStatus.State.values()) {
      set(
          "orcacid.daemon.state",
          "1 for the state that the daemon is in",
          Tags.of("state", Labels.of(state)),
          state == status.state() ? 1 : 0);
    }
    set(
        "orcacid.workers",
        "Compactions that the daemon runs at a time",
        Tags.empty(),
        status.workers());
    set("orcacid.workers.busy", "Compactions that it runs now", Tags.empty(), status.working());
    for (DaemonStatus.Check check : status.checks()) {
      set(
          "orcacid.check.passed",
          "1 for a check of /readyz that passed",
          Tags.of("check", check.name()),
          check.result() == DaemonStatus.Check.Result.OK ? 1 : 0);
    }
  }

  private void queue(List<QueueEntry> queue, List<HistoryEntry> history, DaemonStatus status) {
    for (DaemonStatus.PoolStatus pool : status.pools()) {
      List<QueueEntry> own =
          queue.stream().filter(entry -> entry.pool().equals(pool.name())).toList();
      for (QueueEntry.State state : QueueEntry.State.values()) {
        set(
            "orcacid.queue.depth",
            "Compactions that wait or run",
            Tags.of("state", Labels.of(state), "pool", pool.name()),
            own.stream().filter(entry -> entry.state() == state).count());
      }
      set(
          "orcacid.oldest.initiated.age.seconds",
          "How long the compaction has waited that has waited longest; 0 if none waits",
          Tags.of("pool", pool.name()),
          age(
              own.stream()
                  .filter(entry -> entry.state() != QueueEntry.State.WORKING)
                  .map(QueueEntry::since)));
      set(
          "orcacid.oldest.working.age.seconds",
          "How long the compaction has run that has run longest; 0 if none runs",
          Tags.of("pool", pool.name()),
          age(own.stream().map(QueueEntry::started).flatMap(Optional::stream)));
    }
    set(
        "orcacid.oldest.ready.for.cleaning.age.seconds",
        "Since when the compaction is published whose input has waited longest to be removed",
        Tags.empty(),
        age(
            history.stream()
                .filter(entry -> entry.outcome() == HistoryEntry.Outcome.READY_FOR_CLEANING)
                .map(HistoryEntry::ended)));
  }

  private void tables(List<TableStatus> tables, List<CleanerBlock> blocks) {
    Map<TableStatus.State, Integer> states = new EnumMap<>(TableStatus.State.class);
    tables.forEach(table -> states.merge(table.state(), 1, Integer::sum));
    for (TableStatus.State state : TableStatus.State.values()) {
      set(
          "orcacid.tables",
          "Tables that the daemon looks after",
          Tags.of("state", Labels.of(state)),
          states.getOrDefault(state, 0));
    }
    Map<String, Long> obsolete = new LinkedHashMap<>();
    blocks.stream()
        .filter(block -> block.directory().matches("(delete_)?delta_.*"))
        .forEach(block -> obsolete.merge(block.table(), 1L, Long::sum));
    tables.stream()
        .sorted(Comparator.comparingInt(TableStatus::readAmplification).reversed())
        .limit(TABLES)
        .forEach(table -> table(table, obsolete.getOrDefault(table.path(), 0L)));
  }

  private void table(TableStatus table, long obsolete) {
    set(
        "orcacid.read.amplification",
        "Files that a scan of a table's worst bucket opens, of the tables with the most",
        Tags.of("table", table.path()),
        table.readAmplification());
    String deltas = "Deltas and delete deltas of the tables with the highest read amplification";
    set(
        "orcacid.deltas",
        deltas,
        Tags.of("table", table.path(), "kind", "active"),
        table.deltaDirectories());
    set("orcacid.deltas", deltas, Tags.of("table", table.path(), "kind", "obsolete"), obsolete);
    set(
        "orcacid.table.failures",
        "Failures in a row, of the tables with the highest read amplification",
        Tags.of("table", table.path()),
        table.failures());
  }

  private void transactions(List<TransactionStatus> transactions) {
    List<TransactionInfo> open =
        transactions.stream()
            .map(TransactionStatus::info)
            .filter(info -> info.state() == TransactionInfo.State.OPEN)
            .toList();
    List<TransactionInfo> writes =
        open.stream().filter(info -> info.kind() == ClaimKind.WRITE_ID).toList();
    set("orcacid.open.transactions", "Open transactions", Tags.empty(), writes.size());
    set(
        "orcacid.open.compactions",
        "Compaction transactions that have not ended, of all daemons and commands",
        Tags.empty(),
        open.size() - writes.size());
    set(
        "orcacid.oldest.open.transaction.age.seconds",
        "How long the oldest open transaction has been open; 0 if none is",
        Tags.empty(),
        age(writes.stream().map(TransactionInfo::started)));
    set(
        "orcacid.aborted.transactions",
        "Transactions that were given up and that no log entry names yet",
        Tags.empty(),
        transactions.size() - open.size());
  }

  private void leases(List<LeaseStatus> leases) {
    lock(leases, LeaseStatus.Kind.LOCK, "held");
    lock(leases, LeaseStatus.Kind.WAITER, "waiting");
    List<LeaseStatus> pins =
        leases.stream().filter(lease -> lease.kind() == LeaseStatus.Kind.PIN).toList();
    set("orcacid.pins", "Versions that readers keep", Tags.empty(), pins.size());
    set(
        "orcacid.oldest.pin.age.seconds",
        "How long the oldest pin has been held; 0 if there is none",
        Tags.empty(),
        age(pins.stream().map(LeaseStatus::since)));
  }

  private void lock(List<LeaseStatus> leases, LeaseStatus.Kind kind, String state) {
    set(
        "orcacid.locks",
        "Locks of upkeep that are held, and those who wait for one",
        Tags.of("state", state),
        leases.stream().filter(lease -> lease.kind() == kind).count());
  }

  private double age(Stream<Instant> since) {
    Instant now = clock.instant();
    return since
        .min(Comparator.naturalOrder())
        .map(oldest -> Math.max(0, Duration.between(oldest, now).toMillis() / 1000.0))
        .orElse(0.0);
  }

  private void set(String name, String description, Tags tags, double value) {
    gauges.computeIfAbsent(
        name, key -> MultiGauge.builder(key).description(description).register(registry));
    rows.computeIfAbsent(name, key -> new ArrayList<>()).add(MultiGauge.Row.of(tags, value));
  }
}
