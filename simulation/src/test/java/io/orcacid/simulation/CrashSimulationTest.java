package io.orcacid.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import io.orcacid.simulation.CrashCycles.Thoroughness;
import io.orcacid.testkit.Seeds;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** Power is lost anywhere (F1, F3): nothing committed is lost, nothing else shows. */
class CrashSimulationTest {
  private static History history(java.util.Random random, int steps) {
    return new HistoryGenerator(random, Set.of()).next(steps);
  }

  @Test
  void power_may_be_lost_before_any_change_of_the_disk() {
    AtomicInteger cycles = new AtomicInteger();
    Seeds.forEach(
        1,
        random -> {
          long seed = random.nextLong();
          cycles.addAndGet(
              new CrashCycles(seed, history(random, 15), Maintenance.none(), (kind, path) -> true)
                  .run(Thoroughness.EVERY_AFTERMATH));
        });
    System.out.println(cycles + " crash cycles");
    assertThat(cycles.get()).isPositive();
  }
}
