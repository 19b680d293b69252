package io.orcacid.simulation.concurrent;

import static org.assertj.core.api.Assertions.assertThat;

import io.orcacid.DiskLocation;
import io.orcacid.DiskTable;
import io.orcacid.simulation.concurrent.Figures.What;
import io.orcacid.testkit.disk.Aftermath;
import io.orcacid.testkit.disk.CrashingDisk;
import io.orcacid.txn.log.LogOptions;
import io.orcacid.txn.store.AtomicStore;
import io.orcacid.txn.store.DiskStore;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.function.LongConsumer;
import java.util.function.UnaryOperator;

/**
 * Decides at each call of the disk who goes on, what time it is and what goes wrong. All of it
 * depends on the seed alone. Used by the one thread that has the baton.
 */
final class World {
  static final Instant EPOCH = Instant.parse("2026-11-30T00:00:00Z");

  /** Far more than any seed needs: after it somebody does not come forward (I11). */
  private static final long MOST_CALLS = 3_000_000;

  private static final int MILLION = 1_000_000;

  private final Random random;
  private final Plan plan;
  private final PlantedBug bug;
  private final Baton baton;
  private final Figures figures = new Figures();
  private final Audit audit = new Audit();
  private final NameWatch names = new NameWatch();
  private final long[] pausedUntil;
  private final boolean[] finished;
  private final List<Late> late = new ArrayList<>();
  private CrashingDisk disk = CrashingDisk.empty();
  private long incarnation;
  private int current;
  private long now;
  private long calls;
  private long trace;
  private boolean auditDue;
  private boolean quiet;
  private boolean clocksWereSet;
  private LongConsumer onLoss = newest -> {};
  private Throwable failure;

  private record Late(String name, byte[] content, long call) {}

  World(long seed, Plan plan, PlantedBug bug, int actors) {
    this.random = new Random(seed);
    this.plan = plan;
    this.bug = bug;
    this.baton = new Baton(actors);
    this.pausedUntil = new long[actors];
    this.finished = new boolean[actors];
    disk.setSyncRule(bug.syncs());
  }

  Random random() {
    return random;
  }

  Plan plan() {
    return plan;
  }

  PlantedBug bug() {
    return bug;
  }

  Baton baton() {
    return baton;
  }

  Figures figures() {
    return figures;
  }

  Audit audit() {
    return audit;
  }

  /** Nanoseconds since the beginning. */
  long now() {
    return now;
  }

  /** The same, a moment later. */
  long tick() {
    now += 1000;
    return now;
  }

  /** Counts up with everything that is seen or done. */
  long stamp() {
    return ++calls;
  }

  /** Depends on all that happened, so that two runs can be compared. */
  long trace() {
    return trace;
  }

  /** The first thing that was not as it must be. */
  Throwable failure() {
    return failure;
  }

  void fail(Throwable what) {
    if (failure == null) {
      failure = what;
    }
  }

  /** Nothing goes wrong any more, and nobody is handed over to. */
  void quieten() throws IOException {
    quiet = true;
    current = -1;
    while (!late.isEmpty()) {
      arrive(late.remove(0));
    }
    now += Duration.ofHours(3).toNanos();
    audit.look();
  }

  void pass(Duration time) {
    now += time.toNanos();
  }

  void noteMissedBeat() {
    trace = trace * 31 + 7;
  }

  /** A new process of an actor on the disk as it is. */
  SimulatedProcess start() {
    CrashingDisk view = disk.process();
    SimulatedProcess process =
        new SimulatedProcess(this, view, incarnation, plan.checkpointEntries());
    view.observe((mutation, what) -> call(process, what, true));
    view.observeLooks((call, what) -> call(process, what, false));
    return process;
  }

  /** A place where nobody looks and nothing goes wrong. */
  DiskLocation plainLocation() {
    LogOptions log =
        LogOptions.defaults()
            .withClock(java.time.Clock.fixed(EPOCH.plusNanos(now), java.time.ZoneOffset.UTC));
    return new DiskLocation(disk.process(), log, UnaryOperator.identity());
  }

  CrashingDisk plainDisk() {
    return disk.process();
  }

  private void call(SimulatedProcess process, String what, boolean changes) {
    if (quiet) {
      return;
    }
    if (what.startsWith("stat")) {
      requireAlive(process);
      return;
    }
    if (what.startsWith("write") || what.startsWith("sync-file")) {
      // Nobody else can see the difference; it may be the last call all the same.
      happen(process);
      return;
    }
    point(process, what);
    if (changes) {
      names.before(what, process);
      auditDue |= what.startsWith("link " + DiskTable.LOG + "/_v");
    }
  }

  /** A place at which others may go on, time passes and faults happen. */
  void point(SimulatedProcess process, String what) {
    trace = (trace * 31 + current) * 31 + what.hashCode();
    if (++calls > MOST_CALLS) {
      fail(new AssertionError("no end after " + calls + " calls: somebody does not come forward"));
    }
    now += (long) random.nextInt(10_000_000);
    if (random.nextInt(400) == 0) {
      now += random.nextInt((int) (SimulatedProcess.TIMEOUT.toMillis() / 2)) * 1_000_000L;
    }
    happen(process);
    look();
    if (random.nextInt(plan.switchesIn()) == 0 || pausedUntil[current] > now) {
      handOver();
    }
    requireAlive(process);
    if (!what.contains("/_sessions/")) {
      process.beatIfDue();
    }
  }

  private void look() {
    if (auditDue) {
      auditDue = false;
      try {
        audit.look();
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      } catch (AssertionError e) {
        fail(e);
      }
    }
  }

  private void requireAlive(SimulatedProcess process) {
    if (failure != null || process.incarnation() != incarnation) {
      process.disk().kill();
    }
    process.disk().checkAlive();
  }

  private boolean happens(int inMillion) {
    return inMillion > 0 && random.nextInt(MILLION) < inMillion;
  }

  private void happen(SimulatedProcess process) {
    requireAlive(process);
    Plan.Faults faults = plan.faults();
    if (happens(faults.crash())) {
      figures.count(What.CRASHES);
      process.disk().kill();
      process.disk().checkAlive();
    }
    if (happens(faults.power())) {
      figures.count(What.POWER_LOSSES);
      losePower();
      requireAlive(process);
    }
    if (happens(faults.pause())) {
      figures.count(What.PAUSES);
      pausedUntil[current] =
          now + (1 + random.nextInt(100)) * SimulatedProcess.TIMEOUT.toNanos() / 30;
    }
    if (happens(faults.jump())) {
      figures.count(What.CLOCK_JUMPS);
      clocksWereSet = true;
      int far = random.nextInt(4) == 0 ? 7_200_000 : 50_000;
      process.setClock(Duration.ofMillis(random.nextInt(2 * far) - far));
    }
    if (happens(faults.foreign())) {
      figures.count(What.FOREIGN_FILES);
      Foreigner.write(plainDisk(), plan, random);
    }
    if (!late.isEmpty() && late.get(0).call() <= calls) {
      arrive(late.remove(0));
    }
  }

  /** All processes die, and what was not synced is damaged. */
  private void losePower() {
    auditDue = true;
    look();
    auditDue = false;
    Aftermath aftermath = Aftermath.values()[random.nextInt(Aftermath.values().length)];
    incarnation++;
    disk = disk.image().restart(aftermath, random.nextLong());
    disk.setSyncRule(bug.syncs());
    late.clear();
    Arrays.fill(pausedUntil, 0);
    try {
      figures.add(What.VERSIONS_LOST_UNACKNOWLEDGED, audit.open(disk.process()));
      onLoss.accept(audit.newest());
    } catch (IOException | RuntimeException | AssertionError e) {
      fail(new AssertionError("after power was lost (" + aftermath + "): " + e.getMessage(), e));
    }
  }

  private void arrive(Late put) {
    try {
      AtomicStore store = DiskStore.open(disk.process(), DiskTable.LOG);
      store.putIfAbsent(put.name(), put.content());
      auditDue = true;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  void arriveLater(String name, byte[] content) {
    late.add(new Late(name, content, calls + random.nextInt(400)));
  }

  /** Who is told of the newest version that a loss of power left. */
  void onLoss(LongConsumer listener) {
    onLoss = listener;
  }

  /** Whether a commit of somebody may lie in another one's future. */
  boolean clocksWereSet() {
    return clocksWereSet;
  }

  boolean isStoreFaulty() {
    return !quiet && happens(plan.faults().store());
  }

  /** Perhaps one of the next calls of a process goes wrong. */
  void endanger(SimulatedProcess process) {
    if (happens(plan.faults().disk())) {
      CrashingDisk view = process.disk();
      view.failAt(
          view.calls() + 1 + random.nextInt(200),
          CrashingDisk.Fault.values()[random.nextInt(CrashingDisk.Fault.values().length)]);
    }
  }

  /** The actor does nothing for a while. */
  void sleep(Duration atMost) {
    pausedUntil[current] = now + random.nextInt((int) atMost.toMillis()) * 1_000_000L;
    handOver();
  }

  /** The actor has ended. */
  void finish(int actor) {
    finished[actor] = true;
    int next = next();
    if (next >= 0) {
      current = next;
      baton.give(next);
    } else {
      baton.give(-1);
    }
  }

  void begin() throws IOException {
    assertThat(audit.open(disk.process())).isZero();
    current = random.nextInt(finished.length);
    baton.give(current);
  }

  int current() {
    return current;
  }

  private void handOver() {
    int me = current;
    int next = next();
    if (next != me) {
      figures.count(What.SWITCHES);
      current = next;
      baton.give(next);
      baton.await(me);
    }
  }

  /** Somebody who is not paused; if all are, time passes. -1 if all have ended. */
  private int next() {
    int candidates = 0;
    long earliest = Long.MAX_VALUE;
    int first = -1;
    for (int i = 0; i < finished.length; i++) {
      if (!finished[i]) {
        candidates += pausedUntil[i] <= now ? 1 : 0;
        if (pausedUntil[i] < earliest) {
          earliest = pausedUntil[i];
          first = i;
        }
      }
    }
    if (candidates == 0) {
      now = first < 0 ? now : earliest;
      return first;
    }
    int chosen = random.nextInt(candidates);
    for (int i = 0; ; i++) {
      if (!finished[i] && pausedUntil[i] <= now && chosen-- == 0) {
        return i;
      }
    }
  }
}
