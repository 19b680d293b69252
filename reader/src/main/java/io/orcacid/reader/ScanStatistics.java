package io.orcacid.reader;

import java.util.concurrent.atomic.LongAdder;

/**
 * What a scan did, counted while it runs. Thread-safe.
 *
 * <p>A row group counts as read when any of its rows was decoded; in a file without a row index
 * each stripe is one.
 */
public final class ScanStatistics {
  final LongAdder partitionsSkipped = new LongAdder();
  final LongAdder filesRead = new LongAdder();
  final LongAdder filesSkipped = new LongAdder();
  final LongAdder stripesRead = new LongAdder();
  final LongAdder stripesSkipped = new LongAdder();
  final LongAdder rowGroupsRead = new LongAdder();
  final LongAdder rowGroupsSkipped = new LongAdder();
  final LongAdder bytesRead = new LongAdder();
  final LongAdder hiddenColumnsDecoded = new LongAdder();
  final LongAdder deleteFilesOpened = new LongAdder();
  final LongAdder deleteFilesKnown = new LongAdder();
  final LongAdder deleteFilesSkipped = new LongAdder();
  final LongAdder filesMerged = new LongAdder();
  final LongAdder rowsDeleted = new LongAdder();
  final LongAdder rowsInvisible = new LongAdder();
  final LongAdder rowsInBase = new LongAdder();
  final LongAdder deleteEvents = new LongAdder();
  final LongAdder deleteEventsPassedOver = new LongAdder();

  /** Partitions that the filter ruled out. */
  public long partitionsSkipped() {
    return partitionsSkipped.sum();
  }

  /** Data files of which something was read. */
  public long filesRead() {
    return filesRead.sum();
  }

  /** Data files of which only the footer, or nothing, was read. */
  public long filesSkipped() {
    return filesSkipped.sum();
  }

  /** Stripes of which a row was decoded. */
  public long stripesRead() {
    return stripesRead.sum();
  }

  /** Stripes of which no row was decoded. */
  public long stripesSkipped() {
    return stripesSkipped.sum();
  }

  /** Row groups of which a row was decoded. */
  public long rowGroupsRead() {
    return rowGroupsRead.sum();
  }

  /** Row groups of which no row was decoded. */
  public long rowGroupsSkipped() {
    return rowGroupsSkipped.sum();
  }

  /** Bytes of data files read from the storage, without their footers. */
  public long bytesRead() {
    return bytesRead.sum();
  }

  /** Hidden columns decoded, summed over stripes: 0 where no id is needed. */
  public long hiddenColumnsDecoded() {
    return hiddenColumnsDecoded.sum();
  }

  /** Delete files opened. */
  public long deleteFilesOpened() {
    return deleteFilesOpened.sum();
  }

  /** Delete files that needed no opening, as this process kept their deletes from another scan. */
  public long deleteFilesKnown() {
    return deleteFilesKnown.sum();
  }

  /**
   * Delete files that cannot concern the data files read: older than them, or of another bucket.
   */
  public long deleteFilesSkipped() {
    return deleteFilesSkipped.sum();
  }

  /**
   * Data files whose deletes were merged in from their files, one after the other, instead of being
   * held in memory: for ordered scans, and where they do not fit the memory budget.
   */
  public long filesMerged() {
    return filesMerged.sum();
  }

  /** Visible rows left out because a visible event deletes them. */
  public long rowsDeleted() {
    return rowsDeleted.sum();
  }

  /** Rows left out because their write id is not valid: aborted, open, or newer. */
  public long rowsInvisible() {
    return rowsInvisible.sum();
  }

  /** Rows left out of a delta that straddles a base, as they are in the base already. */
  public long rowsInBase() {
    return rowsInBase.sum();
  }

  /** Delete events in the files opened. */
  public long deleteEvents() {
    return deleteEvents.sum();
  }

  /** Delete events that did not count: not valid, or in a base already. */
  public long deleteEventsPassedOver() {
    return deleteEventsPassedOver.sum();
  }

  @Override
  public String toString() {
    return "partitions skipped "
        + partitionsSkipped()
        + ", files read "
        + filesRead()
        + " skipped "
        + filesSkipped()
        + ", stripes read "
        + stripesRead()
        + " skipped "
        + stripesSkipped()
        + ", row groups read "
        + rowGroupsRead()
        + " skipped "
        + rowGroupsSkipped()
        + ", bytes "
        + bytesRead()
        + ", hidden columns decoded "
        + hiddenColumnsDecoded()
        + ", delete files opened "
        + deleteFilesOpened()
        + " known "
        + deleteFilesKnown()
        + " skipped "
        + deleteFilesSkipped()
        + ", files with merged deletes "
        + filesMerged();
  }
}
