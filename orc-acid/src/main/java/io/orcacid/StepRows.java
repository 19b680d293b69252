package io.orcacid;

import io.orcacid.format.Snapshot;
import io.orcacid.format.ValidWriteIdList;
import io.orcacid.format.io.Storage;
import io.orcacid.format.layout.LayoutResolver;
import io.orcacid.reader.BatchReader;
import io.orcacid.reader.DeleteFile;
import io.orcacid.reader.DeleteMerge;
import io.orcacid.reader.PartitionFiles;
import io.orcacid.reader.PartitionSource;
import io.orcacid.reader.ScanPlan;
import io.orcacid.reader.ScanPlanner;
import io.orcacid.reader.ScanRequest;
import io.orcacid.reader.ScanStatistics;
import io.orcacid.reader.expression.Expression;
import io.orcacid.txn.log.DataDirectory;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Reads the rows that a step took away, with the values that they had, and those that it brought:
 * both in the order of partition path and row id. Memory holds a batch of each file that overlaps
 * and of each delete file, as in an ordered scan, and the deletes as far as they fit the memory
 * that a scan may use for them. Not thread-safe.
 */
final class StepRows {
  private final Storage storage;
  private final String root;
  private final TableView before;
  private final ChangeStep step;
  private final Optional<Expression> filter;
  private final ReadLimits limits;

  /**
   * @param before the state before the step, with the columns that are wanted now
   */
  StepRows(
      Storage storage,
      String root,
      TableView before,
      ChangeStep step,
      Optional<Expression> filter,
      ReadLimits limits) {
    this.storage = storage;
    this.root = root;
    this.before = before;
    this.step = step;
    this.filter = filter;
    this.limits = limits;
  }

  /** The rows of the state before that are gone. */
  ChangeSource deletions(ChangeColumns columns) {
    return new PartitionedRows(
        step.partitions().entrySet(),
        entry -> {
          String partition = entry.getKey();
          ChangedPartition changed = entry.getValue();
          if (changed.mostDeleted(step.before().directories(partition)) == 0) {
            return Optional.empty();
          }
          return Optional.of(taken(partition, changed, columns));
        },
        (rows, writeId) -> change(Change.Kind.DELETE, rows, writeId, columns));
  }

  /** The rows that came and are still there after it. */
  ChangeSource insertions(ChangeColumns columns) {
    return new PartitionedRows(
        step.partitions().entrySet(),
        entry -> {
          if (entry.getValue().mostInserted() == 0) {
            return Optional.empty();
          }
          TableView added = only(entry.getKey(), entry.getValue().added());
          return Optional.of(
              AddressedRows.all(plan(added.partitions(), added.snapshot(), columns).readOrdered()));
        },
        (rows, writeId) -> change(Change.Kind.INSERT, rows, writeId, columns));
  }

  private ChangeSource.Keyed change(
      Change.Kind kind, AddressedRows rows, long writeId, ChangeColumns columns) {
    VersionStamp stamp = step.stamp(writeId);
    Address address = rows.address();
    return new ChangeSource.Keyed(
        new Change(
            kind,
            stamp.version(),
            stamp.time(),
            writeId,
            address,
            columns.row(rows.batch(), rows.position(), address)),
        columns.key(rows.batch(), rows.position()));
  }

  private TableView only(String partition, List<DataDirectory> directories) {
    return new NamedDirectories(Map.of(partition, directories)).in(before);
  }

  private AddressedRows taken(String partition, ChangedPartition changed, ChangeColumns columns)
      throws IOException {
    TableView deleting = only(partition, changed.deletes());
    ValidWriteIdList all = deleting.snapshot().writeIds();
    List<DeleteFile> deletes =
        PartitionFiles.of(
                storage,
                partition.isEmpty() ? root : root + "/" + partition,
                LayoutResolver.resolve(
                    deleting.partitions().listing(partition), deleting.snapshot()))
            .deletes();
    ScanPlan plan =
        plan(new TakenFiles(step.before(), partition, changed), before.snapshot(), columns);
    BatchReader rows =
        changed.replacedBy().isPresent()
            ? plan.readOrdered()
            : plan.readOrderedAround(deletes, all);
    return new AddressedRows(
        rows, DeleteMerge.open(storage, deletes, all, new ScanStatistics()), changed.replacedBy());
  }

  private ScanPlan plan(PartitionSource source, Snapshot snapshot, ChangeColumns columns)
      throws IOException {
    ScanRequest request =
        new ScanRequest(
            columns.names(),
            filter,
            ScanRequest.RowIds.WANTED,
            ScanRequest.Order.BY_ADDRESS,
            limits.splitSize(),
            limits.deleteMemory());
    return ScanPlanner.plan(storage, root, before.shape(), snapshot, source, request);
  }
}
