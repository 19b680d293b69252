package io.orcacid.bench.tpch;

import io.orcacid.bench.rows.Digest;
import java.time.LocalDate;
import org.apache.hadoop.hive.ql.exec.vector.BytesColumnVector;
import org.apache.hadoop.hive.ql.exec.vector.ColumnVector;
import org.apache.hadoop.hive.ql.exec.vector.DecimalColumnVector;
import org.apache.hadoop.hive.ql.exec.vector.LongColumnVector;

/**
 * A query over the items that filters rows and adds up what is left, exactly: money in its smallest
 * unit. Sums of up to 50 million rows fit.
 */
abstract class TpchQuery {
  private final int[] columns;
  private final String condition;

  TpchQuery(String condition, int... columns) {
    this.condition = condition;
    this.columns = columns;
  }

  static TpchQuery of(String name) {
    return switch (name) {
      case "q1" -> new PricingSummary();
      case "q6" -> new RevenueChange();
      default -> throw new IllegalArgumentException("no such query: " + name);
    };
  }

  /** Positions of the columns that it needs. */
  int[] columns() {
    return columns.clone();
  }

  /** Which rows it wants, for who can filter. */
  String condition() {
    return condition;
  }

  /** The same, of a row of vectors in the order of {@link #columns}. */
  abstract boolean matches(ColumnVector[] vectors, int row);

  /** Takes a row that matches. */
  abstract void add(ColumnVector[] vectors, int row);

  /** What came out, each sum weighed by its group. */
  abstract Digest answer();

  private static int at(ColumnVector vector, int row) {
    return vector.isRepeating ? 0 : row;
  }

  static long whole(ColumnVector vector, int row) {
    return ((LongColumnVector) vector).vector[at(vector, row)];
  }

  static long unscaled(ColumnVector vector, int row) {
    return ((DecimalColumnVector) vector).vector[at(vector, row)].serialize64(TpchRows.SCALE);
  }

  static int letter(ColumnVector vector, int row) {
    BytesColumnVector texts = (BytesColumnVector) vector;
    int at = at(vector, row);
    return texts.vector[at][texts.start[at]] - 'A';
  }

  /** Q1: sums and counts of what was shipped before a day, by return flag and status. */
  private static final class PricingSummary extends TpchQuery {
    private static final long LAST_DAY = LocalDate.of(1998, 9, 2).toEpochDay();
    private static final int LETTERS = 26;

    private final PricingSums[] groups = new PricingSums[LETTERS * LETTERS];

    PricingSummary() {
      super(
          "l_shipdate <= DATE '1998-09-02'",
          TpchRows.QUANTITY,
          TpchRows.PRICE,
          TpchRows.DISCOUNT,
          TpchRows.TAX,
          TpchRows.RETURN_FLAG,
          TpchRows.STATUS,
          TpchRows.SHIP_DATE);
    }

    @Override
    boolean matches(ColumnVector[] vectors, int row) {
      return whole(vectors[6], row) <= LAST_DAY;
    }

    @Override
    void add(ColumnVector[] vectors, int row) {
      int group = letter(vectors[4], row) * LETTERS + letter(vectors[5], row);
      if (groups[group] == null) {
        groups[group] = new PricingSums();
      }
      groups[group].add(
          unscaled(vectors[0], row),
          unscaled(vectors[1], row),
          unscaled(vectors[2], row),
          unscaled(vectors[3], row));
    }

    @Override
    Digest answer() {
      Digest digest = new Digest();
      for (int group = 0; group < groups.length; group++) {
        if (groups[group] != null) {
          groups[group].answer(group + 1, digest);
        }
      }
      return digest;
    }
  }

  /** Q6: what small discounts on small orders of a year come to. */
  private static final class RevenueChange extends TpchQuery {
    private static final long FIRST_DAY = LocalDate.of(1994, 1, 1).toEpochDay();
    private static final long DAY_AFTER = LocalDate.of(1995, 1, 1).toEpochDay();
    private static final long QUANTITY_BELOW = 24_00;

    private long revenue;

    RevenueChange() {
      super(
          "l_shipdate >= DATE '1994-01-01' AND l_shipdate < DATE '1995-01-01'"
              + " AND l_discount BETWEEN 0.05 AND 0.07 AND l_quantity < 24",
          TpchRows.QUANTITY,
          TpchRows.PRICE,
          TpchRows.DISCOUNT,
          TpchRows.SHIP_DATE);
    }

    @Override
    boolean matches(ColumnVector[] vectors, int row) {
      long day = whole(vectors[3], row);
      if (day < FIRST_DAY || day >= DAY_AFTER) {
        return false;
      }
      long discount = unscaled(vectors[2], row);
      return discount >= 5 && discount <= 7 && unscaled(vectors[0], row) < QUANTITY_BELOW;
    }

    @Override
    void add(ColumnVector[] vectors, int row) {
      revenue += unscaled(vectors[1], row) * unscaled(vectors[2], row);
    }

    @Override
    Digest answer() {
      Digest digest = new Digest();
      digest.addRow();
      digest.add(0, revenue);
      return digest;
    }
  }
}
