package io.orcacid.daemon.view;

import io.orcacid.compactor.policy.CompactionEstimate;
import io.orcacid.txn.log.CompactionKind;
import java.util.List;
import java.util.Optional;

/**
 * One table on its write-id axis.
 *
 * @param status the table as in the list of all
 * @param validWriteIds valid write ids of its newest version in Hive's text
 * @param greatestWriteId end of the axis: greatest write id that a directory or a claim has
 * @param partitions what is due in each, and why
 * @param directories all that lies in its partitions
 * @param openWriteIds claimed write ids that are not resolved
 */
public record TableDetail(
    TableStatus status,
    String validWriteIds,
    long greatestWriteId,
    List<Partition> partitions,
    List<Directory> directories,
    List<OpenWriteId> openWriteIds) {
  public TableDetail {
    partitions = List.copyOf(partitions);
    directories = List.copyOf(directories);
    openWriteIds = List.copyOf(openWriteIds);
  }

  /**
   * What would be done with a partition now.
   *
   * @param partition its path, empty for an unpartitioned table
   * @param kind what is due; empty if nothing is
   * @param reason a sentence with the figures that decided
   * @param readAmplification files that a scan of its worst bucket opens
   * @param estimate what it would cost and bring; empty if nothing is due
   * @param blocker the transaction that keeps later write ids out; empty if none does
   */
  public record Partition(
      String partition,
      Optional<CompactionKind> kind,
      String reason,
      int readAmplification,
      Optional<CompactionEstimate> estimate,
      Optional<String> blocker) {}

  /**
   * A directory, or a plain file that is older than the table's transactions.
   *
   * @param partition path of its partition
   * @param name its name
   * @param kind {@code base}, {@code delta}, {@code delete_delta} or {@code original}
   * @param state {@code used}, {@code obsolete}, {@code aborted}, {@code open} or {@code invisible}
   * @param minWriteId smallest write id of its range
   * @param maxWriteId largest write id of its range
   * @param files data files
   * @param rows insert events
   * @param deletes delete events
   * @param bytes bytes of its data files
   * @param kept for one that nobody reads at the newest version: what the cleaner does with it and
   *     why, such as who pins it
   */
  public record Directory(
      String partition,
      String name,
      String kind,
      String state,
      long minWriteId,
      long maxWriteId,
      int files,
      long rows,
      long deletes,
      long bytes,
      Optional<String> kept) {}

  /** A claimed write id and by whom it is held. */
  public record OpenWriteId(long writeId, String owner) {}
}
