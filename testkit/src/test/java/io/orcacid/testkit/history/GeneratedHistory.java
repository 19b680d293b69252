package io.orcacid.testkit.history;

import io.orcacid.testkit.history.Operation.Seen;
import io.orcacid.testkit.history.RecordedTransaction.Outcome;
import io.orcacid.testkit.history.RecordedTransaction.Position;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.TreeSet;

/** A correct history: what a table would do that keeps every version. */
final class GeneratedHistory {
  private final Random random;
  private final int keys;
  private final Reads reads;
  private final Map<Long, List<Version>> rows = new HashMap<>();
  private final List<RecordedTransaction> transactions = new ArrayList<>();
  private long version;
  private long value;

  private record Version(long number, long[] values) {}

  /** What a commit must not have missed. */
  enum Reads {
    /** Only what it writes: snapshot isolation. */
    FREE,
    /** Also what it read: serializable. */
    CHECKED
  }

  GeneratedHistory(Random random, int keys, Reads reads) {
    this.random = random;
    this.keys = keys;
    this.reads = reads;
  }

  List<RecordedTransaction> next(int count) {
    for (int id = 1; id <= count; id++) {
      transactions.add(transaction(id));
    }
    return transactions;
  }

  private RecordedTransaction transaction(long id) {
    long readVersion = Math.max(0, version - random.nextInt(5));
    List<Operation> operations = new ArrayList<>();
    TreeSet<Long> readKeys = new TreeSet<>();
    for (int i = 0; i < 2; i++) {
      long key = random.nextInt(keys);
      if (readKeys.add(key)) {
        long[] seen = at(key, readVersion);
        operations.add(
            new Operation.Read(
                new long[] {key}, seen == null ? List.of() : List.of(new Seen(key, seen))));
      }
    }
    TreeSet<Long> written = new TreeSet<>();
    if (random.nextInt(10) > 0) {
      written.add(readKeys.first());
      written.add((long) random.nextInt(keys));
    }
    List<Operation> writes = writes(written, readVersion);
    operations.addAll(writes);
    TreeSet<Long> decisive = new TreeSet<>(written);
    if (reads == Reads.CHECKED) {
      decisive.addAll(readKeys);
    }
    boolean conflicts = decisive.stream().anyMatch(key -> newest(key) > readVersion);
    boolean commits = !writes.isEmpty() && !conflicts;
    if (commits) {
      version++;
      written.forEach(key -> apply(key, writes));
    }
    return new RecordedTransaction(
        id,
        0,
        RecordedTransaction.NEVER,
        readVersion,
        commits || writes.isEmpty() ? Outcome.COMMITTED : Outcome.ABORTED,
        commits ? Optional.of(new Position(version, 0)) : Optional.empty(),
        operations);
  }

  /** Rows are deleted before they become long. */
  private List<Operation> writes(TreeSet<Long> written, long readVersion) {
    List<Operation> writes = new ArrayList<>();
    for (long key : written) {
      long[] seen = at(key, readVersion);
      writes.add(
          seen != null && random.nextInt(20) < seen.length
              ? new Operation.Delete(key)
              : new Operation.Append(key, ++value));
    }
    return writes;
  }

  private void apply(long key, List<Operation> writes) {
    long[] values = at(key, version);
    for (Operation write : writes) {
      if (write instanceof Operation.Append append && append.key() == key) {
        values = Replay.appended(values, append.value());
      } else if (write instanceof Operation.Delete delete && delete.key() == key) {
        values = null;
      }
    }
    rows.computeIfAbsent(key, any -> new ArrayList<>()).add(new Version(version, values));
  }

  private long newest(long key) {
    List<Version> versions = rows.get(key);
    return versions == null ? 0 : versions.get(versions.size() - 1).number();
  }

  private long[] at(long key, long wanted) {
    List<Version> versions = rows.getOrDefault(key, List.of());
    for (int i = versions.size() - 1; i >= 0; i--) {
      if (versions.get(i).number() <= wanted) {
        return versions.get(i).values();
      }
    }
    return null;
  }
}
