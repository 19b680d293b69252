/**
 * Who is committed: transactions on a table's commit log (PROTOCOL.md §3-5). {@link
 * io.orcacid.txn.TransactionManager} is the door; the log itself is in {@code txn.log}, the store
 * that decides in {@code txn.store}, the conflict rules in {@code txn.policy}.
 */
package io.orcacid.txn;
