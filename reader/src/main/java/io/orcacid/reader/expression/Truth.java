package io.orcacid.reader.expression;

/** The three truth values as bytes, for arrays with one per row, and sets of them as bits. */
final class Truth {
  static final byte FALSE = 0;
  static final byte TRUE = 1;
  static final byte UNKNOWN = 2;

  /** The set of all three. */
  static final int ANY = set(FALSE) | set(TRUE) | set(UNKNOWN);

  private Truth() {}

  static byte of(boolean truth) {
    return truth ? TRUE : FALSE;
  }

  static byte not(byte truth) {
    return truth == UNKNOWN ? UNKNOWN : (byte) (1 - truth);
  }

  static byte and(byte left, byte right) {
    if (left == FALSE || right == FALSE) {
      return FALSE;
    }
    return left == TRUE ? right : UNKNOWN;
  }

  static byte or(byte left, byte right) {
    return not(and(not(left), not(right)));
  }

  static int set(byte truth) {
    return 1 << truth;
  }

  static boolean contains(int set, byte truth) {
    return (set & set(truth)) != 0;
  }
}
