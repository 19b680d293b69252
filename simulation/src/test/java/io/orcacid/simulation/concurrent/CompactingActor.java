package io.orcacid.simulation.concurrent;

import io.orcacid.Compaction;
import io.orcacid.compactor.CompactionReport;
import io.orcacid.error.CommitStateUnknownException;
import io.orcacid.error.SnapshotTooOldException;
import io.orcacid.error.TransactionAbortedException;
import io.orcacid.simulation.concurrent.Figures.What;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.List;
import java.util.function.BooleanSupplier;

/** Compacts again and again. */
final class CompactingActor extends TableActor {
  private final BooleanSupplier done;

  CompactingActor(World world, Recorder recorder, int number, long names, BooleanSupplier done) {
    super(world, recorder, number, names);
    this.done = done;
  }

  @Override
  boolean isDone() {
    return done.getAsBoolean();
  }

  @Override
  void step() throws IOException {
    Compaction compaction = table().compaction();
    try {
      List<CompactionReport> reports =
          (world().random().nextInt(3) > 0 ? compaction.minor() : compaction.major()).run();
      for (CompactionReport report : reports) {
        switch (report.outcome()) {
          case PUBLISHED -> world().figures().count(What.COMPACTIONS);
          case OVERTAKEN -> world().figures().count(What.COMPACTIONS_OVERTAKEN);
          case NOTHING_TO_DO -> {}
          case REFUSED -> world().figures().count(What.REFUSED);
        }
      }
    } catch (CommitStateUnknownException | TransactionAbortedException e) {
      requireExcused(e);
      world().figures().count(What.UNKNOWN);
    } catch (SnapshotTooOldException e) {
      requireExcused(e);
      world().figures().count(What.SNAPSHOTS_TOO_OLD);
    } catch (IOException | UncheckedIOException e) {
      requireExcused(e);
      world().figures().count(What.FAILED);
    }
    world().sleep(Duration.ofSeconds(20));
  }
}
