package io.orcacid.reader;

import java.io.IOException;
import java.util.Optional;

/**
 * The files of a split, one after the other: insert events never share a row id, so nothing has to
 * be merged.
 */
final class SplitReader implements BatchReader {
  private final FileContext context;
  private int nextFile;
  private DataFileReader current;

  SplitReader(FileContext context) {
    this.context = context;
  }

  @Override
  public Optional<ScanBatch> next() throws IOException {
    while (true) {
      if (current == null) {
        if (nextFile == context.split().files().size()) {
          return Optional.empty();
        }
        current = DataFileReader.open(context, context.split().files().get(nextFile++));
      }
      ScanBatch batch = current.next();
      if (batch != null) {
        return Optional.of(batch);
      }
      close();
    }
  }

  @Override
  public void close() throws IOException {
    if (current != null) {
      DataFileReader closing = current;
      current = null;
      closing.close();
    }
  }
}
