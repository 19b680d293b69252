package io.orcacid;

import io.orcacid.format.Snapshot;
import io.orcacid.format.TableShape;
import io.orcacid.reader.PartitionSource;
import io.orcacid.txn.log.TableState;
import java.util.OptionalLong;

/**
 * A table as one reader sees it. Immutable.
 *
 * @param shape columns of that version
 * @param snapshot what is visible
 * @param partitions where its partitions and their directories are found
 * @param version version of the log; empty for a table without one
 */
record TableView(
    TableShape shape, Snapshot snapshot, PartitionSource partitions, OptionalLong version) {
  /** A version of the log, whose lists nobody sees. */
  static TableView of(TableState state) {
    return of(state, "default.table");
  }

  /**
   * A version of the log.
   *
   * @param tableName {@code database.table} for the text of its lists
   */
  static TableView of(TableState state, String tableName) {
    return new TableView(
        TableSchema.shape(state.metadata()),
        state.snapshot(tableName),
        new LogPartitions(state),
        OptionalLong.of(state.version()));
  }
}
