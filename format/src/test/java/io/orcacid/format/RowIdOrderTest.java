package io.orcacid.format;

import static org.assertj.core.api.Assertions.assertThat;

import io.orcacid.testkit.Seeds;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;

class RowIdOrderTest {
  @Test
  void writeIdThenBucketThenRowNumberDecide() {
    List<RowId> sorted =
        List.of(
            new RowId(0, 536870912, 9),
            new RowId(1, -1, 5),
            new RowId(1, 0, 7),
            new RowId(1, 536870912, 0),
            new RowId(1, 536870912, 1L << 40),
            new RowId(1, 536870913, 0),
            new RowId(2, 536870912, 0));
    List<RowId> shuffled = new ArrayList<>(sorted);
    Collections.shuffle(shuffled);
    shuffled.sort(RowIdOrder.COMPARATOR);
    assertThat(shuffled).isEqualTo(sorted);
    Collections.shuffle(shuffled);
    Collections.sort(shuffled);
    assertThat(shuffled).isEqualTo(sorted);
  }

  @Test
  void theOrderIsThatOfOneLongNumber() {
    Seeds.forEach(
        500,
        random -> {
          RowId one = new RowId(random.nextInt(3), random.nextInt(3) - 1, random.nextInt(3));
          RowId other = new RowId(random.nextInt(3), random.nextInt(3) - 1, random.nextInt(3));
          assertThat(Integer.signum(one.compareTo(other)))
              .isEqualTo(asNumber(one).compareTo(asNumber(other)));
          assertThat(one.compareTo(other) == 0).isEqualTo(one.equals(other));
        });
  }

  private static BigInteger asNumber(RowId id) {
    return BigInteger.valueOf(id.writeId())
        .shiftLeft(32)
        .add(BigInteger.valueOf(id.bucketProperty()))
        .shiftLeft(64)
        .add(BigInteger.valueOf(id.rowId()));
  }
}
