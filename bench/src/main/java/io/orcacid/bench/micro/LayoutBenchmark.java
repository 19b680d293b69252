package io.orcacid.bench.micro;

import io.orcacid.format.Snapshot;
import io.orcacid.format.ValidTxnList;
import io.orcacid.format.ValidWriteIdList;
import io.orcacid.format.layout.AcidDirectory;
import io.orcacid.format.layout.DirectoryListing;
import io.orcacid.format.layout.LayoutResolver;
import io.orcacid.format.layout.PartitionLayout;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/**
 * Microseconds to choose the directories of a partition that has 10,000, half of them of deletes:
 * {@code bin/bench micro Layout}.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Fork(1)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
public class LayoutBenchmark {
  private static final int DIRECTORIES = 10_000;

  private DirectoryListing listing;
  private Snapshot snapshot;

  /** Makes the listing. */
  @Setup
  public void fill() {
    List<DirectoryListing.Entry> files = new ArrayList<>();
    for (int writeId = 1; writeId <= DIRECTORIES / 2; writeId++) {
      files.add(file(AcidDirectory.DeleteDelta.ofStatement(writeId, 0)));
      files.add(file(AcidDirectory.Delta.ofStatement(writeId, 1)));
    }
    listing = new DirectoryListing(Set.of(), files, Map.of());
    snapshot = new Snapshot(ValidWriteIdList.everything(), ValidTxnList.everything());
  }

  private static DirectoryListing.Entry file(AcidDirectory directory) {
    return new DirectoryListing.Entry(directory.name() + "/bucket_00000", 1000);
  }

  /** Chooses. */
  @Benchmark
  public PartitionLayout resolve() {
    return LayoutResolver.resolve(listing, snapshot);
  }
}
