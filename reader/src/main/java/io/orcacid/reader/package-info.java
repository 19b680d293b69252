/**
 * Snapshot and layout to splits, splits to batches: planning, deletes as a mask, rows in order
 * (FORMAT.md §7-9).
 *
 * <p>A scan needs a snapshot value; who is committed is not known here.
 */
package io.orcacid.reader;
