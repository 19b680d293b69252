package io.orcacid.txn;

import io.orcacid.format.orc.RowIdSet;
import io.orcacid.txn.log.DataDirectory;
import io.orcacid.txn.log.TableState;
import java.io.IOException;
import java.util.Map;

/**
 * Decides, at the commit, which of several rows of one key stays (policy {@code nbcc}, PROTOCOL.md
 * §11). This module knows neither keys nor rows: whoever wrote them answers. Used by the
 * transaction's own thread or another one, never by two at once.
 */
public interface KeyResolution {
  /**
   * Rows, by partition, that lose against another of their key: of the transaction's own, and of
   * those that a state has.
   */
  Map<String, RowIdSet> losers(TableState newest) throws IOException;

  /**
   * Writes delete deltas, durably, to their final places.
   *
   * @param losers rows by partition
   * @param writeId write id of the deletes
   * @return one directory for each partition
   */
  Map<String, DataDirectory> delete(Map<String, RowIdSet> losers, long writeId) throws IOException;
}
