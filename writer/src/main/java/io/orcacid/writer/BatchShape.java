package io.orcacid.writer;

import io.orcacid.error.ValidationException;
import org.apache.hadoop.hive.ql.exec.vector.ColumnVector;
import org.apache.hadoop.hive.ql.exec.vector.ListColumnVector;
import org.apache.hadoop.hive.ql.exec.vector.MapColumnVector;
import org.apache.hadoop.hive.ql.exec.vector.StructColumnVector;
import org.apache.hadoop.hive.ql.exec.vector.UnionColumnVector;
import org.apache.hadoop.hive.ql.exec.vector.VectorizedRowBatch;
import org.apache.orc.TypeDescription;

/**
 * Checks that the vectors of a batch are those of a row type: a vector of another kind would fail
 * in the middle of a file, or be taken for what it is not.
 */
final class BatchShape {
  private final TypeDescription row;
  private final ColumnVector[] expected;

  BatchShape(TypeDescription row) {
    this.row = row;
    this.expected = row.createRowBatch(1).cols;
  }

  /**
   * @throws ValidationException if the batch has more or fewer columns, or one of another kind
   */
  void check(VectorizedRowBatch batch) {
    if (batch.cols.length != expected.length) {
      throw new ValidationException(
          "A batch has another number of columns than the table",
          "batch",
          batch.cols.length,
          "table",
          row.getFieldNames());
    }
    for (int i = 0; i < expected.length; i++) {
      if (!isLike(expected[i], batch.cols[i])) {
        throw new ValidationException(
            "A batch has a vector that is not of its column's type",
            "column",
            row.getFieldNames().get(i),
            "type",
            row.getChildren().get(i),
            "vector",
            batch.cols[i] == null ? "none" : batch.cols[i].getClass().getSimpleName());
      }
    }
  }

  private static boolean isLike(ColumnVector expected, ColumnVector vector) {
    if (vector == null || vector.type != expected.type) {
      return false;
    }
    if (expected instanceof ListColumnVector list) {
      return isLike(list.child, ((ListColumnVector) vector).child);
    }
    if (expected instanceof MapColumnVector map) {
      return isLike(map.keys, ((MapColumnVector) vector).keys)
          && isLike(map.values, ((MapColumnVector) vector).values);
    }
    if (expected instanceof StructColumnVector struct) {
      return areLike(struct.fields, ((StructColumnVector) vector).fields);
    }
    if (expected instanceof UnionColumnVector union) {
      return areLike(union.fields, ((UnionColumnVector) vector).fields);
    }
    return true;
  }

  private static boolean areLike(ColumnVector[] expected, ColumnVector[] vectors) {
    if (vectors.length != expected.length) {
      return false;
    }
    for (int i = 0; i < expected.length; i++) {
      if (!isLike(expected[i], vectors[i])) {
        return false;
      }
    }
    return true;
  }
}
