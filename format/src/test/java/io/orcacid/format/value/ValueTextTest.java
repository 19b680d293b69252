package io.orcacid.format.value;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.orcacid.error.ValidationException;
import io.orcacid.testkit.Seeds;
import java.math.BigDecimal;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import org.apache.orc.TypeDescription;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ValueTextTest {
  private static TypeDescription type(String name) {
    return TypeDescription.fromString(name);
  }

  @Test
  void aPrintedValueIsReadBack() {
    Seeds.forEach(
        200,
        random -> {
          RandomRows rows = new RandomRows(random);
          for (TypeDescription type : RandomRows.ALL_TYPES.getChildren()) {
            if (type.getCategory().isPrimitive()) {
              Object value = rows.value(type);
              Object read = ValueText.parse(type, ValueText.print(type, value));
              if (value instanceof byte[] bytes) {
                assertThat((byte[]) read).isEqualTo(bytes);
              } else if (value instanceof BigDecimal decimal) {
                assertThat((BigDecimal) read).isEqualByComparingTo(decimal);
              } else {
                assertThat(read).isEqualTo(value);
              }
            }
          }
        });
  }

  @Test
  void yearsBeyondFourDigitsAreReadBack() {
    for (String year : new String[] {"12345", "-0044"}) {
      String text = year + "-03-15 01:02:03.000000004";
      Object value = ValueText.parse(type("timestamp"), text);
      assertThat(ValueText.print(type("timestamp"), value)).isEqualTo(text);
      String instant = text.replace(' ', 'T') + "Z";
      Object zoned = ValueText.parse(type("timestamp with local time zone"), instant);
      assertThat(ValueText.print(type("timestamp with local time zone"), zoned)).isEqualTo(instant);
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "boolean | TRUE | true",
        "int | ' 5 ' | 5",
        "float | NaN | NaN",
        "double | -Infinity | -Infinity",
        "decimal(10,2) | 1.500 | 1.5",
        "decimal(10,2) | 1E3 | 1000",
        "decimal(10,2) | 0.000 | 0",
        "date | 2024-02-29 | 2024-02-29",
        "timestamp | 2024-02-29 | 2024-02-29 00:00:00.000000000",
        "timestamp | 2024-02-29T01:02 | 2024-02-29 01:02:00.000000000",
        "timestamp | 2024-02-29 01:02:03.5 | 2024-02-29 01:02:03.500000000",
        "timestamp with local time zone | 2024-02-29T01:02:03+01:00 | 2024-02-29T00:02:03.000000000Z",
        "timestamp with local time zone | 2024-02-29 01:02:03 | 2024-02-29T01:02:03.000000000Z",
        "timestamp with local time zone | 2024-02-29T01:02:03Z | 2024-02-29T01:02:03.000000000Z",
        "string | ' a ' | ' a '",
        "binary | AP8= | AP8="
      })
  void textsOfOtherSpellingAreUnderstood(String type, String text, String printed) {
    assertThat(ValueText.print(type(type), ValueText.parse(type(type), text))).isEqualTo(printed);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "boolean | yes",
        "tinyint | 128",
        "int | 1.0",
        "bigint | 9223372036854775808",
        "float | 1e39",
        "double | 1e400",
        "decimal(10,2) | abc",
        "decimal(10,2) | 1e999999999",
        "decimal(10,2) | 1e-999999999",
        "date | 2023-02-29",
        "date | 2023-02-30",
        "date | 2023-13-01",
        "date | 23-01-01",
        "timestamp | 2023-02-30 00:00:00",
        "timestamp | 2023-01-01 24:00:00",
        "timestamp | 2023-01-01 00:00:60",
        "timestamp | 2023-01-01 00:00:00.1234567890",
        "timestamp with local time zone | 2023-02-30T00:00:00Z",
        "timestamp with local time zone | 2023-02-30T00:00:00+01:00",
        "timestamp with local time zone | soon",
        "binary | !",
        "array<int> | 1"
      })
  void aTextThatIsNoValueIsRefusedAndNeverMoved(String type, String text) {
    assertThatThrownBy(() -> ValueText.parse(type(type), text))
        .isInstanceOf(ValidationException.class)
        .hasMessageContaining("text=" + text);
  }

  @Test
  void partitionsNameTimesAsHiveDoes() {
    TypeDescription timestamp = type("timestamp");
    assertThat(ValueText.partition(timestamp, LocalDateTime.parse("2024-01-01T00:00:00")))
        .isEqualTo("2024-01-01 00:00:00");
    assertThat(ValueText.partition(timestamp, LocalDateTime.parse("2024-01-01T10:00:00.120")))
        .isEqualTo("2024-01-01 10:00:00.12");
    assertThat(ValueText.partition(type("date"), LocalDate.parse("2024-01-01")))
        .isEqualTo("2024-01-01");
    assertThat(ValueText.partition(type("int"), 100)).isEqualTo("100");
    assertThat(
            ValueText.partition(
                type("timestamp with local time zone"), Instant.parse("2024-01-01T00:00:00Z")))
        .isEqualTo("2024-01-01T00:00:00.000000000Z");
  }
}
