package io.orcacid.format;

import io.orcacid.error.ValidationException;

/**
 * The {@code bucket} column of an ACID file: an int that packs codec version, bucket (or writer)
 * and statement (FORMAT.md §5.3).
 *
 * <ul>
 *   <li>V0 (before Hive 3): the int is the bucket, the statement is 0.
 *   <li>V1: bits 31-29 hold 1, bits 27-16 the bucket, bits 11-0 the statement; the others are zero.
 * </ul>
 */
public final class BucketProperty {
  /** Largest bucket or writer number that V1 holds without borrowing bits of the statement. */
  public static final int MAX_BUCKET = 4095;

  /** Largest statement number that V1 holds. */
  public static final int MAX_STATEMENT = 4095;

  private static final int VERSION_SHIFT = 29;
  private static final int BUCKET_SHIFT = 16;
  private static final int TWELVE_BITS = 0xfff;
  private static final int RESERVED_BITS = 0x1000f000;

  private BucketProperty() {}

  /**
   * The V1 property of a bucket and a statement.
   *
   * @param bucket 0 to {@value #MAX_BUCKET}
   * @param statement 0 to {@value #MAX_STATEMENT}; -1, "no statement in the name", counts as 0
   * @throws ValidationException out of these ranges
   */
  public static int encode(int bucket, int statement) {
    if (bucket < 0 || bucket > MAX_BUCKET) {
      throw new ValidationException(
          "A bucket number must be 0 to 4095: use fewer buckets or writers", "bucket", bucket);
    }
    if (statement < -1 || statement > MAX_STATEMENT) {
      throw new ValidationException(
          "A statement number must be 0 to 4095: commit and go on in a new transaction",
          "statement",
          statement);
    }
    return 1 << VERSION_SHIFT | bucket << BUCKET_SHIFT | Math.max(statement, 0);
  }

  /**
   * Whether the int is a property of a known codec version with its reserved bits zero. A file with
   * another one is newer than this code, or damaged.
   */
  public static boolean isKnown(int property) {
    int version = property >>> VERSION_SHIFT;
    return version == 0 || version == 1 && (property & RESERVED_BITS) == 0;
  }

  /** Codec version, 0 or 1; larger ones are not known. */
  public static int version(int property) {
    return property >>> VERSION_SHIFT;
  }

  /** Bucket (bucketed table) or writer number (others), as it stands in the file's name. */
  public static int bucket(int property) {
    return version(property) == 0 ? property : property >>> BUCKET_SHIFT & TWELVE_BITS;
  }

  /** Statement number, 0 if the directory's name has none. */
  public static int statement(int property) {
    return version(property) == 0 ? 0 : property & TWELVE_BITS;
  }
}
