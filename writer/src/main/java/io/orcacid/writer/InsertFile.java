package io.orcacid.writer;

import io.orcacid.format.BucketProperty;
import io.orcacid.format.RowId;
import io.orcacid.format.orc.AcidSchema;
import io.orcacid.format.value.Batches;
import java.io.IOException;
import java.util.stream.IntStream;
import org.apache.hadoop.hive.ql.exec.vector.ColumnVector;
import org.apache.hadoop.hive.ql.exec.vector.LongColumnVector;
import org.apache.hadoop.hive.ql.exec.vector.StructColumnVector;
import org.apache.hadoop.hive.ql.exec.vector.VectorizedRowBatch;
import org.apache.orc.TypeDescription;

/**
 * Insert events of one file: takes rows, adds the hidden columns as vectors. Whole batches pass
 * through without a copy, single rows are gathered first. Not thread-safe.
 */
final class InsertFile {
  /** Gathered rows are given to ORC when they take this much: rows may be wide, files many. */
  private static final long MOST_GATHERED_BYTES = 1 << 20;

  private final EventFile file;
  private final RowIdBlocks.Allocation rowIds;
  private final long writeId;
  private final int bucketProperty;
  private final TypeDescription data;
  private final int[] timeColumns;
  private final VectorizedRowBatch gathered;
  private final VectorizedRowBatch events;
  private final LongColumnVector rowIdVector;
  private final StructColumnVector row;
  private long gatheredBytes;

  InsertFile(
      EventFile file,
      TypeDescription data,
      long writeId,
      int statement,
      int bucket,
      RowIdBlocks.Allocation rowIds) {
    this.file = file;
    this.rowIds = rowIds;
    this.writeId = writeId;
    this.bucketProperty = BucketProperty.encode(bucket, statement);
    this.data = data;
    this.timeColumns =
        IntStream.range(0, data.getChildren().size())
            .filter(column -> StorableTimes.concern(data.getChildren().get(column)))
            .toArray();
    this.gathered = Batches.create(data);
    this.events = new VectorizedRowBatch(AcidSchema.ROW + 1, 0);
    this.rowIdVector = new LongColumnVector(VectorizedRowBatch.DEFAULT_SIZE);
    this.row =
        new StructColumnVector(
            VectorizedRowBatch.DEFAULT_SIZE, new ColumnVector[data.getChildren().size()]);
    events.cols[AcidSchema.OPERATION] = constant(AcidSchema.INSERT);
    events.cols[AcidSchema.ORIGINAL_WRITE_ID] = constant(writeId);
    events.cols[AcidSchema.BUCKET] = constant(bucketProperty);
    events.cols[AcidSchema.ROW_ID] = rowIdVector;
    events.cols[AcidSchema.CURRENT_WRITE_ID] = constant(writeId);
    events.cols[AcidSchema.ROW] = row;
  }

  private static LongColumnVector constant(long value) {
    LongColumnVector vector = new LongColumnVector(1);
    vector.fill(value);
    return vector;
  }

  /** Adds all rows of a batch whose columns are those of the file; no row may be deselected. */
  void addAll(ColumnVector[] columns, int size) throws IOException {
    flushGathered();
    write(columns, size);
  }

  /** Adds one row of such columns. */
  void addRow(ColumnVector[] columns, int rowIndex) throws IOException {
    int out = gathered.size++;
    for (int i = 0; i < columns.length; i++) {
      Batches.copy(gathered.cols[i], out, columns[i], rowIndex);
    }
    gatheredBytes += RowSize.of(columns, rowIndex);
    if (gathered.size == gathered.getMaxSize() || gatheredBytes > MOST_GATHERED_BYTES) {
      flushGathered();
    }
  }

  private void flushGathered() throws IOException {
    if (gathered.size > 0) {
      write(gathered.cols, gathered.size);
      gathered.reset();
      gatheredBytes = 0;
    }
  }

  private void write(ColumnVector[] columns, int size) throws IOException {
    rowIdVector.ensureSize(size, false);
    for (int i = 0; i < size; i++) {
      rowIdVector.vector[i] = rowIds.take();
    }
    for (int column : timeColumns) {
      StorableTimes.check(columns[column], size, data.getFieldNames().get(column));
    }
    System.arraycopy(columns, 0, row.fields, 0, columns.length);
    events.size = size;
    file.add(
        events,
        new RowId(writeId, bucketProperty, rowIdVector.vector[0]),
        new RowId(writeId, bucketProperty, rowIdVector.vector[size - 1]));
  }

  WriteResult.File finish() throws IOException {
    flushGathered();
    return file.finish();
  }

  void abandon() throws IOException {
    file.abandon();
  }
}
