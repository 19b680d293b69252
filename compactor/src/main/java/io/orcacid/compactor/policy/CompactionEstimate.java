package io.orcacid.compactor.policy;

import io.orcacid.txn.log.CompactionKind;

/**
 * What a compaction would cost and bring, by the figures alone: nothing is read for it. Bytes and
 * rows are upper bounds, since aborted events and repeated deletes are not known before.
 *
 * @param bytesRead bytes of the files that it takes
 * @param bytesWritten bytes that it writes at most
 * @param filesBefore files of the bucket that has the most, now
 * @param filesAfter the same afterwards, with what has to wait not counted
 * @param directoriesBefore directories that it takes
 * @param directoriesAfter directories that it leaves of them
 * @param rowsRemoved deleted rows that are gone afterwards, at most; 0 if not known
 */
public record CompactionEstimate(
    long bytesRead,
    long bytesWritten,
    int filesBefore,
    int filesAfter,
    int directoriesBefore,
    int directoriesAfter,
    long rowsRemoved) {
  /** The estimate of one kind of compaction of all that a partition lets it take. */
  public static CompactionEstimate of(PartitionStatistics statistics, CompactionKind kind) {
    return kind == CompactionKind.MAJOR ? major(statistics) : minor(statistics);
  }

  private static CompactionEstimate major(PartitionStatistics statistics) {
    long inserts =
        statistics.base().bytes() + statistics.originals().bytes() + statistics.deltas().bytes();
    return new CompactionEstimate(
        inserts + statistics.deleteDeltas().bytes(),
        inserts,
        statistics.readAmplification(),
        Math.min(1, statistics.readAmplification()),
        statistics.base().directories() + statistics.deltaDirectories(),
        1,
        Math.min(statistics.rows().orElse(0), statistics.deleteEvents().orElse(0)));
  }

  private static CompactionEstimate minor(PartitionStatistics statistics) {
    int kinds =
        (statistics.deltas().directories() > 0 ? 1 : 0)
            + (statistics.deleteDeltas().directories() > 0 ? 1 : 0);
    int buckets = Math.max(1, statistics.buckets());
    int beneath =
        (statistics.base().files() + statistics.originals().files() + buckets - 1) / buckets;
    return new CompactionEstimate(
        statistics.deltaBytes(),
        statistics.deltaBytes(),
        statistics.readAmplification(),
        Math.min(statistics.readAmplification(), kinds + beneath),
        statistics.deltaDirectories(),
        kinds,
        0);
  }

  /** One line for an explanation. */
  @Override
  public String toString() {
    return "reads "
        + bytesRead
        + " bytes, writes at most "
        + bytesWritten
        + "; directories "
        + directoriesBefore
        + " -> "
        + directoriesAfter
        + ", files per bucket "
        + filesBefore
        + " -> "
        + filesAfter
        + ", deleted rows removed at most "
        + rowsRemoved;
  }
}
