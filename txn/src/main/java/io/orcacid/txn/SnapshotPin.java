package io.orcacid.txn;

import io.orcacid.txn.log.TableState;
import java.util.Optional;
import java.util.function.BooleanSupplier;

/**
 * A version that is kept readable while somebody reads it (PROTOCOL.md R19). Close it; more than
 * once does no harm. Thread-safe.
 */
public final class SnapshotPin implements AutoCloseable {
  private final TableState state;
  private final Optional<String> unprotected;
  private final BooleanSupplier honoured;
  private Runnable release;

  SnapshotPin(
      TableState state, Optional<String> unprotected, BooleanSupplier honoured, Runnable release) {
    this.state = state;
    this.unprotected = unprotected;
    this.honoured = honoured;
    this.release = release;
  }

  /** Of a state that a claim of the caller's keeps. */
  static SnapshotPin keptOtherwise(TableState state) {
    return new SnapshotPin(state, Optional.empty(), () -> true, () -> {});
  }

  /**
   * Whether cleaners still honour it: not if it was never written, nor if this process was silent
   * for so long that others may take it for dead.
   */
  boolean isHonoured() {
    return unprotected.isEmpty() && honoured.getAsBoolean();
  }

  /** The state that may be read. */
  public TableState state() {
    return state;
  }

  /**
   * Why nothing keeps the version readable, as where the caller may not write; a reader that a
   * cleaner overtakes then meets {@link io.orcacid.error.SnapshotTooOldException}. Empty if it is
   * kept.
   */
  public Optional<String> unprotectedBecause() {
    return unprotected;
  }

  @Override
  public synchronized void close() {
    Runnable last = release;
    release = () -> {};
    last.run();
  }
}
