package io.orcacid.reader;

import com.google.common.cache.Cache;
import com.google.common.cache.CacheBuilder;
import com.google.common.util.concurrent.UncheckedExecutionException;
import io.orcacid.format.ValidWriteIdList;
import io.orcacid.format.io.Storage;
import io.orcacid.format.orc.DeleteFileReader;
import io.orcacid.format.orc.RowIdSet;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutionException;

/**
 * The rows that delete files name, built once per set of files and snapshot and shared by the
 * splits that need it, within a memory budget (MEASUREMENTS.md §5). A set that alone passes the
 * budget is not kept: its deletes have to be merged from their files. Thread-safe.
 */
final class DeleteSets {
  private static final int EVENTS_BETWEEN_LOOKS = 100_000;

  private final Storage storage;
  private final ScanStatistics statistics;
  private final long budget;
  private final Cache<Key, Optional<RowIdSet>> sets;

  private record Key(List<DeleteFile> files, String writeIds) {}

  /**
   * @param budget bytes that all sets may take
   */
  DeleteSets(Storage storage, ScanStatistics statistics, long budget) {
    this.storage = storage;
    this.statistics = statistics;
    this.budget = budget;
    // One segment, so that the weight is that of all sets.
    this.sets =
        CacheBuilder.newBuilder()
            .concurrencyLevel(1)
            .maximumWeight(Math.max(1, budget >> 10))
            .weigher(
                (Key key, Optional<RowIdSet> set) ->
                    (int) Math.min(Integer.MAX_VALUE, set.map(RowIdSet::memory).orElse(0L) >> 10))
            .build();
  }

  /** The rows that these files delete, not to be changed; empty if they do not fit the budget. */
  Optional<RowIdSet> of(List<DeleteFile> files, ValidWriteIdList writeIds) throws IOException {
    try {
      return sets.get(new Key(files, writeIds.toString()), () -> load(files, writeIds));
    } catch (ExecutionException e) {
      throw e.getCause() instanceof IOException storageFailed
          ? storageFailed
          : new IOException(e.getCause());
    } catch (UncheckedExecutionException e) {
      throw (RuntimeException) e.getCause();
    }
  }

  private Optional<RowIdSet> load(List<DeleteFile> files, ValidWriteIdList writeIds)
      throws IOException {
    RowIdSet set = new RowIdSet();
    long events = 0;
    for (DeleteFile file : files) {
      statistics.deleteFilesOpened.increment();
      try (DeleteFileReader reader =
          DeleteFileReader.open(
              storage, file.path(), file.length(), file.events().filter(writeIds))) {
        statistics.deleteEvents.add(reader.rowCount());
        while (reader.next()) {
          set.add(reader.writeId(), reader.bucketProperty(), reader.rowId());
          if (++events % EVENTS_BETWEEN_LOOKS == 0 && set.memory() > budget) {
            return Optional.empty();
          }
        }
        statistics.deleteEventsPassedOver.add(reader.passedOver());
      }
    }
    return set.memory() > budget ? Optional.empty() : Optional.of(set);
  }
}
