package io.orcacid.bench.micro;

import io.orcacid.format.SchemaText;
import io.orcacid.format.value.Batches;
import io.orcacid.writer.BucketRouter;
import io.orcacid.writer.BucketingVersion;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.hive.ql.exec.vector.BytesColumnVector;
import org.apache.hadoop.hive.ql.exec.vector.LongColumnVector;
import org.apache.hadoop.hive.ql.exec.vector.VectorizedRowBatch;
import org.apache.orc.TypeDescription;
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

/** Nanoseconds to find the bucket of a row: {@code bin/bench micro BucketHash}. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Fork(1)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
public class BucketHashBenchmark {
  private static final int ROWS = 1024;
  private static final TypeDescription TYPE = SchemaText.parse("id bigint, name string");

  /** Version of the hash. */
  @Param BucketingVersion version;

  /** Column that is hashed. */
  @Param({"id", "name"})
  String column;

  private final VectorizedRowBatch batch = Batches.create(TYPE);
  private BucketRouter router;

  /** Makes the rows. */
  @Setup
  public void fill() {
    router = BucketRouter.of(TYPE, List.of(column), 32, version);
    Random random = new Random(5);
    for (int row = 0; row < ROWS; row++) {
      ((LongColumnVector) batch.cols[0]).vector[row] = random.nextLong();
      ((BytesColumnVector) batch.cols[1])
          .setVal(row, ("name-" + random.nextInt(1_000_000)).getBytes(StandardCharsets.UTF_8));
    }
    batch.size = ROWS;
  }

  /** Finds the bucket of each row. */
  @Benchmark
  @OperationsPerInvocation(ROWS)
  public int route() {
    int sum = 0;
    for (int row = 0; row < ROWS; row++) {
      sum += router.bucket(batch, row);
    }
    return sum;
  }
}
