package io.orcacid.bench.micro;

import io.orcacid.AcidTable;
import io.orcacid.Address;
import io.orcacid.Inserter;
import io.orcacid.TableDefinition;
import io.orcacid.Transaction;
import io.orcacid.format.BucketProperty;
import io.orcacid.format.RowId;
import io.orcacid.format.io.Storage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;

/**
 * Nanoseconds a row to leave deleted ones out, in a count that decodes no column: {@code bin/bench
 * micro RowMask}.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Fork(1)
@Warmup(iterations = 3, time = 2)
@Measurement(iterations = 3, time = 2)
public class RowMaskBenchmark {
  private static final int ROWS = 500_000;

  /** Every how manieth row is deleted, on the average. */
  @Param({"100", "5"})
  int oneIn;

  private Path directory;
  private AcidTable table;

  /** Makes the table. */
  @Setup(Level.Trial)
  public void create() throws IOException {
    directory = Files.createTempDirectory("orc-acid-micro-");
    table =
        AcidTable.create(directory.resolve("table").toString(), TableDefinition.of("id bigint"));
    try (Transaction transaction = table.begin()) {
      Inserter inserter = transaction.insert();
      for (long id = 0; id < ROWS; id++) {
        inserter.row(id);
      }
      transaction.commit();
    }
    Random random = new Random(5);
    int bucket = BucketProperty.encode(0, 0);
    try (Transaction transaction = table.begin()) {
      for (long id = 0; id < ROWS; id++) {
        if (random.nextInt(oneIn) == 0) {
          transaction.delete(new Address("", new RowId(1, bucket, id)));
        }
      }
      transaction.commit();
    }
  }

  /** Counts the rows that are left. */
  @Benchmark
  @OperationsPerInvocation(ROWS)
  public long mask() throws IOException {
    return table.scan().count();
  }

  /** Removes the table. */
  @TearDown(Level.Trial)
  public void remove() throws IOException {
    table.close();
    Storage.local().delete(directory.toString());
  }
}
