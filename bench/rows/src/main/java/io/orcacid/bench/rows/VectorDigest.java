package io.orcacid.bench.rows;

import org.apache.hadoop.hive.ql.exec.vector.BytesColumnVector;
import org.apache.hadoop.hive.ql.exec.vector.ColumnVector;
import org.apache.hadoop.hive.ql.exec.vector.DecimalColumnVector;
import org.apache.hadoop.hive.ql.exec.vector.DoubleColumnVector;
import org.apache.hadoop.hive.ql.exec.vector.LongColumnVector;
import org.apache.hadoop.hive.ql.exec.vector.TimestampColumnVector;
import org.apache.hadoop.hive.ql.exec.vector.VectorizedRowBatch;

/** Touches the values of batches of vectors, column after column. */
public final class VectorDigest {
  private final Digest digest;

  /** Adds to a digest. */
  public VectorDigest(Digest digest) {
    this.digest = digest;
  }

  /**
   * Adds the selected rows of a batch.
   *
   * @param batch not changed
   * @param positions place in the batch of each column that is to be touched
   * @param columns place of the same column in the table
   */
  public void add(VectorizedRowBatch batch, int[] positions, int[] columns) {
    digest.addRows(batch.size);
    for (int i = 0; i < positions.length; i++) {
      digest.add(columns[i], column(batch, batch.cols[positions[i]]));
    }
  }

  private static long column(VectorizedRowBatch batch, ColumnVector vector) {
    if (vector.isRepeating) {
      boolean isNull = !vector.noNulls && vector.isNull[0];
      return batch.size * (isNull ? Digest.NULL : item(vector, 0));
    }
    if (!vector.noNulls) {
      return withNulls(batch, vector);
    }
    int[] selected = batch.selectedInUse ? batch.selected : null;
    if (vector instanceof TimestampColumnVector times) {
      return timestamps(times, selected, batch.size);
    }
    if (vector instanceof BytesColumnVector texts) {
      return texts(texts, selected, batch.size);
    }
    if (vector instanceof DoubleColumnVector numbers) {
      return doubles(numbers.vector, selected, batch.size);
    }
    if (vector instanceof LongColumnVector numbers) {
      return longs(numbers.vector, selected, batch.size);
    }
    return decimals((DecimalColumnVector) vector, selected, batch.size);
  }

  private static long withNulls(VectorizedRowBatch batch, ColumnVector vector) {
    long sum = 0;
    for (int i = 0; i < batch.size; i++) {
      int row = batch.selectedInUse ? batch.selected[i] : i;
      sum += vector.isNull[row] ? Digest.NULL : item(vector, row);
    }
    return sum;
  }

  private static long item(ColumnVector vector, int row) {
    if (vector instanceof TimestampColumnVector times) {
      return Digest.ofTimestamp(times.time[row], times.nanos[row]);
    }
    if (vector instanceof BytesColumnVector texts) {
      return Digest.ofBytes(texts.vector[row], texts.start[row], texts.length[row]);
    }
    if (vector instanceof DoubleColumnVector numbers) {
      return Digest.ofDouble(numbers.vector[row]);
    }
    // Decimal64ColumnVector, with unscaled values, is one of these.
    if (vector instanceof LongColumnVector numbers) {
      return numbers.vector[row];
    }
    return unscaled((DecimalColumnVector) vector, row);
  }

  private static long longs(long[] values, int[] selected, int size) {
    long sum = 0;
    if (selected == null) {
      for (int i = 0; i < size; i++) {
        sum += values[i];
      }
    } else {
      for (int i = 0; i < size; i++) {
        sum += values[selected[i]];
      }
    }
    return sum;
  }

  private static long doubles(double[] values, int[] selected, int size) {
    long sum = 0;
    if (selected == null) {
      for (int i = 0; i < size; i++) {
        sum += Digest.ofDouble(values[i]);
      }
    } else {
      for (int i = 0; i < size; i++) {
        sum += Digest.ofDouble(values[selected[i]]);
      }
    }
    return sum;
  }

  private static long timestamps(TimestampColumnVector vector, int[] selected, int size) {
    long sum = 0;
    for (int i = 0; i < size; i++) {
      int row = selected == null ? i : selected[i];
      sum += Digest.ofTimestamp(vector.time[row], vector.nanos[row]);
    }
    return sum;
  }

  private static long texts(BytesColumnVector vector, int[] selected, int size) {
    long sum = 0;
    for (int i = 0; i < size; i++) {
      int row = selected == null ? i : selected[i];
      sum += Digest.ofBytes(vector.vector[row], vector.start[row], vector.length[row]);
    }
    return sum;
  }

  private static long decimals(DecimalColumnVector vector, int[] selected, int size) {
    long sum = 0;
    for (int i = 0; i < size; i++) {
      sum += unscaled(vector, selected == null ? i : selected[i]);
    }
    return sum;
  }

  /** Unscaled at the scale of the column, not at that of the value. */
  private static long unscaled(DecimalColumnVector vector, int row) {
    return vector.vector[row].serialize64(vector.scale);
  }
}
