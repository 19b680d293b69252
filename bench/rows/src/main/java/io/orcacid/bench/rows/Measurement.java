package io.orcacid.bench.rows;

import java.lang.management.ManagementFactory;
import java.lang.management.MemoryPoolMXBean;
import java.lang.management.MemoryType;
import java.lang.management.ThreadMXBean;

/**
 * Times of something that one thread does several times: the processor time of that thread, of the
 * whole process (others may work for it), and the time of the clock.
 *
 * <p>Not safe for use by several threads.
 */
public final class Measurement {
  private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();

  private final double[] cpuSeconds;
  private final double[] processCpuSeconds;
  private final double[] wallSeconds;
  private double peakHeapMiB;
  private Digest digest;
  private long cpu;
  private long processCpu;
  private long wall;

  /** One run. */
  public interface Run {
    /**
     * Does it.
     *
     * @param clock runs; may be stopped for what is not to be measured
     * @return what was touched
     */
    Digest run(Measurement clock) throws Exception;
  }

  private Measurement(int runs) {
    cpuSeconds = new double[runs];
    processCpuSeconds = new double[runs];
    wallSeconds = new double[runs];
  }

  /**
   * Measures.
   *
   * @param warmUps runs that do not count
   * @param runs runs that do
   * @throws IllegalStateException if two runs touched different values
   */
  public static Measurement of(int warmUps, int runs, Run run) throws Exception {
    Measurement measurement = new Measurement(runs);
    for (int i = -warmUps; i < runs; i++) {
      measurement.measure(i, run);
    }
    return measurement;
  }

  private void measure(int number, Run run) throws Exception {
    resetPeak();
    cpu = 0;
    processCpu = 0;
    wall = 0;
    start();
    Digest touched = run.run(this);
    stop();
    if (digest != null && !digest.text().equals(touched.text())) {
      throw new IllegalStateException(
          "a run touched " + touched.text() + ", the one before it " + digest.text());
    }
    digest = touched;
    if (number >= 0) {
      cpuSeconds[number] = cpu / 1e9;
      processCpuSeconds[number] = processCpu / 1e9;
      wallSeconds[number] = wall / 1e9;
      peakHeapMiB = Math.max(peakHeapMiB, peak());
    }
  }

  /** Goes on after {@link #stop}. */
  public void start() {
    cpu -= THREADS.getCurrentThreadCpuTime();
    processCpu -= processCpuTime();
    wall -= System.nanoTime();
  }

  /** What comes now does not count. */
  public void stop() {
    cpu += THREADS.getCurrentThreadCpuTime();
    processCpu += processCpuTime();
    wall += System.nanoTime();
  }

  private static long processCpuTime() {
    return ManagementFactory.getOperatingSystemMXBean()
            instanceof com.sun.management.OperatingSystemMXBean system
        ? system.getProcessCpuTime()
        : 0;
  }

  private static void resetPeak() {
    ManagementFactory.getMemoryPoolMXBeans().forEach(MemoryPoolMXBean::resetPeakUsage);
  }

  /** The peaks of the pools need not have been at the same time, so this is an upper bound. */
  private static double peak() {
    return ManagementFactory.getMemoryPoolMXBeans().stream()
            .filter(pool -> pool.getType() == MemoryType.HEAP)
            .mapToLong(pool -> pool.getPeakUsage().getUsed())
            .sum()
        / (1024.0 * 1024);
  }

  Digest digest() {
    return digest;
  }

  /** Processor time of the measuring thread, one for each run. */
  public double[] cpuSeconds() {
    return cpuSeconds.clone();
  }

  double[] processCpuSeconds() {
    return processCpuSeconds.clone();
  }

  /** Time of the clock, one for each run. */
  public double[] wallSeconds() {
    return wallSeconds.clone();
  }

  double peakHeapMiB() {
    return peakHeapMiB;
  }
}
