package io.orcacid.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import io.orcacid.Address;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * What a table must hold, by version: slow, plain, and without anything of the engine. A row keeps
 * its address from the version that wrote it to the one that removes it, and no other row ever has
 * it (invariant I5).
 */
final class OracleTable {
  private final NavigableMap<Long, SortedMap<Long, Written>> versions = new TreeMap<>();
  private final Map<Address, Written> addresses = new HashMap<>();
  private long oldestReadable;

  /** One writing of a row: another one of the same key is another row. */
  static final class Written {
    private final RowValues values;
    private Address address;

    Written(RowValues values) {
      this.values = values;
    }

    RowValues values() {
      return values;
    }
  }

  /** A row that a scan found. */
  record Found(RowValues values, Address address) {}

  /** What a transaction does to the rows that it saw. */
  static final class Effect {
    private final SortedMap<Long, Written> own;
    private final List<Written> removed = new ArrayList<>();

    private Effect(SortedMap<Long, Written> seen) {
      this.own = new TreeMap<>(seen);
    }

    private final Map<Long, Written> added = new TreeMap<>();

    /** Applies a statement to what the transaction sees. */
    long apply(Change change) {
      if (change instanceof Change.Insert insert) {
        insert.rows().forEach(this::add);
        return insert.rows().size();
      }
      Change.Range range =
          change instanceof Change.Update update
              ? update.range()
              : ((Change.Delete) change).range();
      List<Written> matching =
          own.values().stream().filter(row -> range.contains(row.values().k())).toList();
      for (Written row : matching) {
        own.remove(row.values().k());
        if (added.remove(row.values().k(), row)) {
          // Written by this very transaction: nobody else ever sees it.
        } else {
          removed.add(row);
        }
        if (change instanceof Change.Update update) {
          add(row.values().plus(update.add()));
        }
      }
      return matching.size();
    }

    private void add(RowValues values) {
      Written row = new Written(values);
      own.put(values.k(), row);
      added.put(values.k(), row);
    }

    boolean isEmpty() {
      return removed.isEmpty() && added.isEmpty();
    }
  }

  OracleTable() {
    versions.put(0L, Collections.emptySortedMap());
  }

  /** Begins a transaction on a version. */
  Effect begin(long version) {
    return new Effect(rows(version));
  }

  /** Newest version. */
  long newest() {
    return versions.lastKey();
  }

  /** Oldest version that must be readable. */
  long oldestReadable() {
    return oldestReadable;
  }

  /** A cleaner ran. */
  void cleaned(long oldest) {
    oldestReadable = Math.max(oldestReadable, oldest);
  }

  /**
   * The rows after an effect.
   *
   * @throws AssertionError if a row that it removes is not there any more: an update was lost
   */
  SortedMap<Long, Written> after(Effect effect) {
    SortedMap<Long, Written> rows = new TreeMap<>(rows(newest()));
    for (Written row : effect.removed) {
      assertThat(rows.remove(row.values().k()))
          .as("the row %s that a committed transaction removed was still there", row.values())
          .isSameAs(row);
    }
    rows.putAll(effect.added);
    return rows;
  }

  /** Rows of a version. */
  SortedMap<Long, Written> rows(long version) {
    return Collections.unmodifiableSortedMap(versions.get(version));
  }

  /** Adds a version. */
  void commit(SortedMap<Long, Written> rows) {
    versions.put(newest() + 1, rows);
  }

  /** A version without a change of rows. */
  void commitUnchanged() {
    commit(rows(newest()));
  }

  /**
   * Compares what a scan found with what must be there; addresses are learnt where a row is seen
   * for the first time.
   */
  void check(SortedMap<Long, Written> expected, List<Found> found) {
    TreeMap<Long, Found> byKey = new TreeMap<>();
    for (Found row : found) {
      assertThat(byKey.put(row.values().k(), row)).as("a second row like %s", row).isNull();
    }
    assertThat(byKey.keySet()).as("keys of the rows").isEqualTo(expected.keySet());
    expected.forEach((key, row) -> check(row, byKey.get(key)));
  }

  private void check(Written row, Found found) {
    assertThat(found.values()).isEqualTo(row.values());
    if (row.address == null) {
      row.address = found.address();
      assertThat(addresses.putIfAbsent(row.address, row))
          .as("another row that has the address of %s", found)
          .isNull();
    }
    assertThat(found.address()).as("address of %s", row.values()).isEqualTo(row.address);
  }
}
