/**
 * The commit log of a table: entries, the state that they fold to, checkpoints of it, and history
 * (PROTOCOL.md §2, §9). Loads and appends; who may append what is decided above.
 */
package io.orcacid.txn.log;
