package io.orcacid.simulation.concurrent;

import static org.assertj.core.api.Assertions.assertThat;

import io.orcacid.DiskLocation;
import io.orcacid.testkit.disk.CrashingDisk;
import io.orcacid.testkit.history.RecordedTransaction.Position;
import io.orcacid.txn.log.CommitLog;
import io.orcacid.txn.log.LogEntry;
import io.orcacid.txn.log.LogOptions;
import io.orcacid.txn.log.LogTransaction;
import io.orcacid.txn.log.TableState;
import java.io.IOException;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.UnaryOperator;

/** Reads the log as it grows, before any of it can expire: who is committed, in which order. */
final class Audit {
  private CommitLog log;
  private long newest = -1;
  private long oldestReadable;
  private final NavigableMap<Long, String> commitIds = new TreeMap<>();
  private final NavigableMap<Long, Map<Long, Position>> positions = new TreeMap<>();
  private final Map<Long, Long> baseIds = new HashMap<>();
  private final Set<Long> aborted = new HashSet<>();

  /** Goes on with a disk; what it had seen on another one and is not there is forgotten. */
  int open(CrashingDisk disk) throws IOException {
    log = new DiskLocation(disk, LogOptions.defaults(), UnaryOperator.identity()).openLog();
    TableState state = log.newest();
    int lost = commitIds.tailMap(state.version(), false).size();
    commitIds.tailMap(state.version(), false).clear();
    positions.tailMap(state.version(), false).clear();
    newest = Math.min(newest, state.version());
    oldestReadable = state.oldestReadable();
    if (commitIds.containsKey(newest) && newest == state.version()) {
      assertThat(commitIds.get(newest)).as("version %s", newest).isEqualTo(state.commitId());
    }
    look();
    return lost;
  }

  /** Takes in the entries that are new. */
  void look() throws IOException {
    TableState state = log.newest();
    while (newest < state.version()) {
      LogEntry entry = log.entry(newest + 1).orElseThrow();
      if (newest >= 0) {
        assertThat(entry.parent())
            .as("parent of %s", entry.version())
            .isEqualTo(commitIds.get(newest));
      }
      take(entry);
      newest++;
    }
    oldestReadable = state.oldestReadable();
  }

  private void take(LogEntry entry) {
    commitIds.put(entry.version(), entry.commitId());
    Map<Long, Position> places = new HashMap<>();
    int place = 0;
    long first = 0;
    for (LogTransaction transaction : entry.transactions()) {
      if (transaction.writeId().isPresent() && entry.compaction().isEmpty()) {
        long id = transaction.writeId().getAsLong();
        assertThat(aborted).as("aborted ids before version %s", entry.version()).doesNotContain(id);
        places.put(id, new Position(entry.version(), place));
        // A base of an id of its own follows the transaction that wrote it.
        if (place > 0
            && transaction.operation() == entry.transactions().get(place - 1).operation()) {
          baseIds.put(first, id);
        }
        first = id;
      }
      place++;
    }
    aborted.addAll(entry.aborts());
    positions.put(entry.version(), places);
  }

  long newest() {
    return newest;
  }

  long oldestReadable() {
    return oldestReadable;
  }

  CommitLog log() {
    return log;
  }

  /** Where a write id was committed. */
  Map<Long, Position> positions() {
    Map<Long, Position> all = new HashMap<>();
    positions
        .values()
        .forEach(
            places ->
                places.forEach(
                    (id, position) ->
                        assertThat(all.put(id, position)).as("commits of id %s", id).isNull()));
    return all;
  }

  boolean isAborted(long writeId) {
    return aborted.contains(writeId);
  }

  /** The id of a transaction's bases, if it is another than its own. */
  Optional<Long> baseIdOf(long writeId) {
    return Optional.ofNullable(baseIds.get(writeId));
  }
}
