package io.orcacid;

import io.orcacid.error.ValidationException;
import io.orcacid.format.value.Batches;
import io.orcacid.format.value.ValueSetter;
import java.io.IOException;
import java.util.List;
import org.apache.hadoop.hive.ql.exec.vector.VectorizedRowBatch;
import org.apache.orc.TypeDescription;

/**
 * Adds rows to a transaction; ends by itself with the transaction's next step. Not thread-safe.
 *
 * <p>After an error nothing more can be added: the transaction can only be aborted, and nothing of
 * it is visible.
 */
public final class Inserter {
  private final TypeDescription type;
  private final Sink sink;
  private final VectorizedRowBatch batch;
  private long rows;
  private boolean failed;

  /** Takes the rows. */
  interface Sink {
    void write(VectorizedRowBatch rows) throws IOException;
  }

  Inserter(TypeDescription type, Sink sink) {
    this.type = type;
    this.sink = sink;
    this.batch = Batches.create(type);
  }

  /**
   * Adds a row.
   *
   * @param values one for each column of the table in declared order, null for NULL; for the Java
   *     types see the package {@code io.orcacid.format.value}
   * @throws ValidationException if a value does not fit its column; row and column are named, the
   *     row is not added
   */
  public Inserter row(Object... values) throws IOException {
    List<TypeDescription> columns = type.getChildren();
    if (values.length != columns.size()) {
      failed = true;
      throw new ValidationException(
          "A row has another number of values than the table has columns",
          "values",
          values.length,
          "columns",
          type.getFieldNames(),
          "row",
          rows + 1);
    }
    requireUsable();
    if (batch.size == batch.getMaxSize()) {
      flush();
    }
    int row = batch.size;
    for (int i = 0; i < values.length; i++) {
      try {
        ValueSetter.set(columns.get(i), batch.cols[i], row, values[i]);
      } catch (ValidationException e) {
        failed = true;
        throw new ValidationException(
            "A row cannot be inserted: " + e.getMessage(),
            e,
            "row",
            rows + 1,
            "column",
            type.getFieldNames().get(i));
      }
    }
    batch.size++;
    rows++;
    return this;
  }

  /**
   * Adds the selected rows of a batch.
   *
   * @param added columns of the table in declared order; the batch is free again afterwards
   */
  public Inserter batch(VectorizedRowBatch added) throws IOException {
    flush();
    sink.write(added);
    rows += added.size;
    return this;
  }

  /** Rows added so far. */
  public long rows() {
    return rows;
  }

  void flush() throws IOException {
    requireUsable();
    if (batch.size > 0) {
      sink.write(batch);
      batch.reset();
    }
  }

  /** To go on without the row that failed would commit fewer rows than were given. */
  private void requireUsable() {
    if (failed) {
      throw new ValidationException(
          "A row could not be inserted before: the transaction can only be closed",
          "row",
          rows + 1);
    }
  }
}
