package io.orcacid;

import com.google.common.base.Suppliers;
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
import java.util.function.Supplier;

/**
 * The conditions of the scans that a transaction ran. They are evaluated only when a commit changed
 * something meanwhile: on the rows that it took away, of which the transaction's snapshot still has
 * the values, and on those that it added. Not thread-safe.
 */
final class ReadPredicates implements ReadSet {
  /** By text, so that a condition that is used again and again is kept once. */
  private final Map<String, Optional<Expression>> filters = new LinkedHashMap<>();

  private final Supplier<TableView> read;
  private final ScanSource scans;
  private final Map<String, RowIdSet> rows = new HashMap<>();

  /** Scans a view, without being recorded as a read. */
  interface ScanSource {
    Scan of(TableView view);
  }

  /**
   * @param read the snapshot that the transaction reads, without its own changes; asked only if a
   *     condition has to be evaluated
   */
  ReadPredicates(Supplier<TableView> read, ScanSource scans) {
    this.read = Suppliers.memoize(read::get);
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
      TableView all = read.get();
      PartitionSource one = new OnePartition(all.partitions(), partition);
      for (Scan scan : scansOf(new TableView(all.shape(), all.snapshot(), one, all.version()))) {
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
    TableView only = new NamedDirectories(Map.of(partition, added)).in(read.get());
    for (Scan scan : scansOf(only)) {
      if (scan.limit(1).count() > 0) {
        return true;
      }
    }
    return false;
  }

  private List<Scan> scansOf(TableView view) {
    Scan all = scans.of(view);
    List<Scan> wanted = new ArrayList<>();
    for (Optional<Expression> filter : filters.values()) {
      wanted.add(filter.map(condition -> all.where(condition.toString())).orElse(all));
    }
    return wanted;
  }
}
