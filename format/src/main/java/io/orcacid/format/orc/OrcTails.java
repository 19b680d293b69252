package io.orcacid.format.orc;

import com.google.common.cache.Cache;
import com.google.common.cache.CacheBuilder;
import java.io.IOException;
import java.nio.ByteBuffer;
import org.apache.orc.impl.OrcTail;

/**
 * The ends of ORC files, with schema and statistics, kept by this process: a file that is read
 * again need not be opened to be planned. Only those of files that have a {@link FileKey}.
 * Thread-safe.
 */
final class OrcTails {
  private static final long MOST_MEMORY = 64L << 20;
  private static final int SHARE_OF_HEAP = 16;

  /** A footer takes several times its bytes once it is parsed. */
  private static final int PARSED = 4;

  private static final int OBJECTS = 1024;

  private static final Cache<FileKey, OrcTail> TAILS =
      CacheBuilder.newBuilder()
          .concurrencyLevel(1)
          .maximumWeight(Math.min(MOST_MEMORY, Runtime.getRuntime().maxMemory() / SHARE_OF_HEAP))
          .weigher((FileKey key, OrcTail tail) -> memory(tail))
          .build();

  private OrcTails() {}

  private static int memory(OrcTail tail) {
    return OBJECTS + PARSED * tail.getTailBuffer().getLength();
  }

  /** The end of a file; null if it is not kept. */
  static OrcTail find(FileKey key) throws IOException {
    OrcTail kept = TAILS.getIfPresent(key);
    return kept == null ? null : new OrcTail(kept.getFileTail(), bytes(kept));
  }

  /** Keeps the end of a file that was opened. */
  static void keep(FileKey key, OrcTail tail) throws IOException {
    if (key.length() > 0) {
      // Another object than the open file's, which would keep that file's reader with it.
      TAILS.put(key, new OrcTail(tail.getFileTail(), compact(tail)));
    }
  }

  /** Readers move the positions of a buffer, so that each needs one of its own. */
  private static ByteBuffer bytes(OrcTail tail) {
    return tail.getSerializedTail().duplicate();
  }

  /** ORC reads more of the file's end than belongs to it. */
  private static ByteBuffer compact(OrcTail tail) {
    ByteBuffer read = bytes(tail);
    int length = (int) (tail.getFileLength() - tail.getStripeStatisticsOffset());
    byte[] end = new byte[length];
    read.position(read.limit() - length);
    read.get(end);
    return ByteBuffer.wrap(end);
  }
}
