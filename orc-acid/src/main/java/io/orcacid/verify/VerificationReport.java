package io.orcacid.verify;

import java.util.List;
import java.util.Set;

/**
 * What a verification found. Immutable.
 *
 * @param path the table
 * @param findings in the order in which they were found; of one kind at most one for each file
 * @param performed parts that were done; the others do not apply or were not asked for
 * @param checked how much was looked at
 */
public record VerificationReport(
    String path, List<Finding> findings, Set<Check.Group> performed, Checked checked) {
  public VerificationReport {
    findings = List.copyOf(findings);
    performed = Set.copyOf(performed);
  }

  /**
   * How much was looked at.
   *
   * @param logEntries entries of the commit log
   * @param partitions partitions
   * @param directories bases, deltas and delete deltas in use
   * @param files data files in use
   * @param bytes their bytes
   * @param insertEvents rows read; 0 unless deep
   * @param deleteEvents delete events read; 0 unless deep
   * @param unfinishedDirectories directories of open or aborted transactions: no finding, a cleaner
   *     removes them
   * @param obsoleteDirectories directories that others replaced: no finding either
   */
  public record Checked(
      long logEntries,
      long partitions,
      long directories,
      long files,
      long bytes,
      long insertEvents,
      long deleteEvents,
      long unfinishedDirectories,
      long obsoleteDirectories) {}

  /** Whether there is a finding of severity {@code ERROR}. */
  public boolean hasErrors() {
    return findings.stream().anyMatch(found -> found.severity() == Finding.Severity.ERROR);
  }
}
