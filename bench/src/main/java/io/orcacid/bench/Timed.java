package io.orcacid.bench;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.Arrays;

/**
 * Time of something that one thread does. CPU time, as the time of the clock says more about what
 * else the machine does.
 *
 * @param cpu seconds of CPU time, median
 * @param wall seconds by the clock, median
 */
record Timed(double cpu, double wall) {
  private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();

  /** Work that is repeated. */
  interface Action {
    void run() throws IOException;
  }

  /**
   * Medians of several runs, after others that do not count.
   *
   * @param warmUps runs that do not count
   * @param runs runs that do, odd
   * @param action what to run
   * @param after what to do after each run, not measured
   */
  static Timed of(int warmUps, int runs, Action action, Action after) throws IOException {
    double[] cpu = new double[runs];
    double[] wall = new double[runs];
    for (int i = -warmUps; i < runs; i++) {
      long cpuBefore = THREADS.getCurrentThreadCpuTime();
      long wallBefore = System.nanoTime();
      action.run();
      if (i >= 0) {
        cpu[i] = (THREADS.getCurrentThreadCpuTime() - cpuBefore) / 1e9;
        wall[i] = (System.nanoTime() - wallBefore) / 1e9;
      }
      after.run();
    }
    Arrays.sort(cpu);
    Arrays.sort(wall);
    return new Timed(cpu[runs / 2], wall[runs / 2]);
  }
}
