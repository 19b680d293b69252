package io.orcacid;

import io.orcacid.format.TableShape;
import io.orcacid.format.value.VectorValues;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.hive.ql.exec.vector.VectorizedRowBatch;
import org.apache.orc.TypeDescription;

/** Keys of the rows of batches that have all columns of a table in declared order. Immutable. */
final class KeyReader {
  private final TypeDescription row;
  private final int[] columns;

  KeyReader(List<String> columns, TableShape shape) {
    this.row = shape.row();
    this.columns =
        columns.stream().mapToInt(column -> shape.position(column).orElseThrow()).toArray();
  }

  /**
   * The key of a row, equal for equal keys; it has null where a column is NULL.
   *
   * @param at the row's place in the vectors
   */
  List<Object> key(VectorizedRowBatch batch, int at) {
    List<Object> values = new ArrayList<>(columns.length);
    for (int column : columns) {
      values.add(KeyOrdering.canonical(value(batch, column, at)));
    }
    return values;
  }

  /** The value of a column of the table. */
  Object value(VectorizedRowBatch batch, int column, int at) {
    return VectorValues.get(row.getChildren().get(column), batch.cols[column], at);
  }
}
