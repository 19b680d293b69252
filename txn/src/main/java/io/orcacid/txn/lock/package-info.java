/**
 * Named locks with epochs: they spare work that would be lost anyway. Safety never rests on them,
 * but on the commit, which refuses an epoch that another has overtaken (PROTOCOL.md §2, §11).
 */
package io.orcacid.txn.lock;
