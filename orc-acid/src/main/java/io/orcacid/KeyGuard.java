package io.orcacid;

import io.orcacid.format.orc.RowIdSet;
import io.orcacid.reader.expression.Expression;
import io.orcacid.txn.WrittenKeys;
import io.orcacid.txn.log.DataDirectory;
import java.io.IOException;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;

/** Compares the keys that a transaction wrote with those that others add. Not thread-safe. */
final class KeyGuard implements WrittenKeys {
  private final KeyLookup lookup;
  private final TableView read;
  private final Set<List<Object>> keys = new HashSet<>();
  private final Map<String, RowIdSet> rows = new HashMap<>();

  /** Of all keys, made once for all commits that are looked at; null for none yet. */
  private Optional<Expression> condition;

  /**
   * @param read the snapshot that the transaction reads
   */
  KeyGuard(KeyLookup lookup, TableView read) {
    this.lookup = lookup;
    this.read = read;
  }

  void add(Set<List<Object>> written) {
    keys.addAll(written);
    condition = null;
  }

  /** Rows of the keys, by partition, that were found and stay. */
  void addRows(Map<String, RowIdSet> found) {
    found.forEach(
        (partition, ids) -> rows.computeIfAbsent(partition, path -> new RowIdSet()).addAll(ids));
  }

  @Override
  public boolean haveRows(String partition) {
    return rows.containsKey(partition);
  }

  @Override
  public boolean haveAnyOf(String partition, RowIdSet deleted) {
    return rows.containsKey(partition) && rows.get(partition).intersects(deleted);
  }

  @Override
  public boolean areIn(String partition, List<DataDirectory> added) throws IOException {
    if (added.stream().allMatch(DataDirectory::isDelete)) {
      return false;
    }
    if (condition == null) {
      condition = lookup.condition(read, keys);
    }
    AtomicBoolean found = new AtomicBoolean();
    lookup.find(
        new NamedDirectories(Map.of(partition, added)).in(read),
        keys,
        condition,
        (key, order, address) -> found.set(true));
    return found.get();
  }
}
