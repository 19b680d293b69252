package io.orcacid.txn;

import io.orcacid.format.orc.RowIdSet;
import io.orcacid.txn.log.DataDirectory;
import java.io.IOException;
import java.util.List;

/**
 * What a transaction read, for the policy {@code serializable} (PROTOCOL.md §11). This module knows
 * no predicates: whoever evaluates them answers. Used by one thread at a time, which may be another
 * one than the transaction's own.
 */
public interface ReadSet {
  /** Of a transaction that read nothing. */
  ReadSet NOTHING =
      new ReadSet() {
        @Override
        public boolean hasRows(String partition) {
          return false;
        }

        @Override
        public boolean hasAnyOf(String partition, RowIdSet rows) {
          return false;
        }

        @Override
        public boolean matches(String partition, List<DataDirectory> added) {
          return false;
        }
      };

  /** Whether it read a row of a partition. */
  boolean hasRows(String partition) throws IOException;

  /** Whether it read one of these rows of a partition. */
  boolean hasAnyOf(String partition, RowIdSet rows) throws IOException;

  /**
   * Whether it would have read a row that a commit added to a partition.
   *
   * @param added the directories of the commit; delete events in them take their own rows away
   */
  boolean matches(String partition, List<DataDirectory> added) throws IOException;
}
