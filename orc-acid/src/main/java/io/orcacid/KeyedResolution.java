package io.orcacid;

import io.orcacid.format.orc.RowIdSet;
import io.orcacid.txn.KeyResolution;
import io.orcacid.txn.log.DataDirectory;
import io.orcacid.txn.log.TableState;
import io.orcacid.writer.DeleteWriter;
import io.orcacid.writer.WriteResult;
import io.orcacid.writer.WriteTarget;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.HashMap;
import java.util.Map;

/**
 * Lets the commit itself decide which rows of a key stay (policy {@code nbcc}, PROTOCOL.md §11).
 * Not thread-safe.
 */
record KeyedResolution(WriteTarget target, KeyedRows written, Namer namer)
    implements KeyResolution {
  /** Of lists that nobody sees. */
  private static final String TABLE_NAME = "default.table";

  /** A directory that was written, as the log names it. */
  interface Namer {
    DataDirectory named(WriteResult.Directory directory);
  }

  @Override
  public Map<String, RowIdSet> losers(TableState newest) throws IOException {
    try {
      return written.losers(TableView.of(newest, TABLE_NAME));
    } catch (UncheckedIOException e) {
      throw e.getCause();
    }
  }

  @Override
  public Map<String, DataDirectory> delete(Map<String, RowIdSet> losers, long writeId)
      throws IOException {
    try (DeleteWriter writer = new DeleteWriter(target, writeId, 0)) {
      deleteAll(losers, writer);
      Map<String, DataDirectory> directories = new HashMap<>();
      for (WriteResult.Directory directory : writer.finish().directories()) {
        directories.put(directory.partition(), namer.named(directory));
      }
      return directories;
    }
  }

  /** Deletes rows by partition. */
  static void deleteAll(Map<String, RowIdSet> rows, DeleteWriter writer) {
    rows.forEach(
        (partition, ids) ->
            ids.forEach(
                id -> writer.delete(partition, id.writeId(), id.bucketProperty(), id.rowId())));
  }
}
