package io.orcacid.cli.input;

import static io.orcacid.cli.input.InputFormat.JSON;
import static org.assertj.core.api.Assertions.assertThat;

import io.orcacid.format.value.StructValue;
import io.orcacid.format.value.UnionValue;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class JsonLinesSourceTest {
  @Test
  void membersComeInTheOrderOfTheTableAndMissingOnesAreNull() {
    assertThat(
            Sources.read(JSON, "id bigint, x int, name string", "{\"NAME\":\"n\",\"id\":1}\r\n\n"))
        .containsExactly(Arrays.asList(1L, null, "n"));
  }

  @Test
  void nestedValuesAreReadInTheFormInWhichTheyArePrinted() {
    assertThat(
            Sources.row(
                JSON,
                "l array<int>, m map<int,string>, s struct<a:int,b:struct<c:date>>,"
                    + " u uniontype<int,string>",
                "{\"l\":[1,null],\"m\":[[1,\"x\"],[2,null]],\"s\":{\"b\":{\"c\":null}},"
                    + "\"u\":{\"tag\":1,\"value\":\"y\"}}"))
        .satisfies(
            row -> {
              assertThat(row.get(0)).isEqualTo(Arrays.asList(1, null));
              assertThat(((Map<?, ?>) row.get(1)).get(1)).isEqualTo("x");
              assertThat((Map<?, ?>) row.get(1)).hasSize(2);
              assertThat(row.get(2))
                  .isEqualTo(
                      new StructValue(
                          Arrays.asList(null, new StructValue(Arrays.asList((Object) null)))));
              assertThat(row.get(3)).isEqualTo(new UnionValue(1, "y"));
            });
  }

  @Test
  void numbersAreExactWhereverTheColumnIs() {
    assertThat(
            Sources.row(
                JSON,
                "i bigint, j int, d decimal(38,10), e decimal(38,10), f double, g double",
                "{\"i\":9223372036854775807,\"j\":1.5e1,\"d\":1234567890123456789012345678.0123456789,"
                    + "\"e\":\"0.10\",\"f\":\"NaN\",\"g\":-0}"))
        .containsExactly(
            Long.MAX_VALUE,
            15,
            new BigDecimal("1234567890123456789012345678.0123456789"),
            new BigDecimal("0.10"),
            Double.NaN,
            -0.0);
  }

  @Test
  void aColumnOfTextKeepsWhatIsNoStringAsItIsSpelt() {
    assertThat(
            Sources.row(
                JSON,
                "a string, b string, c string, d string",
                "{\"a\":1.50, \"b\":true, \"c\": {\"é\": [1,  2.0]} ,\"d\":[ ]}"))
        .containsExactly("1.50", "true", "{\"é\": [1,  2.0]}", "[ ]");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "tinyint|128|v|'128' does not fit tinyint",
        "bigint|9223372036854775808|v|'9223372036854775808' does not fit bigint",
        "int|1.5|v|'1.5' does not fit int",
        "int|1e400|v|'1e400' does not fit int",
        "int|\"x\"|v|'x' is no int",
        "int|true|v|the JSON value true is no int",
        "decimal(4,2)|1.005|v|'1.005' does not fit decimal(4,2)",
        "double|1e999|v|'1e999' is no double",
        "boolean|1|v|the JSON value 1 is no boolean",
        "date|20010101|v|the JSON value 20010101 is no date",
        "string|\"\\ud800x\"|v|the text holds half of a surrogate pair",
        "array<int>|[300,\"y\"]|v|'y' is no int",
        "struct<a:struct<b:int>>|{\"a\":{\"b\":{}}}|v.a.b|a JSON object is no int",
        "struct<a:int>|{\"c\":1}|v.c|there is no such column or field; there are [a]",
        "struct<a:int>|{\"a\":1,\"A\":2}|v.a|the object has the member twice",
        "map<int,int>|{\"1\":2}|v|a JSON object is no map<int,int>, which is written [[key,value],..]",
        "map<int,int>|[[1,2],[1,3]]|v|a map has the key '1' twice",
        "map<int,int>|[[null,2]]|v|an entry of a map has no key",
        "map<int,int>|[[1]]|v|an entry of a map has no value",
        "map<int,int>|[[1,2,3]]|v|an entry of a map has more than key and value",
        "map<int,int>|[[]]|v|an entry of a map has no key",
        "uniontype<int,string>|{\"tag\":2,\"value\":1}|v|the union uniontype<int,string> has no type 2",
        "uniontype<int,string>|{\"value\":1,\"tag\":0}|v|a member named 'value' is no uniontype",
        "uniontype<int,string>|1|v|the JSON value 1 is no uniontype<int,string>"
      })
  void aValueThatItsTypeDoesNotHoldIsABadRowWithColumnAndReason(
      String type, String text, String column, String reason) {
    BadRowException bad = Sources.bad(JSON, "id int, v " + type, "{\"id\":1,\"v\":" + text + "}");

    assertThat(bad.column()).hasValue(column);
    assertThat(bad.reason()).startsWith(reason);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{\"id\":1,\"x\":2}|there is no such column or field",
        "{\"id\":1}{\"id\":2}|there is more text after the JSON value",
        "{\"id\":1|no valid JSON at character",
        "{\"id\":NaN}|no valid JSON at character",
        "{\"id\":1,\"ID\":2}|the object has the member twice",
        "[1]|no JSON object, but a JSON array",
        "x|no valid JSON at character"
      })
  void aLineThatIsNotOneObjectOfTheTablesColumnsIsABadRow(String text, String reason) {
    assertThat(Sources.bad(JSON, "id bigint", text).reason()).startsWith(reason);
  }

  @Test
  void aBadRowNamesItsLineAndTheNextOneIsRead() {
    byte[] bytes = "{\"id\":1}\r\n\r\n{\"id\":?}\r\n{\"id\":3}".getBytes(StandardCharsets.UTF_8);
    bytes[18] = (byte) 0xff;

    List<Object> found = Sources.read(JSON, "id bigint", bytes);

    assertThat(found).hasSize(3);
    BadRowException bad = (BadRowException) found.get(1);
    assertThat(bad.line()).isEqualTo(3);
    assertThat(bad.reason()).isEqualTo("the bytes are not UTF-8");
    assertThat(bad.raw()).isEqualTo(new byte[] {'{', '"', 'i', 'd', '"', ':', (byte) 0xff, '}'});
    assertThat(found.get(2)).isEqualTo(List.of(3L));
  }
}
