package io.orcacid;

import io.orcacid.format.orc.RowIdSet;
import io.orcacid.reader.ScanBatch;
import io.orcacid.txn.SnapshotPin;
import io.orcacid.txn.TransactionManager;
import io.orcacid.txn.log.DataDirectory;
import io.orcacid.txn.log.TableState;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.Function;
import org.apache.hadoop.hive.ql.exec.vector.VectorizedRowBatch;

/**
 * Compares two versions: directories, columns and properties by the log; rows by their addresses,
 * of which only partitions are read in which a transaction changed some, and of those only the
 * hidden columns.
 */
final class VersionComparison {
  private final TransactionManager manager;
  private final Function<PinnedView, Scan> scans;
  private final String tableName;

  VersionComparison(
      TransactionManager manager, Function<PinnedView, Scan> scans, String tableName) {
    this.manager = manager;
    this.scans = scans;
    this.tableName = tableName;
  }

  VersionDiff compare(long from, long to) throws IOException {
    try (SnapshotPin first = manager.pin(from);
        SnapshotPin second = manager.pin(to)) {
      TableState one = first.state();
      TableState other = second.state();
      Set<String> rewritten = ChangedPartitions.rewritten(manager.log(), one, other);
      List<VersionDiff.Partition> partitions = new ArrayList<>();
      for (String partition : ChangedPartitions.relaid(one, other)) {
        RowIdSet before = new RowIdSet();
        RowIdSet after = new RowIdSet();
        if (rewritten.contains(partition)) {
          before = addresses(one, partition);
          after = addresses(other, partition);
        }
        partitions.add(partition(partition, one, other, before, after));
      }
      boolean sameColumns = one.metadata().schema().equals(other.metadata().schema());
      return new VersionDiff(
          from,
          to,
          sameColumns ? Optional.empty() : Optional.of(TableSchema.definition(one.metadata())),
          sameColumns ? Optional.empty() : Optional.of(TableSchema.definition(other.metadata())),
          VersionDiff.properties(one.metadata(), other.metadata()),
          partitions);
    }
  }

  private static VersionDiff.Partition partition(
      String partition, TableState one, TableState other, RowIdSet before, RowIdSet after) {
    long removed = before.size();
    RowIdSet added = new RowIdSet();
    added.addAll(after);
    added.removeAll(before);
    long kept = after.size() - added.size();
    List<DataDirectory> came = onlyIn(other, one, partition);
    List<DataDirectory> went = onlyIn(one, other, partition);
    return new VersionDiff.Partition(
        partition,
        added.size(),
        removed - kept,
        came.stream().map(DataDirectory::name).toList(),
        went.stream().map(DataDirectory::name).toList(),
        files(came),
        files(went));
  }

  private static List<DataDirectory> onlyIn(TableState one, TableState other, String partition) {
    Set<String> known = ChangedPartitions.names(other, partition);
    return one.directories(partition).stream()
        .filter(directory -> !known.contains(directory.name()))
        .toList();
  }

  private static long files(Collection<DataDirectory> directories) {
    return directories.stream().mapToLong(directory -> directory.files().size()).sum();
  }

  private RowIdSet addresses(TableState state, String partition) throws IOException {
    TableView view =
        new TableView(
            TableSchema.shape(state.metadata()),
            state.snapshot(tableName),
            new OnePartition(new LogPartitions(state), partition),
            OptionalLong.of(state.version()));
    PinnedView kept =
        new PinnedView(view, Optional.empty(), Optional.of(manager.log()), OptionalLong.empty());
    RowIdSet addresses = new RowIdSet();
    try (Batches batches = scans.apply(kept).select(List.of()).withRowId().batches()) {
      for (Optional<ScanBatch> batch = batches.next(); batch.isPresent(); batch = batches.next()) {
        VectorizedRowBatch rows = batch.get().rows();
        for (int i = 0; i < rows.size; i++) {
          int row = rows.selectedInUse ? rows.selected[i] : i;
          addresses.add(
              batch.get().writeId(row), batch.get().bucketProperty(row), batch.get().rowId(row));
        }
      }
    }
    return addresses;
  }
}
