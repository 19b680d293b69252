package io.orcacid;

import io.orcacid.format.io.DiskStorage;
import io.orcacid.testkit.disk.CrashingDisk;
import io.orcacid.txn.log.CommitLog;
import io.orcacid.txn.log.LogOptions;
import io.orcacid.txn.store.AtomicStore;
import io.orcacid.txn.store.DiskStore;
import io.orcacid.verify.VerificationReport;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;

/**
 * The one table of a simulated disk, as a process comes to it.
 *
 * @param disk the disk
 * @param log clocks and checkpoints
 * @param store what stands before the store of the disk
 */
public record DiskLocation(CrashingDisk disk, LogOptions log, UnaryOperator<AtomicStore> store) {
  private TableLocation location(AtomicStore local) throws IOException {
    return new TableLocation(
        DiskStorage.of(disk), DiskTable.ROOT, Optional.of(store.apply(local)), log);
  }

  private TableLocation location() throws IOException {
    return location(DiskStore.open(disk, DiskTable.LOG));
  }

  /** Whether a table is there. */
  public boolean exists() throws IOException {
    return location().hasTable();
  }

  /** Makes the table. */
  public AcidTable create(TableDefinition definition, AcidOptions options) throws IOException {
    return AcidTable.create(
        location(DiskStore.create(disk, DiskTable.LOG, List.of("_ids"))), definition, options);
  }

  /** Opens the table. */
  public AcidTable open(AcidOptions options) throws IOException {
    return AcidTable.open(location(), options);
  }

  /** Opens its log alone. */
  public CommitLog openLog() throws IOException {
    return location().openLog();
  }

  /** Checks the log, names and footers. */
  public VerificationReport verify() throws IOException {
    return AcidTable.verify(location()).run();
  }

  /** Checks every byte and row. */
  public VerificationReport verifyDeeply() throws IOException {
    return AcidTable.verify(location()).deep().run();
  }
}
