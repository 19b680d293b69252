/**
 * Rows and batches to the files of base, delta and delete delta directories (FORMAT.md §13).
 *
 * <p>A write needs a write id, a statement and a place; who is committed is not known here.
 */
package io.orcacid.writer;
