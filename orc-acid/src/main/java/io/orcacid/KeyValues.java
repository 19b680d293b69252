package io.orcacid;

import io.orcacid.error.ValidationException;
import io.orcacid.format.TableShape;
import io.orcacid.format.value.Batches;
import io.orcacid.format.value.ValueSetter;
import io.orcacid.format.value.VectorValues;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.apache.hadoop.hive.ql.exec.vector.VectorizedRowBatch;
import org.apache.orc.TypeDescription;

/** Keys from values that an application gives: of the classes, and equal to, those of rows. */
final class KeyValues {
  private final List<String> columns;
  private final TypeDescription type;
  private final VectorizedRowBatch vectors;

  /**
   * @param columns names of columns of the table
   */
  KeyValues(List<String> columns, TableShape shape) {
    this.columns = columns;
    this.type = TypeDescription.createStruct();
    for (String column : columns) {
      int position = shape.position(column).orElseThrow();
      type.addField(column, shape.row().getChildren().get(position).clone());
    }
    this.vectors = Batches.create(type);
  }

  /**
   * A key.
   *
   * @param values one for each key column in declared order, of the classes that rows are written
   *     with
   * @throws ValidationException for another number of values, NULL, or a value that does not fit
   */
  List<Object> key(Object... values) {
    if (values.length != columns.size() || Arrays.asList(values).contains(null)) {
      throw new ValidationException(
          "A key has one value for each key column, none of them NULL",
          "columns",
          columns,
          "values",
          Arrays.toString(values));
    }
    vectors.reset();
    List<Object> key = new ArrayList<>(values.length);
    for (int i = 0; i < values.length; i++) {
      TypeDescription column = type.getChildren().get(i);
      try {
        ValueSetter.set(column, vectors.cols[i], 0, values[i]);
      } catch (ValidationException e) {
        throw new ValidationException(
            "A key does not fit its column: " + e.getMessage(), e, "column", columns.get(i));
      }
      key.add(KeyOrdering.canonical(VectorValues.get(column, vectors.cols[i], 0)));
    }
    return key;
  }
}
