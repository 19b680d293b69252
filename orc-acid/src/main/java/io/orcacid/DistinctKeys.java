package io.orcacid;

import io.orcacid.error.ValidationException;
import io.orcacid.format.TableShape;
import java.io.IOException;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.hive.ql.exec.vector.VectorizedRowBatch;

/**
 * Lets the first row of each key through to a statement and keeps later ones back for a second
 * statement: row numbers count by file, so within a statement nothing says which of two rows in
 * different partitions or buckets was written later. Keeps a key and its ordering value in memory
 * for each row, and a whole row for each key that is written again. Not thread-safe.
 */
final class DistinctKeys implements Inserter.Sink {
  private final KeyOrdering ordering;
  private final int columns;
  private final KeyReader keys;
  private final int order;
  private final Inserter.Sink first;
  private final Map<List<Object>, Object> orders = new HashMap<>();
  private final Map<List<Object>, Object[]> later = new LinkedHashMap<>();

  DistinctKeys(KeyOrdering ordering, TableShape shape, Inserter.Sink first) {
    this.ordering = ordering;
    this.columns = shape.row().getChildren().size();
    this.keys = new KeyReader(ordering.key(), shape);
    this.order = ordering.ordering().map(column -> shape.position(column).orElseThrow()).orElse(-1);
    this.first = first;
  }

  @Override
  public void write(VectorizedRowBatch batch) throws IOException {
    int[] let = new int[batch.size];
    int size = 0;
    for (int i = 0; i < batch.size; i++) {
      int at = batch.selectedInUse ? batch.selected[i] : i;
      List<Object> values = key(batch, at);
      Object value = order < 0 ? null : KeyOrdering.canonical(keys.value(batch, order, at));
      if (!orders.containsKey(values)) {
        orders.put(values, value);
        let[size++] = at;
      } else if (ordering.compare(value, orders.get(values)) >= 0) {
        orders.put(values, value);
        later.put(values, rowOf(batch, at));
      }
    }
    if (size > 0) {
      first.write(selection(batch, let, size));
    }
  }

  private List<Object> key(VectorizedRowBatch batch, int at) {
    List<Object> values = keys.key(batch, at);
    if (values.contains(null)) {
      throw new ValidationException(
          "A row written by key has NULL in a key column", "key", ordering.key(), "values", values);
    }
    return values;
  }

  private Object[] rowOf(VectorizedRowBatch batch, int at) {
    Object[] values = new Object[columns];
    for (int i = 0; i < values.length; i++) {
      values[i] = keys.value(batch, i, at);
    }
    return values;
  }

  /** The batch's own selection stays as it is. */
  private static VectorizedRowBatch selection(VectorizedRowBatch batch, int[] rows, int size) {
    VectorizedRowBatch selection = new VectorizedRowBatch(batch.cols.length);
    System.arraycopy(batch.cols, 0, selection.cols, 0, batch.cols.length);
    selection.selectedInUse = true;
    selection.selected = rows;
    selection.size = size;
    return selection;
  }

  /** Rows that were kept back: of each key that was written again the one that stays. */
  Collection<Object[]> later() {
    return later.values();
  }
}
