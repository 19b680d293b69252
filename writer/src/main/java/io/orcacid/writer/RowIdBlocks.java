package io.orcacid.writer;

import java.util.HashMap;
import java.util.Map;

/**
 * Hands out row numbers of one write id and statement in blocks, so that row ids are unique over
 * the whole table (PROTOCOL.md A) and still run without gaps inside a file's stripes, which lets a
 * reader count instead of decode. Blocks grow, so that small writes waste few numbers and large
 * ones have few breaks. Not thread-safe.
 */
final class RowIdBlocks {
  private static final long FIRST_BLOCK = 1024;
  private static final long LARGEST_BLOCK = 1L << 20;

  private final Map<Integer, Long> nextByBucket = new HashMap<>();

  /** Numbers for one file. */
  final class Allocation {
    private final int bucket;
    private long next;
    private long end;
    private long block = FIRST_BLOCK;

    private Allocation(int bucket) {
      this.bucket = bucket;
    }

    /** The next number. */
    long take() {
      if (next == end) {
        long start = nextByBucket.getOrDefault(bucket, 0L);
        nextByBucket.put(bucket, start + block);
        next = start;
        end = start + block;
        block = Math.min(block * 2, LARGEST_BLOCK);
      }
      return next++;
    }
  }

  /** Numbers for a file of a bucket. */
  Allocation forFile(int bucket) {
    return new Allocation(bucket);
  }
}
