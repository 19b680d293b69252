package io.orcacid.txn.log;

import io.orcacid.error.ValidationException;
import io.orcacid.format.ValidTxnList;
import io.orcacid.format.ValidWriteIdList;

/**
 * What a table knew before its log began: a directory of Hive that was adopted (PROTOCOL.md R26).
 * Immutable.
 *
 * @param writeIds valid write ids at that time; every exception counts as aborted for good
 * @param transactions compaction transactions that are visible for good
 * @param greatestWriteId greatest write id on disk or in the list: new ones are above it
 * @param greatestTransaction greatest compaction transaction on disk: new ones are above it
 */
public record Adoption(
    ValidWriteIdList writeIds,
    ValidTxnList transactions,
    long greatestWriteId,
    long greatestTransaction) {
  public Adoption {
    if (writeIds.open().length > 0 || greatestWriteId < writeIds.highWaterMark()) {
      throw new ValidationException(
          "An adopted table has no open write ids, and its mark is not above its greatest one",
          "writeIds",
          writeIds,
          "greatestWriteId",
          greatestWriteId);
    }
  }

  /** The ledger of compaction transactions that version 0 begins with. */
  IdLedger compactionLedger() {
    long mark = Math.min(transactions.highWaterMark(), greatestTransaction);
    IdRanges hidden = IdRanges.NONE;
    for (long id : transactions.exceptions()) {
      if (id <= mark) {
        hidden = hidden.plus(id, id);
      }
    }
    IdRanges aborted = hidden;
    if (greatestTransaction > mark) {
      aborted = aborted.plus(mark + 1, greatestTransaction);
    }
    return new IdLedger(mark, hidden, aborted);
  }

  /** The ledger of write ids that version 0 begins with. */
  IdLedger ledger() {
    IdRanges exceptions = IdRanges.NONE;
    for (long id : writeIds.aborted()) {
      if (id <= writeIds.highWaterMark()) {
        exceptions = exceptions.plus(id, id);
      }
    }
    IdRanges aborted = exceptions;
    if (greatestWriteId > writeIds.highWaterMark()) {
      aborted = aborted.plus(writeIds.highWaterMark() + 1, greatestWriteId);
    }
    return new IdLedger(writeIds.highWaterMark(), exceptions, aborted);
  }
}
