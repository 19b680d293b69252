package io.orcacid.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import io.orcacid.AcidTable;
import io.orcacid.DiskTable;
import io.orcacid.error.OrcAcidException;
import io.orcacid.testkit.Seeds;
import io.orcacid.testkit.disk.CrashingDisk;
import io.orcacid.testkit.disk.CrashingDisk.Fault;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/**
 * One call of the disk or the store goes wrong (F5, F7, F18): the caller is told the truth, and the
 * table goes on.
 */
class FaultSimulationTest {
  private static final int FACTOR = Integer.getInteger("orcacid.simulation.factor", 1);
  private static final int FAULTS_OF_A_HISTORY = 12;

  private static History history(Random random) {
    return new HistoryGenerator(random, Set.of()).next(10);
  }

  @Test
  void any_call_of_the_disk_may_fail_or_fail_to_answer() {
    AtomicInteger faults = new AtomicInteger();
    Seeds.forEach(
        12 * FACTOR,
        random -> {
          History history = history(random);
          long calls = run(history, CrashingDisk.empty());
          for (int i = 0; i < FAULTS_OF_A_HISTORY; i++) {
            CrashingDisk disk = CrashingDisk.empty();
            Fault fault = Fault.values()[random.nextInt(Fault.values().length)];
            long call = 1 + random.nextInt((int) calls);
            disk.failAt(call, fault);
            try {
              run(history, disk);
            } catch (AssertionError | IOException | RuntimeException e) {
              throw new AssertionError(fault + " at call " + call + ": " + e.getMessage(), e);
            }
            faults.addAndGet(disk.faults());
          }
        });
    System.out.println(faults + " faults of the disk");
    assertThat(faults.get()).isPositive();
  }

  /** Runs a history; a step that fails ends its process, and another one goes on. */
  private static long run(History history, CrashingDisk disk) throws IOException {
    DiskTable place = CrashCycles.table(disk, history);
    HistoryRunner runner = new HistoryRunner(history, place, Maintenance.none());
    try {
      runner.run();
      runner.close();
    } catch (IOException | UncheckedIOException | OrcAcidException told) {
      assertThat(disk.faults()).as("failed without a fault: %s", told).isPositive();
      runner.recover(place);
      runner.run();
      runner.close();
    }
    long calls = disk.calls();
    disk.failAt(-1, Fault.ERROR);
    check(place, runner);
    return calls;
  }

  private static void check(DiskTable place, HistoryRunner runner) throws IOException {
    try (AcidTable table = place.open()) {
      assertThat(table.version()).isEqualTo(runner.oracle().newest());
      TableCheck.checkAll(table, runner.oracle());
    }
    TableCheck.requireNoErrors(place.verifyDeeply());
  }

  @Test
  void any_put_may_be_lost_or_late_or_answered_wrongly() {
    AtomicInteger faults = new AtomicInteger();
    Seeds.forEach(
        12 * FACTOR,
        random -> {
          History history = history(random);
          for (int i = 0; i < FAULTS_OF_A_HISTORY; i++) {
            FaultyPuts.Fault fault =
                FaultyPuts.Fault.values()[random.nextInt(FaultyPuts.Fault.values().length)];
            // The very first put of a creation is not tried again: its caller is told, and may.
            faults.addAndGet(runWithFaultyPut(history, 2 + random.nextInt(20), fault));
          }
        });
    System.out.println(faults + " faults of the store");
    assertThat(faults.get()).isPositive();
  }

  /** No step may fail: for each of these faults the protocol finds the truth out (R6). */
  private static int runWithFaultyPut(History history, long put, FaultyPuts.Fault fault)
      throws IOException {
    CrashingDisk disk = CrashingDisk.empty();
    List<FaultyPuts> stores = new ArrayList<>();
    DiskTable plain = CrashCycles.table(disk, history);
    DiskTable place =
        new DiskTable(
            disk,
            plain.clock(),
            history.checkpointEntries(),
            store -> {
              stores.add(new FaultyPuts(store, put, fault));
              return stores.get(stores.size() - 1);
            });
    HistoryRunner runner = new HistoryRunner(history, place, Maintenance.none());
    try {
      runner.run();
      runner.close();
      check(plain, runner);
    } catch (AssertionError | IOException | RuntimeException e) {
      throw new AssertionError(
          fault + " of put " + put + ", " + runner.where() + ": " + e.getMessage(), e);
    }
    return stores.stream().mapToInt(FaultyPuts::faults).sum();
  }
}
