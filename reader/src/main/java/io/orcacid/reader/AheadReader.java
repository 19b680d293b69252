package io.orcacid.reader;

import java.io.IOException;
import java.util.Optional;

/** Pieces that are opened ahead, decoded one after the other by who asks. Not thread-safe. */
final class AheadReader implements BatchReader {
  private final OpenedAhead pieces;
  private SplitReader current;

  AheadReader(OpenedAhead pieces) {
    this.pieces = pieces;
  }

  @Override
  public Optional<ScanBatch> next() throws IOException {
    while (true) {
      if (current == null) {
        current = pieces.take();
        if (current == null) {
          return Optional.empty();
        }
      }
      Optional<ScanBatch> batch = current.next();
      if (batch.isPresent()) {
        return batch;
      }
      closeCurrent();
    }
  }

  private void closeCurrent() throws IOException {
    if (current != null) {
      SplitReader closing = current;
      current = null;
      closing.close();
    }
  }

  @Override
  public void close() throws IOException {
    try {
      closeCurrent();
    } finally {
      pieces.close();
    }
  }
}
