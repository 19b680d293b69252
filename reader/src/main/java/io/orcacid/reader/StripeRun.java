package io.orcacid.reader;

import io.orcacid.format.orc.RowIdSet;
import java.util.List;

/**
 * Stripes next to each other that are read in one way. Immutable.
 *
 * @param stripes in file order
 * @param mode how
 */
record StripeRun(List<Stripe> stripes, Mode mode) {
  /**
   * One stripe.
   *
   * @param offset first byte
   * @param length bytes
   * @param firstRow number in the file of its first row
   * @param rows its rows
   * @param hidden what its statistics prove
   * @param dead rows that are deleted, as far as they can be passed over
   */
  record Stripe(
      long offset, long length, long firstRow, long rows, HiddenColumns hidden, DeadRows dead) {
    Stripe(long offset, long length, long firstRow, long rows, HiddenColumns hidden) {
      this(offset, length, firstRow, rows, hidden, DeadRows.NONE);
    }

    /** Number in the file behind its last row. */
    long endRow() {
      return firstRow + rows;
    }

    /** The same under some deletes. */
    Stripe under(RowIdSet deletes, int rowIndexStride) {
      return new Stripe(
          offset,
          length,
          firstRow,
          rows,
          hidden,
          DeadRows.of(deletes, hidden, firstRow, rows, rowIndexStride));
    }
  }

  /** How hidden columns are come by. */
  enum Mode {
    /** Nothing about them is needed. */
    UNTOUCHED,
    /** Row ids follow from the position, every event is visible. */
    COUNTED,
    /** They are decoded, checked, and every event is looked at. */
    DECODED
  }

  /** Number in the file behind its last row. */
  long endRow() {
    return stripes.get(stripes.size() - 1).endRow();
  }

  long offset() {
    return stripes.get(0).offset();
  }

  /** Bytes from the first stripe's first to the last one's last. */
  long length() {
    Stripe last = stripes.get(stripes.size() - 1);
    return last.offset() + last.length() - offset();
  }
}
