package io.orcacid;

import io.orcacid.error.ValidationException;
import io.orcacid.format.TableShape;
import io.orcacid.format.value.VectorValues;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import org.apache.hadoop.hive.ql.exec.vector.VectorizedRowBatch;
import org.apache.orc.TypeDescription;

/**
 * Which columns of changes are read: those that are wanted, and behind them those of the key that
 * are not. Immutable.
 *
 * @param names columns to read
 * @param type their types
 * @param wanted how many of them are given to the caller, from the first on
 * @param key places of the key columns; empty for a table without a key
 */
record ChangeColumns(List<String> names, TypeDescription type, int wanted, List<Integer> key) {
  ChangeColumns {
    names = List.copyOf(names);
    key = List.copyOf(key);
  }

  /**
   * @param wanted the caller's choice; empty for all
   * @param keyColumns the table's key
   */
  static ChangeColumns of(
      TableShape shape, Optional<List<String>> wanted, List<String> keyColumns) {
    List<Integer> columns = new ArrayList<>();
    for (String name : wanted.orElse(shape.row().getFieldNames())) {
      columns.add(position(shape, name));
    }
    int given = columns.size();
    List<Integer> key = new ArrayList<>();
    for (String name : keyColumns) {
      int position = position(shape, name);
      if (!columns.contains(position)) {
        columns.add(position);
      }
      key.add(columns.indexOf(position));
    }
    TypeDescription type = TypeDescription.createStruct();
    for (int column : columns) {
      type.addField(
          shape.row().getFieldNames().get(column), shape.row().getChildren().get(column).clone());
    }
    return new ChangeColumns(type.getFieldNames(), type, given, key);
  }

  private static int position(TableShape shape, String name) {
    return shape
        .position(name)
        .orElseThrow(
            () ->
                new ValidationException(
                    "No such column", "column", name, "columns", shape.row().getFieldNames()));
  }

  /** Nothing but the key. */
  ChangeColumns keyOnly() {
    TypeDescription keys = TypeDescription.createStruct();
    List<Integer> places = new ArrayList<>();
    for (int column : key) {
      places.add(places.size());
      keys.addField(names.get(column), type.getChildren().get(column).clone());
    }
    return new ChangeColumns(keys.getFieldNames(), keys, 0, places);
  }

  /** Type of the rows that the caller gets. */
  TypeDescription rowType() {
    TypeDescription row = TypeDescription.createStruct();
    for (int i = 0; i < wanted; i++) {
      row.addField(names.get(i), type.getChildren().get(i).clone());
    }
    return row;
  }

  /** The row that the caller gets. */
  Row row(VectorizedRowBatch batch, int row, Address address) {
    Object[] values = new Object[wanted];
    for (int i = 0; i < wanted; i++) {
      values[i] = value(batch, row, i);
    }
    return new Row(names.subList(0, wanted), values, Optional.of(address));
  }

  /** The key, equal for equal keys; empty if there is none or a part of it is NULL. */
  Optional<List<Object>> key(VectorizedRowBatch batch, int row) {
    if (key.isEmpty()) {
      return Optional.empty();
    }
    List<Object> values = new ArrayList<>(key.size());
    for (int column : key) {
      Object value = value(batch, row, column);
      if (value == null) {
        return Optional.empty();
      }
      values.add(KeyOrdering.canonical(value));
    }
    return Optional.of(Collections.unmodifiableList(values));
  }

  private Object value(VectorizedRowBatch batch, int row, int column) {
    return VectorValues.get(type.getChildren().get(column), batch.cols[column], row);
  }
}
