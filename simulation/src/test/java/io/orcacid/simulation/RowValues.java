package io.orcacid.simulation;

/**
 * A row of the tables of a simulation.
 *
 * @param k names the row for good: no two rows of a history have the same
 * @param p partition
 * @param n changes by updates
 * @param s some text
 */
record RowValues(long k, int p, int n, String s) {
  RowValues plus(int add) {
    return new RowValues(k, p, n + add, s);
  }
}
