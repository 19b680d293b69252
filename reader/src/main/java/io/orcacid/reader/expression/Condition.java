package io.orcacid.reader.expression;

import io.orcacid.error.ValidationException;
import java.util.HashSet;
import java.util.Set;

/** A part of a bound expression that is TRUE, FALSE or unknown for each row. Immutable. */
abstract class Condition {

  /** The positions of the top-level columns that the condition depends on. */
  abstract Set<Integer> columns();

  /**
   * Decides for the rows.
   *
   * @param truth by row position; only the entries of the rows are written
   */
  abstract void evaluate(Rows rows, byte[] truth);

  /** The truth values that a row can have if some of its columns are known. */
  final int possible(KnownColumns known) {
    if (!known.cover(columns())) {
      return possibleInPart(known);
    }
    byte[] truth = new byte[1];
    try {
      evaluate(known.rows(), truth);
    } catch (ValidationException e) {
      // The error is the scan's to tell, where there is a row that it happens to.
      return Truth.ANY;
    }
    return Truth.set(truth[0]);
  }

  /** The truth values that a row can have if not all columns are known. */
  int possibleInPart(KnownColumns known) {
    return Truth.ANY;
  }

  static Set<Integer> union(Set<Integer> left, Set<Integer> right) {
    Set<Integer> union = new HashSet<>(left);
    union.addAll(right);
    return Set.copyOf(union);
  }
}
