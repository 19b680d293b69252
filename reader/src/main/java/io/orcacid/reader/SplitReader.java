package io.orcacid.reader;

import java.io.IOException;
import java.util.List;
import java.util.Optional;

/**
 * The files of a split, one after the other: insert events never share a row id, so nothing has to
 * be merged.
 */
final class SplitReader implements BatchReader {
  private final FileContext context;
  private int nextFile;
  private DataFileReader current;
  private EventMerge merging;

  SplitReader(FileContext context) {
    this.context = context;
  }

  @Override
  public Optional<ScanBatch> next() throws IOException {
    while (true) {
      if (current == null && merging == null) {
        if (nextFile == context.split().files().size()) {
          return Optional.empty();
        }
        open(context.split().files().get(nextFile++));
      }
      Optional<ScanBatch> batch =
          merging == null ? Optional.ofNullable(current.next()) : merging.next();
      if (batch.isPresent()) {
        return batch;
      }
      close();
    }
  }

  /**
   * Opens the first file and reads the bytes of its first stripe, before anybody asks for a batch.
   * ORC's readers of timestamps belong to the thread that made them: with such a column the bytes
   * are read by who decodes.
   */
  SplitReader opened() throws IOException {
    try {
      if (!context.split().files().isEmpty()) {
        open(context.split().files().get(nextFile++));
        if (merging == null && !context.readsTimestamps()) {
          current.openFirstRun();
        }
      }
      return this;
    } catch (IOException | RuntimeException e) {
      close();
      throw e;
    }
  }

  /** Whether the last batch came out of a merge, which fills one batch again and again. */
  boolean isMerging() {
    return merging != null;
  }

  private void open(DataFile file) throws IOException {
    current = DataFileReader.open(context, file, DataFileReader.Deletes.MASKED);
    if (current.needsMerge()) {
      close();
      merging =
          new EventMerge(
              context.storage(),
              List.of(context.split().of(file)),
              context.statistics(),
              context.deleteSets());
    }
  }

  @Override
  public void close() throws IOException {
    try {
      if (merging != null) {
        merging.close();
      }
    } finally {
      merging = null;
      DataFileReader closing = current;
      current = null;
      if (closing != null) {
        closing.close();
      }
    }
  }
}
