package io.orcacid.format.orc;

import com.google.common.cache.Cache;
import com.google.common.cache.CacheBuilder;
import java.util.Optional;
import org.apache.orc.OrcProto;

/**
 * What a file says of a stripe besides its rows: its footer, and bytes of its index as they stand
 * in the file; kept by this process for files that have a {@link FileKey}. Thread-safe.
 */
final class StripeParts {
  private static final long MOST_MEMORY = 64L << 20;
  private static final int SHARE_OF_HEAP = 32;

  /** A footer takes several times its bytes once it is parsed. */
  private static final int PARSED = 8;

  private static final int OBJECTS = 256;

  /** Larger ones would drive out all others. */
  private static final int MOST_BYTES = 4 << 20;

  private static final Cache<Key, OrcProto.StripeFooter> FOOTERS =
      CacheBuilder.newBuilder()
          .concurrencyLevel(1)
          .maximumWeight(memory())
          .weigher(
              (Key key, OrcProto.StripeFooter footer) ->
                  OBJECTS + PARSED * footer.getSerializedSize())
          .build();

  private static final Cache<Key, byte[]> INDEXES =
      CacheBuilder.newBuilder()
          .concurrencyLevel(1)
          .maximumWeight(memory())
          .weigher((Key key, byte[] bytes) -> OBJECTS + bytes.length)
          .build();

  private record Key(FileKey file, long offset, long length) {}

  private StripeParts() {}

  private static long memory() {
    return Math.min(MOST_MEMORY, Runtime.getRuntime().maxMemory() / SHARE_OF_HEAP);
  }

  static Optional<OrcProto.StripeFooter> footer(FileKey file, long offset, long length) {
    return Optional.ofNullable(FOOTERS.getIfPresent(new Key(file, offset, length)));
  }

  static void keep(FileKey file, long offset, long length, OrcProto.StripeFooter footer) {
    FOOTERS.put(new Key(file, offset, length), footer);
  }

  /** Some bytes of a file; not to be changed. */
  static Optional<byte[]> index(FileKey file, long offset, int length) {
    return Optional.ofNullable(INDEXES.getIfPresent(new Key(file, offset, length)));
  }

  static void keep(FileKey file, long offset, byte[] bytes) {
    if (bytes.length <= MOST_BYTES) {
      INDEXES.put(new Key(file, offset, bytes.length), bytes);
    }
  }
}
