package io.orcacid.format.orc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.orcacid.error.CorruptFileException;
import io.orcacid.format.RowId;
import io.orcacid.testkit.Seeds;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

class RowIdSetTest {
  private static final int[] BUCKETS = {-5, 0, 536870912, 536870913, 536936448};
  private static final long[] FAR = {0, 70_000, 1L << 33, 1L << 50};

  private static RowId randomId(Random random) {
    long rowId = FAR[random.nextInt(FAR.length)] + random.nextInt(30);
    return new RowId(random.nextInt(5), BUCKETS[random.nextInt(BUCKETS.length)], rowId);
  }

  private static List<RowId> randomIds(Random random) {
    List<RowId> ids = new ArrayList<>();
    for (int i = random.nextInt(200); i > 0; i--) {
      ids.add(randomId(random));
    }
    return ids;
  }

  private static RowIdSet setOf(Iterable<RowId> ids) {
    RowIdSet set = new RowIdSet();
    ids.forEach(set::add);
    return set;
  }

  private static List<RowId> contents(RowIdSet set) {
    List<RowId> ids = new ArrayList<>();
    set.forEach(ids::add);
    return ids;
  }

  @Test
  void itHoldsWhatASortedSetHolds() {
    Seeds.forEach(
        300,
        random -> {
          List<RowId> ids = randomIds(random);
          TreeSet<RowId> model = new TreeSet<>(ids);
          RowIdSet set = setOf(ids);
          assertThat(contents(set)).containsExactlyElementsOf(model);
          assertThat(set.size()).isEqualTo(model.size());
          assertThat(set.isEmpty()).isEqualTo(model.isEmpty());
          for (int i = 0; i < 50; i++) {
            RowId id = randomId(random);
            assertThat(set.contains(id)).isEqualTo(model.contains(id));
          }
        });
  }

  @Test
  void unionDifferenceAndIntersectionAreThoseOfSets() {
    Seeds.forEach(
        300,
        random -> {
          List<RowId> ids = randomIds(random);
          List<RowId> others = randomIds(random);
          TreeSet<RowId> common = new TreeSet<>(ids);
          common.retainAll(others);
          assertThat(setOf(ids).intersects(setOf(others))).isEqualTo(!common.isEmpty());

          RowIdSet union = setOf(ids);
          union.addAll(setOf(others));
          List<RowId> both = new ArrayList<>(ids);
          both.addAll(others);
          assertThat(contents(union)).containsExactlyElementsOf(new TreeSet<>(both));

          RowIdSet difference = setOf(ids);
          difference.removeAll(setOf(others));
          TreeSet<RowId> left = new TreeSet<>(ids);
          left.removeAll(others);
          assertThat(difference).isEqualTo(setOf(left)).hasSameHashCodeAs(setOf(left));
          assertThat(difference.isEmpty()).isEqualTo(left.isEmpty());
          assertThat(difference.groups()).containsExactlyElementsOf(setOf(left).groups());

          RowId again = ids.isEmpty() ? randomId(random) : ids.get(ids.size() - 1);
          difference.add(again);
          assertThat(difference.contains(again)).isTrue();
        });
  }

  @Test
  void aSetWithoutItselfIsEmpty() {
    RowIdSet set = setOf(List.of(new RowId(1, 2, 3), new RowId(4, 5, 6)));
    set.removeAll(set);
    assertThat(set.isEmpty()).isTrue();
    assertThat(set).isEqualTo(new RowIdSet());
  }

  @Test
  void aBoxIsHitExactlyIfSomeIdLiesInIt() {
    Seeds.forEach(
        500,
        random -> {
          List<RowId> ids = randomIds(random);
          RowIdSet set = setOf(ids);
          for (int i = 0; i < 40; i++) {
            RowId low = randomId(random);
            RowId high = randomId(random);
            boolean hit =
                ids.stream()
                    .anyMatch(
                        id ->
                            within(low.writeId(), id.writeId(), high.writeId())
                                && within(
                                    low.bucketProperty(),
                                    id.bucketProperty(),
                                    high.bucketProperty())
                                && within(low.rowId(), id.rowId(), high.rowId()));
            assertThat(
                    set.intersectsBox(
                        low.writeId(),
                        high.writeId(),
                        low.bucketProperty(),
                        high.bucketProperty(),
                        low.rowId(),
                        high.rowId()))
                .isEqualTo(hit);
          }
        });
  }

  private static boolean within(long low, long value, long high) {
    return low <= value && value <= high;
  }

  @Test
  void aBoxWithoutBoundsHoldsEverything() {
    RowIdSet set = setOf(List.of(new RowId(1, 536870912, 7)));
    assertThat(
            set.intersectsBox(
                Long.MIN_VALUE,
                Long.MAX_VALUE,
                Integer.MIN_VALUE,
                Integer.MAX_VALUE,
                Long.MIN_VALUE,
                Long.MAX_VALUE))
        .isTrue();
  }

  @Test
  void aCursorWalksTheNumbersOfOneGroup() {
    Seeds.forEach(
        300,
        random -> {
          List<RowId> ids = randomIds(random);
          RowIdSet set = setOf(ids);
          RowId start = randomId(random);
          TreeSet<Long> left = new TreeSet<>();
          ids.stream()
              .filter(id -> id.writeId() == start.writeId())
              .filter(id -> id.bucketProperty() == start.bucketProperty())
              .filter(id -> id.rowId() >= start.rowId())
              .forEach(id -> left.add(id.rowId()));
          RowIdSet.Cursor cursor =
              set.cursor(start.writeId(), start.bucketProperty(), start.rowId());
          assertThat(cursor.current()).isEqualTo(firstOf(left));
          for (int i = 0; i < 20; i++) {
            if (random.nextBoolean()) {
              left.pollFirst();
              assertThat(cursor.next()).isEqualTo(firstOf(left));
            } else {
              long to = randomId(random).rowId();
              left.headSet(to).clear();
              assertThat(cursor.advanceTo(to)).isEqualTo(firstOf(left));
            }
          }
        });
  }

  @Test
  void allOfARangeAreThereIfNoneOfItIsMissing() {
    Seeds.forEach(
        500,
        random -> {
          List<RowId> ids = new ArrayList<>();
          long start = FAR[random.nextInt(FAR.length)] + (1L << 32) - 40;
          for (long row = start; row < start + 80; row++) {
            if (random.nextInt(20) > 0) {
              ids.add(new RowId(1, 0, row));
            }
          }
          RowIdSet set = setOf(ids);
          for (int i = 0; i < 50; i++) {
            long first = start - 1 + random.nextInt(80);
            long last = first + random.nextInt(20);
            boolean all = true;
            for (long row = first; row <= last; row++) {
              all &= set.contains(1, 0, row);
            }
            assertThat(set.containsAll(1, 0, first, last)).isEqualTo(all);
            assertThat(set.containsAll(2, 0, first, last)).isFalse();
          }
        });
  }

  @Test
  void aCursorWalksFromOneBitmapToTheNext() {
    Seeds.forEach(
        100,
        random -> {
          TreeSet<Long> left = new TreeSet<>();
          for (int i = 0; i < 3_000; i++) {
            left.add(
                ((long) random.nextInt(3) << 32) + random.nextInt(1 + random.nextInt(200_000)));
          }
          RowIdSet set = new RowIdSet();
          left.forEach(row -> set.add(1, 0, row));
          RowIdSet.Cursor cursor = set.cursor(1, 0, 0);
          while (!left.isEmpty()) {
            assertThat(cursor.current()).isEqualTo(firstOf(left));
            if (random.nextInt(10) > 0) {
              left.pollFirst();
              cursor.next();
            } else {
              long to = left.first() + random.nextInt(100_000);
              left.headSet(to).clear();
              cursor.advanceTo(to);
            }
          }
          assertThat(cursor.current()).isEqualTo(RowIdSet.Cursor.END);
          assertThat(cursor.next()).isEqualTo(RowIdSet.Cursor.END);
        });
  }

  private static long firstOf(TreeSet<Long> numbers) {
    return numbers.isEmpty() ? RowIdSet.Cursor.END : numbers.first();
  }

  @Test
  void bytesAreReadBackAndDoNotHangOnTheOrderOfAdding() {
    Seeds.forEach(
        200,
        random -> {
          List<RowId> ids = randomIds(random);
          RowIdSet set = setOf(ids);
          byte[] bytes = set.toBytes();
          assertThat(RowIdSet.parse(bytes)).isEqualTo(set);
          assertThat(RowIdSet.parse(bytes).toBytes()).isEqualTo(bytes);
          Collections.shuffle(ids, random);
          RowIdSet other = setOf(ids);
          other.add(9, 9, 9);
          RowIdSet nine = new RowIdSet();
          nine.add(9, 9, 9);
          other.removeAll(nine);
          assertThat(other.toBytes()).isEqualTo(bytes);
        });
  }

  @Test
  void longRunsAreReadBackToo() {
    RowIdSet set = new RowIdSet();
    for (long row = 0; row < 200_000; row++) {
      set.add(1, 536870912, row);
    }
    byte[] bytes = set.toBytes();
    assertThat(bytes.length).isLessThan(1000);
    assertThat(RowIdSet.parse(bytes)).isEqualTo(set);
    assertThat(RowIdSet.parse(bytes).size()).isEqualTo(200_000);
  }

  @Test
  void damagedBytesAreRefused() {
    Seeds.forEach(
        500,
        random -> {
          byte[] bytes = setOf(randomIds(random)).toBytes();
          bytes[random.nextInt(bytes.length)] ^= (byte) (1 << random.nextInt(8));
          assertThatThrownBy(() -> RowIdSet.parse(bytes)).isInstanceOf(CorruptFileException.class);
        });
  }

  @Test
  void bytesThatAreCutOrTooManyAreRefused() {
    byte[] bytes = setOf(List.of(new RowId(1, 2, 3), new RowId(4, 5, 1L << 40))).toBytes();
    for (int length = 0; length < bytes.length; length++) {
      byte[] cut = Arrays.copyOf(bytes, length);
      assertThatThrownBy(() -> RowIdSet.parse(cut)).isInstanceOf(CorruptFileException.class);
    }
    byte[] longer = Arrays.copyOf(bytes, bytes.length + 1);
    assertThatThrownBy(() -> RowIdSet.parse(longer)).isInstanceOf(CorruptFileException.class);
  }

  @Test
  void anIdBelowZeroIsRefused() {
    assertThatThrownBy(() -> new RowIdSet().add(1, 2, -1))
        .isInstanceOf(IllegalArgumentException.class);
  }
}
