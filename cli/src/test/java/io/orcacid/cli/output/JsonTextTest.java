package io.orcacid.cli.output;

import static org.assertj.core.api.Assertions.assertThat;

import io.orcacid.format.SchemaText;
import io.orcacid.format.value.StructValue;
import io.orcacid.format.value.UnionValue;
import java.math.BigDecimal;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.orc.TypeDescription;
import org.junit.jupiter.api.Test;

class JsonTextTest {
  @Test
  void onlyQuotesBackslashesAndControlCharactersAreEscaped() {
    assertThat(JsonText.string("\"\\/\b\t\n\u0000\u001f\u007fé中😀\u2028"))
        .isEqualTo("\"\\\"\\\\/\\u0008\\u0009\\u000a\\u0000\\u001f\u007fé中😀\u2028\"");
    assertThat(JsonText.string("")).isEqualTo("\"\"");
  }

  @Test
  void numbersArePlainAndWhatIsNoJsonNumberIsAString() {
    assertThat(json("bigint", Long.MIN_VALUE)).isEqualTo("-9223372036854775808");
    assertThat(json("tinyint", (byte) -1)).isEqualTo("-1");
    assertThat(json("boolean", true)).isEqualTo("true");
    assertThat(json("float", 0.37f)).isEqualTo("0.37");
    assertThat(json("float", 1e10f)).isEqualTo("1.0E10");
    assertThat(json("double", -0.0)).isEqualTo("-0.0");
    assertThat(json("double", 1e100)).isEqualTo("1.0E100");
    assertThat(json("double", Double.NaN)).isEqualTo("\"NaN\"");
    assertThat(json("float", Float.NEGATIVE_INFINITY)).isEqualTo("\"-Infinity\"");
  }

  @Test
  void decimalsHaveNoTrailingZerosAndNoExponent() {
    assertThat(json("decimal(12,3)", new BigDecimal("-50.000"))).isEqualTo("\"-50\"");
    assertThat(json("decimal(12,3)", new BigDecimal("0.000"))).isEqualTo("\"0\"");
    assertThat(json("decimal(38,0)", new BigDecimal("1E+20")))
        .isEqualTo("\"100000000000000000000\"");
  }

  @Test
  void textIsWholeButCharHasNoBlanksAtItsEnd() {
    assertThat(json("string", "a ")).isEqualTo("\"a \"");
    assertThat(json("char(5)", " a\t  ")).isEqualTo("\" a\\u0009\"");
    assertThat(json("binary", new byte[] {0, -1})).isEqualTo("\"AP8=\"");
  }

  @Test
  void timesHaveNineDigitsOfASecond() {
    assertThat(json("date", LocalDate.of(33, 4, 3))).isEqualTo("\"0033-04-03\"");
    assertThat(json("timestamp", LocalDateTime.of(1938, 4, 24, 22, 13, 20)))
        .isEqualTo("\"1938-04-24 22:13:20.000000000\"");
    assertThat(json("timestamp with local time zone", Instant.parse("2001-02-03T04:05:06.007Z")))
        .isEqualTo("\"2001-02-03T04:05:06.007000000Z\"");
  }

  @Test
  void nestedValuesKeepTheirNullsAndMapsAreOrderedByTheTextOfTheirKeys() {
    Map<Integer, String> map = new LinkedHashMap<>();
    map.put(9, null);
    map.put(10, "x");
    assertThat(json("map<int,string>", map)).isEqualTo("[[10,\"x\"],[9,null]]");
    assertThat(json("array<string>", Arrays.asList("a", null))).isEqualTo("[\"a\",null]");
    assertThat(json("struct<a:int,b:string>", new StructValue(Arrays.asList(1, null))))
        .isEqualTo("{\"a\":1,\"b\":null}");
    assertThat(json("uniontype<int,string>", new UnionValue(1, "u")))
        .isEqualTo("{\"tag\":1,\"value\":\"u\"}");
    assertThat(json("uniontype<int,array<int>>", new UnionValue(1, List.of())))
        .isEqualTo("{\"tag\":1,\"value\":[]}");
    assertThat(json("int", null)).isEqualTo("null");
  }

  private static String json(String type, Object value) {
    TypeDescription row = SchemaText.parse("c " + type);
    return JsonText.value(row.getChildren().get(0), value);
  }
}
