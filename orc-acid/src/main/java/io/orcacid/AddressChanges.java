package io.orcacid;

import io.orcacid.error.ValidationException;
import io.orcacid.format.RowId;
import io.orcacid.format.TableShape;
import io.orcacid.format.orc.RowIdSet;
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
import org.apache.hadoop.hive.ql.exec.vector.VectorizedRowBatch;

/**
 * Rows to be deleted or replaced by address, gathered and done in one statement (an update: two).
 * Each row must be one that the transaction sees: a second delete of a row would make Hive lose
 * others (FORMAT.md §14, PROTOCOL.md R3a).
 */
final class AddressChanges {
  private final TableShape shape;
  private final Map<String, RowIdSet> rowIds = new HashMap<>();
  private final List<Object[]> newRows = new ArrayList<>();

  AddressChanges(TableShape shape) {
    this.shape = shape;
  }

  void delete(Address address) {
    RowIdSet set = rowIds.computeIfAbsent(address.partition(), key -> new RowIdSet());
    if (set.contains(address.rowId())) {
      throw new ValidationException(
          "A row is deleted or updated twice in one step", "address", address);
    }
    set.add(address.rowId());
  }

  void update(Address address, Object... values) {
    if (values.length != shape.row().getChildren().size()) {
      throw new ValidationException(
          "A row has another number of values than the table has columns",
          "values",
          values.length,
          "columns",
          shape.row().getFieldNames());
    }
    delete(address);
    newRows.add(values.clone());
  }

  void apply(
      Scan visible,
      RowChanges.Opener<DeleteWriter> deletes,
      RowChanges.Opener<InsertWriter> inserts,
      RowChanges.Finisher finisher)
      throws IOException {
    requireVisible(visible);
    DeleteWriter deleter = null;
    InsertWriter inserter = null;
    try {
      deleter = deletes.open();
      RowChanges.deleteAll(rowIds, deleter);
      Optional<WriteResult> inserted = Optional.empty();
      if (!newRows.isEmpty()) {
        inserter = inserts.open();
        Inserter rows = new Inserter(shape.row(), inserter::write);
        for (Object[] values : newRows) {
          rows.row(values);
        }
        rows.flush();
        inserted = Optional.of(inserter.finish());
      }
      finisher.finish(deleter.finish(), Optional.of(deleter.deletes()));
      if (inserted.isPresent()) {
        finisher.finish(inserted.get(), Optional.empty());
      }
    } finally {
      RowChanges.close(deleter, inserter);
    }
  }

  private void requireVisible(Scan visible) throws IOException {
    Map<String, RowIdSet> missing = new HashMap<>();
    rowIds.forEach(
        (partition, ids) -> {
          RowIdSet copy = new RowIdSet();
          copy.addAll(ids);
          missing.put(partition, copy);
        });
    try (Batches batches = visible.select(List.of()).batches()) {
      for (Optional<ScanBatch> batch = batches.next(); batch.isPresent(); batch = batches.next()) {
        RowIdSet wanted = missing.get(batch.get().partition());
        if (wanted != null) {
          wanted.removeAll(idsOf(batch.get()));
        }
      }
    }
    for (Map.Entry<String, RowIdSet> entry : missing.entrySet()) {
      entry
          .getValue()
          .forEach(
              id -> {
                throw notVisible(entry.getKey(), id);
              });
    }
  }

  static RowIdSet idsOf(ScanBatch batch) {
    RowIdSet ids = new RowIdSet();
    VectorizedRowBatch rows = batch.rows();
    for (int i = 0; i < rows.size; i++) {
      ids.add(batch.id(rows.selectedInUse ? rows.selected[i] : i));
    }
    return ids;
  }

  static ValidationException notVisible(String partition, RowId id) {
    return new ValidationException(
        "The transaction sees no row of this address: it was never there, or is deleted already",
        "address",
        new Address(partition, id));
  }
}
