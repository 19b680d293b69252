package io.orcacid.simulation;

import io.orcacid.AcidTable;
import io.orcacid.Compaction;
import io.orcacid.compactor.CompactionReport;
import io.orcacid.txn.log.VersionInfo;
import java.io.IOException;
import java.time.Duration;
import java.util.List;

/** The engine's own compactions and cleanings, through the front door. */
final class EngineMaintenance implements Maintenance {
  private int compactions;
  private int directoriesRemoved;

  @Override
  public void compact(AcidTable table, Step.Kind kind) throws IOException {
    Compaction compaction = table.compaction();
    List<CompactionReport> reports =
        (kind == Step.Kind.MINOR ? compaction.minor() : compaction.major()).run();
    for (CompactionReport report : reports) {
      compactions += report.outcome() == CompactionReport.Outcome.PUBLISHED ? 1 : 0;
    }
  }

  @Override
  public long clean(AcidTable table, int versionsKept) throws IOException {
    List<VersionInfo> versions = table.history();
    VersionInfo newest = versions.get(versions.size() - 1);
    VersionInfo oldestKept = versions.get(Math.max(0, versions.size() - versionsKept));
    Duration retention = Duration.between(oldestKept.time(), newest.time());
    var result = table.clean().retentionWithoutForeignReaders(retention).run();
    directoriesRemoved += result.directories();
    return result.plan().oldestReadable();
  }

  /** Compactions that were published. */
  int compactions() {
    return compactions;
  }

  /** Directories that cleanings removed. */
  int directoriesRemoved() {
    return directoriesRemoved;
  }
}
