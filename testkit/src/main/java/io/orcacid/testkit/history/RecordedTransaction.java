package io.orcacid.testkit.history;

import java.util.List;
import java.util.Optional;

/**
 * A transaction as its client knows it, with its place in the order of commits as the log knows it.
 *
 * @param id names it
 * @param begin when it began; stamps are of one counter that all clients share, and 0 stands for a
 *     transaction that chose its version itself
 * @param acknowledged when its commit was acknowledged; {@link #NEVER} if it was not
 * @param readVersion the version that it read
 * @param outcome what its client was told
 * @param position where the log has it; empty if it has not, as for one that only read
 * @param operations in its order
 */
public record RecordedTransaction(
    long id,
    long begin,
    long acknowledged,
    long readVersion,
    Outcome outcome,
    Optional<Position> position,
    List<Operation> operations) {
  /** Stamp of what did not happen. */
  public static final long NEVER = Long.MAX_VALUE;

  public RecordedTransaction {
    operations = List.copyOf(operations);
  }

  /** What a client was told. */
  public enum Outcome {
    COMMITTED,
    ABORTED,
    UNKNOWN
  }

  /**
   * A place in the order of commits.
   *
   * @param version version of the table
   * @param place order among the transactions of the version
   */
  public record Position(long version, int place) implements Comparable<Position> {
    @Override
    public int compareTo(Position other) {
      int byVersion = Long.compare(version, other.version);
      return byVersion != 0 ? byVersion : Integer.compare(place, other.place);
    }
  }

  /** Whether it counts as committed: it has a place, or only read and was told so. */
  boolean isCommitted() {
    return position.isPresent() || outcome == Outcome.COMMITTED;
  }
}
