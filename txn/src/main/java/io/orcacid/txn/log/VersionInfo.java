package io.orcacid.txn.log;

import java.time.Instant;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.TreeMap;

/**
 * One transaction of the table's history. A version with several has several, in their order.
 *
 * @param version version that it made
 * @param time commit time
 * @param operation what it did
 * @param dataChange whether rows changed, so that the version is a time version
 * @param writeId its write id; empty if it wrote no data
 * @param readVersion version that it read
 * @param rowsInserted insert events, those of updates too; none of a compaction, which only moves
 *     them
 * @param rowsDeleted delete events, those of updates too
 * @param partitionCount partitions touched
 * @param partitions paths of the touched partitions, the first {@value #MOST_PARTITIONS} of them
 * @param filesAdded data files added
 * @param bytesAdded their bytes
 * @param author who ran it
 * @param commitId its commit id
 * @param policy name of the conflict policy that it was checked with
 * @param token what the application called it
 * @param lockEpochs epochs of the locks that it was done under, by name
 */
public record VersionInfo(
    long version,
    Instant time,
    Operation operation,
    boolean dataChange,
    OptionalLong writeId,
    long readVersion,
    long rowsInserted,
    long rowsDeleted,
    int partitionCount,
    List<String> partitions,
    long filesAdded,
    long bytesAdded,
    Author author,
    String commitId,
    String policy,
    Optional<Token> token,
    Map<String, Long> lockEpochs) {
  /** Most paths that {@link #partitions()} holds. */
  public static final int MOST_PARTITIONS = 1000;

  public VersionInfo {
    partitions = List.copyOf(partitions);
    lockEpochs = Collections.unmodifiableMap(new TreeMap<>(lockEpochs));
  }

  static VersionInfo of(LogEntry entry, LogTransaction transaction) {
    long inserted = 0;
    long deleted = 0;
    long files = 0;
    long bytes = 0;
    for (PartitionChange change : transaction.changes()) {
      for (DataDirectory add : change.adds()) {
        if (entry.version() == 0 || transaction.changesData()) {
          inserted += add.rows();
          deleted += add.deletes();
        }
        files += add.files().size();
        bytes += add.bytes();
      }
    }
    return new VersionInfo(
        entry.version(),
        entry.time(),
        transaction.operation(),
        entry.version() == 0 || transaction.changesData(),
        transaction.writeId(),
        transaction.readVersion(),
        inserted,
        deleted,
        transaction.changes().size(),
        transaction.changes().stream()
            .limit(MOST_PARTITIONS)
            .map(PartitionChange::partition)
            .toList(),
        files,
        bytes,
        transaction.author(),
        transaction.commitId(),
        transaction.policy(),
        transaction.token(),
        transaction.lockEpochs());
  }
}
