package io.orcacid.bench.tpch;

import io.orcacid.bench.rows.Digest;
import io.trino.tpch.LineItem;
import java.nio.charset.StandardCharsets;
import java.time.LocalDate;
import java.util.Map;
import java.util.TreeMap;

/** What scans and queries have to find, reckoned from the generated rows and nothing else. */
public final class TpchExpected {
  private final Digest items = new Digest();
  private final Digest pricedItems = new Digest();
  private final Digest orders = new Digest();
  private final Map<String, PricingSums> pricing = new TreeMap<>();
  private long revenue;

  void addItem(LineItem item, Object[] values) {
    add(items, values, java.util.stream.IntStream.range(0, values.length).toArray());
    add(pricedItems, values, TpchQuery.of("q1").columns());
    LocalDate shipped = LocalDate.ofEpochDay(item.getShipDate());
    if (!shipped.isAfter(LocalDate.of(1998, 12, 1).minusDays(90))) {
      pricing
          .computeIfAbsent(item.getReturnFlag() + item.getStatus(), key -> new PricingSums())
          .add(
              item.getQuantity() * 100,
              item.getExtendedPriceInCents(),
              item.getDiscountPercent(),
              item.getTaxPercent());
    }
    long percent = item.getDiscountPercent();
    if (shipped.getYear() == 1994 && percent >= 5 && percent <= 7 && item.getQuantity() < 24) {
      revenue += item.getExtendedPriceInCents() * percent;
    }
  }

  void addOrder(Object[] values) {
    add(orders, values, java.util.stream.IntStream.range(0, values.length).toArray());
  }

  private static void add(Digest digest, Object[] values, int[] columns) {
    digest.addRow();
    for (int column : columns) {
      digest.add(column, values[column] instanceof Long number ? number : text(values[column]));
    }
  }

  private static long text(Object value) {
    byte[] bytes = ((String) value).getBytes(StandardCharsets.UTF_8);
    return Digest.ofBytes(bytes, 0, bytes.length);
  }

  /** Of a scan of all columns of the items. */
  public Digest items() {
    return items;
  }

  /** Of a scan of the columns that Q1 needs. */
  public Digest pricedItems() {
    return pricedItems;
  }

  /** Of a scan of all columns of the orders. */
  public Digest orders() {
    return orders;
  }

  /** Of the answer of Q1. */
  public Digest pricing() {
    Digest digest = new Digest();
    pricing.forEach(
        (group, sums) ->
            sums.answer((group.charAt(0) - 'A') * 26 + group.charAt(1) - 'A' + 1, digest));
    return digest;
  }

  /** Of the answer of Q6. */
  public Digest revenue() {
    Digest digest = new Digest();
    digest.addRow();
    digest.add(0, revenue);
    return digest;
  }
}
