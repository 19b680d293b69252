package io.orcacid.reader;

import io.orcacid.format.orc.RowIdSet;
import java.util.ArrayList;
import java.util.List;

/**
 * Ranges of a stripe whose rows are all deleted, so that nothing of them need be decoded. A range
 * covers whole row groups, as it takes decoding from the start of one to get to a row in it.
 * Immutable.
 *
 * @param from number in the file of the first row of each range, ascending
 * @param to number in the file behind the last row of each range
 */
record DeadRows(long[] from, long[] to) {
  static final DeadRows NONE = new DeadRows(new long[0], new long[0]);

  /**
   * The ranges of a stripe.
   *
   * @param deletes what is deleted
   * @param hidden what its statistics prove: nothing is found where they leave row ids open
   * @param firstRow number in the file of its first row
   * @param rows its rows
   * @param stride rows of a row group; 0 if the file has no row index
   */
  static DeadRows of(RowIdSet deletes, HiddenColumns hidden, long firstRow, long rows, int stride) {
    if (!hidden.dense() || stride <= 0 || deletes.isEmpty()) {
      return NONE;
    }
    List<long[]> ranges = new ArrayList<>();
    long[] last = null;
    for (long group = 0; group < rows; group += stride) {
      long size = Math.min(stride, rows - group);
      long first = hidden.minRowId() + group;
      if (!deletes.containsAll(hidden.minWriteId(), hidden.minBucket(), first, first + size - 1)) {
        continue;
      }
      if (last != null && last[1] == firstRow + group) {
        last[1] += size;
      } else {
        last = new long[] {firstRow + group, firstRow + group + size};
        ranges.add(last);
      }
    }
    return of(ranges);
  }

  private static DeadRows of(List<long[]> ranges) {
    return ranges.isEmpty()
        ? NONE
        : new DeadRows(
            ranges.stream().mapToLong(range -> range[0]).toArray(),
            ranges.stream().mapToLong(range -> range[1]).toArray());
  }

  /** Those of several stripes in file order, as one. */
  static DeadRows joined(List<StripeRun.Stripe> stripes) {
    List<long[]> ranges = new ArrayList<>();
    long[] last = null;
    for (StripeRun.Stripe stripe : stripes) {
      for (int i = 0; i < stripe.dead().from.length; i++) {
        if (last != null && last[1] == stripe.dead().from[i]) {
          last[1] = stripe.dead().to[i];
        } else {
          last = new long[] {stripe.dead().from[i], stripe.dead().to[i]};
          ranges.add(last);
        }
      }
    }
    return of(ranges);
  }

  /** Whether they are all rows of a stripe. */
  boolean isAll(long rows) {
    return from.length == 1 && to[0] - from[0] == rows;
  }
}
