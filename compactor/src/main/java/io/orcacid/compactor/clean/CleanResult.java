package io.orcacid.compactor.clean;

/**
 * What a cleaning did.
 *
 * @param plan what it was to do, as of the moment after the leases were looked at
 * @param directories directories that were removed
 * @param bytes their bytes, where the log knows them
 * @param abortedWriteIds write ids that it aborted
 * @param abortedCompactions compaction transactions that it aborted
 * @param expiredEntries entries of the log that were removed
 */
public record CleanResult(
    CleanPlan plan,
    int directories,
    long bytes,
    int abortedWriteIds,
    int abortedCompactions,
    int expiredEntries) {}
