package io.orcacid.bench.micro;

import io.orcacid.format.orc.RowIdSet;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/**
 * Nanoseconds a row to walk the deletes of a set beside batches of 1,024 rows: {@code bin/bench
 * micro DeleteSet}.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Fork(1)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
public class DeleteSetBenchmark {
  private static final int ROWS = 1 << 20;
  private static final int BATCH = 1024;

  /** Every how manieth row is deleted, on the average. */
  @Param({"100", "5"})
  int oneIn;

  private final RowIdSet deletes = new RowIdSet();

  /** Fills the set. */
  @Setup
  public void fill() {
    Random random = new Random(5);
    for (long row = 0; row < ROWS; row++) {
      if (random.nextInt(oneIn) == 0) {
        deletes.add(1, 0, row);
      }
    }
  }

  /** Counts the deletes of each batch. */
  @Benchmark
  @OperationsPerInvocation(ROWS)
  public int walk() {
    RowIdSet.Cursor cursor = deletes.cursor(1, 0, 0);
    int deleted = 0;
    for (long first = 0; first < ROWS; first += BATCH) {
      long next = cursor.advanceTo(first);
      while (next < first + BATCH) {
        deleted++;
        next = cursor.next();
      }
    }
    return deleted;
  }
}
