package io.orcacid;

import io.orcacid.format.orc.RowIdSet;
import io.orcacid.reader.ScanBatch;
import io.orcacid.writer.DeleteWriter;
import io.orcacid.writer.InsertWriter;
import io.orcacid.writer.WriteResult;
import java.io.IOException;
import java.util.Map;
import java.util.Optional;
import org.apache.hadoop.hive.ql.exec.vector.VectorizedRowBatch;

/** Update and delete of the rows that a scan finds. */
final class RowChanges {
  private RowChanges() {}

  /** Opens the writer of a new statement. */
  interface Opener<W> {
    W open() throws IOException;
  }

  /** Takes what a statement wrote, and the rows that it deleted. */
  interface Finisher {
    void finish(WriteResult result, Optional<Map<String, RowIdSet>> deletedRows) throws IOException;
  }

  static long delete(Scan scan, Opener<DeleteWriter> opener, Finisher finisher) throws IOException {
    long rows = 0;
    DeleteWriter writer = null;
    try (Batches batches = scan.batches()) {
      for (Optional<ScanBatch> batch = batches.next(); batch.isPresent(); batch = batches.next()) {
        if (writer == null) {
          writer = opener.open();
        }
        rows += delete(batch.get(), writer);
      }
      if (writer != null) {
        finisher.finish(writer.finish(), Optional.of(writer.deletes()));
      }
      return rows;
    } finally {
      if (writer != null) {
        writer.close();
      }
    }
  }

  /** The deletes go into a statement before that of the new rows (FORMAT.md §7.4). */
  static long update(
      Scan scan,
      RowUpdate update,
      Opener<DeleteWriter> deletes,
      Opener<InsertWriter> inserts,
      Finisher finisher)
      throws IOException {
    long rows = 0;
    DeleteWriter deleter = null;
    InsertWriter inserter = null;
    try (Batches batches = scan.batches()) {
      for (Optional<ScanBatch> batch = batches.next(); batch.isPresent(); batch = batches.next()) {
        if (deleter == null) {
          deleter = deletes.open();
          inserter = inserts.open();
        }
        rows += delete(batch.get(), deleter);
        inserter.write(update.apply(batch.get().rows()));
      }
      if (deleter != null) {
        WriteResult inserted = inserter.finish();
        finisher.finish(deleter.finish(), Optional.of(deleter.deletes()));
        finisher.finish(inserted, Optional.empty());
      }
      return rows;
    } finally {
      close(deleter, inserter);
    }
  }

  static void close(DeleteWriter deleter, InsertWriter inserter) throws IOException {
    try {
      if (deleter != null) {
        deleter.close();
      }
    } finally {
      if (inserter != null) {
        inserter.close();
      }
    }
  }

  /** Deletes rows by partition. */
  static void deleteAll(Map<String, RowIdSet> rows, DeleteWriter writer) {
    rows.forEach(
        (partition, ids) ->
            ids.forEach(
                id -> writer.delete(partition, id.writeId(), id.bucketProperty(), id.rowId())));
  }

  private static long delete(ScanBatch batch, DeleteWriter writer) {
    VectorizedRowBatch rows = batch.rows();
    for (int i = 0; i < rows.size; i++) {
      int row = rows.selectedInUse ? rows.selected[i] : i;
      writer.delete(
          batch.partition(), batch.writeId(row), batch.bucketProperty(row), batch.rowId(row));
    }
    return rows.size;
  }
}
