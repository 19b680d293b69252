package io.orcacid.testkit.history;

import io.orcacid.testkit.history.Anomaly.Kind;
import io.orcacid.testkit.history.Operation.Seen;
import io.orcacid.testkit.history.Writers.Written;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Runs the commits in their order, and compares each read with the state of its version. */
final class Replay {
  private final List<RecordedTransaction> readers;
  private final List<RecordedTransaction> commits;
  private final Writers writers;
  private final Map<Long, long[]> rows = new HashMap<>();
  private final Map<Long, Set<Long>> deleted = new HashMap<>();

  Replay(
      List<RecordedTransaction> transactions, List<RecordedTransaction> commits, Writers writers) {
    this.readers =
        transactions.stream()
            .filter(
                transaction ->
                    transaction.operations().stream().anyMatch(Operation.Read.class::isInstance))
            .sorted(Comparator.comparingLong(RecordedTransaction::readVersion))
            .toList();
    this.commits = commits;
    this.writers = writers;
  }

  void run(List<Anomaly> found) {
    int next = 0;
    for (RecordedTransaction reader : readers) {
      while (next < commits.size()
          && commits.get(next).position().orElseThrow().version() <= reader.readVersion()) {
        commits.get(next++).operations().forEach(this::apply);
      }
      check(reader, found);
    }
  }

  private void apply(Operation operation) {
    if (operation instanceof Operation.Append append) {
      rows.put(append.key(), appended(rows.get(append.key()), append.value()));
    } else if (operation instanceof Operation.Delete delete) {
      remove(delete.key());
    } else if (operation instanceof Operation.Clear clear) {
      List.copyOf(rows.keySet()).stream().filter(clear.keys()::test).forEach(this::remove);
    }
  }

  private void remove(long key) {
    long[] values = rows.remove(key);
    if (values != null) {
      deleted.computeIfAbsent(key, gone -> new HashSet<>()).add(values[values.length - 1]);
    }
  }

  static long[] appended(long[] values, long value) {
    if (values == null) {
      return new long[] {value};
    }
    long[] more = Arrays.copyOf(values, values.length + 1);
    more[values.length] = value;
    return more;
  }

  private void check(RecordedTransaction reader, List<Anomaly> found) {
    Overlay view = new Overlay();
    for (Operation operation : reader.operations()) {
      if (operation instanceof Operation.Read read) {
        check(reader, read, view, found);
      } else {
        view.apply(operation);
      }
    }
  }

  private void check(
      RecordedTransaction reader, Operation.Read read, Overlay view, List<Anomaly> found) {
    Map<Long, long[]> seen = new HashMap<>();
    for (Seen row : read.rows()) {
      if (seen.put(row.key(), row.values()) != null) {
        found.add(
            HistoryCheck.anomaly(
                Kind.DUPLICATE_ROW,
                "key " + row.key() + " in two rows at version " + reader.readVersion(),
                reader));
      }
      long[] expected = view.row(row.key());
      if (!Arrays.equals(expected, row.values())) {
        found.add(differs(reader, row.key(), expected, row.values()));
      }
    }
    if (read.keys().length > 0) {
      for (long key : read.keys()) {
        checkSeen(reader, key, view, seen, found);
      }
    } else if (view.size() != seen.size()) {
      view.keys().forEach(key -> checkSeen(reader, key, view, seen, found));
    }
  }

  private void checkSeen(
      RecordedTransaction reader,
      long key,
      Overlay view,
      Map<Long, long[]> seen,
      List<Anomaly> found) {
    if (!seen.containsKey(key) && view.row(key) != null) {
      found.add(differs(reader, key, view.row(key), null));
    }
  }

  private Anomaly differs(RecordedTransaction reader, long key, long[] expected, long[] seen) {
    String text =
        "key "
            + key
            + " at version "
            + reader.readVersion()
            + " is "
            + Arrays.toString(expected)
            + ", seen was "
            + Arrays.toString(seen);
    return HistoryCheck.anomaly(
        seen == null ? Kind.WRONG_READ : kind(reader, key, expected, seen), text, reader);
  }

  private Kind kind(RecordedTransaction reader, long key, long[] expected, long[] seen) {
    for (long value : seen) {
      Optional<Written> written = writers.of(value);
      if (written.filter(by -> by.writer() != reader && !by.writer().isCommitted()).isPresent()) {
        return Kind.ABORTED_READ;
      }
    }
    long last = seen[seen.length - 1];
    if (writers.of(last).filter(by -> by.writer() != reader && !by.isLast()).isPresent()) {
      return Kind.INTERMEDIATE_READ;
    }
    if (expected == null && deleted.getOrDefault(key, Set.of()).contains(last)) {
      return Kind.RESURRECTED_DELETE;
    }
    if (expected != null && hasSameValues(expected, seen)) {
      return Kind.DIRTY_WRITE;
    }
    boolean isEndRight = expected != null && expected[expected.length - 1] == last;
    return isEndRight && seen.length < expected.length ? Kind.LOST_UPDATE : Kind.WRONG_READ;
  }

  private static boolean hasSameValues(long[] one, long[] other) {
    return Arrays.equals(
        Arrays.stream(one).sorted().toArray(), Arrays.stream(other).sorted().toArray());
  }

  /** The state with what a transaction itself did so far. */
  private final class Overlay {
    private Map<Long, long[]> own;

    void apply(Operation operation) {
      if (own == null) {
        own = new HashMap<>();
      }
      if (operation instanceof Operation.Append append) {
        own.put(append.key(), appended(row(append.key()), append.value()));
      } else if (operation instanceof Operation.Delete delete) {
        own.put(delete.key(), null);
      } else if (operation instanceof Operation.Clear clear) {
        keys().stream().filter(clear.keys()::test).forEach(key -> own.put(key, null));
      }
    }

    long[] row(long key) {
      return own != null && own.containsKey(key) ? own.get(key) : rows.get(key);
    }

    int size() {
      return own == null ? rows.size() : keys().size();
    }

    Set<Long> keys() {
      Set<Long> keys = new HashSet<>(rows.keySet());
      if (own != null) {
        own.forEach(
            (key, values) -> {
              if (values == null) {
                keys.remove(key);
              } else {
                keys.add(key);
              }
            });
      }
      return keys;
    }
  }
}
