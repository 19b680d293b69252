package io.orcacid;

/**
 * Limits of a scan.
 *
 * @param splitSize bytes of a data file that one split reads at most
 * @param deleteMemory bytes that its deletes may take in memory
 */
record ReadLimits(long splitSize, long deleteMemory) {}
