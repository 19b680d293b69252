package io.orcacid.format.layout;

import java.util.Locale;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Name of a data file (FORMAT.md §4).
 *
 * @param form how the name is made
 * @param bucket bucket or writer number
 * @param attempt task attempt that a direct insert left in the name; empty for most files
 * @param copy number of the further file of one original bucket, 0 for the first
 */
public record BucketFileName(Form form, int bucket, OptionalInt attempt, int copy) {
  private static final Pattern BUCKET = Pattern.compile("bucket_(\\d+)(?:_(\\d+))?");
  private static final Pattern ORIGINAL = Pattern.compile("(\\d+)_\\d+(?:_copy_(\\d+))?");

  /** The two families of data file names. */
  public enum Form {
    /** {@code bucket_N}, {@code bucket_N_A}: a file with the ACID columns. */
    BUCKET,
    /** {@code 000000_0}, {@code 000000_0_copy_2}: a plain ORC file. */
    ORIGINAL
  }

  /**
   * The name that this engine writes: no attempt suffix, so that every engine finds the deletes
   * (FORMAT.md §13).
   */
  public static String of(int bucket) {
    return String.format(Locale.ROOT, "bucket_%05d", bucket);
  }

  /**
   * What a name means; empty if it is no data file's, such as {@code _orc_acid_version} or a side
   * file.
   */
  public static Optional<BucketFileName> parse(String name) {
    try {
      Matcher bucket = BUCKET.matcher(name);
      if (bucket.matches()) {
        OptionalInt attempt =
            bucket.group(2) == null
                ? OptionalInt.empty()
                : OptionalInt.of(Integer.parseInt(bucket.group(2)));
        return Optional.of(
            new BucketFileName(Form.BUCKET, Integer.parseInt(bucket.group(1)), attempt, 0));
      }
      Matcher original = ORIGINAL.matcher(name);
      if (original.matches()) {
        int copy = original.group(2) == null ? 0 : Integer.parseInt(original.group(2));
        return Optional.of(
            new BucketFileName(
                Form.ORIGINAL, Integer.parseInt(original.group(1)), OptionalInt.empty(), copy));
      }
      return Optional.empty();
    } catch (NumberFormatException tooLarge) {
      return Optional.empty();
    }
  }
}
