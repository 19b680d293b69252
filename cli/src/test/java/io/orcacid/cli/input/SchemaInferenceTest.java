package io.orcacid.cli.input;

import static io.orcacid.cli.input.InputFormat.CSV;
import static io.orcacid.cli.input.InputFormat.JSON;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.orcacid.error.ValidationException;
import io.orcacid.format.SchemaText;
import io.orcacid.testkit.Seeds;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.apache.orc.TypeDescription;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SchemaInferenceTest {
  @TempDir Path folder;

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "true;False;;TRUE|boolean",
        "true;1|string",
        "1;-5;0;9223372036854775807|bigint",
        "00501;12345|string",
        "+5|string",
        "9223372036854775808|string",
        "1;2.5|double",
        "1.0E100;-0.5;.5;1e-05|double",
        "1;NaN;-Infinity|double",
        "NaN|string",
        "12E4;12E5|string",
        "1.5;00.5|string",
        "1.5;9007199254740993|string",
        "9007199254740993|bigint",
        "0.123456789012345678|string",
        "1e999|string",
        "1.5;-|string",
        "2001-01-01;2000-02-29|date",
        "2001-02-29|string",
        "2001-1-1|string",
        "2001-01-01 00:00:00;2001-01-01T23:59:59.123456789|timestamp",
        "2001-01-01;2001-01-01 12:00:00|timestamp",
        "2001-01-01 24:00:00|string",
        "2001-01-01T00:00:00Z|string",
        "2001-01-01 12:00|string",
        "1;2001-01-01|string",
        ";|string",
        "1;\"\"|string",
        "\" 1\"|string"
      })
  void theTypeOfAColumnIsTheNarrowestThatKeepsAllItsValues(String values, String type)
      throws IOException {
    String rows = "c,other\n" + String.join(",\n", values.split(";", -1)) + ",\n";

    assertThat(infer(CSV, rows)).isEqualTo("c " + type + ", other string");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "1;2|bigint",
        "1;2.5;1e5|double",
        "1e5|double",
        "12345678901234567890|string",
        "true;null|boolean",
        "true;\"true\"|string",
        "\"true\"|string",
        "\"1\"|string",
        "1;\"x\"|string",
        "1.5;\"NaN\"|double",
        "null|string",
        "\"2001-01-01\"|date",
        "\"2001-01-01 01:02:03\"|timestamp",
        "[1,2];[];null|array<bigint>",
        "[];[null]|array<string>",
        "[[1],[2.5]]|array<array<double>>",
        "[1,\"a\"]|array<string>",
        "[1];2|string",
        "{}|string",
        "{\"a\":1};{\"b\":{\"c\":[true]}}|struct<a:bigint,b:struct<c:array<boolean>>>",
        "{\"a\":1};[1]|string"
      })
  void theTypeOfAMemberIsTheNarrowestThatKeepsAllItsValues(String values, String type)
      throws IOException {
    StringBuilder rows = new StringBuilder();
    for (String value : values.split(";")) {
      rows.append("{\"first name\":null,\"c\":").append(value).append("}\n");
    }

    assertThat(infer(JSON, rows.toString())).isEqualTo("`first name` string, c " + type);
  }

  @Test
  void columnsOfSeveralFilesComeInTheOrderOfTheirFirstAppearance() throws IOException {
    Path first = Files.writeString(folder.resolve("1.csv"), "b,a\n1,x\n");
    Path second = Files.writeString(folder.resolve("2.json"), "{\"c\":true,\"b\":2.5}\n");

    assertThat(SchemaText.print(SchemaInference.infer(List.of(file(first), file(second)))))
        .isEqualTo("b double, a string, c boolean");
  }

  @Test
  void rowsThatCannotBeReadCountForNothing() throws IOException {
    assertThat(infer(CSV, "a,b\n1,2\nx\n3,\"y\"z\n4,5\n")).isEqualTo("a bigint, b bigint");
    assertThat(infer(JSON, "{\"a\":1}\n{\"a\":\"x\",\"b\":\n[1]\n{\"a\":2} x\n"))
        .isEqualTo("a bigint");
  }

  @Test
  void filesThatTellNoColumnsOrImpossibleOnesAreRefused() {
    for (String text : List.of("", "\n", "{}", "[1]", "{\"a\":1,\"A\":2}", "{\"\":1}")) {
      assertThatThrownBy(() -> infer(JSON, text)).isInstanceOf(ValidationException.class);
    }
    assertThatThrownBy(() -> infer(CSV, "")).isInstanceOf(ValidationException.class);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '~',
      value = {
        "flights-sample.csv|flight_id bigint, departure timestamp, delay_minutes bigint,"
            + " distance_miles bigint, origin string, destination string",
        "airports-sample.csv|iata string, name string, city string, state string, country string,"
            + " latitude double, longitude double",
        "birdstrikes-sample.csv|`Airport Name` string, `Aircraft Make Model` string,"
            + " `Effect Amount of damage` string, `Flight Date` date,"
            + " `Aircraft Airline Operator` string, `Origin State` string,"
            + " `Phase of flight` string, `Wildlife Size` string, `Wildlife Species` string,"
            + " `Time of day` string, `Cost Other` bigint, `Cost Repair` bigint,"
            + " `Cost Total $` bigint, `Speed IAS in knots` bigint"
      })
  void publishedDataGivesTheColumnsThatPeopleExpect(String name, String columns)
      throws IOException {
    Path path = folder.resolve(name);
    try (InputStream in = getClass().getResourceAsStream(name)) {
      Files.copy(in, path);
    }

    TypeDescription inferred = SchemaInference.infer(List.of(file(path)));

    assertThat(SchemaText.print(inferred)).isEqualTo(columns);
    try (RowSource source = file(path).open(inferred)) {
      Object[] row = new Object[inferred.getChildren().size()];
      long rows = 0;
      while (source.next(row)) {
        rows++;
      }
      assertThat(rows).isGreaterThan(50);
    }
  }

  private static final String[] TEXTS = {
    "true",
    "0",
    "1",
    "-7",
    "00",
    "1.5",
    "-0",
    "1e-3",
    "1E5",
    "NaN",
    "Infinity",
    "x",
    "",
    "2001-01-01",
    "2001-01-01 00:00:00",
    "2001-02-30",
    "9007199254740993",
    "99999999999999999999",
    "1.",
    "null",
    "2001-01-01T01:02:03.5",
    "-",
    ".",
    " 1",
    "1d"
  };

  @Test
  void noRowOfTheSameCsvFileFailsForTheGuess() {
    Seeds.forEach(
        300,
        random -> {
          StringBuilder text = new StringBuilder("a,b\n");
          String[] palette = palette(random);
          for (int i = 0; i < 5; i++) {
            String a = palette[random.nextInt(palette.length)];
            text.append(random.nextInt(5) == 0 ? "\"" + a + "\"" : a).append(",x\n");
          }
          String columns = infer(CSV, text.toString());
          assertThat(Sources.read(CSV, columns, text.toString()))
              .describedAs("%s%n%s", columns, text)
              .noneMatch(row -> row instanceof BadRowException);
        });
  }

  @Test
  void noRowOfTheSameJsonFileFailsForTheGuess() {
    Seeds.forEach(
        300,
        random -> {
          StringBuilder text = new StringBuilder();
          for (int i = 0; i < 4; i++) {
            text.append("{\"a\":").append(json(random, palette(random), 3)).append("}\n");
          }
          String columns = infer(JSON, text.toString());
          assertThat(Sources.read(JSON, columns, text.toString()))
              .describedAs("%s%n%s", columns, text)
              .noneMatch(row -> row instanceof BadRowException);
        });
  }

  private static String[] palette(Random random) {
    String[] palette = new String[1 + random.nextInt(3)];
    for (int i = 0; i < palette.length; i++) {
      palette[i] = TEXTS[random.nextInt(TEXTS.length)];
    }
    return palette;
  }

  private static String json(Random random, String[] palette, int depth) {
    int form = random.nextInt(depth == 0 ? 3 : 5);
    String text = palette[random.nextInt(palette.length)];
    List<String> parts = new ArrayList<>();
    for (int i = random.nextInt(3); i > 0 && form > 2; i--) {
      parts.add((form == 3 ? "" : "\"f" + i + "\":") + json(random, palette, depth - 1));
    }
    return switch (form) {
      case 0 -> "null";
      case 1 -> "\"" + text + "\"";
      case 2 ->
          text.matches("-?(0|[1-9][0-9]*)(\\.[0-9]+)?([eE][-+]?[0-9]+)?|true|null")
              ? text
              : "\"" + text + "\"";
      case 3 -> "[" + String.join(",", parts) + "]";
      default -> "{" + String.join(",", parts) + "}";
    };
  }

  private static String infer(InputFormat format, String text) throws IOException {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    try (InputFile file = InputFile.of("-", Optional.of(format), new ByteArrayInputStream(bytes))) {
      return SchemaText.print(SchemaInference.infer(List.of(file)));
    }
  }

  private static InputFile file(Path path) {
    return InputFile.of(path.toString(), Optional.empty(), InputStream.nullInputStream());
  }
}
