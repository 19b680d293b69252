package io.orcacid.format.orc;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.Arrays;
import java.util.function.LongConsumer;
import org.roaringbitmap.BatchIterator;
import org.roaringbitmap.RoaringBitmap;
import org.roaringbitmap.longlong.Roaring64Bitmap;

/**
 * Row numbers of one write id and bucket property: a compressed bitmap for each upper half that
 * occurs, which is nearly always one. Bitmaps of half the width are walked several times as fast as
 * whole ones. Not thread-safe while it changes.
 */
final class RowNumbers {
  private static final int HALF = 32;
  private static final long LOWER = 0xffff_ffffL;

  private int[] highs = new int[1];
  private RoaringBitmap[] parts = new RoaringBitmap[1];
  private int size;

  private static int high(long number) {
    return (int) (number >>> HALF);
  }

  private static int low(long number) {
    return (int) number;
  }

  private long number(int part, int low) {
    return (long) highs[part] << HALF | low & LOWER;
  }

  /** Place of the part, or of the first one behind it as its complement. */
  private int find(int high) {
    int last = size - 1;
    return last >= 0 && highs[last] == high ? last : Arrays.binarySearch(highs, 0, size, high);
  }

  private RoaringBitmap part(int high) {
    int found = find(high);
    if (found >= 0) {
      return parts[found];
    }
    int place = ~found;
    if (size == highs.length) {
      highs = Arrays.copyOf(highs, 2 * size);
      parts = Arrays.copyOf(parts, 2 * size);
    }
    System.arraycopy(highs, place, highs, place + 1, size - place);
    System.arraycopy(parts, place, parts, place + 1, size - place);
    highs[place] = high;
    parts[place] = new RoaringBitmap();
    size++;
    return parts[place];
  }

  /**
   * @param number 0 or more
   */
  void add(long number) {
    part(high(number)).add(low(number));
  }

  void addAll(RowNumbers other) {
    for (int i = 0; i < other.size; i++) {
      part(other.highs[i]).or(other.parts[i]);
    }
  }

  void removeAll(RowNumbers other) {
    for (int i = 0; i < other.size; i++) {
      int found = find(other.highs[i]);
      if (found >= 0) {
        parts[found].andNot(other.parts[i]);
      }
    }
    int kept = 0;
    for (int i = 0; i < size; i++) {
      if (!parts[i].isEmpty()) {
        highs[kept] = highs[i];
        parts[kept++] = parts[i];
      }
    }
    Arrays.fill(parts, kept, size, null);
    size = kept;
  }

  boolean isEmpty() {
    return size == 0;
  }

  boolean contains(long number) {
    int found = find(high(number));
    return found >= 0 && parts[found].contains(low(number));
  }

  /** Whether all numbers of a range are there, ends included. */
  boolean containsAll(long first, long last) {
    if (high(first) != high(last)) {
      long end = first | LOWER;
      return containsAll(first, end) && containsAll(end + 1, last);
    }
    int found = find(high(first));
    return found >= 0 && parts[found].contains(first & LOWER, (last & LOWER) + 1);
  }

  boolean intersects(RowNumbers other) {
    for (int i = 0; i < size; i++) {
      int theirs = other.find(highs[i]);
      if (theirs >= 0 && RoaringBitmap.intersects(parts[i], other.parts[theirs])) {
        return true;
      }
    }
    return false;
  }

  long count() {
    long count = 0;
    for (int i = 0; i < size; i++) {
      count += parts[i].getLongCardinality();
    }
    return count;
  }

  /** Gives back the room that was kept for numbers to come. */
  void trim() {
    for (int i = 0; i < size; i++) {
      parts[i].trim();
    }
  }

  /** About how many bytes they take in memory. */
  long memory() {
    long bytes = 0;
    for (int i = 0; i < size; i++) {
      bytes += parts[i].getLongSizeInBytes();
    }
    return bytes;
  }

  /** The first number from one on; {@link RowIdSet.Cursor#END} if there is none. */
  long firstFrom(long number) {
    int found = find(high(number));
    int place = found >= 0 ? found : ~found;
    if (found >= 0) {
      long low = parts[found].nextValue(low(number));
      if (low >= 0) {
        return number(found, (int) low);
      }
      place++;
    }
    return place < size ? number(place, parts[place].first()) : RowIdSet.Cursor.END;
  }

  void forEach(LongConsumer consumer) {
    for (int i = 0; i < size; i++) {
      int part = i;
      parts[i].forEach((int low) -> consumer.accept(number(part, low)));
    }
  }

  /** In bytes that are the same for the same numbers, in whatever order they came. */
  void write(DataOutput out) throws IOException {
    Roaring64Bitmap ordered = new Roaring64Bitmap();
    forEach(ordered::addLong);
    ordered.runOptimize();
    ordered.serialize(out);
  }

  static RowNumbers read(DataInput in) throws IOException {
    Roaring64Bitmap stored = new Roaring64Bitmap();
    stored.deserialize(in);
    RowNumbers numbers = new RowNumbers();
    stored.forEach(numbers::add);
    return numbers;
  }

  Walk walk(long from) {
    return new Walk(from);
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof RowNumbers that
        && Arrays.equals(highs, 0, size, that.highs, 0, that.size)
        && Arrays.equals(parts, 0, size, that.parts, 0, that.size);
  }

  @Override
  public int hashCode() {
    int hash = 0;
    for (int i = 0; i < size; i++) {
      hash = 31 * hash + parts[i].hashCode();
    }
    return hash;
  }

  /** Goes through the numbers upwards, some hundred at a time. Not thread-safe. */
  final class Walk {
    private static final int AT_A_TIME = 256;

    private final int[] lows = new int[AT_A_TIME];
    private int part;
    private BatchIterator iterator;
    private int position;
    private int end;
    private long current;

    private Walk(long from) {
      enter(from);
    }

    /** Number it stands on, or {@link RowIdSet.Cursor#END}. */
    long current() {
      return current;
    }

    long next() {
      if (++position < end) {
        current = number(part, lows[position]);
      } else {
        fill();
      }
      return current;
    }

    long advanceTo(long number) {
      if (current >= number) {
        return current;
      }
      if (high(number) != highs[part]) {
        enter(number);
        return current;
      }
      if (Integer.compareUnsigned(lows[end - 1], low(number)) < 0) {
        iterator.advanceIfNeeded(low(number));
        fill();
      }
      while (current < number) {
        next();
      }
      return current;
    }

    /** Goes to the part of a number, or the next one, and to the first number there that counts. */
    private void enter(long number) {
      int found = find(high(number));
      part = found >= 0 ? found : ~found;
      if (part == size) {
        current = RowIdSet.Cursor.END;
        return;
      }
      iterator = parts[part].getBatchIterator();
      if (found >= 0) {
        iterator.advanceIfNeeded(low(number));
      }
      fill();
      while (current < number) {
        next();
      }
    }

    private void fill() {
      while (true) {
        while (iterator.hasNext()) {
          position = 0;
          end = iterator.nextBatch(lows);
          if (end > 0) {
            current = number(part, lows[0]);
            return;
          }
        }
        if (++part >= size) {
          part = size - 1;
          current = RowIdSet.Cursor.END;
          return;
        }
        iterator = parts[part].getBatchIterator();
      }
    }
  }
}
