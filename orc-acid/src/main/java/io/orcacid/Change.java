package io.orcacid;

import java.time.Instant;
import java.util.Objects;

/**
 * One row that a version of a table took away or brought. Immutable, may be kept.
 *
 * @param kind what happened
 * @param version the version that did it
 * @param time commit time of that version
 * @param writeId write id of the transaction that did it
 * @param address where the row is or was: of both rows of an update its own
 * @param row values of the row, those that it had if it is gone
 */
public record Change(
    Kind kind, long version, Instant time, long writeId, Address address, Row row) {
  public Change {
    Objects.requireNonNull(kind);
    Objects.requireNonNull(time);
    Objects.requireNonNull(address);
    Objects.requireNonNull(row);
  }

  /** What happened to a row. */
  public enum Kind {
    INSERT,
    /** The row that {@link #UPDATE_AFTER}, the change that follows, replaced. */
    UPDATE_BEFORE,
    /** The row of the same key that came for {@link #UPDATE_BEFORE}. */
    UPDATE_AFTER,
    DELETE
  }

  Change as(Kind other) {
    return new Change(other, version, time, writeId, address, row);
  }
}
