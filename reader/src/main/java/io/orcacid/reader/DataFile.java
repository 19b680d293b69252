package io.orcacid.reader;

import io.orcacid.format.RangeMatch;
import io.orcacid.format.ValidWriteIdList;
import io.orcacid.format.orc.EventFilter;
import java.io.Serializable;

/**
 * One data file of a split, or a range of its bytes: stripes that start in the range are read.
 * Immutable.
 *
 * @param path absolute path
 * @param length bytes of the file that count
 * @param offset first byte of the range
 * @param size bytes of the range
 * @param bucket bucket or writer number by the file's name
 * @param events which of its events count
 * @param origin how its rows got their ids
 * @param checksum CRC32C of the file's bytes, or {@link
 *     io.orcacid.format.layout.DirectoryListing.Entry#NO_CHECKSUM}
 */
public record DataFile(
    String path,
    long length,
    long offset,
    long size,
    int bucket,
    EventBounds events,
    Origin origin,
    long checksum)
    implements Serializable {

  /** Same file, another range. */
  public DataFile range(long newOffset, long newSize) {
    return new DataFile(path, length, newOffset, newSize, bucket, events, origin, checksum);
  }

  /**
   * Bounds of the events in a file by its directory; travels where {@link
   * io.orcacid.format.orc.EventFilter} cannot.
   */
  public record EventBounds(long minWriteId, long maxWriteId, long skipEventsUpTo, RangeMatch valid)
      implements Serializable {
    /** The filter of these bounds under a list of valid write ids. */
    public EventFilter filter(ValidWriteIdList writeIds) {
      return new EventFilter(minWriteId, maxWriteId, skipEventsUpTo, valid, writeIds);
    }
  }

  /** How rows got their ids. */
  public sealed interface Origin extends Serializable {}

  /** The ids stand in the file. */
  public record Stored() implements Origin {}

  /**
   * A plain file: ids follow from its place (FORMAT.md §9).
   *
   * @param writeId 0, or the write id of the directory that it was loaded into
   * @param bucketProperty bucket of the file's name, statement of the directory
   * @param firstRowId number of its first row in the logical bucket
   */
  public record Original(long writeId, int bucketProperty, long firstRowId) implements Origin {}
}
