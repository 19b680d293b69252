package io.orcacid.reader;

import io.orcacid.format.RowId;
import io.orcacid.format.ValidWriteIdList;
import io.orcacid.format.io.Storage;
import io.orcacid.format.orc.RowIdSet;
import java.io.Closeable;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import org.apache.hadoop.hive.ql.exec.vector.VectorizedRowBatch;

/**
 * The rows that some files delete, for who goes over all rows in order: as sets in memory if they
 * fit a budget, else merged from their files at each pass. Immutable; passes belong to one thread.
 */
public final class DeletedRows {
  private final Storage storage;
  private final List<DeleteFile> files;
  private final ValidWriteIdList writeIds;
  private final ScanStatistics statistics;
  private final Optional<RowIdSet> set;
  private volatile long events;

  private DeletedRows(
      Storage storage,
      List<DeleteFile> files,
      ValidWriteIdList writeIds,
      ScanStatistics statistics,
      Optional<RowIdSet> set,
      long events) {
    this.storage = storage;
    this.files = List.copyOf(files);
    this.writeIds = writeIds;
    this.statistics = statistics;
    this.set = set;
    this.events = events;
  }

  /**
   * The deletes of these files.
   *
   * @param storage where they lie
   * @param files in any order
   * @param writeIds which events are valid
   * @param memory bytes that sets may take
   * @param statistics where rows left out are counted
   */
  public static DeletedRows of(
      Storage storage,
      List<DeleteFile> files,
      ValidWriteIdList writeIds,
      long memory,
      ScanStatistics statistics)
      throws IOException {
    ScanStatistics loading = new ScanStatistics();
    Optional<RowIdSet> set =
        files.isEmpty()
            ? Optional.of(new RowIdSet())
            : new DeleteSets(storage, loading, memory, DeleteSets.Reuse.WITHIN).of(files, writeIds);
    return new DeletedRows(storage, files, writeIds, statistics, set, loading.deleteEvents());
  }

  /** Whether they are held in memory. */
  public boolean isInMemory() {
    return set.isPresent();
  }

  /** A pass over all rows in {@link io.orcacid.format.RowIdOrder}. */
  public Pass pass() throws IOException {
    if (set.isPresent()) {
      return new Pass(set.get(), null);
    }
    ScanStatistics merging = new ScanStatistics();
    DeleteMerge merge = DeleteMerge.open(storage, files, writeIds, merging);
    events = merging.deleteEvents();
    return new Pass(null, merge);
  }

  /** Events in the files, whether they count or not; known once there was a pass. */
  public long events() {
    return events;
  }

  /** One pass: what it is asked for never goes back. */
  public final class Pass implements Closeable {
    private final RowIdSet rows;
    private final DeleteMerge merge;
    private RowIdSet.Cursor cursor;
    private long cursorWriteId;
    private int cursorBucket;

    private Pass(RowIdSet rows, DeleteMerge merge) {
      this.rows = rows;
      this.merge = merge;
    }

    /** Whether a row between two is deleted, ends included. */
    public boolean deletesBetween(RowId first, RowId last) throws IOException {
      return rows != null ? rows.intersectsRange(first, last) : merge.deletesBetween(first, last);
    }

    /**
     * Narrows a batch to the rows that are not deleted.
     *
     * @param batch with {@code selected} in use
     */
    public void removeFrom(ScanBatch batch) throws IOException {
      VectorizedRowBatch events = batch.rows();
      int size = events.size;
      if (size == 0
          || rows != null
              && !rows.intersectsRange(
                  batch.id(events.selected[0]), batch.id(events.selected[size - 1]))) {
        return;
      }
      int kept = 0;
      for (int i = 0; i < size; i++) {
        int row = events.selected[i];
        if (!deletes(batch.writeId(row), batch.bucketProperty(row), batch.rowId(row))) {
          events.selected[kept++] = row;
        }
      }
      statistics.rowsDeleted.add(size - kept);
      events.size = kept;
    }

    private boolean deletes(long writeId, int bucket, long rowId) throws IOException {
      if (rows == null) {
        return merge.deletes(writeId, bucket, rowId);
      }
      if (cursor == null || writeId != cursorWriteId || bucket != cursorBucket) {
        cursor = rows.cursor(writeId, bucket, rowId);
        cursorWriteId = writeId;
        cursorBucket = bucket;
      }
      return cursor.advanceTo(rowId) == rowId;
    }

    @Override
    public void close() throws IOException {
      if (merge != null) {
        merge.close();
      }
    }
  }
}
