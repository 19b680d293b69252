package io.orcacid.reader.expression;

import io.orcacid.error.ValidationException;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.apache.hadoop.hive.ql.exec.vector.ColumnVector;
import org.apache.hadoop.hive.ql.exec.vector.VectorizedRowBatch;
import org.apache.orc.TypeDescription;

/** Columns whose value is the same in all rows that are asked about, as a batch of one row. */
final class KnownColumns {
  private final Set<Integer> columns = new HashSet<>();
  private final Rows rows;

  KnownColumns(TypeDescription row, Map<String, ?> values) {
    VectorizedRowBatch batch = row.createRowBatch(1);
    batch.size = 1;
    values.forEach(
        (name, value) -> {
          int column = ColumnNames.position(row, name);
          columns.add(column);
          set(batch.cols[column], row.getChildren().get(column), name, value);
        });
    this.rows = new Rows(batch, new int[] {0}, 1, 1);
  }

  private static void set(ColumnVector vector, TypeDescription type, String name, Object value) {
    if (value == null) {
      vector.noNulls = false;
      vector.isNull[0] = true;
      return;
    }
    Object literal = JavaValues.literal(value);
    if (literal == null) {
      throw new ValidationException(
          "A column's value has a class that no column has",
          "column",
          name,
          "class",
          value.getClass().getName());
    }
    AssignmentRule rule = AssignmentRule.between(Kind.typeOf(literal), type, true);
    if (rule == null) {
      throw new ValidationException(
          "A column's value does not fit its type", "column", name, "type", type, "value", value);
    }
    VectorWriter.set(vector, 0, rule.convert(literal, name));
  }

  boolean cover(Set<Integer> wanted) {
    return columns.containsAll(wanted);
  }

  boolean isNull(Operand operand) {
    if (!cover(operand.columns())) {
      return false;
    }
    try {
      return operand.evaluate(rows).isNull(0);
    } catch (ValidationException e) {
      return false;
    }
  }

  Rows rows() {
    return rows;
  }
}
