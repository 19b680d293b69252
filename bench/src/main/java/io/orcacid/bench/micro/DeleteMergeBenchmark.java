package io.orcacid.bench.micro;

import io.orcacid.format.BucketProperty;
import io.orcacid.format.RangeMatch;
import io.orcacid.format.SchemaText;
import io.orcacid.format.ValidWriteIdList;
import io.orcacid.format.io.Storage;
import io.orcacid.format.layout.DirectoryListing;
import io.orcacid.format.layout.PartitionLayout;
import io.orcacid.reader.DataFile;
import io.orcacid.reader.DeleteFile;
import io.orcacid.reader.DeleteMerge;
import io.orcacid.reader.ScanStatistics;
import io.orcacid.writer.DeleteEventFile;
import io.orcacid.writer.WriteResult;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
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
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;

/**
 * Nanoseconds an event to merge sixteen delete files whose events alternate, by a tree of losers;
 * decoding is part of it: {@code bin/bench micro DeleteMerge}.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Fork(1)
@Warmup(iterations = 3, time = 2)
@Measurement(iterations = 3, time = 2)
public class DeleteMergeBenchmark {
  private static final int FILES = 16;
  private static final int EVENTS = 1 << 20;

  private final List<DeleteFile> files = new ArrayList<>();
  private Path directory;

  /** Writes the files. */
  @Setup
  public void write() throws IOException {
    directory = Files.createTempDirectory("orc-acid-micro-");
    int bucket = BucketProperty.encode(0, 0);
    for (int file = 0; file < FILES; file++) {
      Path delta = Files.createDirectories(directory.resolve("delete_delta_" + file));
      DeleteEventFile events =
          DeleteEventFile.create(
              Storage.local(), delta.toString(), 0, SchemaText.parse("id bigint"), Map.of());
      for (long row = file; row < EVENTS; row += FILES) {
        events.add(1, bucket, row, 2 + file);
      }
      WriteResult.File written = events.finish();
      files.add(
          new DeleteFile(
              delta.resolve(written.name()).toString(),
              written.length(),
              0,
              new DataFile.EventBounds(
                  2 + file, 2 + file, PartitionLayout.SKIP_NOTHING, RangeMatch.ALL),
              DirectoryListing.Entry.NO_CHECKSUM));
    }
  }

  /** Goes through all events in order. */
  @Benchmark
  @OperationsPerInvocation(EVENTS)
  public long merge() throws IOException {
    long sum = 0;
    try (DeleteMerge merge =
        DeleteMerge.open(
            Storage.local(), files, ValidWriteIdList.everything(), new ScanStatistics())) {
      for (var event = merge.poll(); event != null; event = merge.poll()) {
        sum += event.rowId();
      }
    }
    return sum;
  }

  /** Removes the files. */
  @TearDown
  public void remove() throws IOException {
    Storage.local().delete(directory.toString());
  }
}
