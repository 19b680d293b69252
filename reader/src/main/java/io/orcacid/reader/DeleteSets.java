package io.orcacid.reader;

import com.google.common.cache.Cache;
import com.google.common.cache.CacheBuilder;
import com.google.common.util.concurrent.UncheckedExecutionException;
import io.orcacid.format.RangeMatch;
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
 * budget is not kept: its deletes have to be merged from their files. What later scans of this
 * process may need again is kept for them. Thread-safe.
 */
final class DeleteSets {
  private static final int EVENTS_BETWEEN_LOOKS = 100_000;

  private final Storage storage;
  private final ScanStatistics statistics;
  private final long budget;
  private final Reuse reuse;
  private final Cache<Key, Optional<RowIdSet>> sets;

  record Key(List<DeleteFile> files, String writeIds) {
    /** The list of valid write ids counts only where a directory is not valid as a whole. */
    static Key of(List<DeleteFile> files, ValidWriteIdList writeIds) {
      boolean all = files.stream().allMatch(file -> file.events().valid() == RangeMatch.ALL);
      return new Key(files, all ? "" : writeIds.toString());
    }
  }

  /** For whom sets are built. */
  enum Reuse {
    /** For who asks here. */
    WITHIN,
    /** For later scans of this process too. */
    BY_PROCESS
  }

  /**
   * @param budget bytes that all sets may take
   */
  DeleteSets(Storage storage, ScanStatistics statistics, long budget, Reuse reuse) {
    this.reuse = reuse;
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
      return sets.get(Key.of(files, writeIds), () -> find(files, writeIds));
    } catch (ExecutionException e) {
      throw e.getCause() instanceof IOException storageFailed
          ? storageFailed
          : new IOException(e.getCause());
    } catch (UncheckedExecutionException e) {
      throw (RuntimeException) e.getCause();
    }
  }

  private Optional<RowIdSet> find(List<DeleteFile> files, ValidWriteIdList writeIds)
      throws IOException {
    if (reuse == Reuse.WITHIN) {
      return load(files, writeIds);
    }
    Key key = Key.of(files, writeIds);
    Optional<RowIdSet> kept = KeptDeletes.find(storage, key);
    if (kept.isPresent() && kept.get().memory() <= budget) {
      statistics.deleteFilesKnown.add(files.size());
      return kept;
    }
    Optional<RowIdSet> loaded = load(files, writeIds);
    loaded.ifPresent(set -> KeptDeletes.keep(storage, key, set));
    return loaded;
  }

  private Optional<RowIdSet> load(List<DeleteFile> files, ValidWriteIdList writeIds)
      throws IOException {
    RowIdSet set = new RowIdSet();
    long events = 0;
    for (DeleteFile file : files) {
      statistics.deleteFilesOpened.increment();
      try (DeleteFileReader reader =
          DeleteFileReader.open(
              storage,
              file.path(),
              file.length(),
              file.checksum(),
              file.events().filter(writeIds))) {
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
    set.trim();
    return set.memory() > budget ? Optional.empty() : Optional.of(set);
  }
}
