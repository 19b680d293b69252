package io.orcacid;

import io.orcacid.format.io.DiskStorage;
import io.orcacid.format.io.Storage;
import io.orcacid.testkit.disk.CrashingDisk;
import io.orcacid.txn.log.CommitLog;
import io.orcacid.txn.log.LogOptions;
import io.orcacid.txn.store.AtomicStore;
import io.orcacid.txn.store.DiskStore;
import io.orcacid.verify.VerificationReport;
import java.io.IOException;
import java.time.Clock;
import java.util.List;
import java.util.Optional;
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

  /** The same on another disk, with a plain store. */
  public DiskTable on(CrashingDisk other) {
    return new DiskTable(other, clock, checkpointEntries, UnaryOperator.identity());
  }

  private TableLocation location(AtomicStore local) throws IOException {
    Storage storage = DiskStorage.of(disk);
    return new TableLocation(
        storage,
        ROOT,
        Optional.of(store.apply(local)),
        LogOptions.defaults().withClock(clock).withCheckpointEntries(checkpointEntries));
  }

  private TableLocation location() throws IOException {
    return location(DiskStore.open(disk, LOG));
  }

  /** Whether a table is there. */
  public boolean exists() throws IOException {
    return location().hasTable();
  }

  /** Makes the table. */
  public AcidTable create(TableDefinition definition) throws IOException {
    return AcidTable.create(
        location(DiskStore.create(disk, LOG, List.of("_ids"))), definition, AcidOptions.defaults());
  }

  /** Opens the table as a new process. */
  public AcidTable open() throws IOException {
    return AcidTable.open(location(), AcidOptions.defaults());
  }

  /** Checks the table: log, names, footers. */
  public VerificationReport verify() throws IOException {
    return AcidTable.verify(location()).run();
  }

  /** Checks the table, every byte and row. */
  public VerificationReport verifyDeeply() throws IOException {
    return AcidTable.verify(location()).deep().run();
  }
}
