package io.orcacid.txn.log;

import io.orcacid.error.ValidationException;
import io.orcacid.format.RowId;
import io.orcacid.format.layout.BucketFileName;
import io.orcacid.format.layout.DirectoryListing;
import java.util.Objects;
import java.util.Optional;

/**
 * A data file of a directory.
 *
 * @param name such as {@code bucket_00000}; of an original its path below the partition
 * @param length bytes
 * @param rows events in it
 * @param crc32c CRC32C of its bytes
 * @param first smallest row id in it; empty if it has no events
 * @param last greatest row id in it
 * @param extension fields that a newer version wrote, as a JSON object's text; empty for none
 */
public record DataFile(
    String name,
    long length,
    long rows,
    int crc32c,
    Optional<RowId> first,
    Optional<RowId> last,
    String extension) {
  public DataFile {
    Objects.requireNonNull(first);
    Objects.requireNonNull(last);
    Objects.requireNonNull(extension);
    if (DirectoryListing.isHidden(name)
        || name.indexOf('\\') >= 0
        || BucketFileName.parse(name.substring(name.lastIndexOf('/') + 1)).isEmpty()) {
      throw new ValidationException("Not a name of a data file", "name", name);
    }
    if (length < 0 || rows < 0) {
      throw new ValidationException(
          "A file's length and rows are 0 or more", "name", name, "length", length, "rows", rows);
    }
  }

  /** A file of this version. */
  public static DataFile of(
      String name,
      long length,
      long rows,
      int crc32c,
      Optional<RowId> first,
      Optional<RowId> last) {
    return new DataFile(name, length, rows, crc32c, first, last, "");
  }
}
