package io.orcacid.reader;

import java.io.Closeable;
import java.io.IOException;
import java.util.Optional;

/** Batches of a split or a partition, one after the other. Not thread-safe. */
public interface BatchReader extends Closeable {
  /**
   * The next batch with at least one row; empty at the end.
   *
   * @throws io.orcacid.error.CorruptFileException if a file contradicts the format, its name or its
   *     log
   * @throws io.orcacid.error.UnsupportedTableException for files of ACID version 1 and the like
   */
  Optional<ScanBatch> next() throws IOException;
}
