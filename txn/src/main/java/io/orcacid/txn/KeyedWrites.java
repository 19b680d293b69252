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

  private final TransactionManager manager;
  private final LateClaim claim;
  private Optional<KeyResolution> resolution = Optional.empty();

  /** The state that the deletes below were made for; empty text for none. */
  private String resolvedOn = "";

  private Map<String, DataDirectory> directories = Map.of();
  private List<PartitionChange> changes = List.of();

  KeyedWrites(TransactionManager manager, TableState read, String temporary) {
    this.manager = manager;
    this.claim = new LateClaim(manager, read, temporary);
  }

  void resolveBy(KeyResolution newResolution) {
    resolution = Optional.of(newResolution);
  }

  boolean isWanted() {
    return resolution.isPresent();
  }

  /** The write id of the deletes that were made last, if there were any. */
  OptionalLong claimed() {
    return claim.id();
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
        long id = claim.claimAbove(Math.max(writeId, newest.greatestWriteId()));
        claim.giveUpOutgrown();
        directories = resolution.get().delete(losers, id);
        changes = changesOf(losers);
      }
      resolvedOn = newest.commitId();
    }
    return changes;
  }

  private List<PartitionChange> changesOf(Map<String, RowIdSet> losers) {
    Map<String, String> texts = TransactionChanges.textsOf(losers);
    List<PartitionChange> made = new ArrayList<>();
    for (String partition : losers.keySet()) {
      made.add(
          new PartitionChange(
              partition,
              List.of(directories.get(partition)),
              List.of(),
              texts.getOrDefault(partition, ""),
              ""));
    }
    return made;
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
    claim.abandon();
  }
}
