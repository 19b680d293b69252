package io.orcacid.format;

import io.orcacid.error.ValidationException;
import java.util.Arrays;
import java.util.BitSet;

/**
 * High water mark and exceptions, the part that both kinds of valid list share: a number is valid
 * if it is not above the mark and not an exception; an exception is open or aborted. Immutable.
 */
final class IdExceptions {
  static final long NONE_OPEN = Long.MAX_VALUE;

  final long highWaterMark;
  final long minOpen;
  private final long[] ids;
  private final BitSet aborted;

  private IdExceptions(long highWaterMark, long minOpen, long[] ids, BitSet aborted) {
    this.highWaterMark = highWaterMark;
    this.minOpen = minOpen;
    this.ids = ids;
    this.aborted = aborted;
  }

  static IdExceptions of(
      long highWaterMark, long minOpen, long[] open, long[] aborted, String whole) {
    long[] ids = new long[open.length + aborted.length];
    System.arraycopy(open, 0, ids, 0, open.length);
    System.arraycopy(aborted, 0, ids, open.length, aborted.length);
    Arrays.sort(ids);
    for (int i = 1; i < ids.length; i++) {
      if (ids[i] == ids[i - 1]) {
        throw new ValidationException(
            "A number stands twice in a valid list", "number", ids[i], "list", whole);
      }
    }
    BitSet abortedBits = new BitSet(ids.length);
    for (long id : aborted) {
      abortedBits.set(Arrays.binarySearch(ids, id));
    }
    return new IdExceptions(highWaterMark, minOpen, ids, abortedBits);
  }

  boolean isValid(long id) {
    return id <= highWaterMark && Arrays.binarySearch(ids, id) < 0;
  }

  boolean isAborted(long id) {
    int index = Arrays.binarySearch(ids, id);
    return index >= 0 && aborted.get(index);
  }

  boolean isEmpty() {
    return ids.length == 0;
  }

  long first() {
    return ids[0];
  }

  int count() {
    return ids.length;
  }

  /** How many exceptions, and of them aborted ones if asked, lie in [from, to]. */
  int countIn(long from, long to, Kind kind) {
    int count = 0;
    for (int i = lowerBound(from); i < ids.length && ids[i] <= to; i++) {
      if (kind == Kind.ANY || aborted.get(i) == (kind == Kind.ABORTED)) {
        count++;
      }
    }
    return count;
  }

  long[] select(Kind kind) {
    long[] selected = new long[ids.length];
    int count = 0;
    for (int i = 0; i < ids.length; i++) {
      if (kind == Kind.ANY || aborted.get(i) == (kind == Kind.ABORTED)) {
        selected[count++] = ids[i];
      }
    }
    return Arrays.copyOf(selected, count);
  }

  private int lowerBound(long id) {
    int index = Arrays.binarySearch(ids, id);
    return index >= 0 ? index : -index - 1;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof IdExceptions that
        && highWaterMark == that.highWaterMark
        && minOpen == that.minOpen
        && Arrays.equals(ids, that.ids)
        && aborted.equals(that.aborted);
  }

  @Override
  public int hashCode() {
    return Long.hashCode(highWaterMark) * 31 + Arrays.hashCode(ids);
  }

  enum Kind {
    ANY,
    OPEN,
    ABORTED
  }
}
