package io.orcacid.reader.expression;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.orcacid.error.ValidationException;
import java.util.List;
import java.util.Random;
import org.apache.orc.TypeDescription;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ExpressionTest {

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '"',
      value = {
        "a=1 and b = 2 or not c | a = 1 AND b = 2 OR NOT c",
        "a = 1 and (b = 2 or c) | a = 1 AND (b = 2 OR c)",
        "not (a = 1) | NOT a = 1",
        "not (a or b) | NOT (a OR b)",
        "a + 2 * 3 - b | a + 2 * 3 - b",
        "(a + 2) * 3 - (b - 1) | (a + 2) * 3 - (b - 1)",
        "a - -5 | a - -5",
        "-(5) | -(5)",
        "- - a | --a",
        "-9223372036854775808 | -9223372036854775808",
        "9223372036854775808 | 9223372036854775808.",
        "1.50 | 1.50",
        ".5 | 0.5",
        "1e3 | 1000.0E0",
        "a == 1 | a = 1",
        "a != 1 | a <> 1",
        "a <=> null | a <=> NULL",
        "a not in (1, 2) | NOT a IN (1, 2)",
        "a not between 1 and 2 and b | NOT a BETWEEN 1 AND 2 AND b",
        "a is not null | NOT a IS NULL",
        "(a = 1) is not true | NOT (a = 1) IS TRUE",
        "`a b`.`c``d`.e$f | `a b`.`c``d`.e$f",
        "`and` = date | `and` = date",
        "date = DATE '2020-02-29' | date = DATE '2020-02-29'",
        "t > timestamp '2020-01-01 00:00:00.50' | t > TIMESTAMP '2020-01-01 00:00:00.5'",
        "t > timestamp '2020-01-01T00:00:00+01:00' | t > TIMESTAMP '2019-12-31 23:00:00Z'",
        "x = X'0aFf' | x = X'0AFF'",
        "cast(a as decimal(5,2)) | CAST(a AS decimal(5,2))",
        "cast(a as timestamp with local time zone) | CAST(a AS timestamp with local time zone)",
        "cast(a as double precision) | CAST(a AS double)",
        "\"a || 'it''s' like 'b\\%%'\" | \"a || 'it''s' LIKE 'b\\\\%%'\"",
      })
  void textIsReadAndPrintedBack(String text, String printed) {
    Expression expression = Expression.parse(text);
    assertThat(expression).hasToString(printed);
    assertThat(Expression.parse(printed)).isEqualTo(expression);
  }

  @Test
  void randomPredicatesArePrintedAsTheyWereMeant() {
    long seed = Long.getLong("orcacid.seed", System.nanoTime());
    Random random = new Random(seed);
    List<PredicateGenerator.Column> columns =
        List.of(
            new PredicateGenerator.Column("a", "a", Kind.INTEGER, false, true, List.of(1L, -2L)),
            new PredicateGenerator.Column(
                "`b c`", "b", Kind.TEXT, false, false, List.of("x'%\\_")));
    PredicateGenerator generator = new PredicateGenerator(random, columns);
    for (int i = 0; i < 500; i++) {
      Expression expression = Expression.parse(generator.predicate(4).ours());
      assertThat(Expression.parse(expression.toString()))
          .as("replay with -Dorcacid.seed=" + seed + " " + expression)
          .isEqualTo(expression);
    }
  }

  @Test
  void escapesOfStringsStandForWhatIsDocumented() {
    assertThat(Expression.parse("'a''b\\'c\\\\d\\n\\t\\u0041\\%\\_\\0'"))
        .isEqualTo(new Literal("a'b'c\\d\n\tA\\%\\_\0"));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '"',
      value = {
        "a = | column=4",
        "a = 1 b | column=7",
        "a = 'x | column=5",
        "a in () | column=7",
        "a = 'x\\q' | unknown escape",
        "d = DATE '2021-02-29' | yyyy-MM-dd",
        "d = DATE '2021-2-9' | yyyy-MM-dd",
        "t = TIMESTAMP '2021-02-28 24:00:00' | TIMESTAMP 'yyyy-MM-dd",
        "x = X'0' | two hexadecimal digits",
        "a = 1e999 | range of double",
        "a = 123456789012345678901234567890123456789 | 38 digits",
        "cast(a as decimal(39)) | 1 to 38",
        "cast(a as varchar) | one length",
        "cast(a as list) | unknown type",
        "a = b = c | column=7",
        "f(a) | column=2",
      })
  void wrongTextIsRefusedWithItsPlaceAndWhatWasExpected(String text, String told) {
    assertThatThrownBy(() -> Expression.parse(text))
        .isInstanceOf(ValidationException.class)
        .hasMessageContaining(told)
        .hasMessageContaining("column=");
  }

  @ParameterizedTest
  @ValueSource(strings = {"(", "NOT ", "- "})
  void endlessNestingIsRefusedInsteadOfOverflowingTheStack(String opening) {
    assertThatThrownBy(() -> Expression.parse(opening.repeat(100_000)))
        .isInstanceOf(ValidationException.class)
        .hasMessageContaining("nested too deeply");
    assertThatThrownBy(() -> Expression.parse("1" + " + 1".repeat(100_000)))
        .isInstanceOf(ValidationException.class)
        .hasMessageContaining("operators in a row");
  }

  @Test
  void manyAlternativesAreNoNesting() {
    Expression expression = Expression.parse("a = 0" + " OR a = 1".repeat(20_000));
    assertThat(
            Table.of("struct<a:int>", Table.row(1L)).matches(expression.toString()).cardinality())
        .isOne();
  }

  @Test
  void assignmentsKeepTheirOrder() {
    assertThat(Assignment.parseList("b = a + 1, `c d` = NULL, date = DATE '2020-01-01'"))
        .extracting(Assignment::column)
        .containsExactly("b", "c d", "date");
    assertThat(Assignment.parseList("`c d`=1")).hasToString("[`c d` = 1]");
  }

  @Test
  void aColumnIsAssignedOnceOnly() {
    assertThatThrownBy(() -> Assignment.parseList("a = 1, A = 2"))
        .isInstanceOf(ValidationException.class)
        .hasMessageContaining("assigned twice");
    assertThatThrownBy(() -> Assignment.parseList("a = 1,"))
        .isInstanceOf(ValidationException.class);
  }

  @Test
  void columnsAreToldInTheSpellingAndOrderOfTheRow() {
    TypeDescription row = TypeDescription.fromString("struct<Id:int,s:struct<X:int>,b:string>");
    assertThat(Expression.parse("b LIKE 'x' AND ID IN (1, S.x)").columns(row))
        .containsExactly("Id", "s", "b");
  }

  @Test
  void unknownNamesAreToldWithNearOnes() {
    TypeDescription row = TypeDescription.fromString("struct<`Cost Total $`:int,speed:int>");
    assertThatThrownBy(() -> Expression.parse("`Cost Totl $` = 1").columns(row))
        .isInstanceOf(ValidationException.class)
        .hasMessageContaining("column=Cost Totl $")
        .hasMessageContaining("near names=[Cost Total $, speed]");
  }

  @Test
  void theExactSpellingIsPreferredAndGuessesAreRefused() {
    TypeDescription row = TypeDescription.fromString("struct<a:int,A:int,b:int>");
    assertThat(Expression.parse("A = 1 AND B = 1").columns(row)).containsExactly("A", "b");
    TypeDescription ambiguous = TypeDescription.fromString("struct<aB:int,Ab:int>");
    assertThatThrownBy(() -> Expression.parse("ab = 1").columns(ambiguous))
        .isInstanceOf(ValidationException.class)
        .hasMessageContaining("ambiguous");
  }
}
