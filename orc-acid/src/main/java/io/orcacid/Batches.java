package io.orcacid;

import io.orcacid.reader.BatchReader;
import io.orcacid.reader.ScanBatch;
import io.orcacid.reader.ScanStatistics;
import java.io.Closeable;
import java.io.IOException;
import java.util.Optional;
import org.apache.orc.TypeDescription;

/**
 * The batches of a scan, to be gone through once; a batch is valid until the next is asked for. Not
 * thread-safe; close it.
 */
public final class Batches implements Closeable {
  private final TypeDescription type;
  private final BatchReader reader;
  private final ScanStatistics statistics;
  private long left;

  Batches(TypeDescription type, BatchReader reader, ScanStatistics statistics, long limit) {
    this.type = type;
    this.reader = reader;
    this.statistics = statistics;
    this.left = limit;
  }

  /** Columns of the batches. */
  public TypeDescription type() {
    return type;
  }

  /** The next batch with at least one row; empty at the end. */
  public Optional<ScanBatch> next() throws IOException {
    if (left <= 0) {
      return Optional.empty();
    }
    Optional<ScanBatch> batch = reader.next();
    batch.ifPresent(
        rows -> {
          rows.rows().size = (int) Math.min(rows.rows().size, left);
          left -= rows.rows().size;
        });
    return batch;
  }

  /** What was read so far. */
  public ScanStatistics statistics() {
    return statistics;
  }

  @Override
  public void close() throws IOException {
    left = 0;
    reader.close();
  }
}
