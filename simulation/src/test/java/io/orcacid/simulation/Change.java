package io.orcacid.simulation;

import java.util.List;

/** What one statement of a transaction does. */
sealed interface Change {
  /** Adds rows. */
  record Insert(List<RowValues> rows) implements Change {
    public Insert {
      rows = List.copyOf(rows);
    }

    @Override
    public String toString() {
      return "insert " + rows.size() + " from k=" + rows.get(0).k();
    }
  }

  /** Adds to {@code n} of the rows of a range. */
  record Update(Range range, int add) implements Change {}

  /** Removes the rows of a range. */
  record Delete(Range range) implements Change {}

  /** Rows by their key, both borders within. */
  record Range(long first, long last) {
    boolean contains(long k) {
      return k >= first && k <= last;
    }

    String where() {
      return "k BETWEEN " + first + " AND " + last;
    }
  }
}
