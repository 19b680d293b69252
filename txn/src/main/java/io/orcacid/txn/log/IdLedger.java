package io.orcacid.txn.log;

import java.util.OptionalLong;

/**
 * Which numbers of one kind, write ids or compaction transactions, are committed and which are
 * aborted (PROTOCOL.md R2). Immutable.
 *
 * @param highWaterMark greatest committed number, 0 for none
 * @param exceptions every number from 1 to the mark that is not committed, but forgotten ones (R15)
 * @param aborted numbers that never will be committed, above the mark too
 */
record IdLedger(long highWaterMark, IdRanges exceptions, IdRanges aborted) {
  static final IdLedger EMPTY = new IdLedger(0, IdRanges.NONE, IdRanges.NONE);

  boolean isCommitted(long id) {
    return id >= 1 && id <= highWaterMark && !exceptions.contains(id) && !aborted.contains(id);
  }

  boolean isAborted(long id) {
    return aborted.contains(id);
  }

  long greatest() {
    return Math.max(highWaterMark, aborted.greatest());
  }

  /** Smallest number up to the mark that is neither committed nor aborted. */
  OptionalLong lowestUnresolved() {
    return exceptions.firstOutside(aborted);
  }

  IdLedger commit(long id) {
    return id > highWaterMark
        ? new IdLedger(id, exceptions.plus(highWaterMark + 1, id - 1), aborted)
        : new IdLedger(highWaterMark, exceptions.minus(id), aborted);
  }

  IdLedger abort(long id) {
    return new IdLedger(highWaterMark, exceptions, aborted.plus(id, id));
  }

  /** Leaves an aborted number out of the exceptions; it stays aborted. */
  IdLedger forget(long id) {
    return new IdLedger(highWaterMark, exceptions.minus(id), aborted);
  }
}
