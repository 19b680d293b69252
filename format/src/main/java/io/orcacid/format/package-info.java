/**
 * The words of the format: row ids, write ids, valid lists and snapshots (FORMAT.md §5, §11).
 *
 * <p>Values only. Names of directories and files are in {@code layout}, ORC files in {@code orc},
 * storage in {@code io}.
 */
package io.orcacid.format;
