package io.orcacid.cli;

import io.orcacid.reader.ScanStatistics;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryType;

/** What a scan read and skipped, as {@code --stats} says it. */
final class StatisticsText {
  private StatisticsText() {}

  static String of(ScanStatistics statistics) {
    return String.join(
        System.lineSeparator(),
        "partitions skipped      " + statistics.partitionsSkipped(),
        "files read              " + statistics.filesRead(),
        "files skipped           " + statistics.filesSkipped(),
        "stripes read            " + statistics.stripesRead(),
        "stripes skipped         " + statistics.stripesSkipped(),
        "row groups read         " + statistics.rowGroupsRead(),
        "row groups skipped      " + statistics.rowGroupsSkipped(),
        "bytes read              " + statistics.bytesRead(),
        "hidden columns decoded  " + statistics.hiddenColumnsDecoded(),
        "delete files opened     " + statistics.deleteFilesOpened(),
        "delete files skipped    " + statistics.deleteFilesSkipped(),
        "deletes merged in files " + statistics.filesMerged(),
        "peak heap MiB           " + peakHeap() / (1 << 20));
  }

  /** At most so much of the heap was in use at once: each of its pools has a peak of its own. */
  private static long peakHeap() {
    return ManagementFactory.getMemoryPoolMXBeans().stream()
        .filter(pool -> pool.getType() == MemoryType.HEAP)
        .mapToLong(pool -> pool.getPeakUsage().getUsed())
        .sum();
  }
}
