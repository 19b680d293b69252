package io.orcacid.bench.tpch;

import io.orcacid.AcidTable;
import io.orcacid.Inserter;
import io.orcacid.TableDefinition;
import io.orcacid.Transaction;
import io.orcacid.bench.rows.Digest;
import io.orcacid.bench.rows.Measurement;
import io.orcacid.format.io.DurableOutput;
import io.orcacid.format.io.Storage;
import io.orcacid.format.orc.OrcFiles;
import io.orcacid.format.value.Batches;
import io.trino.tpch.LineItem;
import io.trino.tpch.Order;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.apache.hadoop.hive.ql.exec.vector.VectorizedRowBatch;
import org.apache.orc.TypeDescription;
import org.apache.orc.Writer;

/**
 * The two tables, written through the engine's front door, and flat files of the rows that have to
 * be left in them. Not thread-safe.
 */
public final class TpchTables {
  private static final int KEYS_IN_ONE_STATEMENT = 500;

  private final Path directory;
  private final TpchSource source;
  private final int rounds;
  private final TpchExpected expected = new TpchExpected();

  /** Takes rows one by one. */
  private interface Sink {
    void add(Object[] values) throws IOException;
  }

  /** Makes rows. */
  private interface Rows {
    void into(Sink sink) throws IOException;
  }

  /** Takes batches. */
  private interface BatchSink {
    void add(VectorizedRowBatch batch) throws IOException;
  }

  /**
   * Nothing is made yet.
   *
   * @param items about how many items are loaded
   * @param rounds how often the tables are refreshed
   */
  public TpchTables(Path directory, long items, int rounds) {
    this.directory = directory;
    this.source = new TpchSource(items);
    this.rounds = rounds;
  }

  /** Where the table of the items is. */
  public Path items() {
    return directory.resolve("lineitem");
  }

  /** Where the table of the orders is. */
  public Path orders() {
    return directory.resolve("orders");
  }

  /** A flat file of the items that have to be left. */
  public Path flatItems() {
    return directory.resolve("lineitem.orc");
  }

  /** A flat file of the orders that have to be left. */
  public Path flatOrders() {
    return directory.resolve("orders.orc");
  }

  /** What has to be found; known after {@link #writeFlat}. */
  public TpchExpected expected() {
    return expected;
  }

  /** Orders that each round inserts; it deletes as many. */
  public long newOrders() {
    return source.newOrders();
  }

  /** Creates both tables, each with one transaction. */
  public Measurement load() throws Exception {
    return measured(
        () -> {
          try (AcidTable items = AcidTable.create(items().toString(), of(TpchRows.ITEM));
              AcidTable orders = AcidTable.create(orders().toString(), of(TpchRows.ORDER))) {
            insert(items, TpchRows.ITEM, this::loadedItems);
            insert(orders, TpchRows.ORDER, this::loadedOrders);
          }
        });
  }

  private static TableDefinition of(TypeDescription row) {
    return TableDefinition.of(row);
  }

  private void loadedItems(Sink sink) throws IOException {
    source.loadedItems((row, key) -> sink.add(TpchRows.values(row, key)));
  }

  private void loadedOrders(Sink sink) throws IOException {
    source.loadedOrders((row, key) -> sink.add(TpchRows.values(row, key)));
  }

  /** Work that is measured once. */
  private interface Action {
    void run() throws IOException;
  }

  private static Measurement measured(Action action) throws Exception {
    return Measurement.of(
        0,
        1,
        clock -> {
          action.run();
          return new Digest();
        });
  }

  private static void insert(AcidTable table, TypeDescription type, Rows rows) throws IOException {
    try (Transaction transaction = table.begin()) {
      Inserter inserter = transaction.insert();
      batches(type, rows, inserter::batch);
      transaction.commit();
    }
  }

  private static void batches(TypeDescription type, Rows rows, BatchSink sink) throws IOException {
    VectorizedRowBatch batch = Batches.create(type);
    rows.into(
        values -> {
          TpchRows.append(batch, values);
          if (batch.size == batch.getMaxSize()) {
            sink.add(batch);
            batch.reset();
          }
        });
    if (batch.size > 0) {
      sink.add(batch);
    }
  }

  /** What a round of both refresh functions took. */
  public record Refreshed(Measurement inserts, Measurement deletes) {}

  /** All rounds: new orders with their items, then deletes of loaded ones. */
  public List<Refreshed> refresh() throws Exception {
    List<Refreshed> all = new ArrayList<>();
    TpchSource.Rounds<LineItem> newItems = source.itemRounds();
    TpchSource.Rounds<Order> newOrders = source.orderRounds();
    try (AcidTable items = AcidTable.open(items().toString());
        AcidTable orders = AcidTable.open(orders().toString())) {
      for (int round = 0; round < rounds; round++) {
        Measurement inserts =
            measured(
                () -> {
                  insert(
                      orders,
                      TpchRows.ORDER,
                      sink -> newOrders.next((row, key) -> sink.add(TpchRows.values(row, key))));
                  insert(
                      items,
                      TpchRows.ITEM,
                      sink -> newItems.next((row, key) -> sink.add(TpchRows.values(row, key))));
                });
        List<Long> keys = deletedKeys(round);
        Measurement deletes =
            measured(
                () -> {
                  delete(orders, "o_orderkey", keys);
                  delete(items, "l_orderkey", keys);
                });
        all.add(new Refreshed(inserts, deletes));
      }
    }
    return all;
  }

  private List<Long> deletedKeys(int round) throws IOException {
    List<Long> keys = new ArrayList<>();
    source.loadedOrders(
        (row, key) -> {
          if (TpchSource.isDeleted(key, round)) {
            keys.add(key);
          }
        });
    return keys;
  }

  private static void delete(AcidTable table, String column, List<Long> keys) throws IOException {
    try (Transaction transaction = table.begin()) {
      for (int from = 0; from < keys.size(); from += KEYS_IN_ONE_STATEMENT) {
        List<Long> some = keys.subList(from, Math.min(keys.size(), from + KEYS_IN_ONE_STATEMENT));
        transaction.delete(
            some.stream()
                .map(String::valueOf)
                .collect(Collectors.joining(", ", column + " IN (", ")")));
      }
      transaction.commit();
    }
  }

  /** Compacts both tables in full. */
  public Measurement compact() throws Exception {
    return measured(
        () -> {
          try (AcidTable items = AcidTable.open(items().toString());
              AcidTable orders = AcidTable.open(orders().toString())) {
            items.compaction().major().run();
            orders.compaction().major().run();
          }
        });
  }

  /** Writes the rows that have to be left without the engine, and reckons what is to be found. */
  public void writeFlat() throws IOException {
    writeFlat(
        flatItems(),
        TpchRows.ITEM,
        sink ->
            source.leftItems(
                rounds,
                (row, key) -> {
                  Object[] values = TpchRows.values(row, key);
                  expected.addItem(row, values);
                  sink.add(values);
                }));
    writeFlat(
        flatOrders(),
        TpchRows.ORDER,
        sink ->
            source.leftOrders(
                rounds,
                (row, key) -> {
                  Object[] values = TpchRows.values(row, key);
                  expected.addOrder(values);
                  sink.add(values);
                }));
  }

  private static void writeFlat(Path file, TypeDescription type, Rows rows) throws IOException {
    Storage storage = Storage.local();
    try (DurableOutput out = storage.create(file.toString())) {
      Writer writer = OrcFiles.create(storage, out, type, Map.of(), OrcFiles.noCallback());
      batches(type, rows, writer::addRowBatch);
      writer.close();
    }
  }
}
