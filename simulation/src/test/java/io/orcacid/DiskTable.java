package io.orcacid;

import io.orcacid.testkit.disk.CrashingDisk;
import io.orcacid.txn.log.CommitLog;
import io.orcacid.txn.log.LogOptions;
import io.orcacid.txn.store.AtomicStore;
import io.orcacid.verify.VerificationReport;
import java.io.IOException;
import java.time.Clock;
import java.util.Map;
import java.util.function.UnaryOperator;

/**
 * The front door on a simulated disk: one process that works on the one table there.
 *
 * @param disk the disk
 * @param clock source of commit times
 * @param checkpointEntries entries after which a checkpoint is written
 * @param store what stands before the store of the disk
 */
public record DiskTable(
    CrashingDisk disk, Clock clock, int checkpointEntries, UnaryOperator<AtomicStore> store) {
  /** Where the table is. */
  public static final String ROOT = "/warehouse/table";

  /** Directory of its log. */
  public static final String LOG = ROOT + "/" + CommitLog.DIRECTORY;

  /** No thread of its own writes to the disk: a history gives the same changes again. */
  private static final AcidOptions QUIET =
      AcidOptions.of(Map.of("orcacid.session.heartbeats", "manual"));

  /** The same on another disk, with a plain store. */
  public DiskTable on(CrashingDisk other) {
    return new DiskTable(other, clock, checkpointEntries, UnaryOperator.identity());
  }

  private DiskLocation location() {
    return new DiskLocation(
        disk,
        LogOptions.defaults().withClock(clock).withCheckpointEntries(checkpointEntries),
        store);
  }

  /** Whether a table is there. */
  public boolean exists() throws IOException {
    return location().exists();
  }

  /** Makes the table. */
  public AcidTable create(TableDefinition definition) throws IOException {
    return location().create(definition, QUIET);
  }

  /** Opens the table as a new process. */
  public AcidTable open() throws IOException {
    return location().open(QUIET);
  }

  /** Checks the table: log, names, footers. */
  public VerificationReport verify() throws IOException {
    return location().verify();
  }

  /** Checks the table, every byte and row. */
  public VerificationReport verifyDeeply() throws IOException {
    return location().verifyDeeply();
  }
}
