package io.orcacid.cli.input;

import static io.orcacid.cli.input.InputFormat.CSV;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.orcacid.error.ValidationException;
import io.orcacid.testkit.Seeds;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.apache.commons.csv.CSVFormat;
import org.apache.commons.csv.CSVPrinter;
import org.apache.commons.csv.QuoteMode;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class CsvSourceTest {
  private static final String ID_NAME = "id bigint, name string";

  @Test
  void columnsComeInTheOrderOfTheTableAndMissingOnesAreNull() {
    assertThat(Sources.read(CSV, "id bigint, extra int, name string", "name,id\nx,1\n"))
        .containsExactly(Arrays.asList(1L, null, "x"));
  }

  @Test
  void aColumnIsFoundExactlyFirstAndThenInAnyCase() {
    assertThat(Sources.row(CSV, "ID bigint, id bigint", "id,ID\n1,2")).containsExactly(2L, 1L);
    assertThat(Sources.row(CSV, ID_NAME, "NAME,Id\nx,1")).containsExactly(1L, "x");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "id,unknown\n", "id,id\n", "id,ID\n", "id,\n", "id,\"name\"x\n"})
  void aHeaderThatDoesNotNameColumnsOfTheTableStopsTheFile(String text) {
    assertThatThrownBy(() -> Sources.read(CSV, ID_NAME, text))
        .isInstanceOf(ValidationException.class)
        .hasMessageContaining("file=-");
  }

  @Test
  void aNameThatFitsTwoColumnsInAnyCaseIsRefused() {
    assertThatThrownBy(() -> Sources.read(CSV, "ID bigint, Id bigint", "id\n1\n"))
        .isInstanceOf(ValidationException.class);
  }

  @Test
  void anEmptyFieldIsNullAndQuotesMakeItAnEmptyText() {
    assertThat(Sources.row(CSV, "a string, b string, c int, d binary", "a,b,c,d\n,\"\",,\"\""))
        .startsWith(null, "", null)
        .last()
        .isEqualTo(new byte[0]);
  }

  @Test
  void anEmptyTextIsNoNumber() {
    BadRowException bad = Sources.bad(CSV, ID_NAME, "id,name\n\"\",x");

    assertThat(bad.column()).hasValue("id");
    assertThat(bad.reason()).isEqualTo("'' is no bigint");
  }

  @Test
  void aByteOrderMarkIsNoPartOfTheFirstName() {
    assertThat(Sources.row(CSV, ID_NAME, "\ufeffid,name\n1,x")).containsExactly(1L, "x");
  }

  @Test
  void linesEndInThreeWays() {
    assertThat(Sources.read(CSV, ID_NAME, "id,name\r\n1,a\r2,b\n3,c\r\n4,d"))
        .containsExactly(List.of(1L, "a"), List.of(2L, "b"), List.of(3L, "c"), List.of(4L, "d"));
  }

  @Test
  void blankLinesArePassedOverWhereARowHasACommaAtLeast() {
    assertThat(Sources.read(CSV, ID_NAME, "id,name\n1,a\n\n2,b\n\n"))
        .containsExactly(List.of(1L, "a"), List.of(2L, "b"));
  }

  @Test
  void aBadRowNamesItsPlaceAndTheNextOneIsRead() {
    List<Object> found =
        Sources.read(CSV, ID_NAME, "id,name\r\n1,\"a\r\nb\nc\"\r\nx,\"d\ne\"\r\n\r\n3,f\r\n4\r\n");

    assertThat(found).hasSize(4);
    assertThat(found.get(0)).isEqualTo(List.of(1L, "a\r\nb\nc"));
    BadRowException first = (BadRowException) found.get(1);
    assertThat(first.file()).isEqualTo("-");
    assertThat(first.line()).isEqualTo(5);
    assertThat(first.column()).hasValue("id");
    assertThat(first.reason()).isEqualTo("'x' is no bigint");
    assertThat(first.rawText()).isEqualTo("x,\"d\ne\"");
    assertThat(first).hasMessageContaining("line=5, column=id");
    assertThat(found.get(2)).isEqualTo(List.of(3L, "f"));
    BadRowException second = (BadRowException) found.get(3);
    assertThat(second.line()).isEqualTo(9);
    assertThat(second.column()).isEmpty();
    assertThat(second.reason()).isEqualTo("the row has 1 fields, the header 2");
  }

  @Test
  void malformedBytesAreABadRowThatKeepsThem() {
    byte[] bytes = "id,name\n1,a?b\n2,\ufffd\n".getBytes(StandardCharsets.UTF_8);
    bytes[11] = (byte) 0xe9;

    List<Object> found = Sources.read(CSV, ID_NAME, bytes);

    BadRowException bad = (BadRowException) found.get(0);
    assertThat(bad.column()).hasValue("name");
    assertThat(bad.reason()).isEqualTo("the bytes are not UTF-8");
    assertThat(bad.raw()).isEqualTo(new byte[] {'1', ',', 'a', (byte) 0xe9, 'b'});
    assertThat(found.get(1)).isEqualTo(List.of(2L, "\ufffd"));
  }

  @Test
  void textAfterAClosingQuoteIsABadRow() {
    List<Object> found = Sources.read(CSV, ID_NAME, "id,name\n1,\"a\"b,c\"\n2,x\n");

    assertThat(((BadRowException) found.get(0)).reason()).contains("closing quote of field 2");
    assertThat(found.get(1)).isEqualTo(List.of(2L, "x"));
  }

  @Test
  void aQuoteWithinAFieldWithoutQuotesIsText() {
    assertThat(Sources.row(CSV, ID_NAME, "id,name\n1,5\" pipe \"x\"\n"))
        .containsExactly(1L, "5\" pipe \"x\"");
  }

  @Test
  void aQuoteThatIsNeverClosedMakesTheRestOneBadRow() {
    BadRowException bad = Sources.bad(CSV, ID_NAME, "id,name\n1,\"a\n2,b\n");

    assertThat(bad.line()).isEqualTo(2);
    assertThat(bad.reason()).contains("not closed");
    assertThat(bad.rawText()).isEqualTo("1,\"a\n2,b\n");
  }

  @Test
  void aQuoteThatIsNotClosedForLongStopsTheFileInsteadOfFillingTheMemory() {
    byte[] bytes = new byte[RecordReader.LONGEST + 100];
    Arrays.fill(bytes, (byte) 'x');
    System.arraycopy("id\n\"".getBytes(StandardCharsets.UTF_8), 0, bytes, 0, 4);

    assertThatThrownBy(() -> Sources.read(CSV, "id string", bytes))
        .isInstanceOf(ValidationException.class)
        .hasMessageContaining("line=2");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "tinyint|128|'128' does not fit tinyint",
        "smallint|-32769|'-32769' does not fit smallint",
        "int|2147483648|'2147483648' does not fit int",
        "bigint|9223372036854775808|'9223372036854775808' does not fit bigint",
        "int|1.0|'1.0' is no int",
        "decimal(4,2)|1.005|'1.005' does not fit decimal(4,2)",
        "decimal(4,2)|100|'100' does not fit decimal(4,2)",
        "double|1d|'1d' is no double",
        "double|0x1p3|'0x1p3' is no double",
        "double|1e999|'1e999' is no double",
        "float|1e39|'1e39' is no float",
        "boolean|yes|'yes' is no boolean",
        "date|2001-02-30|'2001-02-30' is no date",
        "date|9999999-01-01|'9999999-01-01' does not fit date",
        "timestamp|2001-01-01 25:00:00|'2001-01-01 25:00:00' is no timestamp",
        "timestamp|999999999-01-01 00:00:00|'999999999-01-01 00:00:00' does not fit timestamp",
        "varchar(3)|abcd|'abcd' does not fit varchar(3)",
        "char(3)|abcd|'abcd' does not fit char(3)",
        "binary|=|'=' is no binary",
        "array<int>|[1|no valid JSON",
        "array<int>|{}|a JSON object is no array<int>, which is written [value;..]"
      })
  void aValueThatItsTypeDoesNotHoldIsABadRowWithColumnAndReason(
      String type, String text, String reason) {
    BadRowException bad = Sources.bad(CSV, "id int, v " + type, "id,v\n1," + text);

    assertThat(bad.column()).hasValue("v");
    assertThat(bad.reason()).startsWith(reason.replace(';', ','));
  }

  @Test
  void thePaddingOfCharAndTheZerosOfDecimalsDoNotCount() {
    assertThat(Sources.row(CSV, "c char(3), d decimal(4,2)", "c,d\nab    ,1.5000"))
        .first()
        .isEqualTo("ab");
  }

  /** An independent writer of the format. */
  @Test
  void fieldsOfAnotherWriterAreReadAsItMeantThem() {
    Seeds.forEach(
        200,
        random -> {
          RandomRows generator = new RandomRows(random);
          CSVFormat format =
              CSVFormat.RFC4180
                  .builder()
                  .setNullString("")
                  .setQuoteMode(
                      random.nextBoolean() ? QuoteMode.ALL_NON_NULL : QuoteMode.NON_NUMERIC)
                  .setRecordSeparator(random.nextBoolean() ? "\r\n" : "\n")
                  .get();
          StringWriter out = new StringWriter();
          List<Object> rows = new ArrayList<>();
          try (CSVPrinter printer = new CSVPrinter(out, format)) {
            printer.printRecord("a", "b", "c");
            for (int i = 0; i < 20; i++) {
              List<Object> row = new ArrayList<>();
              for (int j = 0; j < 3; j++) {
                row.add(generator.valueOrNull(RandomRows.text()));
              }
              rows.add(row);
              printer.printRecord(row);
            }
          }
          assertThat(Sources.read(CSV, "a string, b string, c string", out.toString()))
              .isEqualTo(rows);
        });
  }
}
