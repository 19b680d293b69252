package io.orcacid.testkit.history;

import java.util.List;
import java.util.function.LongPredicate;

/**
 * What a transaction saw or did, in its order. A row has a key and a list of values; no value is
 * ever written twice, so that a value says who wrote it.
 */
public sealed interface Operation {
  /**
   * A row that a read found.
   *
   * @param key its key
   * @param values its values in order; not copied, not to be changed
   */
  record Seen(long key, long[] values) {}

  /**
   * Rows as they were found.
   *
   * @param keys keys that were looked for; none for all rows of the table. Not copied
   * @param rows rows found, in any order
   */
  record Read(long[] keys, List<Seen> rows) implements Operation {
    private static final long[] ALL = {};

    public Read {
      rows = List.copyOf(rows);
    }

    /** A read of the whole table. */
    public static Read all(List<Seen> rows) {
      return new Read(ALL, rows);
    }
  }

  /** Adds a value at the end of a row's; the row is there afterwards. */
  record Append(long key, long value) implements Operation {}

  /** Removes a row. */
  record Delete(long key) implements Operation {}

  /**
   * Removes the rows of some keys that are there when the commit happens, whatever was read.
   *
   * @param keys which keys
   */
  record Clear(LongPredicate keys) implements Operation {}
}
