package io.orcacid;

import io.orcacid.format.BucketProperty;
import io.orcacid.format.RowId;
import io.orcacid.format.orc.RowIdSet;
import io.orcacid.txn.KeyResolution;
import io.orcacid.txn.log.DataDirectory;
import io.orcacid.txn.log.TableState;
import io.orcacid.writer.DeleteWriter;
import io.orcacid.writer.WriteResult;
import io.orcacid.writer.WriteTarget;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Rows that a transaction wrote by key, and which of a key's rows stays (policy {@code nbcc},
 * PROTOCOL.md §11): the one with the larger ordering value; of equal ones that of the later commit,
 * within the transaction the one that was written last. NULL is the smallest ordering value. Keeps
 * one entry in memory for each key that was written. Not thread-safe.
 */
final class KeyedRows implements KeyResolution {
  /** Of lists that nobody sees. */
  private static final String TABLE_NAME = "default.table";

  private final WriteTarget target;
  private final KeyOrdering ordering;
  private final ReadPredicates.ScanSource scans;
  private final Namer namer;
  private final Map<String, List<DataDirectory>> written = new HashMap<>();
  private Map<List<Object>, Candidate> best = Map.of();
  private Map<String, RowIdSet> ownLosers = Map.of();

  /** A directory that was written, as the log names it. */
  interface Namer {
    DataDirectory named(WriteResult.Directory directory);
  }

  KeyedRows(
      WriteTarget target, KeyOrdering ordering, ReadPredicates.ScanSource scans, Namer namer) {
    this.target = target;
    this.ordering = ordering;
    this.scans = scans;
    this.namer = namer;
  }

  /** A row that may stay. */
  private record Candidate(Object order, Address address) {}

  /** A finished statement of rows by key. */
  void add(String partition, DataDirectory inserts) {
    written.computeIfAbsent(partition, path -> new ArrayList<>()).add(inserts);
    best = Map.of();
  }

  @Override
  public Map<String, RowIdSet> losers(TableState newest) throws IOException {
    try {
      return losersOn(newest);
    } catch (UncheckedIOException e) {
      throw e.getCause();
    }
  }

  private Map<String, RowIdSet> losersOn(TableState newest) throws IOException {
    if (best.isEmpty()) {
      readOwn(current(newest));
    }
    Map<String, RowIdSet> losers = new HashMap<>();
    ownLosers.forEach((partition, rows) -> copyOf(losers, partition).addAll(rows));
    Map<List<Object>, Candidate> winners = new HashMap<>();
    try (Rows rows = scans.of(current(newest)).select(ordering.columns()).withRowId().rows()) {
      for (Row row : rows) {
        List<Object> key = ordering.key(row);
        Candidate winner = winners.getOrDefault(key, best.get(key));
        if (winner != null) {
          Candidate candidate = new Candidate(ordering.order(row), row.address().orElseThrow());
          boolean stays = ordering.compare(candidate.order(), winner.order()) > 0;
          lose(losers, stays ? winner : candidate);
          if (stays) {
            winners.put(key, candidate);
          }
        }
      }
    }
    return losers;
  }

  private static TableView current(TableState newest) {
    return TableView.of(newest, TABLE_NAME);
  }

  private void readOwn(TableView newest) throws IOException {
    Map<List<Object>, Candidate> own = new HashMap<>();
    Map<String, RowIdSet> losers = new HashMap<>();
    TableView view = new NamedDirectories(written).in(newest);
    try (Rows rows = scans.of(view).select(ordering.columns()).withRowId().rows()) {
      for (Row row : rows) {
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
      }
    }
    best = own;
    ownLosers = losers;
  }

  private boolean isAfter(Candidate one, Candidate other) {
    int order = ordering.compare(one.order(), other.order());
    return order > 0
        || order == 0 && isWrittenAfter(one.address().rowId(), other.address().rowId());
  }

  private static boolean isWrittenAfter(RowId one, RowId other) {
    int statement = BucketProperty.statement(one.bucketProperty());
    int otherStatement = BucketProperty.statement(other.bucketProperty());
    return statement > otherStatement || statement == otherStatement && one.rowId() > other.rowId();
  }

  private static void lose(Map<String, RowIdSet> losers, Candidate candidate) {
    copyOf(losers, candidate.address().partition()).add(candidate.address().rowId());
  }

  private static RowIdSet copyOf(Map<String, RowIdSet> losers, String partition) {
    return losers.computeIfAbsent(partition, path -> new RowIdSet());
  }

  @Override
  public Map<String, DataDirectory> delete(Map<String, RowIdSet> losers, long writeId)
      throws IOException {
    try (DeleteWriter writer = new DeleteWriter(target, writeId, 0)) {
      losers.forEach(
          (partition, rows) ->
              rows.forEach(
                  id -> writer.delete(partition, id.writeId(), id.bucketProperty(), id.rowId())));
      Map<String, DataDirectory> directories = new HashMap<>();
      for (WriteResult.Directory directory : writer.finish().directories()) {
        directories.put(directory.partition(), namer.named(directory));
      }
      return directories;
    }
  }
}
