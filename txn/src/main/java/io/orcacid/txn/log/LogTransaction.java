package io.orcacid.txn.log;

import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.TreeMap;

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
 * @param token what the application calls it; empty for none (PROTOCOL.md R13)
 * @param lockEpochs epochs of the locks that it was done under, by name
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
    Optional<Token> token,
    Map<String, Long> lockEpochs,
    String extension) {
  public LogTransaction {
    Objects.requireNonNull(commitId);
    Objects.requireNonNull(operation);
    Objects.requireNonNull(writeId);
    Objects.requireNonNull(policy);
    Objects.requireNonNull(author);
    changes = List.copyOf(changes);
    Objects.requireNonNull(token);
    lockEpochs = Collections.unmodifiableMap(new TreeMap<>(lockEpochs));
    Objects.requireNonNull(extension);
  }

  /** One without a token, under no lock. */
  public LogTransaction(
      String commitId,
      Operation operation,
      OptionalLong writeId,
      long readVersion,
      String policy,
      Author author,
      List<PartitionChange> changes,
      String extension) {
    this(
        commitId,
        operation,
        writeId,
        readVersion,
        policy,
        author,
        changes,
        Optional.empty(),
        Map.of(),
        extension);
  }

  /** Whether it changed rows. */
  public boolean changesData() {
    return !operation.isMaintenance()
        && changes.stream()
            .anyMatch(change -> !change.adds().isEmpty() || !change.removes().isEmpty());
  }

  LogTransaction withChanges(List<PartitionChange> newChanges) {
    return new LogTransaction(
        commitId,
        operation,
        writeId,
        readVersion,
        policy,
        author,
        newChanges,
        token,
        lockEpochs,
        extension);
  }

  /** The same with a token, under locks. */
  public LogTransaction guardedBy(Optional<Token> newToken, Map<String, Long> newLockEpochs) {
    return new LogTransaction(
        commitId,
        operation,
        writeId,
        readVersion,
        policy,
        author,
        changes,
        newToken,
        newLockEpochs,
        extension);
  }

  /** Whether it has a token or was done under a lock. */
  boolean isGuarded() {
    return token.isPresent() || !lockEpochs.isEmpty();
  }
}
