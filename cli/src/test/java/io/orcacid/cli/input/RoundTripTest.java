package io.orcacid.cli.input;

import static org.assertj.core.api.Assertions.assertThat;

import io.orcacid.Address;
import io.orcacid.cli.output.JsonText;
import io.orcacid.cli.output.OutputFormat;
import io.orcacid.cli.output.RowAddressing;
import io.orcacid.cli.output.RowPrinter;
import io.orcacid.format.RowId;
import io.orcacid.format.SchemaText;
import io.orcacid.format.value.Batches;
import io.orcacid.format.value.StructValue;
import io.orcacid.format.value.ValueSetter;
import io.orcacid.format.value.VectorValues;
import io.orcacid.testkit.Fixture;
import io.orcacid.testkit.Seeds;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import org.apache.hadoop.hive.ql.exec.vector.VectorizedRowBatch;
import org.apache.orc.TypeDescription;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

class RoundTripTest {
  private static final String LINE =
      "ROW__ID struct<writeId:bigint,bucket:int,rowId:bigint>, values ";

  @ParameterizedTest
  @EnumSource(
      value = InputFormat.class,
      names = {"CSV", "JSON"})
  void whatIsPrintedReadsBackUnchanged(InputFormat format) {
    Seeds.forEach(
        200,
        random -> {
          RandomRows generator = new RandomRows(random);
          TypeDescription columns = generator.columns();
          List<Object[]> rows = new ArrayList<>();
          for (int i = 0; i < 20; i++) {
            rows.add(generator.row(columns));
          }
          String printed = print(OutputFormat.valueOf(format.name()), columns, rows);

          List<Object[]> read = read(format, columns, printed);

          assertThat(texts(columns, read)).isEqualTo(texts(columns, rows));
          assertThat(texts(columns, throughVectors(columns, read))).isEqualTo(texts(columns, rows));
        });
  }

  @ParameterizedTest
  @EnumSource(
      value = InputFormat.class,
      names = {"CSV", "JSON"})
  void aColumnAloneReadsBackWithItsNullsAndEmptyTexts(InputFormat format) throws IOException {
    TypeDescription columns = SchemaText.parse("only string");
    List<Object[]> rows = new ArrayList<>();
    for (String value : new String[] {null, "", "a", null, "", null}) {
      rows.add(new Object[] {value});
    }

    List<Object[]> read =
        read(format, columns, print(OutputFormat.valueOf(format.name()), columns, rows));

    assertThat(texts(columns, read)).isEqualTo(texts(columns, rows));
  }

  static List<Fixture> fixtures() {
    return Fixture.all();
  }

  /** Read, put into vectors as the writer does, taken out as a scan does, printed. */
  @ParameterizedTest
  @MethodSource("fixtures")
  void theRowsOfAFixtureArePrintedByteForByteAsExpected(Fixture fixture) throws IOException {
    TypeDescription columns = SchemaText.parse(fixture.schema());
    TypeDescription line = SchemaText.parse(LINE + columns);
    for (Fixture.FixtureSnapshot snapshot : fixture.snapshots()) {
      if (snapshot.mustBeRefused()) {
        continue;
      }
      List<String> expected = snapshot.expected().orElseThrow();
      List<Object[]> rows = read(InputFormat.JSON, line, String.join("\n", expected));

      ByteArrayOutputStream out = new ByteArrayOutputStream();
      RowPrinter printer =
          OutputFormat.JSON.printer(columns, RowAddressing.ROW_ID, OptionalInt.empty(), out);
      List<Object[]> values =
          rows.stream().map(row -> ((StructValue) row[1]).values().toArray()).toList();
      List<Object[]> stored = throughVectors(columns, values);
      for (int i = 0; i < rows.size(); i++) {
        printer.print(stored.get(i), Optional.of(address((StructValue) rows.get(i)[0])));
      }
      printer.finish();

      assertThat(out.toString(StandardCharsets.UTF_8).lines().toList()).isEqualTo(expected);
    }
  }

  @Test
  void theFixturesHoldAllTypes() {
    assertThat(fixtures())
        .anyMatch(fixture -> fixture.name().equals("hive-4.1/all_types"))
        .hasSizeGreaterThan(40);
  }

  private static Address address(StructValue rowId) {
    return new Address(
        "",
        new RowId(
            (long) rowId.values().get(0),
            (int) rowId.values().get(1),
            (long) rowId.values().get(2)));
  }

  /** Every value that a source hands out must be taken by the setter. */
  private static List<Object[]> throughVectors(TypeDescription columns, List<Object[]> rows) {
    VectorizedRowBatch batch = Batches.create(columns, Math.max(1, rows.size()));
    List<Object[]> out = new ArrayList<>();
    for (int row = 0; row < rows.size(); row++) {
      Object[] values = new Object[batch.cols.length];
      for (int i = 0; i < values.length; i++) {
        TypeDescription type = columns.getChildren().get(i);
        ValueSetter.set(type, batch.cols[i], row, rows.get(row)[i]);
        values[i] = VectorValues.get(type, batch.cols[i], row);
      }
      out.add(values);
    }
    return out;
  }

  private static String print(OutputFormat format, TypeDescription columns, List<Object[]> rows) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    RowPrinter printer = format.printer(columns, RowAddressing.NONE, OptionalInt.empty(), out);
    rows.forEach(row -> printer.print(row, Optional.empty()));
    printer.finish();
    return out.toString(StandardCharsets.UTF_8);
  }

  private static List<Object[]> read(InputFormat format, TypeDescription columns, String text)
      throws IOException {
    List<Object[]> rows = new ArrayList<>();
    InputFile file =
        InputFile.of(
            InputFile.STANDARD_INPUT,
            Optional.of(format),
            new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8)));
    try (file;
        RowSource source = file.open(columns)) {
      Object[] values = new Object[columns.getChildren().size()];
      while (source.next(values)) {
        rows.add(values.clone());
      }
    }
    return rows;
  }

  private static List<List<String>> texts(TypeDescription columns, List<Object[]> rows) {
    List<List<String>> texts = new ArrayList<>();
    for (Object[] row : rows) {
      List<String> values = new ArrayList<>();
      for (int i = 0; i < row.length; i++) {
        values.add(JsonText.value(columns.getChildren().get(i), row[i]));
      }
      texts.add(values);
    }
    return texts;
  }
}
