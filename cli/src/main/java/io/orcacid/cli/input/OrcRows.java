package io.orcacid.cli.input;

import io.orcacid.error.ValidationException;
import io.orcacid.format.io.Storage;
import io.orcacid.format.orc.OrcFiles;
import io.orcacid.format.orc.OrcInput;
import io.orcacid.format.value.Batches;
import io.orcacid.format.value.StructValue;
import io.orcacid.format.value.UnionValue;
import io.orcacid.format.value.VectorValues;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.hive.ql.exec.vector.BytesColumnVector;
import org.apache.hadoop.hive.ql.exec.vector.ColumnVector;
import org.apache.hadoop.hive.ql.exec.vector.ListColumnVector;
import org.apache.hadoop.hive.ql.exec.vector.MapColumnVector;
import org.apache.hadoop.hive.ql.exec.vector.StructColumnVector;
import org.apache.hadoop.hive.ql.exec.vector.UnionColumnVector;
import org.apache.hadoop.hive.ql.exec.vector.VectorizedRowBatch;
import org.apache.orc.TypeDescription;

/** Rows of a flat ORC file; see {@link InputFormat#ORC}. */
final class OrcRows implements TypedRows {
  private final OrcInput input;
  private final OrcInput.Rows rows;
  private final TypeDescription schema;
  private final VectorizedRowBatch batch;
  private int position;

  private OrcRows(OrcInput input) throws IOException {
    this.input = input;
    this.schema = input.schema();
    this.batch = schema.createRowBatch();
    this.rows = input.rows(input.options());
  }

  /**
   * Opens a file.
   *
   * @param name as it was given, for messages
   * @throws ValidationException if the file holds no plain rows
   */
  static OrcRows open(String name, Path file) throws IOException {
    long length = Files.size(file);
    if (length == 0) {
      throw new ValidationException("An ORC file is empty: it has not even columns", "file", name);
    }
    OrcInput input =
        OrcFiles.open(Storage.local(), file.toAbsolutePath().normalize().toString(), length);
    try {
      if (input.isAcid()) {
        throw new ValidationException(
            "An ORC file holds inserts and deletes of a transactional table, not plain rows: take the"
                + " table over with adopt, or export it with its lists of valid ids",
            "file",
            name);
      }
      if (input.schema().getCategory() != TypeDescription.Category.STRUCT) {
        throw new ValidationException(
            "An ORC file has no columns", "file", name, "type", input.schema());
      }
      return new OrcRows(input);
    } catch (IOException | RuntimeException e) {
      input.close();
      throw e;
    }
  }

  @Override
  public TypeDescription schema() {
    return schema;
  }

  @Override
  public boolean next(Object[] values) throws IOException, InvalidValueException {
    if (position == batch.size) {
      position = 0;
      if (!rows.next(batch)) {
        return false;
      }
    }
    int row = position++;
    for (int i = 0; i < values.length; i++) {
      try {
        values[i] = value(schema.getChildren().get(i), batch.cols[i], row);
      } catch (InvalidValueException e) {
        throw e.in(schema.getFieldNames().get(i));
      }
    }
    return true;
  }

  /** As {@link VectorValues#get}, but what text or a map would lose is an error. */
  private static Object value(TypeDescription type, ColumnVector column, int row)
      throws InvalidValueException {
    if (Batches.isNull(column, row)) {
      return null;
    }
    int index = column.isRepeating ? 0 : row;
    List<TypeDescription> children = type.getChildren();
    return switch (type.getCategory()) {
      case STRING, VARCHAR, CHAR -> {
        BytesColumnVector bytes = (BytesColumnVector) column;
        yield Utf8.decode(bytes.vector[index], bytes.start[index], bytes.length[index]);
      }
      case LIST -> {
        ListColumnVector list = (ListColumnVector) column;
        List<Object> values = new ArrayList<>();
        for (int i = 0; i < list.lengths[index]; i++) {
          values.add(value(children.get(0), list.child, (int) list.offsets[index] + i));
        }
        yield values;
      }
      case MAP -> map(children, (MapColumnVector) column, index);
      case STRUCT -> {
        StructColumnVector struct = (StructColumnVector) column;
        List<Object> values = new ArrayList<>();
        for (int i = 0; i < struct.fields.length; i++) {
          values.add(value(children.get(i), struct.fields[i], index));
        }
        yield new StructValue(values);
      }
      case UNION -> {
        UnionColumnVector union = (UnionColumnVector) column;
        int tag = union.tags[index];
        yield new UnionValue(tag, value(children.get(tag), union.fields[tag], index));
      }
      default -> VectorValues.get(type, column, row);
    };
  }

  private static Map<Object, Object> map(
      List<TypeDescription> children, MapColumnVector map, int index) throws InvalidValueException {
    Map<Object, Object> values = new LinkedHashMap<>();
    for (int i = 0; i < map.lengths[index]; i++) {
      int entry = (int) map.offsets[index] + i;
      Object key = value(children.get(0), map.keys, entry);
      Object value = value(children.get(1), map.values, entry);
      if (values.containsKey(key)) {
        throw new InvalidValueException("a map has a key twice: " + key);
      }
      values.put(key, value);
    }
    return values;
  }

  @Override
  public long rowCount() {
    return input.rowCount();
  }

  @Override
  public void close() throws IOException {
    try (input) {
      rows.close();
    }
  }
}
