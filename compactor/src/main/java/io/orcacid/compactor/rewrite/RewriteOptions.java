package io.orcacid.compactor.rewrite;

import io.orcacid.error.ValidationException;

/**
 * Limits of a rewrite. Immutable.
 *
 * @param threads buckets that are written at a time, 1 or more
 * @param smallStripeBytes stripes next to each other that are shorter than this, and have fewer
 *     rows than {@code smallStripeRows}, are joined instead of copied
 * @param smallStripeRows see {@code smallStripeBytes}
 * @param deleteMemory bytes that deletes may take in memory, all threads together; more are merged
 *     from their files
 */
public record RewriteOptions(
    int threads, long smallStripeBytes, long smallStripeRows, long deleteMemory) {
  /** Half of what this engine's writer makes a stripe of. */
  public static final long DEFAULT_SMALL_STRIPE_BYTES = 8L << 20;

  /** Rows below which a scan notices the cost of a stripe (MEASUREMENTS.md §6). */
  public static final long DEFAULT_SMALL_STRIPE_ROWS = 50_000;

  /** About fifty million deletes at one in a hundred. */
  public static final long DEFAULT_DELETE_MEMORY = 128L << 20;

  public RewriteOptions {
    if (threads < 1 || smallStripeBytes < 0 || smallStripeRows < 0 || deleteMemory < 0) {
      throw new ValidationException(
          "A rewrite has at least one thread, and no limit is negative",
          "threads",
          threads,
          "smallStripeBytes",
          smallStripeBytes,
          "smallStripeRows",
          smallStripeRows,
          "deleteMemory",
          deleteMemory);
    }
  }

  /** One thread and the default limits. */
  public static RewriteOptions defaults() {
    return new RewriteOptions(
        1, DEFAULT_SMALL_STRIPE_BYTES, DEFAULT_SMALL_STRIPE_ROWS, DEFAULT_DELETE_MEMORY);
  }

  /** The same with another number of threads. */
  public RewriteOptions withThreads(int number) {
    return new RewriteOptions(number, smallStripeBytes, smallStripeRows, deleteMemory);
  }

  /** The same with other limits of small stripes; the greatest numbers have nothing copied. */
  public RewriteOptions withSmallStripes(long bytes, long rows) {
    return new RewriteOptions(threads, bytes, rows, deleteMemory);
  }

  /** The same with another memory for deletes. */
  public RewriteOptions withDeleteMemory(long bytes) {
    return new RewriteOptions(threads, smallStripeBytes, smallStripeRows, bytes);
  }
}
