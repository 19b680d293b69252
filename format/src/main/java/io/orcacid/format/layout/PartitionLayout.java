package io.orcacid.format.layout;

import io.orcacid.format.RangeMatch;
import java.util.List;
import java.util.Optional;

/**
 * The directories of one partition that a snapshot selects, and what it does with the others.
 * Immutable.
 *
 * @param base the one base, if any
 * @param deltas insert deltas in the order of their ranges
 * @param deleteDeltas delete deltas in the order of their ranges
 * @param originals files older than the table's transactions, in the frozen order that numbers
 *     their rows (FORMAT.md §8.5)
 * @param obsolete names of directories and original files that something selected replaces
 * @param aborted names of directories that only aborted transactions wrote
 * @param abortedWriteIds the write ids of {@code aborted}, ascending
 * @param hasUncompactedAborts whether a directory mixes aborted write ids with others
 */
public record PartitionLayout(
    Optional<Selected> base,
    List<Selected> deltas,
    List<Selected> deleteDeltas,
    List<DirectoryListing.Entry> originals,
    List<String> obsolete,
    List<String> aborted,
    List<Long> abortedWriteIds,
    boolean hasUncompactedAborts) {
  public PartitionLayout {
    deltas = List.copyOf(deltas);
    deleteDeltas = List.copyOf(deleteDeltas);
    originals = List.copyOf(originals);
    obsolete = List.copyOf(obsolete);
    aborted = List.copyOf(aborted);
    abortedWriteIds = List.copyOf(abortedWriteIds);
  }

  /** {@link Selected#skipEventsUpTo()} when every event of the directory may count. */
  public static final long SKIP_NOTHING = Long.MIN_VALUE;

  /**
   * A directory that counts.
   *
   * @param name as the listing spells it
   * @param directory what the name means
   * @param valid whether all or only some write ids of its range are visible
   * @param skipEventsUpTo write id of the base that the range straddles: events up to it are in the
   *     base already
   * @param files data files directly inside, in path order
   * @param nestedFile path of a file in a sub-directory, if there is any: whether its rows count
   *     nobody can say, so a reader refuses the directory
   */
  public record Selected(
      String name,
      AcidDirectory directory,
      RangeMatch valid,
      long skipEventsUpTo,
      List<DirectoryListing.Entry> files,
      Optional<String> nestedFile) {
    public Selected {
      files = List.copyOf(files);
    }
  }
}
