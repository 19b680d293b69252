package io.orcacid.reader;

import io.orcacid.format.ValidWriteIdList;
import io.orcacid.format.io.Storage;
import io.orcacid.format.orc.DeleteFileReader;
import io.orcacid.format.orc.EventFilter;
import io.orcacid.format.orc.RowIdSet;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The rows that delete files name, built once per set of files and snapshot and shared by the
 * splits that need it (MEASUREMENTS.md §5). Thread-safe.
 */
final class DeleteSets {
  private final Storage storage;
  private final ScanStatistics statistics;
  private final Map<Key, RowIdSet> sets = new ConcurrentHashMap<>();

  private record Key(List<DeleteFile> files, String writeIds) {}

  DeleteSets(Storage storage, ScanStatistics statistics) {
    this.storage = storage;
    this.statistics = statistics;
  }

  /** The rows that these files delete; do not change the set. */
  RowIdSet of(List<DeleteFile> files, ValidWriteIdList writeIds) throws IOException {
    try {
      return sets.computeIfAbsent(
          new Key(files, writeIds.toString()), key -> load(files, writeIds));
    } catch (UncheckedIOException e) {
      throw e.getCause();
    }
  }

  private RowIdSet load(List<DeleteFile> files, ValidWriteIdList writeIds) {
    RowIdSet set = new RowIdSet();
    try {
      for (DeleteFile file : files) {
        DataFile.EventBounds bounds = file.events();
        EventFilter filter =
            new EventFilter(
                bounds.minWriteId(),
                bounds.maxWriteId(),
                bounds.skipEventsUpTo(),
                bounds.valid(),
                writeIds);
        statistics.deleteFilesOpened.increment();
        DeleteFileReader.read(storage, file.path(), file.length(), filter, set);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return set;
  }
}
