package io.orcacid.bench.micro;

import io.orcacid.format.RowIdOrder;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/** Nanoseconds to compare two row ids: {@code bin/bench micro RowIdOrder}. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Fork(1)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
public class RowIdOrderBenchmark {
  private static final int IDS = 4096;

  private final long[] writeIds = new long[IDS];
  private final int[] buckets = new int[IDS];
  private final long[] rowIds = new long[IDS];

  /** Makes ids of which many share a write id. */
  @Setup
  public void fill() {
    Random random = new Random(5);
    for (int i = 0; i < IDS; i++) {
      writeIds[i] = random.nextInt(8);
      buckets[i] = random.nextInt(4) << 16;
      rowIds[i] = random.nextInt(1_000_000);
    }
  }

  /** Compares each id with the one before it. */
  @Benchmark
  @OperationsPerInvocation(IDS - 1)
  public int compare() {
    int sum = 0;
    for (int i = 1; i < IDS; i++) {
      sum +=
          RowIdOrder.compare(
              writeIds[i - 1], buckets[i - 1], rowIds[i - 1], writeIds[i], buckets[i], rowIds[i]);
    }
    return sum;
  }
}
