/** Which two commits conflict: pure functions over a table (CONCURRENCY.md §6, PROTOCOL.md §11). */
package io.orcacid.txn.policy;
