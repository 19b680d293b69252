package io.orcacid.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import io.orcacid.AcidTable;
import io.orcacid.DiskTable;
import io.orcacid.simulation.CrashCycles.Thoroughness;
import io.orcacid.simulation.HistoryGenerator.Ability;
import io.orcacid.testkit.Seeds;
import io.orcacid.testkit.disk.CrashingDisk;
import java.io.IOException;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** Compactions and cleanings change no row, row id or readable version, whenever power is lost. */
class MaintenanceSimulationTest {
  /** More of everything, for a run by hand: {@code -Dorcacid.simulation.factor=100}. */
  private static final int FACTOR = Integer.getInteger("orcacid.simulation.factor", 1);

  private static final int CYCLES = 15_000;

  private static History history(Random random, int steps) {
    return new HistoryGenerator(random, Set.of(Ability.COMPACT, Ability.CLEAN)).next(steps);
  }

  @Test
  void every_readable_version_stays_as_it_was_under_compaction_and_cleaning() {
    EngineMaintenance maintenance = new EngineMaintenance();
    Seeds.forEach(300 * FACTOR, random -> run(history(random, 30), maintenance));
    System.out.println(
        maintenance.compactions()
            + " compactions published, "
            + maintenance.directoriesRemoved()
            + " directories removed");
    assertThat(maintenance.compactions()).isPositive();
    assertThat(maintenance.directoriesRemoved()).isPositive();
  }

  private static void run(History history, Maintenance maintenance) throws IOException {
    CrashingDisk disk = CrashingDisk.empty();
    DiskTable place = CrashCycles.table(disk, history);
    HistoryRunner runner = new HistoryRunner(history, place, maintenance);
    runner.run();
    try (AcidTable table = place.open()) {
      TableCheck.checkAll(table, runner.oracle());
    }
    runner.close();
    TableCheck.requireNoErrors(place.verifyDeeply());
  }

  @Test
  void power_may_be_lost_anywhere_in_a_compaction_or_a_cleaning() {
    AtomicInteger cycles = new AtomicInteger();
    Seeds.forEach(
        400 * FACTOR,
        2,
        random -> {
          if (cycles.get() < CYCLES * FACTOR) {
            cycles.addAndGet(crashEverywhere(random));
          }
        });
    System.out.println(cycles + " disks recovered and checked");
    assertThat(cycles.get()).isPositive();
  }

  private static int crashEverywhere(Random random) throws IOException {
    return new CrashCycles(
            random.nextLong(), history(random, 14), new EngineMaintenance(), (kind, path) -> true)
        .run(Thoroughness.EVERY_AFTERMATH);
  }
}
