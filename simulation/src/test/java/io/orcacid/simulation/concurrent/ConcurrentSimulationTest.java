package io.orcacid.simulation.concurrent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.orcacid.simulation.concurrent.Figures.What;
import io.orcacid.simulation.concurrent.Plan.Faults;
import io.orcacid.testkit.ChildProcess;
import io.orcacid.txn.policy.ConflictPolicy;
import java.time.Duration;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Whatever goes wrong in whichever order, the table keeps its promises; and the simulation finds
 * what breaks one.
 */
class ConcurrentSimulationTest {
  /** More of them for a run by hand: {@code -Dorcacid.simulation.seeds=50000}. */
  private static final int SEEDS = Integer.getInteger("orcacid.simulation.seeds", 2000);

  private static final int AT_A_TIME = 2;

  @Test
  void many_processes_work_on_a_table_while_everything_goes_wrong() throws Exception {
    long start = System.nanoTime();
    Figures figures = new SeedRunner(AT_A_TIME).run(SEEDS, Simulation::new);
    long seconds = TimeUnit.NANOSECONDS.toSeconds(System.nanoTime() - start);
    System.out.println(figures + " in " + seconds + " s");
    assertThat(figures.of(What.COMMITTED)).isPositive();
  }

  @ParameterizedTest
  @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "NONE")
  void a_planted_bug_is_found(PlantedBug bug) {
    Plan plan = new Plan(ConflictPolicy.ROW, 1, 0, 5, 4, Simulation.TRANSACTIONS, faults(bug));
    assertThatThrownBy(
            () -> {
              ExecutorService threads = Executors.newCachedThreadPool();
              try {
                for (long seed = 1; seed <= 200; seed++) {
                  new Simulation(seed, plan, bug).run(threads);
                }
              } finally {
                threads.shutdown();
              }
            })
        .isInstanceOf(AssertionError.class);
  }

  private static Faults faults(PlantedBug bug) {
    return new Faults(0, bug == PlantedBug.NO_SYNC_OF_DIRECTORIES ? 300 : 0, 0, 0, 0, 0, 0);
  }

  @Test
  void a_seed_replays_exactly_in_another_virtual_machine() throws Exception {
    String seed = "20261130";
    String here = Trace.of(Long.parseLong(seed));
    assertThat(Trace.of(Long.parseLong(seed))).isEqualTo(here);
    try (ChildProcess child = ChildProcess.of(Trace.class, seed).start()) {
      assertThat(child.exitCode(Duration.ofMinutes(2))).as(child.err()).isZero();
      assertThat(child.out().strip()).isEqualTo(here);
    }
  }

  /** Prints what happened in a seed, as a number. */
  static final class Trace {
    private Trace() {}

    public static void main(String[] arguments) throws Exception {
      RepeatableNames.install();
      System.out.println(of(Long.parseLong(arguments[0])));
    }

    static String of(long seed) throws Exception {
      ExecutorService threads = Executors.newCachedThreadPool();
      try {
        Simulation simulation = new Simulation(seed);
        simulation.run(threads);
        return simulation.trace() + " " + simulation.figures();
      } finally {
        threads.shutdown();
      }
    }
  }
}
