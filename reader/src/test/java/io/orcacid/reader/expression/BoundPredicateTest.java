package io.orcacid.reader.expression;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.orcacid.error.ValidationException;
import java.math.BigDecimal;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import org.apache.hadoop.hive.ql.exec.vector.LongColumnVector;
import org.apache.hadoop.hive.ql.exec.vector.StructColumnVector;
import org.apache.hadoop.hive.ql.exec.vector.VectorizedRowBatch;
import org.apache.orc.TypeDescription;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class BoundPredicateTest {
  private static final Table TRUTHS =
      Table.of(
          "struct<a:boolean,b:boolean>",
          Table.row(true, true),
          Table.row(true, false),
          Table.row(true, null),
          Table.row(false, true),
          Table.row(false, false),
          Table.row(false, null),
          Table.row(null, true),
          Table.row(null, false),
          Table.row(null, null));

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "a AND b | {0}",
        "NOT (a AND b) | {1, 3, 4, 5, 7}",
        "(a AND b) IS NULL | {2, 6, 8}",
        "a OR b | {0, 1, 2, 3, 6}",
        "NOT (a OR b) | {4}",
        "(a OR b) IS NULL | {5, 7, 8}",
        "a = b | {0, 4}",
        "a <> b | {1, 3}",
        "a <=> b | {0, 4, 8}",
        "NOT a <=> b | {1, 2, 3, 5, 6, 7}",
        "a IS TRUE | {0, 1, 2}",
        "a IS NOT TRUE | {3, 4, 5, 6, 7, 8}",
        "a IS FALSE | {3, 4, 5}",
        "a IN (b, FALSE) | {0, 3, 4, 5}",
        "a NOT IN (FALSE, NULL) | {}",
        "a = NULL | {}",
        "NOT a = NULL | {}",
        "a <=> NULL | {6, 7, 8}",
        "a <=> TRUE | {0, 1, 2}",
        "NOT a <=> TRUE | {3, 4, 5, 6, 7, 8}",
        "a BETWEEN FALSE AND b | {0, 3, 4}",
        "NULL OR b | {0, 3, 6}",
        "(a = b) = TRUE | {0, 4}",
      })
  void logicHasThreeValues(String predicate, String rows) {
    assertThat(TRUTHS.matches(predicate)).hasToString(rows);
  }

  private static boolean holds(String type, Object value, String predicate) {
    return Table.of("struct<x:" + type + ">", Table.row(value)).matches(predicate).get(0);
  }

  @Test
  void literalsBeyondTheColumnAreNoErrors() {
    assertThat(holds("tinyint", 127L, "x < 1000")).isTrue();
    assertThat(holds("tinyint", 127L, "x = 383")).isFalse();
    assertThat(holds("tinyint", 127L, "x <> 383")).isTrue();
    assertThat(holds("bigint", Long.MAX_VALUE, "x < 9223372036854775808")).isTrue();
    assertThat(holds("bigint", Long.MIN_VALUE, "x > -9223372036854775809")).isTrue();
    assertThat(holds("bigint", Long.MIN_VALUE, "x = -9223372036854775808")).isTrue();
  }

  @Test
  void integersAndDecimalsAreComparedExactly() {
    assertThat(holds("int", 2L, "x < 2.5 AND x > 1.5 AND x <> 2.5 AND x = 2.0")).isTrue();
    assertThat(holds("int", 2L, "x IN (2.5, 2.0)")).isTrue();
    assertThat(holds("bigint", 9_007_199_254_740_993L, "x = 9007199254740993.0")).isTrue();
    assertThat(holds("bigint", 9_007_199_254_740_993L, "x = 9007199254740992.0")).isFalse();
    assertThat(holds("decimal(5,2)", new BigDecimal("1.50"), "x = 1.5 AND x > 1 AND x < 2"))
        .isTrue();
  }

  @Test
  void floatingNumbersHaveOneNotANumberAndOneZero() {
    assertThat(holds("double", Double.NaN, "x = CAST('NaN' AS double)")).isTrue();
    assertThat(holds("double", Double.NaN, "x > 1e308 AND x > CAST('Infinity' AS double)"))
        .isTrue();
    assertThat(holds("double", -0.0, "x = 0 AND x >= 0.0 AND NOT x < 0 AND x IN (0)")).isTrue();
    assertThat(holds("float", (double) 0.1f, "x = 0.1")).isFalse();
    assertThat(holds("float", (double) 0.1f, "x = CAST(0.1 AS float)")).isTrue();
    assertThat(holds("double", 0.1, "x = 0.1")).isTrue();
  }

  @Test
  void textsAreComparedByTheirBytes() {
    // In UTF-16 the order would be the other way round.
    assertThat(holds("string", "\uD83D\uDE00", "x > '\uFFFD'")).isTrue();
    assertThat(holds("string", "ab ", "x = 'ab'")).isFalse();
    assertThat(holds("char(5)", "ab", "x = 'ab  ' AND x IN ('ab ') AND x <=> 'ab '")).isTrue();
    assertThat(holds("string", "ab ", "x = CAST('ab' AS char(3))")).isTrue();
    assertThat(holds("binary", new byte[] {(byte) 0x80}, "x > X'7F' AND x = X'80'")).isTrue();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '"',
      value = {
        "abc | abc | true",
        "abc | ab | false",
        "abc | %b% | true",
        "abc | a_c | true",
        "abc | ___ | true",
        "abc | __ | false",
        "aXbXc | a%X% | true",
        "aab | %ab | true",
        "50% | 50\\% | true",
        "500 | 50\\% | false",
        "a_b | a\\_b | true",
        "aöb | a_b | true",
        "a😀b | a_b | true",
        "ö | __ | false",
        "a\\b | a\\\\b | true",
      })
  void likeMatchesCharacters(String text, String pattern, boolean matches) {
    assertThat(holds("string", text, "x LIKE '" + pattern + "'")).isEqualTo(matches);
    assertThat(holds("string", text, "x NOT LIKE '" + pattern + "'")).isNotEqualTo(matches);
  }

  @Test
  void likeIgnoresThePaddingOfChar() {
    assertThat(holds("char(5)", "ab", "x LIKE '_b'")).isTrue();
  }

  @Test
  void textsBesideDatesAndTimestampsAreReadOnce() {
    assertThat(holds("date", LocalDate.of(2020, 2, 29), "x = '2020-02-29'")).isTrue();
    assertThat(holds("date", LocalDate.of(2020, 2, 29), "x IN ('2020-02-28', '2020-02-29')"))
        .isTrue();
    LocalDateTime evening = LocalDateTime.of(2020, 2, 29, 20, 15, 0, 5);
    assertThat(holds("timestamp", evening, "x = '2020-02-29 20:15:00.000000005'")).isTrue();
    assertThat(holds("timestamp", evening, "x > DATE '2020-02-29' AND x < '2020-03-01'")).isTrue();
    assertThatThrownBy(() -> holds("date", LocalDate.EPOCH, "x = '2020-02-30'"))
        .isInstanceOf(ValidationException.class)
        .hasMessageContaining("2020-02-30");
  }

  @Test
  void timestampsBeforeTheEpochKeepTheirNanoseconds() {
    LocalDateTime late = LocalDateTime.of(1969, 12, 31, 23, 59, 59, 999_500_000);
    assertThat(holds("timestamp", late, "x = '1969-12-31 23:59:59.9995'")).isTrue();
    assertThat(holds("timestamp", late, "x < '1970-01-01' AND x > '1969-12-31 23:59:59.9994'"))
        .isTrue();
  }

  @Test
  void instantsAreComparedInUtcWhereALiteralHasNoZone() {
    String type = "timestamp with local time zone";
    Instant noon = Instant.parse("2020-01-01T12:00:00Z");
    assertThat(holds(type, noon, "x = TIMESTAMP '2020-01-01 13:00:00+01:00'")).isTrue();
    assertThat(holds(type, noon, "x = TIMESTAMP '2020-01-01 12:00:00'")).isTrue();
    assertThat(holds(type, noon, "x = '2020-01-01 12:00:00' AND x > DATE '2020-01-01'")).isTrue();
    assertThat(holds(type, noon, "CAST(x AS timestamp) = TIMESTAMP '2020-01-01 12:00:00'"))
        .isTrue();
    assertThatThrownBy(
            () -> holds("timestamp", LocalDateTime.MIN, "x = TIMESTAMP '2020-01-01 12:00:00Z'"))
        .isInstanceOf(ValidationException.class)
        .hasMessageContaining("CAST");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '"',
      value = {
        "n = 'x'", "s = 5", "b = 'true'", "s > DATE '2020-01-01'", "n LIKE '5'", "n + s > 1",
        "\"n || 'x' = 'x'\"", "n IN (1, 'x')", "d = 5", "l = 1", "x = 'a'", "n = TRUE"
      })
  void typesThatDoNotGoTogetherAreRefusedWithAProposal(String predicate) {
    TypeDescription row =
        TypeDescription.fromString("struct<n:int,s:string,b:boolean,d:date,l:array<int>,x:binary>");
    assertThatThrownBy(() -> BoundPredicate.bind(Expression.parse(predicate), row))
        .isInstanceOf(ValidationException.class)
        .hasMessageContaining("CAST");
  }

  @Test
  void aConditionMustBeBoolean() {
    assertThatThrownBy(() -> holds("int", 1L, "x + 1"))
        .isInstanceOf(ValidationException.class)
        .hasMessageContaining("must be boolean");
  }

  @Test
  void arithmeticFollowsHiveButNeverWraps() {
    assertThat(holds("int", 7L, "x / 2 = 3.5e0 AND x % 4 = 3 AND -x = -7")).isTrue();
    assertThat(holds("int", 0L, "(1 / x) IS NULL AND (1 % x) IS NULL")).isTrue();
    assertThat(holds("double", 0.0, "(1 / x) IS NULL")).isTrue();
    assertThat(holds("decimal(5,2)", new BigDecimal("2.00"), "1 / x = 0.5 AND x * x = 4")).isTrue();
    assertThat(holds("int", (long) Integer.MAX_VALUE, "x + 1 = 2147483648")).isTrue();
    assertThatThrownBy(() -> holds("bigint", Long.MAX_VALUE, "x + 1 > 0"))
        .isInstanceOf(ValidationException.class)
        .hasMessageContaining("expression=x + 1");
    assertThatThrownBy(() -> holds("bigint", Long.MIN_VALUE, "-x > 0"))
        .isInstanceOf(ValidationException.class);
    assertThatThrownBy(
            () -> holds("decimal(38,0)", new BigDecimal("1e37").setScale(0), "x * x > 0"))
        .isInstanceOf(ValidationException.class)
        .hasMessageContaining("38 digits");
  }

  @Test
  void anErrorLeavesTheBatchAsItWas() {
    Table table = Table.of("struct<x:bigint>", Table.row(1L), Table.row(Long.MAX_VALUE));
    VectorizedRowBatch batch = table.batch();
    BoundPredicate predicate = BoundPredicate.bind(Expression.parse("x + 1 > 5"), table.type());
    assertThatThrownBy(() -> predicate.filter(batch)).isInstanceOf(ValidationException.class);
    assertThat(batch.size).isEqualTo(2);
    assertThat(batch.selectedInUse).isFalse();
  }

  @Test
  void whatIsDecidedIsNotEvaluated() {
    assertThat(holds("bigint", Long.MAX_VALUE, "x < 5 AND x + 1 > 5")).isFalse();
    assertThat(holds("bigint", Long.MAX_VALUE, "x > 5 OR x + 1 > 5")).isTrue();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '"',
      value = {
        "string | 12.9 | CAST(x AS int) = 12",
        "string | 300 | CAST(x AS tinyint) IS NULL",
        "string | abc | CAST(x AS double) IS NULL AND CAST(x AS date) IS NULL",
        "string | 1e400000000 | CAST(x AS int) IS NULL AND CAST(x AS decimal(5,2)) IS NULL",
        "string | 1.005 | CAST(x AS decimal(5,2)) = 1.01",
        "string | 12345.6 | CAST(x AS decimal(5,2)) IS NULL",
        "string | TRUE | CAST(x AS boolean)",
        "string | yes | CAST(x AS boolean) IS NULL",
        "string | 2020-01-01 10:00:00 | CAST(x AS date) = DATE '2020-01-01'",
        "string | abcdef | CAST(x AS varchar(3)) = 'abc' AND CAST(x AS char(2)) = 'ab'",
        "string | abc | CAST(x AS binary) = X'616263'",
        "string | NaN | CAST(x AS double) > 1 AND CAST(CAST(x AS double) AS int) IS NULL",
      })
  void castsGiveNullWhereTheyFail(String type, String value, String predicate) {
    assertThat(holds(type, value, predicate)).isTrue();
  }

  @Test
  void castsToTextPrintTheValue() {
    assertThat(holds("decimal(5,2)", new BigDecimal("1.5"), "CAST(x AS string) = '1.50'")).isTrue();
    assertThat(holds("float", (double) 0.1f, "CAST(x AS string) = '0.1'")).isTrue();
    assertThat(holds("boolean", true, "CAST(x AS string) = 'TRUE'")).isTrue();
    assertThat(holds("double", 1e20, "CAST(x AS bigint) IS NULL")).isTrue();
    assertThat(
            holds(
                "timestamp",
                LocalDateTime.of(2020, 1, 1, 5, 0, 0, 120_000_000),
                "CAST(x AS string) = '2020-01-01 05:00:00.12'"))
        .isTrue();
  }

  @Test
  void aFieldOfANullStructIsNull() {
    Table table =
        Table.of(
            "struct<s:struct<t:struct<x:int>>>",
            Table.row((Object) Table.row((Object) Table.row(1L))),
            Table.row((Object) Table.row((Object) null)),
            Table.row((Object) null));
    assertThat(table.matches("s.t.x IS NULL")).hasToString("{1, 2}");
    assertThat(table.matches("s.T.x = 1")).hasToString("{0}");
    assertThat(table.matches("s IS NULL")).hasToString("{2}");
  }

  @Test
  void repeatingStructsAndFieldsAreHonoured() {
    Table table =
        Table.of(
            "struct<s:struct<x:int>>",
            Table.row((Object) Table.row(1L)),
            Table.row((Object) Table.row(2L)),
            Table.row((Object) Table.row(3L)));
    BoundPredicate isTwo = BoundPredicate.bind(Expression.parse("s.x = 1"), table.type());

    VectorizedRowBatch repeatingParent = table.batch();
    repeatingParent.cols[0].isRepeating = true;
    isTwo.filter(repeatingParent);
    assertThat(repeatingParent.size).isEqualTo(3);

    VectorizedRowBatch repeatingField = table.batch();
    StructColumnVector struct = (StructColumnVector) repeatingField.cols[0];
    struct.fields[0].isRepeating = true;
    struct.noNulls = false;
    struct.isNull[1] = true;
    isTwo.filter(repeatingField);
    assertThat(repeatingField.size).isEqualTo(2);
    assertThat(repeatingField.selected).startsWith(0, 2);

    VectorizedRowBatch nullParent = table.batch();
    nullParent.cols[0].isRepeating = true;
    nullParent.cols[0].noNulls = false;
    nullParent.cols[0].isNull[0] = true;
    isTwo.filter(nullParent);
    assertThat(nullParent.size).isZero();
  }

  @Test
  void flagsOfNullsDoNotCountWhereThereAreNone() {
    Table table = Table.of("struct<x:int>", Table.row(1L), Table.row(1L));
    VectorizedRowBatch batch = table.batch();
    batch.cols[0].isNull[1] = true;
    batch.cols[0].noNulls = true;
    BoundPredicate.bind(Expression.parse("x = 1"), table.type()).filter(batch);
    assertThat(batch.size).isEqualTo(2);
  }

  @Test
  void aPlainLongVectorOfDatesIsRead() {
    VectorizedRowBatch batch = new VectorizedRowBatch(1, 1);
    LongColumnVector days = new LongColumnVector(1);
    days.vector[0] = LocalDate.of(2020, 1, 1).toEpochDay();
    batch.cols[0] = days;
    batch.size = 1;
    TypeDescription row = TypeDescription.fromString("struct<x:date>");
    BoundPredicate.bind(Expression.parse("x = DATE '2020-01-01'"), row).filter(batch);
    assertThat(batch.size).isOne();
  }

  @Test
  void anEmptyBatchStaysEmpty() {
    Table table = Table.of("struct<x:int>");
    VectorizedRowBatch batch = table.batch();
    BoundPredicate.bind(Expression.parse("x = 1"), table.type()).filter(batch);
    assertThat(batch.size).isZero();
  }
}
