package io.orcacid.txn.log;

/**
 * What loading cost since the log was opened.
 *
 * @param checkpointsRead checkpoints read to the end and used
 * @param checkpointsRejected checkpoints that did not verify
 * @param entriesRead entries read
 */
public record LoadStatistics(long checkpointsRead, long checkpointsRejected, long entriesRead) {}
