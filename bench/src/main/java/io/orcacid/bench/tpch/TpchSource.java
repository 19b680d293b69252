package io.orcacid.bench.tpch;

import com.google.common.collect.Iterators;
import com.google.common.collect.PeekingIterator;
import io.trino.tpch.Distributions;
import io.trino.tpch.LineItem;
import io.trino.tpch.LineItemGenerator;
import io.trino.tpch.Order;
import io.trino.tpch.OrderGenerator;
import io.trino.tpch.TextPool;
import java.io.IOException;
import java.util.Iterator;

/**
 * Where orders and items come from: those that are loaded, and those of each round of the refresh
 * functions. A round inserts one new order for each thousand (RF1) and deletes one of a thousand
 * that were loaded (RF2), spread over the whole table.
 *
 * <p>Comments are cut out of a smaller pool of text than TPC-H's own, as that takes ten seconds to
 * fill. New orders have the content of loaded ones under keys that those leave free.
 */
final class TpchSource {
  private static final double ITEMS_OF_SCALE_1 = 6_001_215;
  private static final int TEXT_BYTES = 16 << 20;
  private static final long ONE_IN = 1000;
  private static final long ROUND_STEP = 397;
  private static final int KEPT_BITS = 3;
  private static final int FREE_BITS = 2;
  private static final int NEW_KEYS = 1 << KEPT_BITS;

  private final double scale;
  private final TextPool texts;

  /** Takes an item or an order. */
  interface Consumer<T> {
    void accept(T row, long orderKey) throws IOException;
  }

  /**
   * @param items about how many items are loaded
   */
  TpchSource(long items) {
    this.scale = items / ITEMS_OF_SCALE_1;
    this.texts = new TextPool(TEXT_BYTES, Distributions.getDefaultDistributions());
  }

  private Iterator<LineItem> items() {
    return new LineItemGenerator(scale, 1, 1, Distributions.getDefaultDistributions(), texts)
        .iterator();
  }

  private Iterator<Order> orders() {
    return new OrderGenerator(scale, 1, 1, Distributions.getDefaultDistributions(), texts)
        .iterator();
  }

  /** How many orders are loaded. */
  long orderCount() {
    return (long) (OrderGenerator.SCALE_BASE * scale);
  }

  /** How many orders a round inserts. */
  long newOrders() {
    return Math.max(1, orderCount() / ONE_IN);
  }

  void loadedItems(Consumer<LineItem> consumer) throws IOException {
    for (Iterator<LineItem> rows = items(); rows.hasNext(); ) {
      LineItem row = rows.next();
      consumer.accept(row, row.getOrderKey());
    }
  }

  void loadedOrders(Consumer<Order> consumer) throws IOException {
    for (Iterator<Order> rows = orders(); rows.hasNext(); ) {
      Order row = rows.next();
      consumer.accept(row, row.getOrderKey());
    }
  }

  /** Number of a loaded order, from 1; undoes what makes its key sparse. */
  private static long number(long orderKey) {
    return orderKey >> KEPT_BITS + FREE_BITS << KEPT_BITS | orderKey & NEW_KEYS - 1;
  }

  private static long newKey(long orderKey) {
    return orderKey + NEW_KEYS;
  }

  /** Whether a round deletes a loaded order. */
  static boolean isDeleted(long orderKey, int round) {
    return number(orderKey) % ONE_IN == (1 + round * ROUND_STEP) % ONE_IN;
  }

  /** Whether one of the first rounds deletes a loaded order. */
  static boolean isDeletedBefore(long orderKey, int rounds) {
    for (int round = 0; round < rounds; round++) {
      if (isDeleted(orderKey, round)) {
        return true;
      }
    }
    return false;
  }

  /** New orders of the rounds, to be taken one round after the other. */
  Rounds<Order> orderRounds() {
    return new Rounds<>(Iterators.peekingIterator(orders()), Order::getOrderKey);
  }

  /** New items of the rounds, to be taken one round after the other. */
  Rounds<LineItem> itemRounds() {
    return new Rounds<>(Iterators.peekingIterator(items()), LineItem::getOrderKey);
  }

  /** Items that are there after some rounds. */
  void leftItems(int rounds, Consumer<LineItem> consumer) throws IOException {
    loadedItems(left(rounds, consumer));
    Rounds<LineItem> added = itemRounds();
    for (int round = 0; round < rounds; round++) {
      added.next(consumer);
    }
  }

  /** Orders that are there after some rounds. */
  void leftOrders(int rounds, Consumer<Order> consumer) throws IOException {
    loadedOrders(left(rounds, consumer));
    Rounds<Order> added = orderRounds();
    for (int round = 0; round < rounds; round++) {
      added.next(consumer);
    }
  }

  private static <T> Consumer<T> left(int rounds, Consumer<T> consumer) {
    return (row, key) -> {
      if (!isDeletedBefore(key, rounds)) {
        consumer.accept(row, key);
      }
    };
  }

  /** What the rounds insert. */
  final class Rounds<T> {
    private final PeekingIterator<T> rows;
    private final java.util.function.ToLongFunction<T> key;
    private long taken;

    private Rounds(PeekingIterator<T> rows, java.util.function.ToLongFunction<T> key) {
      this.rows = rows;
      this.key = key;
    }

    /** Rows of the next round. */
    void next(Consumer<T> consumer) throws IOException {
      taken += newOrders();
      while (rows.hasNext() && number(key.applyAsLong(rows.peek())) <= taken) {
        T row = rows.next();
        consumer.accept(row, newKey(key.applyAsLong(row)));
      }
    }
  }
}
