package io.orcacid;

import io.orcacid.format.orc.RowIdSet;
import io.orcacid.txn.TransactionHandle;
import io.orcacid.txn.policy.ConflictPolicy;
import io.orcacid.writer.DeleteWriter;
import io.orcacid.writer.WriteResult;
import io.orcacid.writer.WriteTarget;
import java.io.IOException;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * What a transaction does by the declared key. Under {@code nbcc} the commit decides which rows
 * stay; under the other policies the transaction finds the older rows of its keys in what it sees
 * and deletes them, and cannot commit once another added a row of one of its keys. Not thread-safe.
 */
final class KeyedSteps {
  private final TransactionHandle handle;
  private final WriteTarget target;
  private final TransactionReads reads;
  private final Optional<KeyIndex> index;
  private final KeyedResolution.Namer namer;
  private Optional<KeyedRows> resolved = Optional.empty();

  /** By the columns that are compared. */
  private final Map<List<String>, KeyGuard> guards = new HashMap<>();

  KeyedSteps(
      TransactionHandle handle,
      WriteTarget target,
      TransactionReads reads,
      Optional<KeyIndex> index,
      KeyedResolution.Namer namer) {
    this.handle = handle;
    this.target = target;
    this.reads = reads;
    this.index = index;
    this.namer = namer;
  }

  /** Whether the commit decides. */
  boolean isResolvedByCommit() {
    return handle.policy() == ConflictPolicy.NBCC;
  }

  /** Whether rows wait for the commit to decide. */
  boolean awaitsCommit() {
    return resolved.isPresent();
  }

  /** What the table declares. */
  KeyOrdering ordering() {
    return KeyOrdering.of(handle.state().metadata());
  }

  private KeyLookup lookup(KeyOrdering ordering) {
    return new KeyLookup(ordering, reads::unrecorded, index);
  }

  /** Leaves it to the commit which rows of the keys stay. */
  void resolveByCommit(List<WriteResult> statements) {
    if (resolved.isEmpty()) {
      resolved = Optional.of(new KeyedRows(ordering(), lookup(ordering())));
      handle.resolveKeysBy(new KeyedResolution(target, resolved.get(), namer));
    }
    add(resolved.get(), statements);
  }

  private void add(KeyedRows keyed, List<WriteResult> statements) {
    for (WriteResult statement : statements) {
      statement
          .directories()
          .forEach(directory -> keyed.add(directory.partition(), namer.named(directory)));
    }
  }

  /**
   * Rows that lose against others of their keys, by partition, of finished statements and of what
   * the transaction saw before them.
   */
  Map<String, RowIdSet> replacedBy(List<WriteResult> statements, TableView before)
      throws IOException {
    KeyedRows keyed = new KeyedRows(ordering(), lookup(ordering()));
    add(keyed, statements);
    KeyGuard guard = guard(ordering().key());
    guard.add(keyed.keys(before));
    Map<String, RowIdSet> losers = keyed.losers(before);
    losers.values().removeIf(RowIdSet::isEmpty);
    guard.addRows(keyed.stayed());
    return losers;
  }

  /**
   * Lets the commit fail if others added a row of a key that it is given, or took away a row.
   *
   * @param columns what is compared
   */
  KeyGuard guard(List<String> columns) {
    KeyGuard guard =
        guards.computeIfAbsent(
            columns,
            names ->
                new KeyGuard(
                    lookup(new KeyOrdering(names, Optional.empty())), reads.committedView()));
    handle.wroteKeys(new KeyGuards(guards.values()));
    return guard;
  }

  /** Rows of some keys, by partition. */
  Map<String, RowIdSet> rowsOf(Iterable<Object[]> keys, TableView view) throws IOException {
    KeyOrdering ordering = ordering().withoutOrder();
    KeyValues values = new KeyValues(ordering.key(), view.shape());
    Set<List<Object>> wanted = new HashSet<>();
    for (Object[] key : keys) {
      wanted.add(values.key(key));
    }
    if (handle.policy() == ConflictPolicy.SERIALIZABLE) {
      guard(ordering.key()).add(wanted);
    }
    Map<String, RowIdSet> rows = new HashMap<>();
    lookup(ordering)
        .find(
            view,
            wanted,
            (key, order, address) ->
                rows.computeIfAbsent(address.partition(), path -> new RowIdSet())
                    .add(address.rowId()));
    return rows;
  }

  /**
   * Deletes rows in a statement of its own.
   *
   * @param rows by partition
   */
  static void delete(
      Map<String, RowIdSet> rows,
      RowChanges.Opener<DeleteWriter> deletes,
      RowChanges.Finisher finisher)
      throws IOException {
    if (rows.isEmpty()) {
      return;
    }
    try (DeleteWriter writer = deletes.open()) {
      RowChanges.deleteAll(rows, writer);
      finisher.finish(writer.finish(), Optional.of(writer.deletes()));
    }
  }
}
