package io.orcacid.txn;

import io.orcacid.error.WriteConflictException;
import io.orcacid.txn.log.TableMetadata;
import io.orcacid.txn.log.TableState;
import io.orcacid.txn.policy.ConflictPolicy;

/**
 * Whether a transaction may follow an alteration of the table that it did not see (PROTOCOL.md
 * R24). Its files have the older schema, which the entry names and every reader converts; so an
 * alteration is in its way only where the transaction's own decision leans on it.
 */
final class MetadataCheck {
  private MetadataCheck() {}

  /**
   * @param policy the transaction's
   * @throws WriteConflictException if the table asks for a stricter policy by now, or if the policy
   *     is one that looks at others' rows, which may not fit the columns that the transaction knows
   */
  static void check(TableState read, TableState newest, ConflictPolicy policy) {
    TableMetadata known = read.metadata();
    TableMetadata now = newest.metadata();
    if (known.equals(now)) {
      return;
    }
    ConflictPolicy wanted = TransactionManager.policy(newest);
    if (!policy.isAtLeastAsStrictAs(wanted)) {
      throw conflict(
          "The table's conflict policy was changed since the transaction began to one that its own"
              + " does not reach",
          read,
          newest,
          policy,
          wanted.text());
    }
    boolean looksAtRows = policy == ConflictPolicy.NBCC || policy == ConflictPolicy.SERIALIZABLE;
    if (looksAtRows
        && (known.schemaId() != now.schemaId() || !known.properties().equals(now.properties()))) {
      throw conflict(
          "The table was altered since the transaction began, whose policy compares rows by the"
              + " columns that it knows",
          read,
          newest,
          policy,
          wanted.text());
    }
  }

  private static WriteConflictException conflict(
      String what, TableState read, TableState newest, ConflictPolicy policy, String wanted) {
    return new WriteConflictException(
        what + ": run it again on a new snapshot",
        "policy",
        policy.text(),
        "table",
        wanted,
        "readVersion",
        read.version(),
        "newest",
        newest.version());
  }
}
