package io.orcacid;

import io.orcacid.error.ValidationException;
import io.orcacid.format.TableShape;
import io.orcacid.format.orc.RowIdSet;
import io.orcacid.format.value.ValueSetter;
import io.orcacid.reader.ScanBatch;
import io.orcacid.writer.DeleteWriter;
import io.orcacid.writer.InsertWriter;
import io.orcacid.writer.WriteResult;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import org.apache.hadoop.hive.ql.exec.vector.ColumnVector;
import org.apache.hadoop.hive.ql.exec.vector.StructColumnVector;
import org.apache.hadoop.hive.ql.exec.vector.VectorizedRowBatch;
import org.apache.orc.TypeDescription;

/** Runs a merge as one step: deletes in one statement, new rows in the next (FORMAT.md §7.4). */
final class MergeStep {
  private final TableShape shape;
  private final MergeInput input;
  private final MergeClauses clauses;
  private final KeyReader on;
  private final Optional<KeyReader> declaredKey;
  private final boolean comparesKey;
  private final RowChanges.Opener<DeleteWriter> deletes;
  private final RowChanges.Opener<InsertWriter> inserts;
  private final VectorizedRowBatch pairs;

  /** Each clause leaves a shorter selection in the batch, of which the room is no measure. */
  private final int room;

  private final List<Address> addresses = new ArrayList<>();

  /** Of source rows that met none; null where a column is NULL. */
  private final List<List<Object>> keys = new ArrayList<>();

  private final Map<String, RowIdSet> kept = new HashMap<>();
  private DeleteWriter deleter;
  private InsertWriter inserter;
  private long updated;
  private long deleted;
  private long inserted;

  /**
   * @param on columns that are compared
   * @param declaredKey the table's; empty for none
   */
  MergeStep(
      Merge merge,
      MergeInput input,
      TableShape shape,
      List<String> on,
      List<String> declaredKey,
      RowChanges.Opener<DeleteWriter> deletes,
      RowChanges.Opener<InsertWriter> inserts) {
    this.shape = shape;
    this.input = input;
    this.clauses = new MergeClauses(merge, shape);
    this.on = new KeyReader(on, shape);
    this.declaredKey =
        declaredKey.isEmpty() ? Optional.empty() : Optional.of(new KeyReader(declaredKey, shape));
    this.comparesKey = MergeInput.isSame(on, declaredKey);
    this.deletes = deletes;
    this.inserts = inserts;
    this.pairs = io.orcacid.format.value.Batches.create(clauses.pair());
    this.room = pairs.getMaxSize();
  }

  /**
   * @param rows all columns of the rows that can meet the source, with addresses
   */
  Merged run(Scan rows, RowChanges.Finisher finisher) throws IOException {
    try {
      meet(rows);
      clear();
      for (MergeInput.Source source : input.unmet()) {
        requireRoom();
        setNull(pairs.size);
        keys.add(source.key());
        setSource(source.values());
      }
      flush(clauses.notMatched());
      finish(finisher);
      return new Merged(updated, deleted, inserted);
    } finally {
      RowChanges.close(deleter, inserter);
    }
  }

  private void meet(Scan rows) throws IOException {
    try (Batches batches = rows.batches()) {
      for (Optional<ScanBatch> batch = batches.next(); batch.isPresent(); batch = batches.next()) {
        VectorizedRowBatch found = batch.get().rows();
        for (int i = 0; i < found.size; i++) {
          int at = found.selectedInUse ? found.selected[i] : i;
          Object[] source = input.meet(on.key(found, at));
          if (source != null) {
            add(batch.get(), at, source);
          }
        }
      }
    }
    flush(clauses.matched());
  }

  private void add(ScanBatch batch, int at, Object[] source) throws IOException {
    if (pairs.size == room) {
      flush(clauses.matched());
    }
    for (int i = 0; i < shape.row().getChildren().size(); i++) {
      io.orcacid.format.value.Batches.copy(pairs.cols[i], pairs.size, batch.rows().cols[i], at);
    }
    addresses.add(new Address(batch.partition(), batch.id(at)));
    setSource(source);
  }

  private void requireRoom() throws IOException {
    if (pairs.size == room) {
      flush(clauses.notMatched());
    }
  }

  private void setNull(int row) {
    for (int i = 0; i < shape.row().getChildren().size(); i++) {
      pairs.cols[i].noNulls = false;
      pairs.cols[i].isNull[row] = true;
    }
  }

  private void setSource(Object[] values) {
    int column = pairs.cols.length - 1;
    StructColumnVector vector = (StructColumnVector) pairs.cols[column];
    List<TypeDescription> types = clauses.pair().getChildren().get(column).getChildren();
    vector.isNull[pairs.size] = false;
    for (int i = 0; i < values.length; i++) {
      ColumnVector field = vector.fields[i];
      try {
        ValueSetter.set(types.get(i), field, pairs.size, values[i]);
      } catch (ValidationException e) {
        throw new ValidationException(
            "A value of the source does not fit its column: " + e.getMessage(),
            e,
            "column",
            clauses.pair().getChildren().get(column).getFieldNames().get(i));
      }
    }
    pairs.size++;
  }

  private void flush(List<MergeClauses.Bound> bound) throws IOException {
    if (pairs.size > 0) {
      pairs.selectedInUse = true;
      pairs.selected = IntStream.range(0, pairs.size).toArray();
      for (MergeClauses.Bound clause : bound) {
        apply(clause, clause.take(pairs));
      }
      for (int i = 0; i < pairs.size && !addresses.isEmpty(); i++) {
        Address address = addresses.get(pairs.selected[i]);
        kept.computeIfAbsent(address.partition(), path -> new RowIdSet()).add(address.rowId());
      }
    }
    clear();
  }

  private void clear() {
    pairs.selected = new int[room];
    pairs.reset();
    addresses.clear();
    keys.clear();
  }

  private void apply(MergeClauses.Bound clause, int[] rows) throws IOException {
    if (rows.length == 0) {
      return;
    }
    switch (clause.action()) {
      case DELETE -> deleted += rows.length;
      case UPDATE -> updated += rows.length;
      case INSERT -> inserted += rows.length;
    }
    if (clause.action() != Merge.Action.INSERT) {
      delete(rows);
    }
    if (clause.row().isPresent()) {
      insert(clause, rows);
    }
  }

  private void delete(int[] rows) throws IOException {
    if (deleter == null) {
      deleter = deletes.open();
    }
    for (int row : rows) {
      Address address = addresses.get(row);
      deleter.delete(
          address.partition(),
          address.rowId().writeId(),
          address.rowId().bucketProperty(),
          address.rowId().rowId());
    }
  }

  private void insert(MergeClauses.Bound clause, int[] rows) throws IOException {
    if (inserter == null) {
      inserter = inserts.open();
    }
    VectorizedRowBatch taken = new VectorizedRowBatch(pairs.cols.length);
    System.arraycopy(pairs.cols, 0, taken.cols, 0, pairs.cols.length);
    taken.selectedInUse = true;
    taken.selected = rows;
    taken.size = rows.length;
    VectorizedRowBatch made = clause.row().get().apply(taken);
    if (declaredKey.isPresent()) {
      if (clause.action() == Merge.Action.UPDATE) {
        requireSameKey(made, rows);
      } else if (comparesKey) {
        requireSourceKey(made, rows);
      }
    }
    inserter.write(made);
  }

  /** The rows of the new key were not looked for. */
  private void requireSameKey(VectorizedRowBatch made, int[] rows) {
    for (int row : rows) {
      List<Object> before = declaredKey.get().key(pairs, row);
      List<Object> after = declaredKey.get().key(made, row);
      if (!before.equals(after)) {
        throw new ValidationException(
            "A merge does not change the key of a row: delete it and insert another",
            "key",
            before,
            "new",
            after);
      }
    }
  }

  /** Another key than the source's was not looked for either. */
  private void requireSourceKey(VectorizedRowBatch made, int[] rows) {
    for (int row : rows) {
      List<Object> wanted = keys.get(row);
      List<Object> key = on.key(made, row);
      if (wanted != null ? !wanted.equals(key) : !key.contains(null)) {
        throw new ValidationException(
            "A merge by the declared key inserts rows under the keys of their source rows",
            "key",
            wanted == null ? "NULL" : wanted,
            "inserted",
            key);
      }
    }
  }

  private void finish(RowChanges.Finisher finisher) throws IOException {
    Optional<WriteResult> rows =
        inserter == null ? Optional.empty() : Optional.of(inserter.finish());
    if (deleter != null) {
      finisher.finish(deleter.finish(), Optional.of(deleter.deletes()));
    }
    if (rows.isPresent()) {
      finisher.finish(rows.get(), Optional.empty());
    }
  }

  /** Rows that met a source row and stay as they are, by partition. */
  Map<String, RowIdSet> kept() {
    return kept;
  }
}
