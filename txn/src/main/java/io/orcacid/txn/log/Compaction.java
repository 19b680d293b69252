package io.orcacid.txn.log;

import java.util.Objects;
import java.util.Optional;

/**
 * Marks an entry as the publication of a compaction (PROTOCOL.md R16): the adds of its one
 * transaction hold the rows of its removes. It changes no row and has no write id.
 *
 * @param kind what it made
 * @param transaction its compaction transaction T, committed by the entry
 * @param figures what it cost; empty if it does not say
 * @param extension fields that a newer version wrote, as a JSON object's text; empty for none
 */
public record Compaction(
    CompactionKind kind, long transaction, Optional<CompactionFigures> figures, String extension) {
  public Compaction {
    Objects.requireNonNull(kind);
    Objects.requireNonNull(figures);
    Objects.requireNonNull(extension);
  }

  /** One of this version. */
  public static Compaction of(CompactionKind kind, long transaction) {
    return new Compaction(kind, transaction, Optional.empty(), "");
  }

  /** The same, saying what it cost. */
  public Compaction with(CompactionFigures known) {
    return new Compaction(kind, transaction, Optional.of(known), extension);
  }
}
