package io.orcacid;

import io.orcacid.format.Snapshot;
import io.orcacid.format.ValidWriteIdList;
import io.orcacid.format.orc.RowIdSet;
import io.orcacid.reader.PartitionSource;
import io.orcacid.reader.ScanBatch;
import io.orcacid.reader.expression.Expression;
import io.orcacid.txn.ReadSet;
import io.orcacid.txn.log.DataDirectory;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The conditions of the scans that a transaction ran. They are evaluated only when a commit changed
 * something meanwhile: on the rows that it took away, of which the transaction's snapshot still has
 * the values, and on those that it added. Not thread-safe.
 */
final class ReadPredicates implements ReadSet {
  /** By text, so that a condition that is used again and again is kept once. */
  private final Map<String, Optional<Expression>> filters = new LinkedHashMap<>();

  private final TableView read;
  private final ScanSource scans;
  private final Map<String, RowIdSet> rows = new HashMap<>();

  /** Scans a view, without being recorded as a read. */
  interface ScanSource {
    Scan of(TableView view);
  }

  /**
   * @param read the snapshot that the transaction reads, without its own changes
   */
  ReadPredicates(TableView read, ScanSource scans) {
    this.read = read;
    this.scans = scans;
  }

  /** A scan was run, with a condition or of everything. */
  void add(Optional<Expression> filter) {
    if (filters.putIfAbsent(filter.map(Expression::toString).orElse(""), filter) == null) {
      rows.clear();
    }
  }

  @Override
  public boolean hasRows(String partition) throws IOException {
    return !rowsIn(partition).isEmpty();
  }

  @Override
  public boolean hasAnyOf(String partition, RowIdSet others) throws IOException {
    return rowsIn(partition).intersects(others);
  }

  private RowIdSet rowsIn(String partition) throws IOException {
    RowIdSet known = rows.get(partition);
    if (known == null) {
      known = new RowIdSet();
      for (Scan scan : scansOf(new OnePartition(read.partitions(), partition), read.snapshot())) {
        try (Batches batches = scan.select(List.of()).withRowId().batches()) {
          for (Optional<ScanBatch> batch = batches.next();
              batch.isPresent();
              batch = batches.next()) {
            known.addAll(AddressChanges.idsOf(batch.get()));
          }
        }
      }
      rows.put(partition, known);
    }
    return known;
  }

  @Override
  public boolean matches(String partition, List<DataDirectory> added) throws IOException {
    long writeId = added.stream().mapToLong(add -> add.directory().maxWriteId()).max().orElse(0);
    Snapshot theirs =
        new Snapshot(
            ValidWriteIdList.of(
                read.snapshot().writeIds().table(), writeId, new long[0], new long[0]),
            read.snapshot().transactions());
    NamedDirectories only = new NamedDirectories(Map.of(partition, added));
    for (Scan scan : scansOf(only, theirs)) {
      if (scan.limit(1).count() > 0) {
        return true;
      }
    }
    return false;
  }

  private List<Scan> scansOf(PartitionSource partitions, Snapshot snapshot) {
    Scan all = scans.of(new TableView(read.shape(), snapshot, partitions, read.version()));
    List<Scan> wanted = new ArrayList<>();
    for (Optional<Expression> filter : filters.values()) {
      wanted.add(filter.map(condition -> all.where(condition.toString())).orElse(all));
    }
    return wanted;
  }
}
