package io.orcacid;

import io.orcacid.error.ValidationException;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * What lies in a table's directories and what its snapshot makes of it. Immutable.
 *
 * @param path absolute path of the table
 * @param version version of the log; empty for a table without one
 * @param validWriteIds valid write ids in Hive's text
 * @param validTxns valid transactions in Hive's text
 * @param openWriteIds claimed write ids that are neither committed nor aborted, and by whom
 * @param partitions by path
 */
public record TableInspection(
    String path,
    OptionalLong version,
    String validWriteIds,
    String validTxns,
    List<OpenWriteId> openWriteIds,
    List<Partition> partitions) {
  public TableInspection {
    openWriteIds = List.copyOf(openWriteIds);
    partitions = List.copyOf(partitions);
  }

  /**
   * Only one partition.
   *
   * @throws ValidationException if the table has no such partition
   */
  public TableInspection of(String partition) {
    List<Partition> found =
        partitions.stream().filter(each -> each.name().equals(partition)).toList();
    if (found.isEmpty()) {
      throw new ValidationException("The table has no such partition", "partition", partition);
    }
    return new TableInspection(path, version, validWriteIds, validTxns, openWriteIds, found);
  }

  /** Kind of a directory. */
  public enum Kind {
    BASE,
    DELTA,
    DELETE_DELTA,
    /** A plain file older than the table's transactions. */
    ORIGINAL
  }

  /** What the snapshot makes of a directory. */
  public enum State {
    /** Read. */
    USED,
    /** Replaced by something that is read. */
    OBSOLETE,
    /** Of aborted write ids only. */
    ABORTED,
    /** Of a write id that is claimed and not resolved yet. */
    OPEN,
    /** Of no write id, or no compaction, that the snapshot sees. */
    INVISIBLE
  }

  /**
   * A data file as it lies there, with what the log says of it.
   *
   * @param name such as {@code bucket_00000}
   * @param bytes its length
   * @param rows insert or delete events; empty if the log does not know it
   * @param crc32c CRC32C of its bytes in eight hexadecimal digits
   * @param first smallest row id in it
   * @param last greatest row id in it
   */
  public record File(
      String name,
      long bytes,
      Optional<Long> rows,
      Optional<String> crc32c,
      Optional<String> first,
      Optional<String> last) {}

  /** A claimed write id that is not resolved. */
  public record OpenWriteId(long writeId, String owner) {}

  /**
   * A partition.
   *
   * @param name path below the table, empty if there are none
   */
  public record Partition(String name, List<Directory> directories) {
    public Partition {
      directories = List.copyOf(directories);
    }
  }

  /**
   * A directory, or an original file.
   *
   * @param minWriteId smallest write id of its range
   * @param maxWriteId largest write id of its range
   * @param files data files
   * @param rows insert events
   * @param deletes delete events
   * @param bytes bytes of its data files
   */
  public record Directory(
      String name,
      Kind kind,
      State state,
      long minWriteId,
      long maxWriteId,
      int files,
      long rows,
      long deletes,
      long bytes) {}
}
