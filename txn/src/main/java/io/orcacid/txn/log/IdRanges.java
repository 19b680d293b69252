package io.orcacid.txn.log;

import java.util.Arrays;
import java.util.Map;
import java.util.OptionalLong;
import org.pcollections.TreePMap;

/**
 * Immutable set of numbers, kept as ranges: first number of a range to its last. A change shares
 * all but a path of the tree, so a log of a million commits folds without copying.
 */
record IdRanges(TreePMap<Long, Long> ranges) {
  static final IdRanges NONE = new IdRanges(TreePMap.empty());

  boolean contains(long id) {
    Map.Entry<Long, Long> range = ranges.floorEntry(id);
    return range != null && id <= range.getValue();
  }

  /** Whether it has every number of a range; ranges that touch are one. */
  boolean containsAll(long first, long last) {
    Map.Entry<Long, Long> range = ranges.floorEntry(first);
    return range != null && last <= range.getValue();
  }

  boolean isEmpty() {
    return ranges.isEmpty();
  }

  /** Greatest number, or 0 for the empty set. */
  long greatest() {
    return ranges.isEmpty() ? 0 : ranges.lastEntry().getValue();
  }

  /** Smallest number that the other set has not. */
  OptionalLong firstOutside(IdRanges other) {
    for (Map.Entry<Long, Long> range : ranges.entrySet()) {
      long id = range.getKey();
      while (id <= range.getValue()) {
        Map.Entry<Long, Long> covering = other.ranges.floorEntry(id);
        if (covering == null || covering.getValue() < id) {
          return OptionalLong.of(id);
        }
        id = covering.getValue() + 1;
      }
    }
    return OptionalLong.empty();
  }

  /** With the numbers of a range that has none of them yet; neighbours grow together. */
  IdRanges plus(long first, long last) {
    if (first > last) {
      return this;
    }
    TreePMap<Long, Long> next = ranges;
    long from = first;
    long to = last;
    Map.Entry<Long, Long> before = ranges.floorEntry(first);
    if (before != null && before.getValue() == first - 1) {
      from = before.getKey();
      next = next.minus(from);
    }
    Long after = ranges.get(last + 1);
    if (after != null) {
      to = after;
      next = next.minus(last + 1);
    }
    return new IdRanges(next.plus(from, to));
  }

  /** Without a number. */
  IdRanges minus(long id) {
    Map.Entry<Long, Long> range = ranges.floorEntry(id);
    if (range == null || id > range.getValue()) {
      return this;
    }
    TreePMap<Long, Long> next = ranges.minus(range.getKey());
    if (range.getKey() < id) {
      next = next.plus(range.getKey(), id - 1);
    }
    if (id < range.getValue()) {
      next = next.plus(id + 1, range.getValue());
    }
    return new IdRanges(next);
  }

  /** Every number, ascending. */
  long[] toArray() {
    long[] ids = new long[16];
    int count = 0;
    for (Map.Entry<Long, Long> range : ranges.entrySet()) {
      for (long id = range.getKey(); id <= range.getValue(); id++) {
        if (count == ids.length) {
          ids = Arrays.copyOf(ids, count * 2);
        }
        ids[count++] = id;
      }
    }
    return Arrays.copyOf(ids, count);
  }
}
