package io.orcacid.reader;

import com.google.common.io.Closer;
import io.orcacid.format.TableShape;
import io.orcacid.format.ValidWriteIdList;
import io.orcacid.format.io.Storage;
import java.io.Closeable;
import java.io.IOException;
import java.util.List;
import java.util.Optional;

/**
 * The visible insert events of several files of one partition in {@link
 * io.orcacid.format.RowIdOrder}, deleted rows among them: a merge of files each of which is sorted.
 * Where ranges do not overlap, files are read one after the other with one open at a time; memory
 * holds a batch of each file that overlaps. Not thread-safe.
 */
public final class InsertEvents implements Closeable {
  private final LoserTree<EventStream> streams;
  private EventStream emitted;

  /**
   * @param files one context for each file, with row ids
   */
  InsertEvents(List<FileContext> files) {
    this.streams = new LoserTree<>(files.stream().map(EventStream::new).toList());
  }

  /**
   * Events with all data columns, to be written anew: hidden columns are decoded and checked event
   * by event.
   *
   * @param storage where the files lie
   * @param shape the columns to read; files that have fewer or narrower ones are converted
   * @param writeIds which events are valid
   * @param files ranges of files of one partition
   * @param statistics where events left out are counted
   */
  public static InsertEvents open(
      Storage storage,
      TableShape shape,
      ValidWriteIdList writeIds,
      List<DataFile> files,
      ScanStatistics statistics) {
    ScanSpec spec =
        new ScanSpec(
            shape.data(),
            List.of(),
            shape.data().getFieldNames(),
            "",
            ScanRequest.RowIds.WANTED,
            writeIds.toString());
    DeleteSets none = new DeleteSets(storage, statistics, 0, DeleteSets.Reuse.WITHIN);
    return new InsertEvents(
        files.stream()
            .map(
                file ->
                    new FileContext(
                        storage,
                        new AcidSplit(spec, "", List.of(file), List.of()),
                        statistics,
                        none,
                        ScanRequest.RowIds.WANTED,
                        FileContext.HiddenValues.DECODED,
                        Optional.empty()))
            .toList());
  }

  /**
   * The next batch with at least one row, {@code selected} always in use; empty at the end.
   *
   * @throws io.orcacid.error.CorruptFileException if a file contradicts the format or its name, or
   *     two files hold one row
   * @throws io.orcacid.error.UnsupportedTableException for files of ACID version 1 and the like
   */
  public Optional<ScanBatch> next() throws IOException {
    while (true) {
      if (emitted != null) {
        emitted.advance();
        emitted = null;
        streams.replay();
      }
      EventStream least = streams.least();
      if (least == null || least.isEnded()) {
        return Optional.empty();
      }
      if (!least.isOpen()) {
        least.open();
        streams.replay();
        continue;
      }
      emitted = least;
      return Optional.of(least.takeUntil(streams.runnerUp()));
    }
  }

  /** The stream that the last batch came from. */
  EventStream last() {
    return emitted;
  }

  @Override
  public void close() throws IOException {
    emitted = null;
    try (Closer all = Closer.create()) {
      streams.sources().forEach(all::register);
    }
  }
}
