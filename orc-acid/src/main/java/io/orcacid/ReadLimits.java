package io.orcacid;

import io.orcacid.reader.ReadThreads;

/**
 * Limits of a scan.
 *
 * @param splitSize bytes of a data file that one split reads at most
 * @param deleteMemory bytes that its deletes may take in memory
 * @param threads that read and decode
 */
record ReadLimits(long splitSize, long deleteMemory, ReadThreads threads) {}
