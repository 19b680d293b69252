/**
 * Random histories of a table on a disk that loses power, against a slow oracle: whatever happens
 * to the disk, committed versions stay and others never show (RELIABILITY.md §5).
 */
package io.orcacid.simulation;
