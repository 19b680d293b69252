/**
 * Names of directories and files, listings, and the pure function from a listing and a snapshot to
 * the directories that count (FORMAT.md §2-4, §8, §9).
 *
 * <p>{@link io.orcacid.format.layout.DirectoryLister} is the only I/O here.
 */
package io.orcacid.format.layout;
