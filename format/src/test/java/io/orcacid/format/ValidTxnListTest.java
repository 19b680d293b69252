package io.orcacid.format;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.orcacid.error.ValidationException;
import io.orcacid.testkit.Seeds;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ValidTxnListTest {
  @Test
  void aRandomListIsReadBackFromItsText() {
    Seeds.forEach(
        300,
        random -> {
          long[] exceptions =
              LongStream.rangeClosed(1, 60).filter(id -> random.nextInt(10) < 7).toArray();
          int third = 1 + random.nextInt(15);
          long[] open = LongStream.of(exceptions).filter(id -> id / third % 2 == 0).toArray();
          long[] aborted = LongStream.of(exceptions).filter(id -> id / third % 2 == 1).toArray();
          ValidTxnList list = ValidTxnList.of(70, open, aborted);
          ValidTxnList read = ValidTxnList.parse(list.toString());
          assertThat(read).isEqualTo(list).hasSameHashCodeAs(list).hasToString(list.toString());
          for (long id = 1; id <= 80; id++) {
            boolean excepted = LongStream.of(exceptions).anyMatch(of(id)::equals);
            assertThat(read.isValid(id)).isEqualTo(id <= 70 && !excepted);
            assertThat(read.isAborted(id))
                .isEqualTo(LongStream.of(aborted).anyMatch(of(id)::equals));
          }
        });
  }

  private static Long of(long id) {
    return id;
  }

  @Test
  void runsOfFiveAndMoreArePrintedAsRanges() {
    ValidTxnList list =
        ValidTxnList.of(40, new long[] {1, 2, 3, 4, 6, 7, 8, 9, 10}, new long[] {20});
    assertThat(list).hasToString("40:1:1,2,3,4,6-10:20");
    assertThat(ValidTxnList.parse("40:1:1,2-4,6-10:20")).isEqualTo(list);
  }

  @Test
  void noSuffixIsAlwaysVisible() {
    assertThat(ValidTxnList.parse("0:1:1:").isValid(0)).isTrue();
    assertThat(ValidTxnList.parse("0:1:1:").isValid(1)).isFalse();
  }

  @Test
  void theEmptyTextHoldsEverythingAsCommitted() {
    assertThat(ValidTxnList.parse("")).isEqualTo(ValidTxnList.everything());
    assertThat(ValidTxnList.everything().minOpen()).isEqualTo(Long.MAX_VALUE);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"5", "a:1::", "5:1:2-1:", "5:1:1-99999999999:", "5:1:1,1:", "5:1:::", "5:1:1:1"})
  void aTextThatIsNoListIsRefused(String text) {
    assertThatThrownBy(() -> ValidTxnList.parse(text))
        .isInstanceOf(ValidationException.class)
        .hasMessageContaining(text);
  }
}
