package io.orcacid.simulation.concurrent;

import io.orcacid.Inserter;
import io.orcacid.Transaction;
import io.orcacid.simulation.concurrent.Recorder.Found;
import io.orcacid.testkit.history.Operation;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.Collectors;

/** The statements of one transaction, chosen as it goes on. */
final class Statements {
  private static final long[] NO_KEYS = {};

  private final World world;
  private final Recorder recorder;
  private final Recording recording;
  private final Transaction transaction;
  private final Random random;

  Statements(World world, Recorder recorder, Recording recording, Transaction transaction) {
    this.world = world;
    this.recorder = recorder;
    this.recording = recording;
    this.transaction = transaction;
    this.random = world.random();
  }

  void run() throws IOException {
    if (random.nextInt(15) == 0) {
      replace();
      return;
    }
    for (int left = 1 + random.nextInt(3); left > 0; left--) {
      switch (random.nextInt(10)) {
        case 0, 1, 2 -> insert();
        case 3, 4 -> add(recorder.someKey());
        case 5 -> append(recorder.someKey());
        case 6 -> delete(recorder.someKey());
        case 7, 8 -> transfer();
        default -> read(NO_KEYS);
      }
    }
  }

  private void insert() throws IOException {
    Inserter inserter = transaction.insert();
    for (int rows = 1 + random.nextInt(3); rows > 0; rows--) {
      insert(inserter, recorder.newKey());
    }
  }

  private void insert(Inserter inserter, long key) throws IOException {
    long amount = random.nextInt(100);
    long value = recorder.newValue(amount);
    recording.inserts(key);
    inserter.row(key, world.plan().partitionOf(key), amount, String.valueOf(value));
    recording.add(new Operation.Append(key, value));
  }

  /** By a condition: the engine reads and writes. */
  private void add(long key) throws IOException {
    if (key < Plan.ACCOUNTS && world.plan().keepsAccounts()) {
      return;
    }
    long amount = random.nextInt(9);
    long value = recorder.newValue(amount);
    long rows =
        transaction.update("n = n + " + amount + ", s = s || '," + value + "'", "k = " + key);
    changed(key, rows, new Operation.Append(key, value));
  }

  private void delete(long key) throws IOException {
    if (key >= Plan.ACCOUNTS || !world.plan().keepsAccounts()) {
      changed(key, transaction.delete("k = " + key), new Operation.Delete(key));
    }
  }

  private void changed(long key, long rows, Operation change) {
    if (rows > 1) {
      throw new AssertionError(rows + " rows of key " + key);
    }
    recording.add(rows == 1 ? change : new Operation.Read(new long[] {key}, List.of()));
  }

  /** By what was read: the program reads, and writes the whole row. */
  private void append(long key) throws IOException {
    if (key < Plan.ACCOUNTS && world.plan().keepsAccounts()) {
      return;
    }
    for (Found row : read(new long[] {key})) {
      append(row, random.nextInt(9));
    }
  }

  private void append(Found row, long amount) throws IOException {
    long key = row.row().key();
    long value = recorder.newValue(amount);
    String values =
        Arrays.stream(row.row().values()).mapToObj(Long::toString).collect(Collectors.joining(","));
    transaction.update(
        row.address(),
        key,
        world.plan().partitionOf(key),
        row.amount() + amount,
        values + "," + value);
    recording.add(new Operation.Append(key, value));
  }

  private void transfer() throws IOException {
    long from = random.nextInt(Plan.ACCOUNTS);
    long to = (from + 1 + random.nextInt(Plan.ACCOUNTS - 1)) % Plan.ACCOUNTS;
    List<Found> rows = read(new long[] {from, to});
    if (rows.size() == 2) {
      long amount = 1 + random.nextInt(5);
      append(rows.get(0), -amount);
      append(rows.get(1), amount);
    }
  }

  private List<Found> read(long[] keys) throws IOException {
    var scan = transaction.scan();
    if (keys.length > 0) {
      scan =
          scan.where(
              "k IN ("
                  + Arrays.stream(keys).mapToObj(Long::toString).collect(Collectors.joining(", "))
                  + ")");
    }
    List<Found> found = recorder.read(scan);
    recording.add(new Operation.Read(keys, Recorder.seen(found)));
    if (keys.length == 0) {
      recorder.checkAccounts(found);
    }
    return found;
  }

  private void replace() throws IOException {
    Plan plan = world.plan();
    List<String> partitions = new ArrayList<>();
    int chosen = plan.isPartitioned() ? 1 + random.nextInt(plan.partitions() - 1) : 0;
    partitions.add(plan.pathOf(chosen));
    recording.replaces(chosen);
    if (random.nextInt(4) == 0) {
      transaction.lastWins();
      recording.winsAsLast();
    }
    boolean empty = random.nextInt(3) == 0;
    Inserter inserter = null;
    if (empty && plan.isPartitioned()) {
      transaction.truncate(partitions);
    } else if (empty) {
      transaction.truncate();
    } else {
      inserter = plan.isPartitioned() ? transaction.overwrite(partitions) : transaction.overwrite();
    }
    recording.add(new Operation.Clear(key -> plan.partitionOf(key) == chosen));
    for (int rows = empty ? 0 : 1 + random.nextInt(3); rows > 0; rows--) {
      long key = recorder.newKey();
      while (plan.partitionOf(key) != chosen) {
        key = recorder.newKey();
      }
      insert(inserter, key);
    }
  }
}
