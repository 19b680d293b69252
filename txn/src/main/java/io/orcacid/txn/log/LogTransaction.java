package io.orcacid.txn.log;

import java.util.List;
import java.util.Objects;
import java.util.OptionalLong;

/**
 * One transaction of an entry. Nothing in it changes when its commit is tried again, but what an
 * overwrite removes, and the write id of a base that others overtook (PROTOCOL.md R4).
 *
 * @param commitId unique, fixed for the life of the transaction
 * @param operation what it did
 * @param writeId its write id; empty if it wrote no data
 * @param readVersion version that it read (rv)
 * @param policy name of the conflict policy that it was checked with
 * @param author who ran it
 * @param changes what it did, by partition
 * @param extension fields that a newer version wrote, as a JSON object's text; empty for none
 */
public record LogTransaction(
    String commitId,
    Operation operation,
    OptionalLong writeId,
    long readVersion,
    String policy,
    Author author,
    List<PartitionChange> changes,
    String extension) {
  public LogTransaction {
    Objects.requireNonNull(commitId);
    Objects.requireNonNull(operation);
    Objects.requireNonNull(writeId);
    Objects.requireNonNull(policy);
    Objects.requireNonNull(author);
    changes = List.copyOf(changes);
  }

  /** Whether it changed rows. */
  public boolean changesData() {
    return !operation.isMaintenance()
        && changes.stream()
            .anyMatch(change -> !change.adds().isEmpty() || !change.removes().isEmpty());
  }

  LogTransaction withChanges(List<PartitionChange> newChanges) {
    return new LogTransaction(
        commitId, operation, writeId, readVersion, policy, author, newChanges, extension);
  }
}
