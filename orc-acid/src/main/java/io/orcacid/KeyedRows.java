package io.orcacid;

import io.orcacid.format.BucketProperty;
import io.orcacid.format.RowId;
import io.orcacid.format.orc.RowIdSet;
import io.orcacid.txn.log.DataDirectory;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Rows that a transaction wrote by key, and which of a key's rows stays: the one with the larger
 * ordering value; of equal ones, or where the table declares no ordering column, the newer: that of
 * the later commit, within the transaction the one that was written last. NULL is the smallest
 * ordering value. Keeps one entry in memory for each key that was written. Not thread-safe.
 */
final class KeyedRows {
  private final KeyOrdering ordering;
  private final KeyLookup lookup;
  private final Map<String, List<DataDirectory>> written = new HashMap<>();
  private Map<List<Object>, Candidate> best = Map.of();
  private Map<String, RowIdSet> ownLosers = Map.of();
  private final Map<String, RowIdSet> stayed = new HashMap<>();

  KeyedRows(KeyOrdering ordering, KeyLookup lookup) {
    this.ordering = ordering;
    this.lookup = lookup;
  }

  /** A row that may stay. */
  private record Candidate(Object order, Address address) {}

  /** A finished statement of rows by key. */
  void add(String partition, DataDirectory inserts) {
    written.computeIfAbsent(partition, path -> new ArrayList<>()).add(inserts);
    best = Map.of();
  }

  /** The keys that were written. */
  Set<List<Object>> keys(TableView view) throws IOException {
    readOwn(view);
    return best.keySet();
  }

  /**
   * Rows, by partition, that lose: of those that were written, and of those that a view has.
   *
   * @param view without the rows that were written
   */
  Map<String, RowIdSet> losers(TableView view) throws IOException {
    readOwn(view);
    Map<String, RowIdSet> losers = new HashMap<>();
    ownLosers.forEach((partition, rows) -> rowsIn(losers, partition).addAll(rows));
    Map<List<Object>, Candidate> winners = new HashMap<>();
    stayed.clear();
    lookup.find(
        view,
        best.keySet(),
        (key, order, address) -> {
          Candidate winner = winners.getOrDefault(key, best.get(key));
          Candidate candidate = new Candidate(order, address);
          boolean stays = ordering.compare(order, winner.order()) > 0;
          lose(losers, stays ? winner : candidate);
          if (stays) {
            winners.put(key, candidate);
          }
        });
    winners
        .values()
        .forEach(
            winner -> rowsIn(stayed, winner.address().partition()).add(winner.address().rowId()));
    return losers;
  }

  /** Rows that the view of the last look-up has and that stay, by partition. */
  Map<String, RowIdSet> stayed() {
    return stayed;
  }

  private void readOwn(TableView view) throws IOException {
    if (!best.isEmpty()) {
      return;
    }
    Map<List<Object>, Candidate> own = new HashMap<>();
    Map<String, RowIdSet> losers = new HashMap<>();
    lookup.each(
        new NamedDirectories(written).in(view),
        row -> {
          List<Object> key = ordering.requiredKey(row);
          Candidate candidate = new Candidate(ordering.order(row), row.address().orElseThrow());
          Candidate other = own.get(key);
          if (other == null) {
            own.put(key, candidate);
          } else if (isAfter(candidate, other)) {
            own.put(key, candidate);
            lose(losers, other);
          } else {
            lose(losers, candidate);
          }
        });
    best = own;
    ownLosers = losers;
  }

  private boolean isAfter(Candidate one, Candidate other) {
    int order = ordering.compare(one.order(), other.order());
    return order > 0
        || order == 0 && isWrittenAfter(one.address().rowId(), other.address().rowId());
  }

  /** A statement has each key once. */
  private static boolean isWrittenAfter(RowId one, RowId other) {
    return BucketProperty.statement(one.bucketProperty())
        > BucketProperty.statement(other.bucketProperty());
  }

  private static void lose(Map<String, RowIdSet> losers, Candidate candidate) {
    rowsIn(losers, candidate.address().partition()).add(candidate.address().rowId());
  }

  private static RowIdSet rowsIn(Map<String, RowIdSet> losers, String partition) {
    return losers.computeIfAbsent(partition, path -> new RowIdSet());
  }
}
