package io.orcacid.reader;

import java.io.IOException;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;

/** One reader after the other, each opened when its turn comes. */
final class ConcatenatedReader implements BatchReader {
  private final Iterator<Source> sources;
  private BatchReader current;

  interface Source {
    BatchReader open() throws IOException;
  }

  ConcatenatedReader(List<Source> sources) {
    this.sources = sources.iterator();
  }

  @Override
  public Optional<ScanBatch> next() throws IOException {
    while (true) {
      if (current == null) {
        if (!sources.hasNext()) {
          return Optional.empty();
        }
        current = sources.next().open();
      }
      Optional<ScanBatch> batch = current.next();
      if (batch.isPresent()) {
        return batch;
      }
      close();
    }
  }

  @Override
  public void close() throws IOException {
    if (current != null) {
      BatchReader closing = current;
      current = null;
      closing.close();
    }
  }
}
