package io.orcacid.reader.expression;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.TimeZone;
import java.util.function.IntFunction;
import org.apache.hadoop.hive.ql.io.sarg.SearchArgument;
import org.apache.orc.TypeDescription;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What is pushed down, and the traps in ORC's statistics. */
class SearchArgumentTest {
  @TempDir Path directory;

  private static Optional<SearchArgument> argument(String type, String predicate) {
    return BoundPredicate.bind(
            Expression.parse(predicate), TypeDescription.fromString("struct<" + type + ">"))
        .searchArgument(name -> !name.equals("part"));
  }

  /** Rows with an id and a column x; groups of a thousand rows have statistics of their own. */
  private Table.Found scan(String type, int groups, IntFunction<Object> value, String predicate)
      throws IOException {
    return scan(type, type, groups, value, predicate);
  }

  private Table.Found scan(
      String written, String read, int groups, IntFunction<Object> value, String predicate)
      throws IOException {
    List<Object[]> rows = new ArrayList<>();
    for (int i = 0; i < groups * Table.BATCH; i++) {
      rows.add(Table.row((long) i, value.apply(i)));
    }
    TypeDescription type = TypeDescription.fromString("struct<id:bigint,x:" + written + ">");
    org.apache.hadoop.fs.Path file =
        new org.apache.hadoop.fs.Path(directory.resolve("x.orc").toString());
    new Table(type, rows).write(file);
    TypeDescription reader = TypeDescription.fromString("struct<id:bigint,x:" + read + ">");
    BoundPredicate bound = BoundPredicate.bind(Expression.parse(predicate), reader);
    Table.Found all = Table.scan(file, reader, null, bound);
    Table.Found some =
        Table.scan(file, reader, bound.searchArgument(name -> true).orElse(null), bound);
    assertThat(some.matching()).as(predicate).isEqualTo(all.matching());
    return some;
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '"',
      value = {
        "x = 2500 | 1000",
        "x > 2500 | 2000",
        "NOT x > 2500 | 3000",
        "x BETWEEN 1000 AND 1999 | 1000",
        "x NOT BETWEEN 1000 AND 1999 | 3000",
        "x IN (1, 3999) | 2000",
        "x <> 5 | 4000",
        "x IS NULL | 0",
        "x IS NOT NULL | 4000",
        "x = 5000 OR x < 0 | 0",
        "x < 1000.5 | 2000",
        "x % 2 = 0 AND x < 1000 | 1000",
        "x % 2 = 0 OR x < 1000 | 4000",
      })
  void integersSkipTheRowGroupsThatCannotMatch(String predicate, int read) throws IOException {
    assertThat(scan("int", 4, i -> (long) i, predicate).read()).isEqualTo(read);
  }

  @Test
  void otherTypesSkipRowGroupsToo() throws IOException {
    assertThat(scan("double", 4, i -> i / 2.0, "x < 3.5").read()).isEqualTo(1000);
    assertThat(scan("decimal(9,1)", 4, i -> BigDecimal.valueOf(i, 1), "x = 100.5").read())
        .isEqualTo(1000);
    assertThat(scan("string", 4, i -> "k" + (10_000 + i), "x = 'k10001'").read()).isEqualTo(1000);
    assertThat(scan("string", 4, i -> "k" + (10_000 + i), "x LIKE 'k13%'").read()).isEqualTo(1000);
    assertThat(scan("char(8)", 4, i -> "k" + (10_000 + i), "x >= 'k13'").read()).isEqualTo(1000);
    assertThat(scan("varchar(8)", 4, i -> "k" + (10_000 + i), "x <= 'k10999'").read())
        .isEqualTo(1000);
    assertThat(scan("date", 4, i -> LocalDate.ofEpochDay(i), "x < '1970-02-01'").read())
        .isEqualTo(1000);
    assertThat(
            scan(
                    "timestamp",
                    4,
                    i -> LocalDateTime.of(2020, 1, 1, 0, 0).plusHours(i),
                    "x < '2020-01-02'")
                .read())
        .isEqualTo(1000);
    assertThat(scan("boolean", 4, i -> i < 1000, "x").read()).isEqualTo(1000);
    assertThat(scan("boolean", 4, i -> i < 1000, "NOT x").read()).isEqualTo(3000);
  }

  @Test
  void nullsAreFoundUnderNot() throws IOException {
    assertThat(scan("int", 2, i -> i < 1000 ? null : 5L, "NOT x <=> 5").matching().cardinality())
        .isEqualTo(1000);
    assertThat(
            scan("double", 2, i -> i < 1000 ? null : 5.0, "NOT x <=> 5").matching().cardinality())
        .isEqualTo(1000);
    assertThat(scan("int", 2, i -> i < 1000 ? null : 5L, "NOT x = 4").matching().cardinality())
        .isEqualTo(1000);
  }

  @ParameterizedTest
  @ValueSource(strings = {"x = 0", "x >= 0", "NOT x < 0", "x <= 0", "x IN (0, 7)", "NOT x > 0"})
  void bothZerosAreFound(String predicate) throws IOException {
    for (double zero : new double[] {0.0, -0.0}) {
      assertThat(scan("double", 1, i -> zero, predicate).matching().cardinality()).isEqualTo(1000);
      assertThat(scan("float", 1, i -> zero, predicate).matching().cardinality()).isEqualTo(1000);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"x > 5", "NOT x <= 5", "x = CAST('NaN' AS double)", "NOT x = 1"})
  void notANumberIsFound(String predicate) throws IOException {
    assertThat(scan("double", 1, i -> i == 500 ? Double.NaN : 1.0, predicate).matching().get(500))
        .isTrue();
    assertThat(scan("float", 1, i -> i == 0 ? Double.NaN : 1.0, predicate).matching().get(0))
        .isTrue();
  }

  @Test
  void charsAreFoundInSpiteOfTheirPadding() throws IOException {
    for (String predicate :
        List.of("x = 'ab'", "x <= 'ab'", "x IN ('ab', 'zz')", "x LIKE 'ab'", "NOT x > 'ab'")) {
      assertThat(scan("char(5)", 1, i -> "ab", predicate).matching().cardinality())
          .as(predicate)
          .isEqualTo(1000);
    }
    assertThat(scan("string", 1, i -> "ab ", "x = CAST('ab' AS char(2))").matching().cardinality())
        .isEqualTo(1000);
  }

  @Test
  void textsThatTheReaderCutsAreFound() throws IOException {
    for (String read : List.of("varchar(2)", "char(2)")) {
      for (String written : List.of("varchar(9)", "char(9)", "string")) {
        for (String predicate : List.of("x = 'ab'", "x <= 'ab'", "x IN ('ab')", "x < 'abc'")) {
          assertThat(scan(written, read, 1, i -> "abcd", predicate).matching().cardinality())
              .as(written + " read as " + read + " " + predicate)
              .isEqualTo(1000);
        }
      }
    }
  }

  @Test
  void textsOutsideOfAsciiAreFound() throws IOException {
    String[] values = {"\uFFFD", "\uD83D\uDE00", "Zürich", "é"};
    for (String value : values) {
      for (String predicate : List.of("x = '", "x >= '", "x <= '", "x LIKE '")) {
        assertThat(
                scan("string", 1, i -> values[i % 4], predicate + value + "'")
                    .matching()
                    .cardinality())
            .as(predicate + value)
            .isGreaterThanOrEqualTo(250);
      }
    }
  }

  @Test
  void aTextThatEqualsACutBoundIsFound() throws IOException {
    String bound = "a".repeat(1023);
    for (String other : List.of(bound + "zzzzz", bound + "b")) {
      for (int length = 1_015; length < 1_027; length++) {
        String text = "a".repeat(length);
        assertThat(
                scan("string", 1, i -> i == 0 ? other : text, "x = '" + text + "'")
                    .matching()
                    .cardinality())
            .isEqualTo(999);
      }
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"UTC", "America/New_York", "Pacific/Apia", "Asia/Kolkata"})
  void timestampsAndDatesAreFoundInEveryZone(String zone) throws IOException {
    TimeZone before = TimeZone.getDefault();
    TimeZone.setDefault(TimeZone.getTimeZone(zone));
    try {
      for (String time :
          List.of(
              "1969-12-31 23:59:58.999500001",
              "1970-01-01 00:00:00.000000500",
              "2021-03-14 02:30:00",
              "2011-12-30 12:00:00",
              "1500-01-01 00:00:00",
              "9999-12-31 23:59:59.999999999")) {
        LocalDateTime value = (LocalDateTime) CivilTime.timestamp(time).orElseThrow();
        for (String operator : List.of("=", "<=", ">=", "<=>")) {
          assertThat(
                  scan("timestamp", 1, i -> value, "x " + operator + " '" + time + "'")
                      .matching()
                      .cardinality())
              .as(time)
              .isEqualTo(1000);
          assertThat(
                  scan(
                          "date",
                          1,
                          i -> value.toLocalDate(),
                          "x " + operator + " '" + value.toLocalDate() + "'")
                      .matching()
                      .cardinality())
              .as(time)
              .isEqualTo(1000);
        }
      }
    } finally {
      TimeZone.setDefault(before);
    }
  }

  /** ORC itself moves such a value by a second when it writes; it must be found where it lands. */
  @Test
  void theLastHalfMillisecondBeforeTheEpochIsNotSkipped() throws IOException {
    LocalDateTime value = LocalDateTime.of(1969, 12, 31, 23, 59, 59, 999_500_000);
    assertThat(
            scan("timestamp", 1, i -> value, "x = '1970-01-01 00:00:00.9995'")
                .matching()
                .cardinality())
        .isEqualTo(1000);
    assertThat(scan("timestamp", 1, i -> value, "x = '1969-12-31 23:59:59.9995'").read())
        .isEqualTo(1000);
  }

  @Test
  void columnsThatWereWidenedAreFound() throws IOException {
    assertThat(scan("int", "bigint", 2, i -> (long) i, "x = 5").matching().cardinality()).isOne();
    assertThat(scan("float", "double", 1, i -> (double) 0.1f, "x > 0.1").matching().cardinality())
        .isEqualTo(1000);
    assertThat(scan("int", "string", 2, i -> (long) i, "x = '5'").matching().cardinality()).isOne();
    assertThat(scan("int", "decimal(10,2)", 2, i -> (long) i, "x = 5.0").matching().cardinality())
        .isOne();
    assertThat(
            scan(
                    "decimal(5,1)",
                    "decimal(8,3)",
                    1,
                    i -> BigDecimal.valueOf(i, 1),
                    "x IN (1.500, 7)")
                .matching()
                .cardinality())
        .isEqualTo(2);
  }

  @Test
  void namesThatOrcWouldMisreadAreLeftOut() {
    assertThat(argument("`1`:int,a:int", "`1` = 1")).isEmpty();
    assertThat(argument("`a``b`:int", "`a``b` = 1")).isEmpty();
    assertThat(argument("a:int,A:int", "a = 1")).isEmpty();
    assertThat(argument("a:struct<b:int>", "a.b = 1")).isEmpty();
    assertThat(argument("part:int", "part = 1")).isEmpty();
    assertThat(argument("part:int,a:int", "part = 1 AND a = 1")).isPresent();
    assertThat(argument("part:int,a:int", "part = 1 OR a = 1")).isEmpty();
    assertThat(argument("`a.b`:int", "`a.b` = 1").orElseThrow().getLeaves().get(0).getColumnName())
        .isEqualTo("`a.b`");
  }

  @Test
  void strangeNamesReachTheirColumn() throws IOException {
    for (String name : List.of("s.b", "a b", "Cost $", "ä", "1a", "-")) {
      String quoted = "`" + name + "`";
      TypeDescription type =
          TypeDescription.fromString("struct<id:bigint,s:struct<b:int>," + quoted + ":int>");
      List<Object[]> rows = new ArrayList<>();
      for (int i = 0; i < 2000; i++) {
        rows.add(Table.row((long) i, Table.row(7L), (long) i));
      }
      org.apache.hadoop.fs.Path file =
          new org.apache.hadoop.fs.Path(directory.resolve(name + ".orc").toString());
      new Table(type, rows).write(file);
      BoundPredicate predicate = BoundPredicate.bind(Expression.parse(quoted + " = 5"), type);
      Table.Found found =
          Table.scan(file, type, predicate.searchArgument(n -> true).orElseThrow(), predicate);
      assertThat(found.matching().cardinality()).as(name).isOne();
      assertThat(found.read()).as(name).isEqualTo(1000);
    }
  }
}
