package io.orcacid;

import io.orcacid.error.ValidationException;
import io.orcacid.reader.ScanBatch;
import io.orcacid.txn.SnapshotPin;
import io.orcacid.txn.TransactionManager;
import io.orcacid.txn.log.TableState;
import java.io.IOException;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.Function;

/**
 * Brings the rows of an older version back, as a new version: {@code
 * table.restore().toVersion(41)}. Columns and properties stay those of the newest version; restored
 * rows have NULL in columns that were added since. Versions in between stay readable as before.
 *
 * <p>It is an overwrite in the mode {@code checked} (PROTOCOL.md R4) of each partition in which a
 * transaction changed rows since: the rows that were visible are written into a new base, under new
 * addresses, and a partition that was not there becomes empty. The directories of the older version
 * cannot be named again instead (invariant L): other engines select by names, and no name makes the
 * write ids that were committed since invisible, except a base above all of them. A partition that
 * was only compacted keeps what it has.
 *
 * <p>If anything changed between the look and the commit, in whatever partition, it is a conflict,
 * and nothing was done.
 */
public final class Restoration {
  private final TransactionManager manager;
  private final Beginning beginning;
  private final Function<PinnedView, Scan> scans;
  private final String tableName;

  /** Begins the transaction that writes. */
  interface Beginning {
    Transaction begin() throws IOException;
  }

  /** Keeps the version that is read. */
  private interface Source {
    SnapshotPin pin() throws IOException;
  }

  Restoration(
      TransactionManager manager,
      Beginning beginning,
      Function<PinnedView, Scan> scans,
      String tableName) {
    this.manager = manager;
    this.beginning = beginning;
    this.scans = scans;
    this.tableName = tableName;
  }

  /**
   * Restores the rows of a version.
   *
   * @throws io.orcacid.error.SnapshotTooOldException if it cannot be read
   * @throws io.orcacid.error.WriteConflictException if rows were changed meanwhile
   */
  public Restored toVersion(long version) throws IOException {
    return restore(() -> manager.pin(version));
  }

  /** Restores the rows that the table had at a time; see {@link #toVersion}. */
  public Restored toTime(Instant time) throws IOException {
    return restore(() -> manager.pin(time));
  }

  /**
   * Restores the rows of the version that has a tag; see {@link #toVersion}.
   *
   * @throws ValidationException if there is no such tag
   */
  public Restored toTag(String tag) throws IOException {
    return restore(() -> manager.pin(manager.tableChanges().versionOf(tag)));
  }

  private Restored restore(Source source) throws IOException {
    try (SnapshotPin pin = source.pin();
        Transaction transaction = beginning.begin()) {
      TableState then = pin.state();
      TableState now = transaction.state();
      Set<String> partitions = ChangedPartitions.rewritten(manager.log(), then, now);
      if (partitions.isEmpty()) {
        return new Restored(now.version(), then.version(), List.of(), 0);
      }
      Inserter rows = transaction.restore(List.copyOf(partitions));
      long count = copy(then, now, partitions, rows);
      return new Restored(
          transaction.commit().version(), then.version(), List.copyOf(partitions), count);
    }
  }

  /** What was visible then, read as the columns of now. */
  private long copy(TableState then, TableState now, Set<String> partitions, Inserter rows)
      throws IOException {
    TableView view =
        new TableView(
            TableSchema.shape(now.metadata()),
            then.snapshot(tableName),
            new ChosenPartitions(new LogPartitions(then), partitions),
            OptionalLong.of(then.version()));
    long count = 0;
    PinnedView kept =
        new PinnedView(view, Optional.empty(), Optional.of(manager.log()), OptionalLong.empty());
    try (Batches batches = scans.apply(kept).batches()) {
      for (Optional<ScanBatch> batch = batches.next(); batch.isPresent(); batch = batches.next()) {
        rows.batch(batch.get().rows());
        count += batch.get().rows().size;
      }
    }
    return count;
  }
}
