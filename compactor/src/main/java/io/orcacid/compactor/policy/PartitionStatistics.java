package io.orcacid.compactor.policy;

import io.orcacid.format.layout.PartitionLayout;
import io.orcacid.txn.log.DataDirectory;
import java.time.Duration;
import java.util.Collection;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * Figures of one partition at one version: what a compaction could take now. Directories that reach
 * an unresolved write id or lie above it cannot be compacted yet (PROTOCOL.md R16) and are counted
 * apart. Immutable.
 *
 * @param base the base; no directory if there is none
 * @param originals files older than the table's transactions, as no directory
 * @param deltas insert deltas that a compaction may take
 * @param deleteDeltas delete deltas that a compaction may take
 * @param writeIdRanges distinct ranges of write ids of both; the two directories of an update are
 *     one, a delta that compaction made is one
 * @param rawDirectories deltas and bases whose files are plain ORC, brought by {@code LOAD DATA}
 * @param waiting what waits for an unresolved write id
 * @param aborted write ids that only left directories for the cleaner
 * @param rows insert events of all that may be taken; empty if not known
 * @param deleteEvents delete events of all that may be taken; empty if not known
 * @param smallStripes stripes too small to be copied as they are; empty if not known
 * @param buckets distinct bucket numbers of the files
 * @param readAmplification files of the bucket that has the most: what a scan of it opens
 */
public record PartitionStatistics(
    Share base,
    Share originals,
    Share deltas,
    Share deleteDeltas,
    int writeIdRanges,
    int rawDirectories,
    Waiting waiting,
    Aborted aborted,
    OptionalLong rows,
    OptionalLong deleteEvents,
    OptionalLong smallStripes,
    int buckets,
    int readAmplification) {
  public PartitionStatistics {
    Objects.requireNonNull(base);
    Objects.requireNonNull(originals);
    Objects.requireNonNull(deltas);
    Objects.requireNonNull(deleteDeltas);
    Objects.requireNonNull(waiting);
    Objects.requireNonNull(aborted);
    Objects.requireNonNull(rows);
    Objects.requireNonNull(deleteEvents);
    Objects.requireNonNull(smallStripes);
  }

  /**
   * Part of a partition.
   *
   * @param directories how many
   * @param files data files
   * @param bytes bytes of the data files
   */
  public record Share(int directories, int files, long bytes) {
    /** Nothing. */
    public static final Share NONE = new Share(0, 0, 0);
  }

  /**
   * What no compaction may take yet.
   *
   * @param directories deltas and delete deltas
   * @param writeId lowest unresolved write id; empty if there is none
   */
  public record Waiting(int directories, OptionalLong writeId) {
    /** Nothing waits. */
    public static final Waiting NONE = new Waiting(0, OptionalLong.empty());
  }

  /**
   * Aborted write ids with directories in the partition.
   *
   * @param count how many
   * @param oldest age of the oldest; empty if there is none or it is not known
   */
  public record Aborted(int count, Optional<Duration> oldest) {
    /** None. */
    public static final Aborted NONE = new Aborted(0, Optional.empty());
  }

  /**
   * The figures of a partition that the log describes; what the log cannot know is added by {@link
   * #withSmallStripes} and {@link #withOldestAbort}.
   *
   * @param layout what the newest version selects
   * @param live the partition's directories by the log
   * @param lowestUnresolved lowest write id that is claimed and neither committed nor aborted
   */
  public static PartitionStatistics of(
      PartitionLayout layout, Collection<DataDirectory> live, OptionalLong lowestUnresolved) {
    return new LayoutFigures(layout, live, lowestUnresolved).statistics();
  }

  /** The same with the number of stripes too small to be copied. */
  public PartitionStatistics withSmallStripes(long stripes) {
    return new PartitionStatistics(
        base,
        originals,
        deltas,
        deleteDeltas,
        writeIdRanges,
        rawDirectories,
        waiting,
        aborted,
        rows,
        deleteEvents,
        OptionalLong.of(stripes),
        buckets,
        readAmplification);
  }

  /** The same with the age of the oldest aborted write id. */
  public PartitionStatistics withOldestAbort(Duration age) {
    return new PartitionStatistics(
        base,
        originals,
        deltas,
        deleteDeltas,
        writeIdRanges,
        rawDirectories,
        waiting,
        new Aborted(aborted.count(), Optional.of(age)),
        rows,
        deleteEvents,
        smallStripes,
        buckets,
        readAmplification);
  }

  /** Deltas and delete deltas that a compaction may take. */
  public int deltaDirectories() {
    return deltas.directories() + deleteDeltas.directories();
  }

  /** Bytes of deltas and delete deltas that a compaction may take. */
  public long deltaBytes() {
    return deltas.bytes() + deleteDeltas.bytes();
  }

  /** Bytes of the base, or of the originals that stand for it, as Hive counts them. */
  public long baseBytes() {
    return base.directories() > 0 ? base.bytes() : originals.bytes();
  }
}
