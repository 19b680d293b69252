package io.orcacid;

import io.orcacid.reader.expression.Expression;
import java.io.IOException;
import java.io.UncheckedIOException;
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

  /** Takes a row that has the key and the ordering column, and an address. */
  interface RowTaker {
    void take(Row row) throws IOException;
  }

  /** Gives every row of a view, in no order. */
  void each(TableView view, RowTaker taker) throws IOException {
    each(view, Optional.empty(), taker);
  }

  private void each(TableView view, Optional<Expression> condition, RowTaker taker)
      throws IOException {
    Scan all = scans.of(view).select(ordering.columns()).withRowId();
    try (Rows rows = condition.map(all::where).orElse(all).rows()) {
      for (Row row : rows) {
        taker.take(row);
      }
    } catch (UncheckedIOException e) {
      // Whoever looks for keys tells files that are gone from other errors.
      throw e.getCause();
    }
  }

  /** What every row of some keys meets in a view. */
  Optional<Expression> condition(TableView view, Set<List<Object>> keys) {
    return keys.isEmpty()
        ? Optional.empty()
        : KeyCondition.of(ordering.key(), view.shape().row(), keys);
  }

  /** Gives every row of a view that has one of the keys, in no order. */
  void find(TableView view, Set<List<Object>> keys, Taker taker) throws IOException {
    if (index.isPresent()
        && view.partitions() instanceof LogPartitions version
        && index.get().find(version.state(), keys, withOrder(taker))) {
      return;
    }
    find(view, keys, condition(view, keys), taker);
  }

  /**
   * The same by a scan, with a condition that was made before.
   *
   * @param condition what {@link #condition} gave for the keys
   */
  void find(TableView view, Set<List<Object>> keys, Optional<Expression> condition, Taker taker)
      throws IOException {
    if (keys.isEmpty()) {
      return;
    }
    each(
        view,
        condition,
        row -> {
          List<Object> key = ordering.key(row);
          if (keys.contains(key)) {
            taker.take(key, ordering.order(row), row.address().orElseThrow());
          }
        });
  }
}
