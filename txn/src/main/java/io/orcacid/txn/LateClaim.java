package io.orcacid.txn;

import io.orcacid.txn.log.TableState;
import java.io.IOException;
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

  /** Claims one above a number; what was claimed before is given up. */
  long claimAbove(long least) throws IOException {
    do {
      giveUp();
      // The transaction's first claim keeps what it reads.
      id = OptionalLong.of(manager.claim(SnapshotPin.keptOtherwise(read), temporary));
    } while (id.getAsLong() <= least);
    return id.getAsLong();
  }

  private void giveUp() throws IOException {
    if (id.isPresent()) {
      long given = id.getAsLong();
      id = OptionalLong.empty();
      manager.claims().giveUp(given);
    }
  }

  /** Gives it up at the end of a transaction that is not committed. */
  void abandon() {
    try {
      giveUp();
    } catch (IOException e) {
      // The mark only tells others sooner; the claim stays open until an entry aborts it.
      LOG.warn("The claim of a write id was not marked: {}", e.toString());
    }
  }
}
