package io.orcacid.bench.program;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryPoolMXBean;
import java.lang.management.MemoryType;
import java.lang.management.ThreadMXBean;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Runs what a program measures, and prints its line. Not thread-safe. */
public final class Measured {
  private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();

  private final String peer;
  private final String version;
  private final ProgramArguments arguments;
  private final List<Double> cpu = new ArrayList<>();
  private final List<Double> wall = new ArrayList<>();
  private final Map<String, Double> figures = new TreeMap<>();
  private Answer answer;

  /**
   * What a run came to.
   *
   * @param rows returned or written
   * @param digest of the values
   */
  public record Answer(long rows, String digest) {}

  /** One run; it says how it ended. */
  public interface Run {
    Answer run() throws IOException;
  }

  public Measured(String peer, String version, ProgramArguments arguments) {
    this.peer = peer;
    this.version = version;
    this.arguments = arguments;
  }

  /** Runs warm-ups and runs, as many as the arguments say; all have to come to the same. */
  public void measure(Run run) throws IOException {
    long warmUps = arguments.number("warmups");
    long runs = arguments.number("runs");
    for (long i = -warmUps; i < runs; i++) {
      long cpuBefore = THREADS.getCurrentThreadCpuTime();
      long wallBefore = System.nanoTime();
      Answer next = run.run();
      long cpuAfter = THREADS.getCurrentThreadCpuTime();
      if (i >= 0) {
        cpu.add((cpuAfter - cpuBefore) / 1e9);
        wall.add((System.nanoTime() - wallBefore) / 1e9);
      }
      requireSame(next);
    }
  }

  private void requireSame(Answer next) {
    if (answer != null && !answer.equals(next)) {
      throw new IllegalStateException("two runs differ: " + answer + " and " + next);
    }
    answer = next;
  }

  /** Takes a run whose times were taken by who ran it. */
  public void add(double cpuSeconds, double wallSeconds, Answer next) {
    cpu.add(cpuSeconds);
    wall.add(wallSeconds);
    requireSame(next);
  }

  /** A further number. */
  public void figure(String name, double value) {
    figures.put(name, value);
  }

  /** The result, with the peak of the heap so far. */
  public ProgramResult result() {
    long peak = 0;
    for (MemoryPoolMXBean pool : ManagementFactory.getMemoryPoolMXBeans()) {
      if (pool.getType() == MemoryType.HEAP) {
        peak += pool.getPeakUsage().getUsed();
      }
    }
    figures.put("peakHeapMiB", peak / (double) (1 << 20));
    return new ProgramResult(
        peer, version, arguments.operation(), answer.rows, answer.digest, cpu, wall, figures);
  }

  /** Prints the line. */
  public void print() {
    System.out.println(result().toJson());
  }
}
