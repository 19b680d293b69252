package io.orcacid.txn;

import io.orcacid.error.WriteConflictException;
import io.orcacid.txn.log.CommitLog;
import io.orcacid.txn.log.CompactionKind;
import io.orcacid.txn.log.DataDirectory;
import io.orcacid.txn.log.LogEntry;
import io.orcacid.txn.log.LogTransaction;
import io.orcacid.txn.log.PartitionChange;
import io.orcacid.txn.log.TableState;
import io.orcacid.txn.policy.ConflictPolicy;
import io.orcacid.txn.policy.ConflictPolicy.Change;
import io.orcacid.txn.policy.ConflictPolicy.Decision;
import io.orcacid.txn.policy.ConflictPolicy.Overlap;
import io.orcacid.txn.policy.ConflictPolicy.WriteIdOrder;
import java.io.IOException;
import java.util.List;
import java.util.TreeSet;

/**
 * Whether a compaction's inputs are still there to be replaced (PROTOCOL.md R16, R16a). Remembers
 * how far it came. Not thread-safe.
 */
final class PublishCheck {
  private final CommitLog log;
  private final String partition;
  private final CompactionScope scope;
  private final long planVersion;
  private final ConflictPolicy policy;

  /** What stands for the inputs at the version looked at. */
  private final TreeSet<String> standing = new TreeSet<>();

  private long checkedVersion;

  PublishCheck(CommitLog log, TableState plan, String partition, CompactionScope scope) {
    this.log = log;
    this.partition = partition;
    this.scope = scope;
    this.planVersion = plan.version();
    this.policy = TransactionManager.policy(plan);
    this.checkedVersion = plan.version();
    scope.inputs().forEach(input -> standing.add(input.name()));
  }

  /**
   * The names that its entry removes on top of a state.
   *
   * @throws WriteConflictException if something else replaced an input
   */
  List<String> removes(TableState newest) throws IOException {
    while (checkedVersion < newest.version()) {
      LogEntry entry = log.entry(checkedVersion + 1).orElse(null);
      if (entry == null) {
        throw conflict("an entry since then can no longer be read", checkedVersion + 1);
      }
      if (entry.cleaning().isEmpty()) {
        for (LogTransaction transaction : entry.transactions()) {
          for (PartitionChange change : transaction.changes()) {
            if (change.partition().equals(partition)) {
              requireMayFollow(entry, transaction, change);
              follow(entry, change);
            }
          }
        }
      }
      checkedVersion = entry.version();
    }
    for (String name : standing) {
      if (newest.directories(partition).stream().noneMatch(live -> live.name().equals(name))) {
        throw conflict(name + " is no longer live", newest.version());
      }
    }
    return List.copyOf(standing);
  }

  /** Inputs are fixed, so that only a policy can forbid to follow a commit of rows. */
  private void requireMayFollow(
      LogEntry entry, LogTransaction transaction, PartitionChange change) {
    if (entry.compaction().isPresent() || !transaction.changesData()) {
      return;
    }
    Change earlier = ConflictCheck.changeOf(transaction, change);
    if (policy.decide(
            earlier,
            Change.valueOf(scope.kind().name()),
            Overlap.SAME_PARTITION_DISJOINT_ROWS,
            WriteIdOrder.NOT_APPLICABLE)
        == Decision.FAIL_LATER) {
      throw conflict(
          "the policy " + policy.text() + " forbids it after " + earlier, entry.version());
    }
  }

  private void follow(LogEntry entry, PartitionChange change) {
    if (change.removes().stream().noneMatch(standing::contains)) {
      return;
    }
    boolean sameEvents =
        scope.kind() == CompactionKind.MAJOR
            && entry.compaction().filter(one -> one.kind() == CompactionKind.MINOR).isPresent()
            && standing.containsAll(change.removes())
            && change.adds().stream().allMatch(this::isCovered);
    if (!sameEvents) {
      throw conflict("another replaced " + change.removes(), entry.version());
    }
    change.removes().forEach(standing::remove);
    change.adds().stream().map(DataDirectory::name).forEach(standing::add);
  }

  private boolean isCovered(DataDirectory add) {
    return add.directory().maxWriteId() <= scope.upTo();
  }

  private WriteConflictException conflict(String what, long version) {
    return new WriteConflictException(
        "The compaction came too late, others committed meanwhile: nothing is lost, run it again if"
            + " there is still something to do",
        "what",
        what,
        "version",
        version,
        "partition",
        partition,
        "planVersion",
        planVersion);
  }
}
