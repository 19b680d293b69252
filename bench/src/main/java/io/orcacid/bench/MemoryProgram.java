package io.orcacid.bench;

import io.orcacid.bench.report.Machine;
import io.orcacid.bench.rows.Digest;
import io.orcacid.bench.rows.Measurement;
import io.orcacid.bench.rows.PeerArguments;
import io.orcacid.bench.rows.PeerReport;
import io.orcacid.format.BucketProperty;
import io.orcacid.format.RangeMatch;
import io.orcacid.format.RowId;
import io.orcacid.format.ValidWriteIdList;
import io.orcacid.format.io.Storage;
import io.orcacid.format.layout.DirectoryListing;
import io.orcacid.format.layout.PartitionLayout;
import io.orcacid.reader.DataFile;
import io.orcacid.reader.DeleteFile;
import io.orcacid.reader.DeletedRows;
import io.orcacid.reader.ScanStatistics;
import java.io.IOException;
import java.util.List;

/** Loads the deletes of one file within a budget, and asks for all of them in order. */
final class MemoryProgram {
  static final String NAME = "orc-acid";

  /** Row numbers that one question is about. */
  static final long RANGE = 1000;

  private final PeerArguments arguments;
  private long memory;
  private boolean inMemory;

  private MemoryProgram(PeerArguments arguments) {
    this.arguments = arguments;
  }

  /** Operation {@code deletes}. */
  public static void main(String[] arguments) throws Exception {
    MemoryProgram program = new MemoryProgram(PeerArguments.of(arguments));
    Measurement measurement =
        Measurement.of(
            program.arguments.warmUps(), program.arguments.runs(), clock -> program.run());
    System.out.println(
        PeerReport.of(NAME, Machine.here().engine(), "deletes", measurement)
            .with("deleteSetBytes", program.memory)
            .with("inMemory", program.inMemory ? 1 : 0)
            .line());
  }

  private Digest run() throws IOException {
    // What the classes take that read files is not the set's.
    load(0);
    long before = used();
    DeletedRows deleted = load(arguments.number("budget", 0));
    memory = Math.max(memory, used() - before);
    inMemory = deleted.isInMemory();
    int bucket = BucketProperty.encode(0, 0);
    Digest digest = new Digest();
    long span = arguments.number("span", 0);
    try (DeletedRows.Pass pass = deleted.pass()) {
      for (long first = 0; first < span; first += RANGE) {
        RowId from = new RowId(1, bucket, first);
        if (pass.deletesBetween(from, new RowId(1, bucket, first + RANGE - 1))) {
          digest.addRow();
          digest.add(0, first);
        }
      }
    }
    return digest;
  }

  private DeletedRows load(long budget) throws IOException {
    return DeletedRows.of(
        Storage.local(),
        List.of(file()),
        ValidWriteIdList.everything(),
        budget,
        new ScanStatistics());
  }

  private DeleteFile file() {
    return new DeleteFile(
        arguments.text("file", ""),
        arguments.number("length", 0),
        0,
        new DataFile.EventBounds(2, 2, PartitionLayout.SKIP_NOTHING, RangeMatch.ALL),
        DirectoryListing.Entry.NO_CHECKSUM);
  }

  /** Bytes of the heap in use once the garbage is gone. */
  private static long used() {
    System.gc();
    return Runtime.getRuntime().totalMemory() - Runtime.getRuntime().freeMemory();
  }
}
