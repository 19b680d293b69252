package io.orcacid.txn;

import io.orcacid.format.orc.RowIdSet;
import io.orcacid.txn.log.DataDirectory;
import java.io.IOException;
import java.util.List;

/**
 * Keys that a transaction wrote or found absent. Two transactions that both add a row of a new key
 * touch no row of each other, so no policy but {@code nbcc} would keep one of the rows away: what
 * others add is compared by key, under every policy. This module knows no keys: whoever wrote them
 * answers. Used by one thread at a time, which may be another one than the transaction's own.
 */
public interface WrittenKeys {
  /** Of a transaction that wrote nothing by key. */
  WrittenKeys NONE =
      new WrittenKeys() {
        @Override
        public boolean areIn(String partition, List<DataDirectory> added) {
          return false;
        }

        @Override
        public boolean haveRows(String partition) {
          return false;
        }

        @Override
        public boolean haveAnyOf(String partition, RowIdSet deleted) {
          return false;
        }
      };

  /**
   * Whether a row that a commit added to a partition has one of the keys.
   *
   * @param added the directories of the commit; delete events in them take their own rows away
   */
  boolean areIn(String partition, List<DataDirectory> added) throws IOException;

  /** Whether a row of one of the keys was found in a partition and is not deleted. */
  boolean haveRows(String partition);

  /** Whether one of these rows was found and is not deleted by the transaction itself. */
  boolean haveAnyOf(String partition, RowIdSet deleted);
}
