package io.orcacid;

import io.orcacid.reader.BatchReader;
import io.orcacid.reader.ScanBatch;
import io.orcacid.reader.ScanStatistics;
import java.io.Closeable;
import java.io.FileNotFoundException;
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
  private final PinnedView view;
  private long left;

  Batches(
      TypeDescription type,
      BatchReader reader,
      ScanStatistics statistics,
      long limit,
      PinnedView view) {
    this.type = type;
    this.reader = reader;
    this.statistics = statistics;
    this.left = limit;
    this.view = view;
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
    Optional<ScanBatch> batch;
    try {
      batch = reader.next();
    } catch (FileNotFoundException gone) {
      throw view.missing(gone);
    }
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

  /**
   * Why nothing keeps the version readable while it is read, as where the caller may not write to
   * the table; empty if it is kept (PROTOCOL.md R19).
   */
  public Optional<String> unprotectedBecause() {
    return view.unprotectedBecause();
  }

  @Override
  public void close() throws IOException {
    left = 0;
    try (view) {
      reader.close();
    }
  }
}
