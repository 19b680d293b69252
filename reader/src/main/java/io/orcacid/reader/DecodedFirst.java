package io.orcacid.reader;

import io.orcacid.format.orc.AcidSchema;
import io.orcacid.format.orc.OrcInput;
import java.util.List;
import java.util.regex.Pattern;
import org.apache.hadoop.hive.ql.exec.vector.ColumnVector;
import org.apache.hadoop.hive.ql.exec.vector.StructColumnVector;
import org.apache.hadoop.hive.ql.exec.vector.VectorizedRowBatch;
import org.apache.orc.TypeDescription;

/**
 * The filter's columns where ORC decodes them before the others of a row, and the others only of
 * batches in which a row is left. Not thread-safe.
 */
final class DecodedFirst {
  private static final Pattern PLAIN_NAME = Pattern.compile("[A-Za-z_][A-Za-z0-9_]*");
  private static final DecodedFirst NOTHING =
      new DecodedFirst(List.of(), new int[0], TypeDescription.createStruct());

  private final List<String> names;
  private final int[] positions;
  private final TypeDescription row;

  private DecodedFirst(List<String> names, int[] positions, TypeDescription row) {
    this.names = names;
    this.positions = positions;
    this.row = row;
  }

  /**
   * What is decoded first of a file: nothing if the filter needs all columns that are read, or none
   * of the file. Hidden columns cannot be among ORC's, and a file whose values are converted, or a
   * name with a dot, is more than ORC is trusted with here.
   *
   * @param schema that the file is read with
   * @param include which of its columns are read, by id
   */
  static DecodedFirst of(
      FileContext context,
      OrcInput input,
      StripeRun.Mode mode,
      TypeDescription schema,
      boolean[] include) {
    List<String> names = context.filterColumns();
    if (names.isEmpty()
        || mode == StripeRun.Mode.DECODED
        || !input.isReadAsIs(schema)
        || !names.stream().allMatch(name -> PLAIN_NAME.matcher(name).matches())) {
      return NOTHING;
    }
    TypeDescription row = AcidSchema.isAcid(schema) ? AcidSchema.row(schema) : schema;
    int[] positions = names.stream().mapToInt(row.getFieldNames()::indexOf).toArray();
    for (int position : positions) {
      // Of a column with columns in it ORC would decode first what is around them only.
      if (!row.getChildren().get(position).getCategory().isPrimitive()) {
        return NOTHING;
      }
    }
    long read = row.getChildren().stream().filter(column -> include[column.getId()]).count();
    if (names.size() >= read) {
      return NOTHING;
    }
    return new DecodedFirst(
        names, names.stream().mapToInt(row.getFieldNames()::indexOf).toArray(), row);
  }

  boolean isNothing() {
    return names.isEmpty();
  }

  /** As ORC wants them: in an ACID file too, names in the row. */
  String[] names() {
    return names.toArray(String[]::new);
  }

  /** Vectors for {@link #putAside}. */
  VectorizedRowBatch aside() {
    return row.createRowBatch();
  }

  /**
   * Before it decodes the rest of an ACID row, ORC may reset the row with all its columns, and with
   * them which values of those decoded first are null: it gets others to reset.
   */
  void putAside(StructColumnVector row, VectorizedRowBatch aside) {
    for (int position : positions) {
      ColumnVector decoded = row.fields[position];
      row.fields[position] = aside.cols[position];
      aside.cols[position] = decoded;
    }
  }
}
