package io.orcacid.bench.tpch;

import io.orcacid.bench.rows.Digest;

/** A row of the answer of Q1; quantities, prices and shares are unscaled, with two places. */
final class PricingSums {
  private static final long ONE = 100;

  private long quantity;
  private long price;
  private long discounted;
  private long charged;
  private long discount;
  private long count;

  void add(long itemQuantity, long itemPrice, long itemDiscount, long itemTax) {
    quantity += itemQuantity;
    price += itemPrice;
    discounted += itemPrice * (ONE - itemDiscount);
    charged += itemPrice * (ONE - itemDiscount) * (ONE + itemTax);
    discount += itemDiscount;
    count++;
  }

  /** Averages follow from the sums and the count. */
  void answer(long weight, Digest digest) {
    digest.addRow();
    digest.add(0, weight);
    digest.add(1, weight * quantity);
    digest.add(2, weight * price);
    digest.add(3, weight * discounted);
    digest.add(4, weight * charged);
    digest.add(5, weight * discount);
    digest.add(6, weight * count);
  }
}
