package io.orcacid;

import io.orcacid.txn.log.Author;
import io.orcacid.txn.log.CompactionFigures;
import io.orcacid.txn.log.CompactionKind;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * A compaction of the table's past, as far as its log reaches, one that runs or one that was asked
 * for. Immutable.
 *
 * @param transaction its compaction transaction T; 0 for one that was asked for
 * @param partition path of its partition, empty for an unpartitioned table
 * @param state how far it is
 * @param kind what it makes; empty if it runs and has not said so
 * @param author who runs it
 * @param started when it was claimed, or asked for; known of one that is not published
 * @param committed when it was published
 * @param version version that it made
 * @param readVersion version that it read
 * @param inputs directories that it replaced
 * @param outputs directories that it made
 * @param greatestWriteId greatest write id that its outputs hold
 * @param figures what it cost and brought, where the log says so
 */
public record CompactionInfo(
    long transaction,
    String partition,
    State state,
    Optional<CompactionKind> kind,
    Author author,
    Optional<Instant> started,
    Optional<Instant> committed,
    OptionalLong version,
    long readVersion,
    List<String> inputs,
    List<String> outputs,
    OptionalLong greatestWriteId,
    Optional<CompactionFigures> figures) {
  public CompactionInfo {
    Objects.requireNonNull(partition);
    Objects.requireNonNull(kind);
    Objects.requireNonNull(author);
    Objects.requireNonNull(figures);
    inputs = List.copyOf(inputs);
    outputs = List.copyOf(outputs);
  }

  /** How far a compaction is, in the words of Hive's {@code SHOW COMPACTIONS}. */
  public enum State {
    /** Asked for; no daemon has begun it. */
    INITIATED("initiated"),
    /** Claimed and not published: it runs, or its process died. */
    WORKING("working"),
    /** Published; directories that it replaced are still on disk. */
    READY_FOR_CLEANING("ready for cleaning"),
    /** Published, and nothing is left of what it replaced. */
    SUCCEEDED("succeeded");

    private final String text;

    State(String text) {
      this.text = text;
    }

    /** The state as Hive prints it. */
    public String text() {
      return text;
    }
  }
}
