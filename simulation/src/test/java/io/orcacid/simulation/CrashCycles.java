package io.orcacid.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import io.orcacid.AcidTable;
import io.orcacid.DiskTable;
import io.orcacid.Transaction;
import io.orcacid.simulation.HistoryRunner.Expectation;
import io.orcacid.simulation.OracleTable.Written;
import io.orcacid.testkit.VirtualClock;
import io.orcacid.testkit.disk.Aftermath;
import io.orcacid.testkit.disk.CrashingDisk;
import io.orcacid.testkit.disk.CrashingDisk.SyncRule;
import io.orcacid.testkit.disk.DiskImage;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.UnaryOperator;

/**
 * Loses power before every change of the disk that a history makes, with every aftermath: the disk
 * is copied before each change, and each copy is recovered and checked. A failure says how to run
 * that one cycle again.
 */
final class CrashCycles {
  /** System property with the change before which power is lost, to run that one only. */
  static final String MUTATION = "orcacid.crash.mutation";

  /** System property with the one aftermath to run. */
  static final String AFTERMATH = "orcacid.crash.aftermath";

  private final long seed;
  private final History history;
  private final Maintenance maintenance;
  private final SyncRule syncs;
  private final List<Moment> moments = new ArrayList<>();
  private final Set<Object> seen = new HashSet<>();
  private OracleTable oracle;
  private int cycles;

  private record Moment(
      long mutation, String what, String step, DiskImage image, Expectation expectation) {}

  /** Aftermaths of one moment. */
  enum Thoroughness {
    /** All of them. */
    EVERY_AFTERMATH,
    /** One, in turn. */
    ONE_AFTERMATH
  }

  CrashCycles(long seed, History history, Maintenance maintenance, SyncRule syncs) {
    this.seed = seed;
    this.history = history;
    this.maintenance = maintenance;
    this.syncs = syncs;
  }

  /** A disk table with a clock of its own. */
  static DiskTable table(CrashingDisk disk, History history) {
    return new DiskTable(
        disk,
        new VirtualClock(Instant.parse("2026-11-30T00:00:00Z")),
        history.checkpointEntries(),
        UnaryOperator.identity());
  }

  /**
   * Runs the history and all cycles of it; says how many they were. A disk that was checked for the
   * same expectation before is not checked again.
   */
  int run(Thoroughness thoroughness) throws IOException {
    takeMoments();
    long chosen = Long.getLong(MUTATION, -1);
    for (Moment moment : moments) {
      if (chosen >= 0 && moment.mutation() != chosen) {
        continue;
      }
      for (Aftermath aftermath : aftermaths(moment, thoroughness)) {
        check(moment, aftermath);
      }
    }
    return cycles;
  }

  private static List<Aftermath> aftermaths(Moment moment, Thoroughness thoroughness) {
    String named = System.getProperty(AFTERMATH);
    if (named != null) {
      return List.of(Aftermath.valueOf(named));
    }
    Aftermath[] all = Aftermath.values();
    return thoroughness == Thoroughness.EVERY_AFTERMATH
        ? List.of(all)
        : List.of(all[(int) (moment.mutation() % all.length)]);
  }

  private void takeMoments() throws IOException {
    CrashingDisk disk = CrashingDisk.empty();
    disk.setSyncRule(syncs);
    HistoryRunner runner = new HistoryRunner(history, table(disk, history), maintenance);
    disk.observe(
        (mutation, what) ->
            moments.add(
                new Moment(mutation, what, runner.where(), disk.image(), runner.expectation())));
    try {
      runner.run();
      oracle = runner.oracle();
      TableCheck.checkAll(table(disk, history).open(), oracle);
    } catch (IOException | RuntimeException | AssertionError e) {
      throw new AssertionError("without a crash, " + runner.where() + ": " + e.getMessage(), e);
    }
  }

  private void check(Moment moment, Aftermath aftermath) {
    CrashingDisk disk = moment.image().restart(aftermath, seed ^ moment.mutation());
    if (!seen.add(List.of(moment.expectation(), disk.content()))) {
      return;
    }
    cycles++;
    try {
      check(table(disk, history), moment.expectation());
    } catch (IOException | RuntimeException | AssertionError e) {
      throw new AssertionError(
          String.join(
              " ",
              "and -D" + MUTATION + "=" + moment.mutation(),
              "-D" + AFTERMATH + "=" + aftermath,
              "(power lost before",
              moment.what() + ",",
              moment.step() + "):",
              e.getMessage()),
          e);
    }
  }

  private void check(DiskTable place, Expectation expected) throws IOException {
    if (!expected.created() && !place.exists()) {
      // Whatever an unfinished creation left, the next one finishes it.
      try (AcidTable table = place.create(history.definition())) {
        assertThat(table.version()).isZero();
      }
    }
    try (AcidTable table = place.open()) {
      // Recovery comes after what was the newest commit time.
      ((VirtualClock) place.clock()).jump(Duration.ofHours(1));
      long newest = table.version();
      assertThat(newest).as("newest version").isBetween(expected.version(), expected.mostVersion());
      SortedMap<Long, Written> rows =
          newest == expected.version()
              ? oracle.rows(newest)
              : expected.pending().orElseThrow().rows();
      oracle.check(rows, TableCheck.found(table.scan()));
      checkOlder(table, expected);
      TableCheck.requireNoErrors(place.verify());
      checkLife(table, rows);
      if (cycles % 8 == 0) {
        TableCheck.requireNoErrors(place.verifyDeeply());
      }
    }
  }

  private void checkOlder(AcidTable table, Expectation expected) throws IOException {
    long span = expected.version() - expected.oldestReadable();
    if (span > 0) {
      long older = expected.oldestReadable() + new Random(seed + cycles).nextInt((int) span);
      oracle.check(oracle.rows(older), TableCheck.found(table.scanAsOfVersion(older)));
    }
  }

  /** The table still takes commits, and forgets nothing over them. */
  private void checkLife(AcidTable table, SortedMap<Long, Written> rows) throws IOException {
    RowValues row = new RowValues(1_000_000, 1, 1, "after");
    long before = table.version();
    try (Transaction transaction = table.begin()) {
      transaction.insert().row(row.k(), row.p(), row.n(), row.s());
      assertThat(transaction.commit().version()).isEqualTo(before + 1);
    }
    SortedMap<Long, RowValues> expected = new TreeMap<>();
    rows.forEach((key, written) -> expected.put(key, written.values()));
    expected.put(row.k(), row);
    SortedMap<Long, RowValues> found = new TreeMap<>();
    TableCheck.found(table.scan()).forEach(one -> found.put(one.values().k(), one.values()));
    assertThat(found).isEqualTo(expected);
  }
}
