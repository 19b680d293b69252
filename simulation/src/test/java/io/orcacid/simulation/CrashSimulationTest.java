package io.orcacid.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import io.orcacid.simulation.CrashCycles.Thoroughness;
import io.orcacid.testkit.Seeds;
import io.orcacid.testkit.disk.Aftermath;
import io.orcacid.testkit.disk.CrashingDisk;
import io.orcacid.testkit.disk.SimulatedCrash;
import java.io.IOException;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** Power is lost anywhere (F1, F3): nothing committed is lost, nothing else shows. */
class CrashSimulationTest {
  /** More of everything, for a run by hand: {@code -Dorcacid.simulation.factor=100}. */
  private static final int FACTOR = Integer.getInteger("orcacid.simulation.factor", 1);

  private static History history(Random random, int steps) {
    return new HistoryGenerator(random, Set.of()).next(steps);
  }

  @Test
  void power_may_be_lost_before_any_change_of_the_disk() {
    AtomicInteger cycles = new AtomicInteger();
    Seeds.forEach(
        6 * FACTOR,
        2,
        random ->
            cycles.addAndGet(
                new CrashCycles(
                        random.nextLong(),
                        history(random, 10),
                        Maintenance.none(),
                        (kind, path) -> true)
                    .run(Thoroughness.EVERY_AFTERMATH)));
    System.out.println(cycles + " disks recovered and checked");
    assertThat(cycles.get()).isPositive();
  }

  @Test
  void a_long_history_may_lose_power_anywhere_too() {
    Seeds.forEach(
        FACTOR,
        random ->
            assertThat(
                    new CrashCycles(
                            random.nextLong(),
                            history(random, 40),
                            Maintenance.none(),
                            (kind, path) -> true)
                        .run(Thoroughness.ONE_AFTERMATH))
                .isPositive());
  }

  @Test
  void power_may_be_lost_again_and_again_and_the_history_goes_on() {
    AtomicInteger crashes = new AtomicInteger();
    Seeds.forEach(40 * FACTOR, random -> crashes.addAndGet(runThroughCrashes(random)));
    System.out.println(crashes + " crashes survived");
    assertThat(crashes.get()).isPositive();
  }

  private static int runThroughCrashes(Random random) throws IOException {
    History history = history(random, 12);
    CrashingDisk disk = CrashingDisk.empty();
    HistoryRunner runner =
        new HistoryRunner(history, CrashCycles.table(disk, history), Maintenance.none());
    int crashes = 0;
    disk.crashAt(1 + random.nextInt(200));
    while (true) {
      try {
        if (crashes > 0) {
          runner.recover(CrashCycles.table(disk, history));
        }
        runner.run();
        runner.close();
        break;
      } catch (SimulatedCrash crash) {
        crashes++;
        Aftermath aftermath = Aftermath.values()[random.nextInt(Aftermath.values().length)];
        disk = disk.image().restart(aftermath, random.nextLong());
        // Sometimes in the middle of what follows at once.
        disk.crashAt(1 + random.nextInt(random.nextBoolean() ? 20 : 200));
      }
    }
    checkAtRest(disk, history, runner);
    return crashes;
  }

  private static void checkAtRest(CrashingDisk disk, History history, HistoryRunner runner)
      throws IOException {
    disk.crashAt(-1);
    var place = CrashCycles.table(disk, history);
    try (var table = place.open()) {
      assertThat(table.version()).isEqualTo(runner.oracle().newest());
      TableCheck.checkAll(table, runner.oracle());
    }
    TableCheck.requireNoErrors(place.verifyDeeply());
  }
}
