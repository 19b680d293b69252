package io.orcacid.reader.expression;

import io.orcacid.reader.expression.Values.Nulls;

/** Collects the rows whose result is NULL. */
final class ResultNulls {
  private final int capacity;
  private boolean[] flags;

  ResultNulls(Rows rows) {
    this.capacity = rows.capacity();
  }

  void add(int row) {
    if (flags == null) {
      flags = new boolean[capacity];
    }
    flags[row] = true;
  }

  Nulls build() {
    return flags == null ? Nulls.NONE : new Nulls(flags, false);
  }
}
