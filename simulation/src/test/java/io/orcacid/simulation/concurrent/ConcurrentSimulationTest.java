package io.orcacid.simulation.concurrent;

import static org.assertj.core.api.Assertions.assertThat;

import io.orcacid.simulation.concurrent.Figures.What;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class ConcurrentSimulationTest {
  private static final int SEEDS = Integer.getInteger("orcacid.simulation.seeds", 2000);

  @Test
  void whatever_happens_and_whoever_goes_on_the_table_keeps_its_promises() throws Exception {
    long start = System.nanoTime();
    Figures figures = new SeedRunner(2).run(SEEDS, Simulation::new);
    System.out.println(
        figures + " in " + TimeUnit.NANOSECONDS.toSeconds(System.nanoTime() - start) + " s");
    assertThat(figures.of(What.COMMITTED)).isPositive();
  }
}
