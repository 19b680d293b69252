package io.orcacid;

import io.orcacid.error.ValidationException;
import io.orcacid.format.TableShape;
import io.orcacid.reader.expression.Assignment;
import io.orcacid.reader.expression.BoundExpression;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.apache.hadoop.hive.ql.exec.vector.ColumnVector;
import org.apache.hadoop.hive.ql.exec.vector.VectorizedRowBatch;
import org.apache.orc.TypeDescription;

/**
 * New rows from old ones by assignments, a batch at a time; each assignment sees the row as it was.
 * Not thread-safe.
 */
final class RowUpdate {
  private final int[] positions;
  private final BoundExpression[] expressions;
  private final ColumnVector[] results;
  private final VectorizedRowBatch updated;

  RowUpdate(TableShape shape, List<Assignment> assignments) {
    this(shape, shape.row(), assignments);
  }

  /**
   * @param input columns of the batches: those of the table in declared order, then others
   */
  RowUpdate(TableShape shape, TypeDescription input, List<Assignment> assignments) {
    TypeDescription row = shape.row();
    this.positions = new int[assignments.size()];
    this.expressions = new BoundExpression[assignments.size()];
    this.results = new ColumnVector[assignments.size()];
    this.updated = new VectorizedRowBatch(row.getChildren().size());
    VectorizedRowBatch vectors = io.orcacid.format.value.Batches.create(row);
    Set<Integer> seen = new HashSet<>();
    for (int i = 0; i < positions.length; i++) {
      String column = assignments.get(i).column();
      positions[i] =
          shape
              .position(column)
              .orElseThrow(
                  () ->
                      new ValidationException(
                          "No such column", "column", column, "columns", row.getFieldNames()));
      if (!seen.add(positions[i])) {
        throw new ValidationException("A column is assigned twice", "column", column);
      }
      expressions[i] = BoundExpression.bind(assignments.get(i), input);
      results[i] = vectors.cols[positions[i]];
    }
  }

  /**
   * The updated rows of a batch that has all columns in declared order; valid until the next call.
   */
  VectorizedRowBatch apply(VectorizedRowBatch rows) {
    System.arraycopy(rows.cols, 0, updated.cols, 0, updated.cols.length);
    for (int i = 0; i < positions.length; i++) {
      results[i].reset();
      expressions[i].evaluate(rows, results[i]);
      updated.cols[positions[i]] = results[i];
    }
    updated.size = rows.size;
    updated.selected = rows.selected;
    updated.selectedInUse = rows.selectedInUse;
    return updated;
  }
}
