package io.orcacid.simulation.concurrent;

import static org.assertj.core.api.Assertions.assertThat;

import io.orcacid.Transaction;
import io.orcacid.error.CommitStateUnknownException;
import io.orcacid.error.SnapshotTooOldException;
import io.orcacid.error.TransactionAbortedException;
import io.orcacid.error.UnsupportedTableException;
import io.orcacid.error.ValidationException;
import io.orcacid.error.WriteConflictException;
import io.orcacid.simulation.concurrent.Figures.What;
import io.orcacid.testkit.history.RecordedTransaction.Outcome;
import io.orcacid.txn.policy.ConflictPolicy;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;

/** Runs transactions, each once: a conflict ends it. */
final class Writer extends TableActor {
  private static final int MOST_COMMITS = 4;

  private int left;
  private long begun;

  Writer(World world, Recorder recorder, int number, long names, int transactions) {
    super(world, recorder, number, names);
    this.left = transactions;
  }

  @Override
  boolean isDone() {
    return left == 0;
  }

  @Override
  void step() throws IOException {
    left--;
    Recording recording = recorder().begin();
    begun = world().now();
    try (Transaction transaction = table().begin()) {
      recording.reads(transaction.readVersion());
      try {
        new Statements(world(), recorder(), recording, transaction).run();
        if (world().random().nextInt(12) > 0) {
          commit(recording, transaction);
        } else {
          count(What.ABORTED);
        }
      } catch (SnapshotTooOldException e) {
        requireTooOld(recording.readVersion(), e);
      } finally {
        recording.wroteUnder(transaction.writeId());
      }
    } catch (IOException | UncheckedIOException e) {
      requireExcused(e);
      count(What.FAILED);
    }
  }

  private void commit(Recording recording, Transaction transaction) throws IOException {
    recording.end(Outcome.UNKNOWN);
    for (int commits = 1; recording.outcome() == Outcome.UNKNOWN; commits++) {
      try {
        long version = transaction.commit().version();
        recording.acknowledge(world().stamp(), version);
        count(What.COMMITTED);
      } catch (CommitStateUnknownException e) {
        requireExcused(e);
        if (commits == MOST_COMMITS) {
          count(What.UNKNOWN);
          return;
        }
        world().sleep(Duration.ofSeconds(2));
      } catch (WriteConflictException e) {
        if (world().plan().policy() != ConflictPolicy.SINGLE_WRITER) {
          assertThat(recording.readVersion()).as("%s", e).isLessThan(table().version());
        }
        abort(recording, What.CONFLICTED);
      } catch (TransactionAbortedException e) {
        requireAborted(transaction.writeId().orElseThrow(), e);
        abort(recording, What.ABORTED_BY_OTHERS);
      } catch (UnsupportedTableException | ValidationException e) {
        requireExcused(e);
        abort(recording, What.REFUSED);
      } catch (IOException e) {
        requireExcused(e);
        abort(recording, What.FAILED);
      }
    }
  }

  private void requireAborted(long writeId, TransactionAbortedException e) throws IOException {
    world().audit().look();
    assertThat(world().audit().isAborted(writeId)).as("%s", e).isTrue();
    boolean tookLong = world().now() - begun >= CleaningActor.SHORTEST_LIMIT.toNanos();
    assertThat(tookLong || process().isExcused() || world().clocksWereSet())
        .as("a reason to abort: %s", e)
        .isTrue();
  }

  private void abort(Recording recording, What why) {
    recording.end(Outcome.ABORTED);
    count(why);
  }

  /** Nobody's version goes while it is read, unless its reader seemed dead. */
  private void requireTooOld(long version, SnapshotTooOldException e) throws IOException {
    count(What.SNAPSHOTS_TOO_OLD);
    world().audit().look();
    assertThat(version).as("%s", e).isLessThan(world().audit().oldestReadable());
    requireExcused(e);
  }

  private void count(What what) {
    world().figures().count(what);
  }
}
