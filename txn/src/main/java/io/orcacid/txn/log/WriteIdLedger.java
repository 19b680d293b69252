package io.orcacid.txn.log;

/**
 * Which write ids are committed and which are aborted (PROTOCOL.md R2). Immutable.
 *
 * @param highWaterMark greatest committed write id, 0 for none
 * @param exceptions every number from 1 to the mark that is not committed
 * @param aborted write ids that never will be committed, above the mark too
 */
record WriteIdLedger(long highWaterMark, IdRanges exceptions, IdRanges aborted) {
  static final WriteIdLedger EMPTY = new WriteIdLedger(0, IdRanges.NONE, IdRanges.NONE);

  boolean isCommitted(long writeId) {
    return writeId >= 1 && writeId <= highWaterMark && !exceptions.contains(writeId);
  }

  boolean isAborted(long writeId) {
    return aborted.contains(writeId);
  }

  long greatest() {
    return Math.max(highWaterMark, aborted.greatest());
  }

  WriteIdLedger commit(long writeId) {
    return writeId > highWaterMark
        ? new WriteIdLedger(writeId, exceptions.plus(highWaterMark + 1, writeId - 1), aborted)
        : new WriteIdLedger(highWaterMark, exceptions.minus(writeId), aborted);
  }

  WriteIdLedger abort(long writeId) {
    return new WriteIdLedger(highWaterMark, exceptions, aborted.plus(writeId, writeId));
  }
}
