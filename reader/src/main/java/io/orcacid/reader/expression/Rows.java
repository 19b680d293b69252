package io.orcacid.reader.expression;

import org.apache.hadoop.hive.ql.exec.vector.VectorizedRowBatch;

/**
 * Some rows of a batch.
 *
 * @param batch the batch
 * @param positions the rows, ascending; only the first {@code count} entries count
 * @param count the number of rows
 * @param capacity one more than the largest position, the length that arrays of results need
 */
record Rows(VectorizedRowBatch batch, int[] positions, int count, int capacity) {

  static Rows selectedIn(VectorizedRowBatch batch) {
    int count = batch.size;
    if (batch.selectedInUse) {
      int capacity = count == 0 ? 0 : batch.selected[count - 1] + 1;
      return new Rows(batch, batch.selected, count, capacity);
    }
    int[] positions = new int[count];
    for (int i = 0; i < count; i++) {
      positions[i] = i;
    }
    return new Rows(batch, positions, count, count);
  }

  Rows with(int[] fewerPositions, int fewer) {
    return new Rows(batch, fewerPositions, fewer, capacity);
  }
}
