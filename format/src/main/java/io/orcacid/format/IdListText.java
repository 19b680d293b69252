package io.orcacid.format;

import io.orcacid.error.ValidationException;
import java.util.Arrays;

/**
 * Numbers of a valid list's text: commas, and for transaction lists runs as {@code a-b} (FORMAT.md
 * §11.1).
 */
final class IdListText {
  /** Runs of at least this many numbers are written as {@code a-b}. */
  private static final int SHORTEST_RUN = 5;

  /**
   * No list can name more exceptions than this; a hostile {@code 1-9223372036854775806} must not
   * fill the heap.
   */
  private static final int MOST_EXCEPTIONS = 50_000_000;

  private IdListText() {}

  static long parseNumber(String text, String whole) {
    try {
      return Long.parseLong(text.trim());
    } catch (NumberFormatException e) {
      throw new ValidationException(
          "Not a number in a valid list", e, "found", text, "list", whole);
    }
  }

  static long[] parse(String text, String whole) {
    if (text.isEmpty()) {
      return new long[0];
    }
    long[] ids = new long[16];
    int count = 0;
    for (String piece : text.split(",", -1)) {
      int dash = piece.indexOf('-', 1);
      long first = parseNumber(dash < 0 ? piece : piece.substring(0, dash), whole);
      long last = dash < 0 ? first : parseNumber(piece.substring(dash + 1), whole);
      if (last < first || last - first >= MOST_EXCEPTIONS - count) {
        throw new ValidationException(
            "A range in a valid list is empty or too long", "range", piece, "list", whole);
      }
      for (long id = first; id <= last; id++) {
        if (count == ids.length) {
          ids = Arrays.copyOf(ids, count * 2);
        }
        ids[count++] = id;
      }
    }
    return Arrays.copyOf(ids, count);
  }

  static void appendCommas(StringBuilder text, long[] ids) {
    for (int i = 0; i < ids.length; i++) {
      if (i > 0) {
        text.append(',');
      }
      text.append(ids[i]);
    }
  }

  static void appendRuns(StringBuilder text, long[] ids) {
    int i = 0;
    while (i < ids.length) {
      int end = i;
      while (end + 1 < ids.length && ids[end + 1] == ids[end] + 1) {
        end++;
      }
      if (end - i + 1 < SHORTEST_RUN) {
        end = i;
      }
      if (i > 0) {
        text.append(',');
      }
      text.append(ids[i]);
      if (end > i) {
        text.append('-').append(ids[end]);
      }
      i = end + 1;
    }
  }
}
