package io.orcacid.daemon.metrics;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Timer;
import io.micrometer.core.instrument.binder.jvm.JvmMemoryMetrics;
import io.micrometer.core.instrument.binder.jvm.JvmThreadMetrics;
import io.micrometer.core.instrument.binder.system.FileDescriptorMetrics;
import io.micrometer.core.instrument.binder.system.UptimeMetrics;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import io.orcacid.daemon.view.DaemonControl;
import io.orcacid.daemon.view.DaemonListener;
import io.orcacid.daemon.view.HistoryEntry;
import io.orcacid.txn.log.CompactionKind;
import java.time.Clock;
import java.time.Duration;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.TimeUnit;

/**
 * The figures of a daemon. What happened is counted as it is heard; how things are is looked up
 * when somebody asks, at most once in a few seconds. Thread-safe.
 */
public final class DaemonMetrics implements DaemonListener {
  /** Several scrapers shall not make the daemon gather its lists several times. */
  private static final Duration KEPT = Duration.ofSeconds(3);

  /** From compactions of a few deltas to those of a large base. */
  private static final Duration[] BUCKETS = {
    Duration.ofSeconds(1),
    Duration.ofSeconds(5),
    Duration.ofSeconds(15),
    Duration.ofMinutes(1),
    Duration.ofMinutes(5),
    Duration.ofMinutes(15),
    Duration.ofHours(1),
    Duration.ofHours(4)
  };

  private final PrometheusMeterRegistry registry =
      new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
  private final Gauges gauges;
  private final long keptNanoseconds;
  private final Counter failedLooks;
  private long lookedAt;
  private Looked looked = Looked.NEVER;

  private enum Looked {
    NEVER,
    BEFORE
  }

  /**
   * @param clock for ages
   */
  public DaemonMetrics(Clock clock) {
    this(clock, KEPT);
  }

  DaemonMetrics(Clock clock, Duration kept) {
    keptNanoseconds = kept.toNanos();
    gauges = new Gauges(registry, clock);
    failedLooks =
        counter("orcacid.metrics.failures", "Times that gauges could not be brought up to date")
            .register(registry);
    new JvmMemoryMetrics().bindTo(registry);
    new JvmThreadMetrics().bindTo(registry);
    new FileDescriptorMetrics().bindTo(registry);
    new UptimeMetrics().bindTo(registry);
    beginAtZero();
  }

  /** A rate needs the zero before the first event. */
  private void beginAtZero() {
    for (HistoryEntry.Outcome outcome : HistoryEntry.Outcome.values()) {
      for (CompactionKind kind : CompactionKind.values()) {
        compactions(Optional.of(kind), outcome);
      }
      compactions(Optional.empty(), outcome);
    }
    for (Volume volume : Volume.values()) {
      volume.counter(registry);
    }
    for (Agent agent : Agent.values()) {
      for (Result result : Result.values()) {
        rounds(agent, result);
      }
      roundDuration(agent);
    }
  }

  @Override
  public void started(String table, String pool, Optional<CompactionKind> kind) {
    counter("orcacid.compactions.started", "Compactions begun by this daemon")
        .tag("pool", pool)
        .register(registry)
        .increment();
  }

  @Override
  public void ended(HistoryEntry entry, String pool) {
    compactions(entry.kind(), entry.outcome()).increment();
    entry
        .duration()
        .ifPresent(
            duration -> duration(entry.kind()).record(duration.toNanos(), TimeUnit.NANOSECONDS));
    add(Volume.INPUT_BYTES, entry.bytesIn());
    add(Volume.OUTPUT_BYTES, entry.bytesOut());
    add(Volume.INPUT_ROWS, entry.rowsIn());
    add(Volume.OUTPUT_ROWS, entry.rowsOut());
    add(Volume.STRIPES_COPIED, entry.stripesCopied());
    add(Volume.STRIPES_ENCODED, entry.stripesEncoded());
  }

  @Override
  public void cleaned(String table, int directories, long bytes) {
    Volume.DELETED_DIRECTORIES.counter(registry).increment(directories);
    Volume.DELETED_BYTES.counter(registry).increment(bytes);
  }

  @Override
  public void round(Agent agent, Result result, long nanoseconds) {
    rounds(agent, result).increment();
    roundDuration(agent).record(nanoseconds, TimeUnit.NANOSECONDS);
  }

  /** All figures, with the daemon's lists as of now or of a few seconds ago. */
  public synchronized String text(DaemonControl control) {
    long now = System.nanoTime();
    if (looked == Looked.NEVER || now - lookedAt >= keptNanoseconds) {
      lookedAt = now;
      looked = Looked.BEFORE;
      if (gauges.look(control) == Gauges.Look.FAILED) {
        failedLooks.increment();
      }
    }
    return registry.scrape();
  }

  private Counter compactions(Optional<CompactionKind> kind, HistoryEntry.Outcome outcome) {
    return counter(
            "orcacid.compactions", "Compactions of this daemon that ended, by what became of them")
        .tag("type", kind.map(Labels::of).orElse("none"))
        .tag("state", Labels.of(outcome))
        .register(registry);
  }

  private Timer duration(Optional<CompactionKind> kind) {
    return Timer.builder("orcacid.compaction.duration")
        .description("How long compactions of this daemon took")
        .serviceLevelObjectives(BUCKETS)
        .tag("type", kind.map(Labels::of).orElse("none"))
        .register(registry);
  }

  private Counter rounds(Agent agent, Result result) {
    return counter("orcacid.agent.rounds", "Rounds of the daemon's agents")
        .tag("agent", Labels.of(agent))
        .tag("result", Labels.of(result))
        .register(registry);
  }

  private Timer roundDuration(Agent agent) {
    return Timer.builder("orcacid.agent.round.duration")
        .description("How long the agents' rounds took")
        .tag("agent", Labels.of(agent))
        .register(registry);
  }

  private void add(Volume volume, OptionalLong amount) {
    amount.ifPresent(value -> volume.counter(registry).increment(value));
  }

  private static Counter.Builder counter(String name, String description) {
    return Counter.builder(name).description(description);
  }

  /** What is summed up over all tables. */
  private enum Volume {
    INPUT_BYTES("orcacid.compaction.input", "bytes", "Bytes of the directories that were replaced"),
    OUTPUT_BYTES("orcacid.compaction.output", "bytes", "Bytes of the directories that were made"),
    INPUT_ROWS("orcacid.compaction.input", "rows", "Insert events that compactions read"),
    OUTPUT_ROWS("orcacid.compaction.output", "rows", "Insert events that compactions wrote"),
    STRIPES_COPIED(
        "orcacid.compaction.copied", "stripes", "Stripes that went over as bytes, undecoded"),
    STRIPES_ENCODED(
        "orcacid.compaction.encoded", "stripes", "Stripes that compactions wrote from rows"),
    DELETED_DIRECTORIES(
        "orcacid.cleaner.deleted", "directories", "Directories that the cleaner removed"),
    DELETED_BYTES("orcacid.cleaner.deleted", "bytes", "Bytes that the cleaner removed");

    private final String name;
    private final String unit;
    private final String description;

    Volume(String name, String unit, String description) {
      this.name = name + "." + unit;
      this.unit = unit;
      this.description = description;
    }

    Counter counter(PrometheusMeterRegistry registry) {
      return Counter.builder(name).baseUnit(unit).description(description).register(registry);
    }
  }
}
