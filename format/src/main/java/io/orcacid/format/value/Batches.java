package io.orcacid.format.value;

import org.apache.hadoop.hive.ql.exec.vector.ColumnVector;
import org.apache.hadoop.hive.ql.exec.vector.DateColumnVector;
import org.apache.hadoop.hive.ql.exec.vector.ListColumnVector;
import org.apache.hadoop.hive.ql.exec.vector.MapColumnVector;
import org.apache.hadoop.hive.ql.exec.vector.StructColumnVector;
import org.apache.hadoop.hive.ql.exec.vector.TimestampColumnVector;
import org.apache.hadoop.hive.ql.exec.vector.UnionColumnVector;
import org.apache.hadoop.hive.ql.exec.vector.VectorizedRowBatch;
import org.apache.orc.TypeDescription;

/**
 * Batches as this engine fills them: timestamps hold wall clock as UTC, dates and timestamps count
 * by the proleptic Gregorian calendar. A batch made elsewhere says in its vectors what it holds,
 * and ORC converts.
 */
public final class Batches {
  private Batches() {}

  /** An empty batch for rows of a struct type. */
  public static VectorizedRowBatch create(TypeDescription row, int size) {
    VectorizedRowBatch batch = row.createRowBatch(size);
    for (ColumnVector column : batch.cols) {
      prepare(column);
    }
    return batch;
  }

  /** An empty batch of the usual size. */
  public static VectorizedRowBatch create(TypeDescription row) {
    return create(row, VectorizedRowBatch.DEFAULT_SIZE);
  }

  private static void prepare(ColumnVector column) {
    if (column instanceof TimestampColumnVector timestamp) {
      timestamp.setIsUTC(true);
      timestamp.setUsingProlepticCalendar(true);
    } else if (column instanceof DateColumnVector date) {
      date.setUsingProlepticCalendar(true);
    } else if (column instanceof StructColumnVector struct) {
      for (ColumnVector field : struct.fields) {
        prepare(field);
      }
    } else if (column instanceof UnionColumnVector union) {
      for (ColumnVector field : union.fields) {
        prepare(field);
      }
    } else if (column instanceof ListColumnVector list) {
      prepare(list.child);
    } else if (column instanceof MapColumnVector map) {
      prepare(map.keys);
      prepare(map.values);
    }
  }

  /**
   * Copies one value between vectors of one type, deep. The output vector must not be repeating.
   *
   * @param out vector to write
   * @param outRow row of {@code out}
   * @param in vector to read
   * @param inRow row of {@code in}
   */
  public static void copy(ColumnVector out, int outRow, ColumnVector in, int inRow) {
    // setElement leaves a row alone that is marked null already.
    out.isNull[outRow] = false;
    out.setElement(outRow, inRow, in);
  }

  /** Appends one row of a batch to another of the same type. */
  public static void appendRow(VectorizedRowBatch out, VectorizedRowBatch in, int inRow) {
    int outRow = out.size++;
    for (int i = 0; i < out.cols.length; i++) {
      copy(out.cols[i], outRow, in.cols[i], inRow);
    }
  }

  /** Whether a row of a vector is NULL. */
  public static boolean isNull(ColumnVector column, int row) {
    return !column.noNulls && column.isNull[column.isRepeating ? 0 : row];
  }
}
