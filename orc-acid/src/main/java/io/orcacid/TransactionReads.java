package io.orcacid;

import io.orcacid.format.Snapshot;
import io.orcacid.format.ValidWriteIdList;
import io.orcacid.format.io.Storage;
import io.orcacid.txn.TransactionHandle;
import io.orcacid.writer.WriteResult;
import io.orcacid.writer.WriteTarget;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.LongStream;

/**
 * What a transaction sees: one snapshot, and its own finished steps (PROTOCOL.md R10). What the
 * application reads of it is recorded for the policy {@code serializable}. Not thread-safe.
 */
final class TransactionReads {
  private final Storage storage;
  private final TransactionHandle handle;
  private final WriteTarget target;
  private final String tableName;
  private final ReadLimits limits;
  private final ReadPredicates predicates;

  TransactionReads(
      Storage storage,
      TransactionHandle handle,
      WriteTarget target,
      String tableName,
      ReadLimits limits) {
    this.storage = storage;
    this.handle = handle;
    this.target = target;
    this.tableName = tableName;
    this.limits = limits;
    this.predicates = new ReadPredicates(this::committedView, this::unrecorded);
    handle.reads(predicates);
  }

  /**
   * A scan of the application's.
   *
   * @param written directories of the finished steps
   */
  Scan scan(List<WriteResult.Directory> written) {
    TableView view = view(written);
    return new Scan(
        storage,
        target.root(),
        filter -> {
          predicates.add(filter);
          return pinned(view);
        },
        limits);
  }

  /** What is written may rest on any row. */
  void readsEverything() {
    predicates.add(Optional.empty());
  }

  /** A scan that decides nothing which the application does. */
  Scan unrecordedScan(List<WriteResult.Directory> written) {
    TableView view = view(written);
    return new Scan(storage, target.root(), filter -> pinned(view), limits);
  }

  /** The same of another view, which something else keeps. */
  Scan unrecorded(TableView view) {
    return new Scan(storage, target.root(), filter -> PinnedView.unpinned(view), limits);
  }

  private PinnedView pinned(TableView view) throws IOException {
    return new PinnedView(
        view, Optional.of(handle.pin()), Optional.of(handle.log()), handle.claimedWriteId());
  }

  /** The snapshot and finished steps. */
  TableView view(List<WriteResult.Directory> written) {
    TableView committed = committedView();
    OptionalLong own = handle.claimedWriteId();
    if (own.isEmpty() || written.isEmpty()) {
      return committed;
    }
    Snapshot snapshot = committed.snapshot();
    return new TableView(
        target.shape(),
        new Snapshot(withOwn(snapshot.writeIds(), own.getAsLong()), snapshot.transactions()),
        new OwnPartitions(committed.partitions(), written, handle.basesDirectory()),
        committed.version());
  }

  /** The snapshot alone. */
  TableView committedView() {
    return TableView.of(handle.state(), tableName);
  }

  /** The own write id counts as committed, those between the snapshot's and it do not. */
  private static ValidWriteIdList withOwn(ValidWriteIdList committed, long own) {
    long[] between = LongStream.range(committed.highWaterMark() + 1, own).toArray();
    long[] exceptions =
        LongStream.concat(
                LongStream.concat(
                    Arrays.stream(committed.open()), Arrays.stream(committed.aborted())),
                Arrays.stream(between))
            .filter(id -> id != own)
            .toArray();
    return ValidWriteIdList.of(
        committed.table(), Math.max(own, committed.highWaterMark()), new long[0], exceptions);
  }
}
