package io.orcacid.simulation.concurrent;

import io.orcacid.testkit.history.Operation;
import io.orcacid.testkit.history.RecordedTransaction;
import io.orcacid.testkit.history.RecordedTransaction.Outcome;
import io.orcacid.testkit.history.RecordedTransaction.Position;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeSet;

/** A transaction or a read while it goes on, and then what became of it. */
final class Recording {
  private final long id;
  private final List<Operation> operations = new ArrayList<>();
  private final Set<Integer> replaced = new TreeSet<>();
  private final Set<Long> inserted = new TreeSet<>();
  private long begin;
  private long acknowledged = RecordedTransaction.NEVER;
  private long readVersion = -1;
  private long version = -1;
  private Outcome outcome = Outcome.ABORTED;
  private OptionalLong writeId = OptionalLong.empty();
  private boolean lastWins;
  private boolean forgotten;

  Recording(long id, long begin) {
    this.id = id;
    this.begin = begin;
  }

  long id() {
    return id;
  }

  void reads(long newReadVersion) {
    readVersion = newReadVersion;
  }

  /** Its version was chosen, not the newest. */
  void choseVersion() {
    begin = 0;
  }

  long readVersion() {
    return readVersion;
  }

  void add(Operation operation) {
    operations.add(operation);
  }

  void inserts(long key) {
    inserted.add(key);
  }

  /** Keys of the rows that it added. */
  Set<Long> inserted() {
    return inserted;
  }

  void replaces(int partition) {
    replaced.add(partition);
  }

  Set<Integer> replaced() {
    return replaced;
  }

  void winsAsLast() {
    lastWins = true;
  }

  boolean isLastWins() {
    return lastWins;
  }

  List<Operation> operations() {
    return operations;
  }

  void end(Outcome newOutcome) {
    outcome = newOutcome;
  }

  void acknowledge(long stamp, long newVersion) {
    outcome = Outcome.COMMITTED;
    acknowledged = stamp;
    version = newVersion;
  }

  /** Not if it was acknowledged as a commit: that is there for good. */
  void forget() {
    forgotten = writeId.isEmpty() || outcome != Outcome.COMMITTED;
  }

  /** Whether there is something to check. */
  boolean counts() {
    return readVersion >= 0 && !forgotten;
  }

  Outcome outcome() {
    return outcome;
  }

  /** The version that its client was told; -1 for none. */
  long version() {
    return version;
  }

  void wroteUnder(OptionalLong id) {
    writeId = id;
  }

  OptionalLong writeId() {
    return writeId;
  }

  RecordedTransaction toTransaction(Map<Long, Position> positions) {
    Optional<Position> position =
        writeId.isPresent()
            ? Optional.ofNullable(positions.get(writeId.getAsLong()))
            : Optional.empty();
    return new RecordedTransaction(
        id, begin, acknowledged, readVersion, outcome, position, operations);
  }
}
