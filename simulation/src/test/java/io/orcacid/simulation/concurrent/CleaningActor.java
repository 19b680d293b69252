package io.orcacid.simulation.concurrent;

import io.orcacid.compactor.clean.CleanOptions;
import io.orcacid.compactor.clean.CleanOptions.ForeignReaders;
import io.orcacid.compactor.clean.CleanResult;
import io.orcacid.compactor.clean.Cleaner;
import io.orcacid.error.CommitStateUnknownException;
import io.orcacid.simulation.concurrent.Figures.What;
import io.orcacid.txn.TransactionManager;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.function.BooleanSupplier;

/** Cleans again and again, with little patience. */
final class CleaningActor extends Actor {
  /** What lives is not aborted sooner. */
  static final Duration SHORTEST_LIMIT = Duration.ofSeconds(60);

  private final BooleanSupplier done;
  private TransactionManager manager;
  private Cleaner cleaner;

  CleaningActor(World world, Recorder recorder, int number, long names, BooleanSupplier done) {
    super(world, recorder, number, names);
    this.done = done;
  }

  @Override
  void open() throws IOException {
    manager = process().openManager();
    int most = world().random().nextInt(3) == 0 ? 1 : 60_000;
    cleaner =
        new Cleaner(
            manager,
            CleanOptions.defaults()
                .withRetention(some(most), ForeignReaders.NONE)
                .withLogRetention(some(2 * most))
                .withLongestTransaction(some(600_000).plus(SHORTEST_LIMIT)));
  }

  private Duration some(int mostMillis) {
    return Duration.ofMillis(world().random().nextInt(mostMillis));
  }

  @Override
  void close() throws IOException {
    manager.close();
  }

  @Override
  boolean isDone() {
    return done.getAsBoolean();
  }

  @Override
  void step() throws IOException {
    try {
      CleanResult result = cleaner.run();
      world().figures().count(What.CLEANINGS);
      world().figures().add(What.DIRECTORIES_REMOVED, result.directories());
      world().figures().add(What.ENTRIES_EXPIRED, result.expiredEntries());
      world()
          .figures()
          .add(What.FENCED_IDS, result.abortedWriteIds() + result.abortedCompactions());
    } catch (CommitStateUnknownException e) {
      requireExcused(e);
      world().figures().count(What.UNKNOWN);
    } catch (IOException | UncheckedIOException e) {
      requireExcused(e);
      world().figures().count(What.FAILED);
    }
    world().sleep(Duration.ofSeconds(15));
  }
}
