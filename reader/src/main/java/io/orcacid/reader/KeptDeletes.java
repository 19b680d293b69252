package io.orcacid.reader;

import com.google.common.cache.Cache;
import com.google.common.cache.CacheBuilder;
import io.orcacid.format.io.Storage;
import io.orcacid.format.layout.DirectoryListing;
import io.orcacid.format.orc.RowIdSet;
import java.net.URI;
import java.util.Optional;

/**
 * Sets of deleted rows that this process keeps from one scan to the next. Only of files whose
 * checksums a commit log says, as a path alone does not tell whether a table was put back from a
 * copy and written to since. Thread-safe.
 */
final class KeptDeletes {
  private static final long MOST_MEMORY = 256L << 20;
  private static final int SHARE_OF_HEAP = 8;
  private static final int WEIGHT_UNIT = 10;

  // One segment, so that the weight is that of all sets.
  private static final Cache<Key, RowIdSet> SETS =
      CacheBuilder.newBuilder()
          .concurrencyLevel(1)
          .maximumWeight(
              Math.min(MOST_MEMORY, Runtime.getRuntime().maxMemory() / SHARE_OF_HEAP)
                  >> WEIGHT_UNIT)
          .weigher((Key key, RowIdSet set) -> weight(key, set))
          .build();

  private record Key(URI fileSystem, DeleteSets.Key files) {}

  private KeptDeletes() {}

  /** A key names its files, which takes about as much as a small set does. */
  private static int weight(Key key, RowIdSet set) {
    long bytes = set.memory() + 256L * key.files.files().size();
    return (int) Math.min(Integer.MAX_VALUE, 1 + (bytes >> WEIGHT_UNIT));
  }

  /** The rows that these files delete, not to be changed; empty if they are not kept. */
  static Optional<RowIdSet> find(Storage storage, DeleteSets.Key files) {
    return isCertain(files)
        ? Optional.ofNullable(SETS.getIfPresent(new Key(storage.fileSystem().getUri(), files)))
        : Optional.empty();
  }

  /** Keeps them as long as there is room. */
  static void keep(Storage storage, DeleteSets.Key files, RowIdSet set) {
    if (isCertain(files)) {
      SETS.put(new Key(storage.fileSystem().getUri(), files), set);
    }
  }

  private static boolean isCertain(DeleteSets.Key files) {
    return files.files().stream()
        .allMatch(file -> file.checksum() != DirectoryListing.Entry.NO_CHECKSUM);
  }
}
