package io.orcacid.simulation.concurrent;

import static org.assertj.core.api.Assertions.assertThat;

import io.orcacid.Address;
import io.orcacid.Row;
import io.orcacid.Rows;
import io.orcacid.Scan;
import io.orcacid.testkit.history.Operation.Seen;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * What all processes did and saw. A row of the table is a key, its partition, a number and a list
 * of values as text; each value has an amount, and the number is the sum of those of the row's
 * values.
 */
final class Recorder {
  private final World world;
  private final List<Recording> recordings = new ArrayList<>();
  private final Map<Long, Long> amounts = new HashMap<>();
  private final Map<Address, List<Long>> rowAt = new HashMap<>();
  private final Map<List<Long>, Address> addressOf = new HashMap<>();
  private long nextKey = Plan.ACCOUNTS;
  private long nextValue;

  /** A row with its address. */
  record Found(Seen row, Address address, long amount) {}

  Recorder(World world) {
    this.world = world;
    world.onLoss(this::forget);
  }

  /**
   * A version that nobody was told of may go with a loss of power, and another one then has its
   * number: what was read of it says nothing any more.
   */
  private void forget(long newest) {
    recordings.stream()
        .filter(recording -> recording.readVersion() > newest)
        .forEach(Recording::forget);
  }

  List<Recording> recordings() {
    return recordings;
  }

  Recording begin() {
    Recording recording = new Recording(recordings.size() + 1, world.stamp());
    recordings.add(recording);
    return recording;
  }

  long newKey() {
    return nextKey++;
  }

  long newValue(long amount) {
    amounts.put(++nextValue, amount);
    return nextValue;
  }

  /** A key that was given out, rather a late one. */
  long someKey() {
    long back = world.random().nextInt(8);
    return Math.max(0, nextKey - 1 - back);
  }

  /** What a scan finds. */
  List<Found> read(Scan scan) throws IOException {
    List<Found> found = new ArrayList<>();
    try (Rows rows = open(scan)) {
      for (Row row : rows) {
        found.add(found(row));
      }
    }
    return found;
  }

  static Rows open(Scan scan) throws IOException {
    return scan.select("k", "p", "n", "s").withRowId().rows();
  }

  Found found(Row row) {
    long key = (Long) row.get(0);
    long[] values =
        Arrays.stream(((String) row.get(3)).split(",")).mapToLong(Long::parseLong).toArray();
    long amount = Arrays.stream(values).map(value -> amounts.getOrDefault(value, 0L)).sum();
    assertThat(row.get(1)).as("partition of %s", row).isEqualTo(world.plan().partitionOf(key));
    assertThat(row.get(2)).as("number of %s", row).isEqualTo(amount);
    Address address = row.address().orElseThrow();
    checkAddress(address, List.of(key, values[values.length - 1]));
    return new Found(new Seen(key, values), address, amount);
  }

  /** A row keeps its address from its writing to its end, and no other row ever has it (I5). */
  private void checkAddress(Address address, List<Long> row) {
    List<Long> other = rowAt.putIfAbsent(address, row);
    assertThat(other == null || other.equals(row))
        .as("%s is of row %s and of row %s", address, row, other)
        .isTrue();
    Address before = addressOf.putIfAbsent(row, address);
    assertThat(before == null || before.equals(address))
        .as("row %s is at %s and was at %s", row, address, before)
        .isTrue();
  }

  static List<Seen> seen(List<Found> found) {
    return found.stream().map(Found::row).toList();
  }

  /** Amounts move between accounts, and none is lost. */
  void checkAccounts(List<Found> found) {
    if (world.plan().keepsAccounts()) {
      List<Found> accounts = found.stream().filter(row -> row.row().key() < Plan.ACCOUNTS).toList();
      assertThat(accounts).as("accounts").hasSize(Plan.ACCOUNTS);
      assertThat(accounts.stream().mapToLong(Found::amount).sum())
          .as("sum of the accounts")
          .isEqualTo(100L * Plan.ACCOUNTS);
    }
  }
}
