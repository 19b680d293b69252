package io.orcacid.reader;

import io.orcacid.error.CorruptFileException;
import io.orcacid.error.UnsupportedTableException;
import io.orcacid.format.orc.AcidSchema;
import io.orcacid.format.orc.EventFilter;
import io.orcacid.format.orc.RowIdSet;
import org.apache.hadoop.hive.ql.exec.vector.LongColumnVector;
import org.apache.hadoop.hive.ql.exec.vector.VectorizedRowBatch;

/**
 * Masks deleted and invisible rows of a batch by its {@code selected} rows, and knows the row ids
 * of those left. The deleted rows of a group are walked beside the batch, both ascending
 * (MEASUREMENTS.md §5). Not thread-safe.
 */
final class RowMask {
  private final FileContext context;
  private final DataFile file;
  private final StripeRun.Mode mode;
  private final RowIdSet deletes;
  private final RowKeyOrder order;
  private final EventFilter events;
  private RowIdSet.Cursor cursor;
  private long cursorWriteId = Long.MIN_VALUE;
  private int cursorBucket;

  RowMask(
      FileContext context,
      DataFile file,
      StripeRun.Mode mode,
      RowIdSet deletes,
      RowKeyOrder order) {
    this.context = context;
    this.file = file;
    this.mode = mode;
    this.deletes = deletes;
    this.order = order;
    DataFile.EventBounds bounds = file.events();
    this.events =
        new EventFilter(
            bounds.minWriteId(),
            bounds.maxWriteId(),
            bounds.skipEventsUpTo(),
            bounds.valid(),
            context.writeIds());
  }

  /**
   * Narrows a batch to its visible rows, and leaves their ids in its slot.
   *
   * @param slot with the events as ORC filled them
   * @param firstRow number in the file of its first row
   * @param stripeFirstRow number in the file of its stripe's first row
   * @param hidden what the stripe's statistics prove
   */
  void apply(ReadSlot slot, long firstRow, long stripeFirstRow, HiddenColumns hidden) {
    slot.events.selectedInUse = false;
    switch (mode) {
      case UNTOUCHED -> {}
      case COUNTED -> maskCounted(slot, hidden, hidden.minRowId() + firstRow - stripeFirstRow);
      case DECODED -> maskDecoded(slot);
    }
  }

  private void maskCounted(ReadSlot slot, HiddenColumns hidden, long firstRowId) {
    VectorizedRowBatch batch = slot.events;
    int size = batch.size;
    checkOrder(hidden, firstRowId, firstRowId + size - 1);
    if (context.wantsRowIds()) {
      slot.writeIds.fill(hidden.minWriteId());
      slot.buckets.fill(hidden.minBucket());
      slot.rowIds.ensureSize(size, false);
      long[] rowIds = slot.rowIds.vector;
      for (int i = 0; i < size; i++) {
        rowIds[i] = firstRowId + i;
      }
    }
    seek(hidden.minWriteId(), hidden.minBucket(), firstRowId);
    long deleted = cursor.advanceTo(firstRowId);
    if (deleted >= firstRowId + size) {
      return;
    }
    int[] selected = batch.selected;
    int kept = 0;
    int next = 0;
    while (deleted < firstRowId + size) {
      int row = (int) (deleted - firstRowId);
      while (next < row) {
        selected[kept++] = next++;
      }
      next = row + 1;
      deleted = cursor.next();
    }
    while (next < size) {
      selected[kept++] = next++;
    }
    batch.selectedInUse = true;
    batch.size = kept;
    context.statistics().rowsDeleted.add(size - kept);
  }

  /**
   * Deletes are walked upwards, so ids that go back from one stripe to the next would miss them.
   */
  private void checkOrder(HiddenColumns hidden, long first, long last) {
    order.check(hidden.minWriteId(), hidden.minBucket(), first);
    if (last > first) {
      order.check(hidden.minWriteId(), hidden.minBucket(), last);
    }
  }

  /** A cursor only goes up; ids of a file do, so it is made anew once per group. */
  private void seek(long writeId, int bucket, long rowId) {
    if (cursor == null || writeId != cursorWriteId || bucket != cursorBucket) {
      cursor = deletes.cursor(writeId, bucket, rowId);
      cursorWriteId = writeId;
      cursorBucket = bucket;
    }
  }

  private void maskDecoded(ReadSlot slot) {
    VectorizedRowBatch batch = slot.events;
    LongColumnVector operation = column(batch, AcidSchema.OPERATION);
    LongColumnVector current = column(batch, AcidSchema.CURRENT_WRITE_ID);
    LongColumnVector writeIds = column(batch, AcidSchema.ORIGINAL_WRITE_ID);
    LongColumnVector buckets = column(batch, AcidSchema.BUCKET);
    LongColumnVector rowIds = column(batch, AcidSchema.ROW_ID);
    slot.writeIds = writeIds;
    slot.buckets = buckets;
    slot.rowIds = rowIds;
    int[] selected = batch.selected;
    int kept = 0;
    int invisible = 0;
    int inBase = 0;
    for (int i = 0; i < batch.size; i++) {
      long writeId = writeIds.vector[i];
      int bucket = (int) buckets.vector[i];
      long rowId = rowIds.vector[i];
      check(operation.vector[i], writeId, bucket, rowId, current.vector[i]);
      if (!events.accepts(current.vector[i])) {
        if (current.vector[i] <= events.skipEventsUpTo()) {
          inBase++;
        } else {
          invisible++;
        }
        continue;
      }
      seek(writeId, bucket, rowId);
      if (cursor.advanceTo(rowId) != rowId) {
        selected[kept++] = i;
      }
    }
    ScanStatistics statistics = context.statistics();
    statistics.rowsInBase.add(inBase);
    statistics.rowsInvisible.add(invisible);
    statistics.rowsDeleted.add(batch.size - kept - invisible - inBase);
    batch.selectedInUse = kept < batch.size;
    batch.size = kept;
  }

  private void check(long operation, long writeId, int bucket, long rowId, long current) {
    HiddenColumns.requireInserts(file, operation, operation);
    HiddenColumns.requireRange(file, Math.min(writeId, current), current);
    if (writeId > current || rowId < 0) {
      throw new CorruptFileException(
          "An insert event has an id that cannot be",
          "path",
          file.path(),
          "writeId",
          writeId,
          "rowId",
          rowId);
    }
    if (writeId != current && context.readsWholeEvents()) {
      throw new UnsupportedTableException(
          "An insert event names another transaction than the one that inserted its row, "
              + "which no writer of ACID version 2 does: it cannot be written anew",
          "path",
          file.path(),
          "originalTransaction",
          writeId,
          "currentTransaction",
          current);
    }
    order.check(writeId, bucket, rowId);
  }

  private LongColumnVector column(VectorizedRowBatch batch, int index) {
    LongColumnVector vector = (LongColumnVector) batch.cols[index];
    vector.flatten(false, null, batch.size);
    if (!vector.noNulls) {
      for (int i = 0; i < batch.size; i++) {
        if (vector.isNull[i]) {
          throw new CorruptFileException(
              "A hidden column of an event is null", "path", file.path(), "column", index);
        }
      }
    }
    return vector;
  }
}
