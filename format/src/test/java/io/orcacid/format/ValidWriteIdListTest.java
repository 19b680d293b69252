package io.orcacid.format;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.orcacid.error.ValidationException;
import io.orcacid.format.ValidWriteIdList.View;
import io.orcacid.testkit.Golden;
import io.orcacid.testkit.Seeds;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class ValidWriteIdListTest {
  static Stream<JsonNode> hivesVectors() throws Exception {
    JsonNode all = new ObjectMapper().readTree(Golden.writeIdListVectors()).get("vectors");
    assertThat(all).hasSize(150);
    return StreamSupport.stream(all.spliterator(), false);
  }

  @ParameterizedTest
  @MethodSource("hivesVectors")
  void answersAreHivesOwn(JsonNode vector) {
    View view = View.valueOf(vector.get("kind").asText().toUpperCase(Locale.ROOT));
    ValidWriteIdList list = ValidWriteIdList.parse(vector.get("list").asText(), view);
    long min = vector.get("min").asLong();
    long max = vector.get("max").asLong();
    assertThat(list.rangeValid(min, max))
        .isEqualTo(RangeMatch.valueOf(vector.get("rangeValid").asText()));
    assertThat(list.rangeAborted(min, max))
        .isEqualTo(RangeMatch.valueOf(vector.get("rangeAborted").asText()));
    assertThat(list.isValid(min)).isEqualTo(vector.get("minValid").asBoolean());
    assertThat(list.isAborted(min)).isEqualTo(vector.get("minAborted").asBoolean());
    assertThat(list.isValidBase(min)).isEqualTo(vector.get("minValidBase").asBoolean());
    assertThat(list.toString()).isEqualTo(vector.get("list").asText());
  }

  @Test
  void aRandomListIsReadBackFromItsText() {
    Seeds.forEach(
        300,
        random -> {
          ValidWriteIdList list = randomList(random);
          ValidWriteIdList read = ValidWriteIdList.parse(list.toString());
          assertThat(read).isEqualTo(list).hasSameHashCodeAs(list).hasToString(list.toString());
          assertThat(read.open()).isEqualTo(list.open()).isSorted();
          assertThat(read.aborted()).isEqualTo(list.aborted()).isSorted();
        });
  }

  @Test
  void aRangeAnswersAsItsMembersDo() {
    Seeds.forEach(
        300,
        random -> {
          ValidWriteIdList list = randomList(random);
          long min = 1 + random.nextInt(60);
          long max = min + random.nextInt(20);
          List<Boolean> valid = LongStream.rangeClosed(min, max).mapToObj(list::isValid).toList();
          List<Boolean> aborted =
              LongStream.rangeClosed(min, max).mapToObj(list::isAborted).toList();
          assertThat(list.rangeValid(min, max)).isEqualTo(match(valid));
          assertThat(list.rangeAborted(min, max)).isEqualTo(match(aborted));
        });
  }

  private static RangeMatch match(List<Boolean> members) {
    if (!members.contains(true)) {
      return RangeMatch.NONE;
    }
    return members.contains(false) ? RangeMatch.SOME : RangeMatch.ALL;
  }

  private static ValidWriteIdList randomList(Random random) {
    long highWaterMark = random.nextInt(50);
    long[] exceptions =
        LongStream.rangeClosed(1, highWaterMark).filter(id -> random.nextInt(4) == 0).toArray();
    long[] open = LongStream.of(exceptions).filter(id -> id % 2 == 0).toArray();
    long[] aborted = LongStream.of(exceptions).filter(id -> id % 2 == 1).toArray();
    return ValidWriteIdList.of("db.t" + random.nextInt(10), highWaterMark, open, aborted);
  }

  @Test
  void aListWithoutATableStartsWithANumber() {
    ValidWriteIdList list = ValidWriteIdList.parse("8:8:8:7");
    assertThat(list.highWaterMark()).isEqualTo(8);
    assertThat(list.open()).containsExactly(8);
    assertThat(list.aborted()).containsExactly(7);
    assertThat(list.table()).isEqualTo("null");
    assertThat(ValidWriteIdList.parse(list.toString())).isEqualTo(list);
  }

  @Test
  void aShortListHasNoExceptions() {
    assertThat(ValidWriteIdList.parse("default.t:5:9223372036854775807"))
        .isEqualTo(ValidWriteIdList.of("default.t", 5, new long[0], new long[0]));
  }

  @Test
  void rowsOlderThanAllTransactionsAreAlwaysValid() {
    assertThat(ValidWriteIdList.parse("t:0:1:1:2").isValid(0)).isTrue();
    assertThat(ValidWriteIdList.everything().isValid(Long.MAX_VALUE)).isTrue();
  }

  @Test
  void theAnswersDoNotHangOnTheOrderOfTheExceptions() {
    assertThat(ValidWriteIdList.of("t", 9, new long[] {7, 3}, new long[] {5, 2}))
        .isEqualTo(ValidWriteIdList.parse("t:9:3:3,7:2,5"));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "t",
        "t:5",
        "5",
        "t:x:1::",
        "t:5:1:a:",
        "t:5:1:1,1:",
        "t:5:1:1:1",
        "t:5:1:::",
        "t:5:1:1,:",
        "t:1:1:9-2:",
        "t:1:1:1-9223372036854775806:",
        "5:1:1:1:1:1"
      })
  void aTextThatIsNoListIsRefused(String text) {
    assertThatThrownBy(() -> ValidWriteIdList.parse(text))
        .isInstanceOf(ValidationException.class)
        .hasMessageContaining(text);
  }

  @Test
  void aTableNameThatWouldSplitTheTextIsRefused() {
    assertThatThrownBy(() -> ValidWriteIdList.of("a:b", 1, new long[0], new long[0]))
        .isInstanceOf(ValidationException.class);
    assertThatThrownBy(() -> ValidWriteIdList.of("a$b", 1, new long[0], new long[0]))
        .isInstanceOf(ValidationException.class);
  }

  @Test
  void returnedExceptionsAreCopies() {
    ValidWriteIdList list = ValidWriteIdList.parse("t:9:3:3,7:2");
    list.open()[0] = 99;
    assertThat(list.open()).containsExactly(3, 7);
  }
}
