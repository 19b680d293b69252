package io.orcacid.txn;

import io.orcacid.txn.log.TableState;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A second write id of a transaction, claimed at its commit because it must be greater than what
 * came meanwhile. Not thread-safe.
 */
final class LateClaim {
  private static final Logger LOG = LoggerFactory.getLogger(LateClaim.class);

  private final TransactionManager manager;
  private final TableState read;
  private final String temporary;
  private final List<Long> outgrown = new ArrayList<>();
  private OptionalLong id = OptionalLong.empty();

  LateClaim(TransactionManager manager, TableState read, String temporary) {
    this.manager = manager;
    this.read = read;
    this.temporary = temporary;
  }

  /** The write id, if one was claimed. */
  OptionalLong id() {
    return id;
  }

  /**
   * Claims one above a number. What was claimed before stays claimed until {@link #giveUpOutgrown}:
   * files under its name would be a cleaner's from the moment that it is given up (PROTOCOL.md
   * R14).
   */
  long claimAbove(long least) throws IOException {
    do {
      id.ifPresent(outgrown::add);
      id = OptionalLong.empty();
      // The transaction's first claim keeps what it reads.
      id = OptionalLong.of(manager.claim(SnapshotPin.keptOtherwise(read), temporary));
    } while (id.getAsLong() <= least);
    return id.getAsLong();
  }

  /** Gives up those of which there are no files any more. */
  void giveUpOutgrown() {
    try {
      while (!outgrown.isEmpty()) {
        manager.claims().giveUp(outgrown.remove(outgrown.size() - 1));
      }
    } catch (IOException e) {
      // The mark only tells others sooner; the claim stays open until an entry aborts it.
      LOG.warn("The claim of a write id was not marked: {}", e.toString());
    }
  }

  /** Gives it up at the end of a transaction that is not committed. */
  void abandon() {
    id.ifPresent(outgrown::add);
    id = OptionalLong.empty();
    giveUpOutgrown();
  }
}
