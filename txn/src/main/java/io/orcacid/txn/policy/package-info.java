/** Which two commits conflict: pure functions over a table (PROTOCOL.md §11). */
package io.orcacid.txn.policy;
