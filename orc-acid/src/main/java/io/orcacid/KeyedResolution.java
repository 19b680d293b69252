package io.orcacid;

import io.orcacid.format.orc.RowIdSet;
import io.orcacid.txn.KeyResolution;
import io.orcacid.txn.log.DataDirectory;
import io.orcacid.txn.log.TableState;
import io.orcacid.writer.DeleteWriter;
import io.orcacid.writer.WriteResult;
import io.orcacid.writer.WriteTarget;
import java.io.IOException;
import java.util.HashMap;
import java.util.Map;

/**
 * Lets the commit itself decide which rows of a key stay (policy {@code nbcc}, PROTOCOL.md §11).
 * Not thread-safe.
 */
record KeyedResolution(WriteTarget target, KeyedRows written, Namer namer)
    implements KeyResolution {
  /** A directory that was written, as the log names it. */
  interface Namer {
    DataDirectory named(WriteResult.Directory directory);
  }

  @Override
  public Map<String, RowIdSet> losers(TableState newest) throws IOException {
    return written.losers(TableView.of(newest));
  }

  @Override
  public Map<String, DataDirectory> delete(Map<String, RowIdSet> losers, long writeId)
      throws IOException {
    try (DeleteWriter writer = new DeleteWriter(target, writeId, 0)) {
      RowChanges.deleteAll(losers, writer);
      Map<String, DataDirectory> directories = new HashMap<>();
      for (WriteResult.Directory directory : writer.finish().directories()) {
        directories.put(directory.partition(), namer.named(directory));
      }
      return directories;
    }
  }
}
