package io.orcacid.format.orc;

import io.orcacid.error.CorruptFileException;
import io.orcacid.format.RowId;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.util.Comparator;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.zip.CRC32C;

/**
 * A set of row ids of one partition: one compressed bitmap of row numbers per write id and bucket
 * property, about two bytes an id at one in a hundred (MEASUREMENTS.md §5). Iterates in {@link
 * io.orcacid.format.RowIdOrder}.
 *
 * <p>One thread may add; once none does, any number may read.
 */
public final class RowIdSet {
  /** Write id and bucket property that a bitmap's numbers belong to. */
  public record Group(long writeId, int bucketProperty) {}

  /** A group without its bitmap: key, map entry, objects. */
  private static final long GROUP_MEMORY = 200;

  private static final Comparator<Group> ORDER =
      Comparator.comparingLong(Group::writeId).thenComparingInt(Group::bucketProperty);
  private static final byte SERIAL_VERSION = 1;

  /** Version, then the checksum of all that follows. */
  private static final int HEADER_LENGTH = 1 + Integer.BYTES;

  private final TreeMap<Group, RowNumbers> bitmaps = new TreeMap<>(ORDER);
  private Group lastGroup;
  private RowNumbers lastBitmap;

  /**
   * Adds one row id; adding it again changes nothing.
   *
   * @param rowId 0 or more
   */
  public void add(long writeId, int bucketProperty, long rowId) {
    if (rowId < 0) {
      throw new IllegalArgumentException("a row id is 0 or more, not " + rowId);
    }
    Group last = lastGroup;
    if (last == null || last.writeId != writeId || last.bucketProperty != bucketProperty) {
      lastGroup = new Group(writeId, bucketProperty);
      lastBitmap = bitmaps.computeIfAbsent(lastGroup, group -> new RowNumbers());
    }
    lastBitmap.add(rowId);
  }

  /** Adds one row id; adding it again changes nothing. */
  public void add(RowId rowId) {
    add(rowId.writeId(), rowId.bucketProperty(), rowId.rowId());
  }

  /** Adds every row id of another set. */
  public void addAll(RowIdSet other) {
    other.bitmaps.forEach(
        (group, bitmap) -> bitmaps.computeIfAbsent(group, key -> new RowNumbers()).addAll(bitmap));
  }

  /** Removes every row id of another set. */
  public void removeAll(RowIdSet other) {
    if (other == this) {
      bitmaps.clear();
    }
    other.bitmaps.forEach(
        (group, bitmap) -> {
          RowNumbers mine = bitmaps.get(group);
          if (mine != null) {
            mine.removeAll(bitmap);
          }
        });
    bitmaps.values().removeIf(RowNumbers::isEmpty);
    lastGroup = null;
  }

  /** Whether the row id is in the set. */
  public boolean contains(long writeId, int bucketProperty, long rowId) {
    RowNumbers bitmap = bitmaps.get(new Group(writeId, bucketProperty));
    return bitmap != null && bitmap.contains(rowId);
  }

  /** Whether the row id is in the set. */
  public boolean contains(RowId rowId) {
    return contains(rowId.writeId(), rowId.bucketProperty(), rowId.rowId());
  }

  /** Whether all row ids of a group from one number to another are in the set, ends included. */
  public boolean containsAll(long writeId, int bucketProperty, long first, long last) {
    RowNumbers bitmap = bitmaps.get(new Group(writeId, bucketProperty));
    return bitmap != null && bitmap.containsAll(first, last);
  }

  /** How many row ids there are. */
  public long size() {
    long size = 0;
    for (RowNumbers bitmap : bitmaps.values()) {
      size += bitmap.count();
    }
    return size;
  }

  /** Gives back the memory that was kept for ids to come: for a set that stays as it is. */
  public void trim() {
    bitmaps.values().forEach(RowNumbers::trim);
  }

  /** About how many bytes the set takes in memory; looks at every bitmap. */
  public long memory() {
    long bytes = 0;
    for (RowNumbers bitmap : bitmaps.values()) {
      bytes += GROUP_MEMORY + bitmap.memory();
    }
    return bytes;
  }

  /** Whether there is no row id. */
  public boolean isEmpty() {
    return bitmaps.isEmpty();
  }

  /** Whether some row id is in both sets. */
  public boolean intersects(RowIdSet other) {
    for (Map.Entry<Group, RowNumbers> entry : bitmaps.entrySet()) {
      RowNumbers theirs = other.bitmaps.get(entry.getKey());
      if (theirs != null && entry.getValue().intersects(theirs)) {
        return true;
      }
    }
    return false;
  }

  /**
   * Whether a row id may be in the box of the three ranges, ends included. Exact per group, so a
   * "no" is proof: it is what statistics of a stripe are asked against.
   */
  public boolean intersectsBox(
      long minWriteId,
      long maxWriteId,
      int minBucket,
      int maxBucket,
      long minRowId,
      long maxRowId) {
    if (minWriteId > maxWriteId) {
      return false;
    }
    for (Map.Entry<Group, RowNumbers> entry :
        bitmaps
            .subMap(
                new Group(minWriteId, Integer.MIN_VALUE),
                true,
                new Group(maxWriteId, Integer.MAX_VALUE),
                true)
            .entrySet()) {
      int bucket = entry.getKey().bucketProperty;
      if (bucket >= minBucket && bucket <= maxBucket) {
        long first = entry.getValue().firstFrom(Math.max(0, minRowId));
        if (first != Cursor.END && first <= maxRowId) {
          return true;
        }
      }
    }
    return false;
  }

  /** Whether a row id of the set lies between two, ends included. */
  public boolean intersectsRange(RowId first, RowId last) {
    for (Map.Entry<Group, RowNumbers> entry :
        bitmaps
            .subMap(
                new Group(first.writeId(), first.bucketProperty()),
                true,
                new Group(last.writeId(), last.bucketProperty()),
                true)
            .entrySet()) {
      Group group = entry.getKey();
      boolean isFirst =
          group.writeId == first.writeId() && group.bucketProperty == first.bucketProperty();
      boolean isLast =
          group.writeId == last.writeId() && group.bucketProperty == last.bucketProperty();
      long least = entry.getValue().firstFrom(isFirst ? Math.max(0, first.rowId()) : 0);
      if (least != Cursor.END && (!isLast || least <= last.rowId())) {
        return true;
      }
    }
    return false;
  }

  /**
   * The row numbers of one group from a number on, ascending; an exhausted cursor if there is none.
   */
  public Cursor cursor(long writeId, int bucketProperty, long fromRowId) {
    RowNumbers bitmap = bitmaps.get(new Group(writeId, bucketProperty));
    return new Cursor(bitmap == null ? null : bitmap.walk(Math.max(0, fromRowId)));
  }

  /** Every row id, in order. */
  public void forEach(Consumer<RowId> consumer) {
    bitmaps.forEach(
        (group, bitmap) ->
            bitmap.forEach(
                rowId -> consumer.accept(new RowId(group.writeId, group.bucketProperty, rowId))));
  }

  /** The groups that have a row id, in order. */
  public Iterable<Group> groups() {
    return bitmaps.keySet();
  }

  /** Bytes that {@link #parse} reads back, with a checksum; equal sets give equal bytes. */
  public byte[] toBytes() {
    ByteArrayOutputStream body = new ByteArrayOutputStream();
    try (DataOutputStream out = new DataOutputStream(body)) {
      out.writeInt(bitmaps.size());
      for (Map.Entry<Group, RowNumbers> entry : bitmaps.entrySet()) {
        out.writeLong(entry.getKey().writeId);
        out.writeInt(entry.getKey().bucketProperty);
        entry.getValue().write(out);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return ByteBuffer.allocate(HEADER_LENGTH + body.size())
        .put(SERIAL_VERSION)
        .putInt(checksum(body.toByteArray(), 0))
        .put(body.toByteArray())
        .array();
  }

  private static int checksum(byte[] bytes, int from) {
    CRC32C crc = new CRC32C();
    crc.update(bytes, from, bytes.length - from);
    return (int) crc.getValue();
  }

  /**
   * Reads what {@link #toBytes} wrote.
   *
   * @throws CorruptFileException if the bytes are damaged
   */
  public static RowIdSet parse(byte[] bytes) {
    if (bytes.length < HEADER_LENGTH || bytes[0] != SERIAL_VERSION) {
      throw new CorruptFileException(
          "A set of row ids is damaged, or of an unknown version", "bytes", bytes.length);
    }
    // Checked before a length in the bytes can ask for all memory there is.
    if (ByteBuffer.wrap(bytes).getInt(1) != checksum(bytes, HEADER_LENGTH)) {
      throw new CorruptFileException(
          "A set of row ids is damaged: its checksum is wrong", "bytes", bytes.length);
    }
    RowIdSet set = new RowIdSet();
    try (DataInputStream in =
        new DataInputStream(
            new ByteArrayInputStream(bytes, HEADER_LENGTH, bytes.length - HEADER_LENGTH))) {
      for (int groups = in.readInt(); groups > 0; groups--) {
        Group group = new Group(in.readLong(), in.readInt());
        set.bitmaps.put(group, RowNumbers.read(in));
      }
      return set;
    } catch (IOException | RuntimeException e) {
      throw new CorruptFileException("A set of row ids is damaged", e, "bytes", bytes.length);
    }
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof RowIdSet that && bitmaps.equals(that.bitmaps);
  }

  @Override
  public int hashCode() {
    return bitmaps.hashCode();
  }

  @Override
  public String toString() {
    return "RowIdSet(" + size() + " ids in " + bitmaps.size() + " groups)";
  }

  /** Walks the row numbers of one group upwards. Not thread-safe. */
  public static final class Cursor {
    /** {@link #current()} past the last number. */
    public static final long END = Long.MAX_VALUE;

    private final RowNumbers.Walk walk;

    private Cursor(RowNumbers.Walk walk) {
      this.walk = walk;
    }

    /** The number it stands on, or {@link #END}. */
    public long current() {
      return walk == null ? END : walk.current();
    }

    /** Goes to the first number that is not below the given one; never backwards. */
    public long advanceTo(long rowId) {
      return walk == null ? END : walk.advanceTo(rowId);
    }

    /** Goes to the next number. */
    public long next() {
      return current() == END ? END : walk.next();
    }
  }
}
