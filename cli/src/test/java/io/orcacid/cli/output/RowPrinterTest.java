package io.orcacid.cli.output;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.orcacid.Address;
import io.orcacid.format.RowId;
import io.orcacid.format.SchemaText;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.io.StringReader;
import java.io.UncheckedIOException;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import org.apache.commons.csv.CSVFormat;
import org.apache.commons.csv.CSVRecord;
import org.apache.commons.csv.QuoteMode;
import org.apache.orc.TypeDescription;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class RowPrinterTest {
  private static final TypeDescription COLUMNS =
      SchemaText.parse("id bigint, name string, amount decimal(10,2), tags array<string>");
  private static final Optional<Address> ADDRESS =
      Optional.of(new Address("a=1/b=x", new RowId(7, 536870912, 3)));

  @Test
  void jsonWithoutAddressesIsTheValuesAlone() {
    assertThat(print(OutputFormat.JSON, RowAddressing.NONE, row(1, "é", "1.50", "t")))
        .isEqualTo("{\"id\":1,\"name\":\"é\",\"amount\":\"1.5\",\"tags\":[\"t\"]}\n");
  }

  @Test
  void jsonWithAddressesPutsThemBeforeTheValues() {
    Object[] row = new Object[4];
    assertThat(print(OutputFormat.JSON, RowAddressing.ROW_ID, row))
        .isEqualTo(
            "{\"ROW__ID\":{\"writeId\":7,\"bucket\":536870912,\"rowId\":3},"
                + "\"values\":{\"id\":null,\"name\":null,\"amount\":null,\"tags\":null}}\n");
    assertThat(print(OutputFormat.JSON, RowAddressing.ROW_ID_AND_PARTITION, row))
        .startsWith(
            "{\"ROW__ID\":{\"writeId\":7,\"bucket\":536870912,\"rowId\":3},"
                + "\"partition\":\"a=1/b=x\",\"values\":{");
  }

  @Test
  void csvTellsNullsFromEmptyTextsAndQuotesOnlyWhatNeedsIt() {
    assertThat(
            print(
                OutputFormat.CSV,
                RowAddressing.NONE,
                row(1, "", null, "a\"b"),
                row(2, "x, y\nz", "-0.10", "t"),
                new Object[4]))
        .isEqualTo(
            "id,name,amount,tags\n"
                + "1,\"\",,\"[\"\"a\\\"\"b\"\"]\"\n"
                + "2,\"x, y\nz\",-0.1,\"[\"\"t\"\"]\"\n"
                + ",,,\n");
  }

  /** An independent reader of the format. */
  @Test
  void csvIsReadByOthersAsItIsMeant() throws IOException {
    String text =
        print(OutputFormat.CSV, RowAddressing.ROW_ID_AND_PARTITION, row(1, "", null, "é\"\r\n"));

    CSVFormat format =
        CSVFormat.RFC4180.builder().setNullString("").setQuoteMode(QuoteMode.ALL_NON_NULL).get();
    List<CSVRecord> records = format.parse(new StringReader(text)).getRecords();
    assertThat(records.get(0).toList())
        .containsExactly("ROW__ID", "partition", "id", "name", "amount", "tags");
    assertThat(records.get(1).toList())
        .containsExactly(
            "{\"writeId\":7,\"bucket\":536870912,\"rowId\":3}",
            "a=1/b=x",
            "1",
            "",
            null,
            "[\"é\\\"\\u000d\\u000a\"]");
    assertThat(records).hasSize(2);
  }

  @Test
  void aTableAlignsNumbersToTheRightAndTextToTheLeft() {
    assertThat(
            print(
                OutputFormat.TABLE,
                RowAddressing.NONE,
                row(1, "ab", "1234.5", "t"),
                row(100, null, null, "中\tx")))
        .isEqualTo(
            """
             id | name | amount | tags
            ----+------+--------+--------------
              1 | ab   | 1234.5 | ["t"]
            100 | NULL |   NULL | ["中\\u0009x"]
            """);
  }

  @Test
  void aTableShowsAddressesInColumnsOfTheirOwn() {
    assertThat(
            print(
                OutputFormat.TABLE,
                RowAddressing.ROW_ID_AND_PARTITION,
                row(1, "\u001b[1m\n", null, "t")))
        .isEqualTo(
            """
            writeId |    bucket | rowId | partition | id | name        | amount | tags
            --------+-----------+-------+-----------+----+-------------+--------+------
                  7 | 536870912 |     3 | a=1/b=x   |  1 | \\u001b[1m\\n |   NULL | ["t"]
            """);
  }

  @Test
  void aTableOfNoRowsIsItsHeader() {
    assertThat(print(OutputFormat.TABLE, RowAddressing.NONE))
        .isEqualTo("id | name | amount | tags\n---+------+--------+-----\n");
  }

  @Test
  void longTextIsCutWhereTheTerminalEndsAndNumbersNever() {
    TypeDescription columns = SchemaText.parse("id bigint, a string, b string");
    List<Object[]> rows =
        List.of(
            new Object[] {Long.MAX_VALUE, "x".repeat(50), "short"},
            new Object[] {1L, "中".repeat(50), "short"});

    List<String> lines = lines(columns, OptionalInt.of(50), rows);

    assertThat(lines)
        .containsExactly(
            "                 id | a                    | b",
            "--------------------".substring(1) + "-+-" + "-".repeat(20) + "-+------",
            "9223372036854775807 | " + "x".repeat(19) + "… | short",
            "                  1 | " + "中".repeat(9) + "…  | short");
  }

  @Test
  void aWiderValueAfterTheMeasuredRowsWidensItsColumnFromThereOn() {
    TypeDescription columns = SchemaText.parse("id bigint, a string, b string");
    List<Object[]> rows = new ArrayList<>();
    for (int i = 0; i < TablePrinter.ROWS_MEASURED; i++) {
      rows.add(new Object[] {1L, "a", "b"});
    }
    rows.add(new Object[] {1234L, "abcdef", "b"});
    rows.add(new Object[] {1L, "a", "b"});

    List<String> free = lines(columns, OptionalInt.empty(), rows);
    List<String> narrow = lines(columns, OptionalInt.of(12), rows);

    assertThat(free).hasSize(2 + rows.size());
    assertThat(free.get(2)).isEqualTo(" 1 | a | b");
    assertThat(free.subList(1002, 1004)).containsExactly("1234 | abcdef | b", "   1 | a      | b");
    assertThat(narrow.subList(1002, 1004)).containsExactly("1234 | … | b", "   1 | a | b");
  }

  @ParameterizedTest
  @EnumSource(OutputFormat.class)
  void aStreamThatTakesNoMoreStopsThePrinter(OutputFormat format) {
    OutputStream broken =
        new OutputStream() {
          @Override
          public void write(int value) throws IOException {
            throw new IOException("broken pipe");
          }
        };
    for (OutputStream out :
        List.of(broken, new PrintStream(broken, false, StandardCharsets.UTF_8))) {
      RowPrinter printer = format.printer(COLUMNS, RowAddressing.NONE, OptionalInt.empty(), out);
      assertThatThrownBy(
              () -> {
                while (true) {
                  printer.print(row(1, "x", null, "t"), Optional.empty());
                }
              })
          .isInstanceOf(UncheckedIOException.class);
    }
  }

  @ParameterizedTest
  @EnumSource(OutputFormat.class)
  void aRowWithoutTheAddressThatIsToBePrintedIsRefused(OutputFormat format) {
    RowPrinter printer =
        format.printer(
            COLUMNS, RowAddressing.ROW_ID, OptionalInt.empty(), OutputStream.nullOutputStream());

    assertThatThrownBy(() -> printer.print(new Object[4], Optional.empty()))
        .isInstanceOf(IllegalArgumentException.class);
  }

  private static Object[] row(long id, String name, String amount, String tag) {
    return new Object[] {id, name, amount == null ? null : new BigDecimal(amount), List.of(tag)};
  }

  private static String print(OutputFormat format, RowAddressing addressing, Object[]... rows) {
    return print(COLUMNS, format, addressing, OptionalInt.empty(), Arrays.asList(rows));
  }

  private static List<String> lines(
      TypeDescription columns, OptionalInt width, List<Object[]> rows) {
    return print(columns, OutputFormat.TABLE, RowAddressing.NONE, width, rows).lines().toList();
  }

  private static String print(
      TypeDescription columns,
      OutputFormat format,
      RowAddressing addressing,
      OptionalInt width,
      List<Object[]> rows) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    RowPrinter printer = format.printer(columns, addressing, width, out);
    rows.forEach(row -> printer.print(row, ADDRESS));
    printer.finish();
    return out.toString(StandardCharsets.UTF_8);
  }
}
