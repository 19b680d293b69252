package io.orcacid;

import io.orcacid.error.ValidationException;
import io.orcacid.format.TableShape;
import io.orcacid.txn.log.TableState;
import io.orcacid.writer.PartitionGate;
import java.util.Collection;
import java.util.List;
import java.util.Set;

/**
 * Which partitions an overwrite replaces (PROTOCOL.md R4a). Immutable.
 *
 * @param scope how they are chosen
 * @param partitions those that are replaced even if no row comes for them
 */
record Replacement(Scope scope, Set<String> partitions) {
  Replacement {
    partitions = Set.copyOf(partitions);
  }

  /** How the partitions are chosen. */
  enum Scope {
    /** All that there are, and all for which rows come. */
    TABLE,
    /** Those that were named. */
    NAMED,
    /** Those for which rows come. */
    TOUCHED
  }

  static Replacement ofTable(TableState state, TableShape shape) {
    return new Replacement(Scope.TABLE, shape.isPartitioned() ? state.partitions() : Set.of(""));
  }

  static Replacement named(List<String> partitions) {
    if (partitions.isEmpty()) {
      throw new ValidationException(
          "No partition was named: name one, or overwrite the whole table", "partitions", "none");
    }
    return new Replacement(Scope.NAMED, Set.copyOf(partitions));
  }

  static Replacement touched() {
    return new Replacement(Scope.TOUCHED, Set.of());
  }

  /**
   * Which partitions its rows may go to.
   *
   * @param written partitions that the transaction wrote to before
   */
  PartitionGate gate(Set<String> written) {
    Set<String> before = Set.copyOf(written);
    return partition -> {
      if (scope == Scope.NAMED && !partitions.contains(partition)) {
        throw new ValidationException(
            "A row lies outside of the partitions that are overwritten",
            "partition",
            partition,
            "overwritten",
            partitions);
      }
      requireUnwritten(partition, before);
    };
  }

  /**
   * Refuses it if the transaction wrote to one of its partitions before.
   *
   * @throws ValidationException if it did
   */
  void requireUnwritten(Collection<String> written) {
    for (String partition : written) {
      if (scope == Scope.TABLE || partitions.contains(partition)) {
        requireUnwritten(partition, written);
      }
    }
  }

  private static void requireUnwritten(String partition, Collection<String> written) {
    if (written.contains(partition)) {
      throw new ValidationException(
          "A transaction replaces the content of a partition, once, or adds to it, never both: use"
              + " two transactions",
          "partition",
          partition);
    }
  }
}
