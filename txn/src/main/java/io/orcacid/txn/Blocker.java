package io.orcacid.txn;

import java.util.Locale;
import java.util.Optional;

/**
 * What keeps a compaction from taking in every committed write id (PROTOCOL.md R17).
 *
 * @param writeId the lowest open one
 * @param claim who claimed it; empty if its claim is gone or never was
 */
public record Blocker(long writeId, Optional<OpenClaim> claim) {
  /** A sentence for people. */
  @Override
  public String toString() {
    return claim
        .map(
            open ->
                String.format(
                    Locale.ROOT,
                    "transaction %d of %s is open since %s",
                    writeId,
                    open.author().atHost(),
                    open.started()))
        .orElse("write id " + writeId + " is neither committed nor aborted, and nobody holds it");
  }
}
