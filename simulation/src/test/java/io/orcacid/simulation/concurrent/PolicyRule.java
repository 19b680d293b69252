package io.orcacid.simulation.concurrent;

import io.orcacid.testkit.history.ConflictRule;
import io.orcacid.testkit.history.Operation;
import io.orcacid.testkit.history.RecordedTransaction;
import io.orcacid.txn.policy.ConflictPolicy;
import io.orcacid.txn.policy.ConflictPolicy.Change;
import io.orcacid.txn.policy.ConflictPolicy.Decision;
import io.orcacid.txn.policy.ConflictPolicy.Overlap;
import io.orcacid.txn.policy.ConflictPolicy.WriteIdOrder;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/** The cells of a table's policy, asked about commits that the log says there were. */
final class PolicyRule implements ConflictRule {
  /** Stands for the table as a whole. */
  private static final int TABLE = -1;

  private final Plan plan;
  private final Map<Long, Recording> recordings = new HashMap<>();
  private final Audit audit;

  PolicyRule(Plan plan, List<Recording> all, Audit audit) {
    this.plan = plan;
    this.audit = audit;
    all.forEach(recording -> recordings.put(recording.id(), recording));
  }

  @Override
  public Collection<?> objects(RecordedTransaction transaction) {
    Set<Integer> objects = new TreeSet<>(recordings.get(transaction.id()).replaced());
    for (Operation operation : transaction.operations()) {
      keyOf(operation).ifPresent(key -> objects.add(plan.partitionOf(key)));
    }
    if (!objects.isEmpty()) {
      objects.add(TABLE);
    }
    return objects;
  }

  private static Optional<Long> keyOf(Operation operation) {
    if (operation instanceof Operation.Append append) {
      return Optional.of(append.key());
    }
    return operation instanceof Operation.Delete delete
        ? Optional.of(delete.key())
        : Optional.empty();
  }

  @Override
  public boolean forbids(RecordedTransaction earlier, RecordedTransaction later, Object object) {
    int partition = (Integer) object;
    if (partition == TABLE) {
      // Any cell will do: none but those of a fence look beyond a partition.
      return plan.policy()
              .decide(
                  Change.INSERT,
                  Change.INSERT,
                  Overlap.DISJOINT_PARTITIONS,
                  WriteIdOrder.LATER_ID_HIGHER)
          == Decision.FAIL_LATER;
    }
    Change earlierChange = change(earlier, partition);
    Change laterChange = change(later, partition);
    Set<Long> both = new HashSet<>(changedRows(earlier, partition));
    both.retainAll(changedRows(later, partition));
    return policy(later, laterChange)
            .decide(
                earlierChange,
                laterChange,
                both.isEmpty() ? Overlap.SAME_PARTITION_DISJOINT_ROWS : Overlap.SAME_ROWS,
                greatestId(earlier) < ownId(later)
                    ? WriteIdOrder.LATER_ID_HIGHER
                    : WriteIdOrder.LATER_ID_LOWER)
        == Decision.FAIL_LATER;
  }

  /** An overwrite that says how it is decided is decided so. */
  private ConflictPolicy policy(RecordedTransaction later, Change change) {
    boolean lastWins = recordings.get(later.id()).isLastWins();
    return change == Change.OVERWRITE && lastWins ? ConflictPolicy.MAXCOMPUTE : plan.policy();
  }

  private long ownId(RecordedTransaction transaction) {
    return recordings.get(transaction.id()).writeId().orElseThrow();
  }

  private long greatestId(RecordedTransaction transaction) {
    long own = ownId(transaction);
    return audit.baseIdOf(own).orElse(own);
  }

  private Change change(RecordedTransaction transaction, int partition) {
    if (recordings.get(transaction.id()).replaced().contains(partition)) {
      return Change.OVERWRITE;
    }
    return changedRows(transaction, partition).isEmpty() ? Change.INSERT : Change.UPDATE_DELETE;
  }

  /** Keys of the rows that were there before and that it updated or deleted. */
  private Set<Long> changedRows(RecordedTransaction transaction, int partition) {
    Set<Long> inserted = recordings.get(transaction.id()).inserted();
    Set<Long> keys = new HashSet<>();
    for (Operation operation : transaction.operations()) {
      keyOf(operation)
          .filter(key -> plan.partitionOf(key) == partition && !inserted.contains(key))
          .ifPresent(keys::add);
    }
    return keys;
  }
}
