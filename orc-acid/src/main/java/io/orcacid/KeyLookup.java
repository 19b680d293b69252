package io.orcacid;

import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Finds the rows of some keys: by an index of them, or by a scan of the key columns, which
 * statistics and bloom filters keep from reading what cannot have them. Rows with NULL in a key
 * column have no key.
 */
final class KeyLookup {
  private final KeyOrdering ordering;
  private final ReadPredicates.ScanSource scans;
  private final Optional<KeyIndex> index;

  /**
   * @param ordering the key, and what is read with it
   * @param index asked first; its key may be another one
   */
  KeyLookup(KeyOrdering ordering, ReadPredicates.ScanSource scans, Optional<KeyIndex> index) {
    this.ordering = ordering;
    this.scans = scans;
    this.index = index.filter(one -> one.has(ordering));
  }

  /** Takes a row. */
  interface Taker {
    void take(List<Object> key, Object order, Address address);
  }

  /** An index may know the values of an ordering column that counts no more. */
  private Taker withOrder(Taker taker) {
    return ordering.ordering().isPresent()
        ? taker
        : (key, order, address) -> taker.take(key, null, address);
  }

  /** The key and the ordering column of every row of a view, with addresses. */
  Scan scan(TableView view) {
    return scans.of(view).select(ordering.columns()).withRowId();
  }

  /** Gives every row of a view that has one of the keys, in no order. */
  void find(TableView view, Set<List<Object>> keys, Taker taker) throws IOException {
    if (keys.isEmpty()) {
      return;
    }
    if (index.isPresent()
        && view.partitions() instanceof LogPartitions version
        && index.get().find(version.state(), keys, withOrder(taker))) {
      return;
    }
    Scan scan = scan(view);
    var condition = KeyCondition.of(ordering.key(), view.shape().row(), keys);
    try (Rows rows = condition.map(scan::where).orElse(scan).rows()) {
      for (Row row : rows) {
        List<Object> key = ordering.key(row);
        if (keys.contains(key)) {
          taker.take(key, ordering.order(row), row.address().orElseThrow());
        }
      }
    }
  }
}
