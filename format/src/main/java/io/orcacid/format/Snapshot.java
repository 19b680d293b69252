package io.orcacid.format;

import java.util.Objects;

/**
 * What a reader sees: valid write ids and visible compaction transactions. Immutable; both lists
 * have Hive's text form, so a snapshot travels as two strings.
 *
 * @param writeIds valid write ids of the table
 * @param transactions valid compaction transactions
 */
public record Snapshot(ValidWriteIdList writeIds, ValidTxnList transactions) {
  public Snapshot {
    Objects.requireNonNull(writeIds);
    Objects.requireNonNull(transactions);
  }
}
