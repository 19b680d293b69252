package io.orcacid.txn;

import io.orcacid.format.orc.RowIdSet;
import io.orcacid.txn.log.DataDirectory;
import io.orcacid.txn.log.PartitionChange;
import io.orcacid.txn.log.TableState;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.TreeMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The deletes that a write by key needs on top of the newest state, under a write id of their own
 * (policy {@code nbcc}, PROTOCOL.md §11). They are made anew for each state: what an attempt wrote
 * that another's entry made void is removed, and its write id given up. Not thread-safe.
 */
final class KeyedWrites {
  private static final Logger LOG = LoggerFactory.getLogger(KeyedWrites.class);

  /** Longest text of deleted rows in an entry; longer ones are read from the delete deltas. */
  private static final int LONGEST_ROWS = 64 << 10;

  private final TransactionManager manager;
  private final TableState read;
  private final String temporary;
  private Optional<KeyResolution> resolution = Optional.empty();

  /** The state that the deletes below were made for; empty text for none. */
  private String resolvedOn = "";

  private OptionalLong claimed = OptionalLong.empty();
  private Map<String, DataDirectory> directories = Map.of();
  private List<PartitionChange> changes = List.of();

  KeyedWrites(TransactionManager manager, TableState read, String temporary) {
    this.manager = manager;
    this.read = read;
    this.temporary = temporary;
  }

  void resolveBy(KeyResolution newResolution) {
    resolution = Optional.of(newResolution);
  }

  boolean isWanted() {
    return resolution.isPresent();
  }

  /** The write id of the deletes that were made last, if there were any. */
  OptionalLong claimed() {
    return claimed;
  }

  /**
   * The deletes on top of a state. While an earlier try may still land, the state is the same and
   * so are they.
   *
   * @param writeId the transaction's own; theirs is greater, and greater than all of the state
   */
  List<PartitionChange> on(TableState newest, long writeId) throws IOException {
    if (!resolvedOn.equals(newest.commitId())) {
      abandon();
      Map<String, RowIdSet> losers = new TreeMap<>(resolution.get().losers(newest));
      losers.values().removeIf(RowIdSet::isEmpty);
      if (!losers.isEmpty()) {
        claimAbove(Math.max(writeId, newest.greatestWriteId()));
        directories = resolution.get().delete(losers, claimed.getAsLong());
        changes = changesOf(losers);
      }
      resolvedOn = newest.commitId();
    }
    return changes;
  }

  private List<PartitionChange> changesOf(Map<String, RowIdSet> losers) {
    List<PartitionChange> made = new ArrayList<>();
    long length = 0;
    for (Map.Entry<String, RowIdSet> loser : losers.entrySet()) {
      String text = PartitionChange.textOf(loser.getValue());
      length += text.length();
      made.add(
          new PartitionChange(
              loser.getKey(),
              List.of(directories.get(loser.getKey())),
              List.of(),
              length <= LONGEST_ROWS ? text : "",
              ""));
    }
    return made;
  }

  private void claimAbove(long least) throws IOException {
    long id;
    do {
      giveUpClaim();
      // The transaction's first claim keeps what it reads.
      id = manager.claim(SnapshotPin.keptOtherwise(read), temporary);
      claimed = OptionalLong.of(id);
    } while (id <= least);
  }

  private void giveUpClaim() throws IOException {
    if (claimed.isPresent()) {
      long id = claimed.getAsLong();
      claimed = OptionalLong.empty();
      manager.claims().giveUp(id);
    }
  }

  /** Removes what was made last; only while no put that names it can land any more (R14). */
  void abandon() {
    directories.forEach(
        (partition, directory) -> {
          String path =
              PartitionPlace.of(manager.log().tablePath(), partition) + "/" + directory.name();
          try {
            manager.log().storage().delete(path);
          } catch (IOException e) {
            LOG.warn("{} is for the cleaner: {}", path, e.toString());
          }
        });
    directories = Map.of();
    changes = List.of();
    resolvedOn = "";
    try {
      giveUpClaim();
    } catch (IOException e) {
      // The mark only tells others sooner; the claim stays open until an entry aborts it.
      LOG.warn("The claim of a write id was not marked: {}", e.toString());
    }
  }
}
