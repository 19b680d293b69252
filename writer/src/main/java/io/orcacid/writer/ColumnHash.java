package io.orcacid.writer;

import org.apache.hadoop.hive.ql.exec.vector.ColumnVector;

/** Hash of one value of a column. */
abstract class ColumnHash {

  /**
   * @param column vector of the type this hash was made for
   * @param row position in the vector; a repeating vector answers for all
   * @return the hash, 0 for null
   */
  final int hash(ColumnVector column, int row) {
    int index = column.isRepeating ? 0 : row;
    return column.noNulls || !column.isNull[index] ? present(column, index, row) : 0;
  }

  /**
   * Hash of a value that is not null.
   *
   * @param index where the column itself holds it
   * @param row where columns below a struct or union hold it: they repeat by their own flag, as
   *     ORC's writer reads them
   */
  abstract int present(ColumnVector column, int index, int row);

  /** Hash of a value that needs no look at the columns below. */
  @FunctionalInterface
  interface ValueHash {
    int hash(ColumnVector column, int index);
  }

  static ColumnHash of(ValueHash values) {
    return new ColumnHash() {
      @Override
      int present(ColumnVector column, int index, int row) {
        return values.hash(column, index);
      }
    };
  }
}
