package io.orcacid.simulation.concurrent;

import static org.assertj.core.api.Assertions.assertThat;

import io.orcacid.Row;
import io.orcacid.Rows;
import io.orcacid.error.SnapshotTooOldException;
import io.orcacid.simulation.concurrent.Figures.What;
import io.orcacid.simulation.concurrent.Recorder.Found;
import io.orcacid.testkit.history.Operation;
import io.orcacid.testkit.history.RecordedTransaction.Outcome;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BooleanSupplier;

/** Reads versions slowly, while others compact and clean, and reads them again. */
final class Reader extends TableActor {
  private final BooleanSupplier done;

  Reader(World world, Recorder recorder, int number, long names, BooleanSupplier done) {
    super(world, recorder, number, names);
    this.done = done;
  }

  @Override
  boolean isDone() {
    return done.getAsBoolean();
  }

  @Override
  void step() throws IOException {
    Recording newest = recorder().begin();
    long version = table().version();
    read(newest, version);
    world().sleep(Duration.ofSeconds(10));
    if (world().random().nextBoolean()) {
      Recording again = recorder().begin();
      again.choseVersion();
      read(again, Math.max(0, version - world().random().nextInt(3)));
    }
  }

  private void read(Recording recording, long version) throws IOException {
    recording.reads(version);
    boolean isOpen = false;
    try (Rows rows = Recorder.open(table().scanAsOfVersion(version))) {
      isOpen = true;
      List<Found> found = new ArrayList<>();
      for (Row row : rows) {
        found.add(recorder().found(row));
        if (world().random().nextInt(4) == 0) {
          world().sleep(Duration.ofSeconds(8));
        }
        world().point(process(), "row");
      }
      recording.add(Operation.Read.all(Recorder.seen(found)));
      recording.end(Outcome.COMMITTED);
      world().figures().count(What.READS);
      if (version > 0) {
        recorder().checkAccounts(found);
      }
    } catch (SnapshotTooOldException e) {
      world().figures().count(What.SNAPSHOTS_TOO_OLD);
      world().audit().look();
      assertThat(version).as("%s", e).isLessThan(world().audit().oldestReadable());
      if (isOpen) {
        requireExcused(e);
      }
    } catch (IOException | UncheckedIOException e) {
      requireExcused(e);
      world().figures().count(What.FAILED);
    }
  }
}
