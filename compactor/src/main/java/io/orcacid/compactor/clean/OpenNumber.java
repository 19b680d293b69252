package io.orcacid.compactor.clean;

import io.orcacid.txn.ClaimKind;
import io.orcacid.txn.OpenClaim;
import io.orcacid.txn.OpenCompaction;
import io.orcacid.txn.log.Author;
import java.time.Instant;

/**
 * A number that somebody claimed and the log has not resolved: a transaction's write id, or a
 * compaction's T. Immutable.
 *
 * @param kind which of the two
 * @param number the number
 * @param session session of the process that claimed it
 * @param author who claimed it
 * @param readVersion version that its owner reads
 * @param started when it was claimed, by the clock of its machine
 * @param marking whether its owner gave it up
 * @param temporary name of its directories for unfinished files
 */
record OpenNumber(
    ClaimKind kind,
    long number,
    String session,
    Author author,
    long readVersion,
    Instant started,
    OpenClaim.Marking marking,
    String temporary) {
  static OpenNumber of(OpenClaim claim) {
    return new OpenNumber(
        ClaimKind.WRITE_ID,
        claim.writeId(),
        claim.session(),
        claim.author(),
        claim.readVersion(),
        claim.started(),
        claim.marking(),
        claim.temporary());
  }

  static OpenNumber of(OpenCompaction compaction) {
    return new OpenNumber(
        ClaimKind.COMPACTION,
        compaction.transaction(),
        compaction.session(),
        compaction.author(),
        compaction.planVersion(),
        compaction.started(),
        compaction.marking(),
        compaction.temporary());
  }

  /** Who has such a number, for people. */
  static String ownerOf(ClaimKind kind) {
    return kind == ClaimKind.WRITE_ID ? "transaction" : "compaction";
  }

  /** {@code open transaction 7 of user@host}. */
  @Override
  public String toString() {
    return "open " + ownerOf(kind) + " " + number + " of " + author.atHost();
  }
}
