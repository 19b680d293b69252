package io.orcacid.cli.input;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.orcacid.error.ValidationException;
import io.orcacid.format.SchemaText;
import io.orcacid.testkit.Seeds;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.zip.GZIPOutputStream;
import org.apache.orc.TypeDescription;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class InputFileTest {
  private static final TypeDescription ID = SchemaText.parse("id bigint");

  @TempDir Path folder;

  @ParameterizedTest
  @CsvSource({
    "a.csv,CSV",
    "a.CSV.gz,CSV",
    "a.json,JSON",
    "a.jsonl.GZ,JSON",
    "a.ndjson,JSON",
    "a.ORC,ORC",
    "a.parquet,PARQUET",
    "a.txt,",
    "csv,",
    "-,",
    "a.csv.bz2,"
  })
  void theNameTellsTheFormat(String name, InputFormat format) {
    assertThat(InputFormat.ofName(name)).isEqualTo(Optional.ofNullable(format));
  }

  @Test
  void aFileThatIsMissingOrADirectoryOrOfAnUnknownFormatIsRefused() {
    for (String name : List.of(folder.resolve("none.csv").toString(), folder.toString(), "-")) {
      assertThatThrownBy(() -> InputFile.of(name, Optional.empty(), InputStream.nullInputStream()))
          .isInstanceOf(ValidationException.class)
          .hasMessageContaining("file=" + name);
    }
  }

  @Test
  void aTypedFileIsReadFromStandardInputToo() throws IOException {
    try (InputStream in = getClass().getResourceAsStream("duckdb.parquet");
        InputFile file = InputFile.of("-", Optional.of(InputFormat.PARQUET), in)) {
      TypeDescription columns = SchemaInference.infer(List.of(file));
      Object[] row = new Object[columns.getChildren().size()];
      try (RowSource source = file.open(columns)) {
        assertThat(source.next(row)).isTrue();
        assertThat(row[3]).isEqualTo(3);
        assertThat(source.next(row)).isTrue();
        assertThat(row).containsOnlyNulls();
        assertThat(source.next(row)).isFalse();
        assertThat(source.bytesRead()).isEqualTo(source.totalBytes()).isPositive();
      }
    }
  }

  @Test
  void aTypedFileInGzipIsRefused() throws IOException {
    Files.write(folder.resolve("a.orc.gz"), new byte[1]);
    String name = folder.resolve("a.orc.gz").toString();
    assertThatThrownBy(() -> InputFile.of(name, Optional.empty(), InputStream.nullInputStream()))
        .isInstanceOf(ValidationException.class)
        .hasMessageContaining("unpack");
  }

  @Test
  void progressIsToldInBytesAsStored() throws IOException {
    byte[] stored = gzip(numbers(10_000));
    try (InputFile file = file("n.csv.gz", stored);
        RowSource source = file.open(ID)) {
      Object[] row = new Object[1];
      long rows = 0;
      while (source.next(row)) {
        rows++;
        assertThat(source.line()).isEqualTo(rows + 1);
        assertThat(source.bytesRead()).isBetween(1L, (long) stored.length);
      }
      assertThat(rows).isEqualTo(10_000);
      assertThat(source.bytesRead()).isEqualTo(stored.length);
      assertThat(source.totalBytes()).isEqualTo(stored.length);
    }
  }

  @Test
  void aStreamIsReadOnceUnlessItIsKept() throws IOException {
    InputFile once = standardInput("id\n1\n");
    try (RowSource source = once.open(ID)) {
      assertThat(source.totalBytes()).isEqualTo(-1);
      assertThat(source.next(new Object[1])).isTrue();
    }
    assertThatThrownBy(() -> once.open(ID)).isInstanceOf(IllegalStateException.class);

    try (InputFile kept = standardInput("id\n1\n")) {
      kept.keep();
      for (int i = 0; i < 2; i++) {
        try (RowSource source = kept.open(ID)) {
          assertThat(source.totalBytes()).isEqualTo(5);
          assertThat(source.next(new Object[1])).isTrue();
          assertThat(source.next(new Object[1])).isFalse();
        }
      }
    }
  }

  @Test
  void membersOfGzipFollowOneAnotherAndZerosAtTheEndCountForNothing() throws IOException {
    byte[] all = join(join(gzip("id\n1\n"), gzip("2\n")), join(gzip("3\n"), new byte[512]));

    assertThat(ids(all)).containsExactly(1L, 2L, 3L);
  }

  @Test
  void aGzipFileThatIsCutOffOrFollowedByOtherBytesIsRefusedWhereverItIs() throws IOException {
    byte[] whole = join(gzip(numbers(500)), gzip("7\n"));
    Seeds.forEach(
        200,
        random -> {
          int end = random.nextInt(whole.length - 1) + 1;
          byte[] damaged = Arrays.copyOf(whole, end);
          if (end == gzip(numbers(500)).length || random.nextInt(4) == 0) {
            damaged = join(whole, new byte[] {0, 'x', 'y', 'z'});
          }
          byte[] bytes = damaged;
          assertThatThrownBy(() -> ids(bytes))
              .isInstanceOf(ValidationException.class)
              .hasMessageContaining("n.csv.gz");
        });
  }

  @Test
  void aSecondMemberWhoseBeginningIsDamagedIsNotTakenForTheEnd() throws IOException {
    byte[] second = gzip("2\n");
    second[0] = 'x';

    assertThatThrownBy(() -> ids(join(gzip("id\n1\n"), second)))
        .isInstanceOf(ValidationException.class);
  }

  private List<Object> ids(byte[] stored) throws IOException {
    List<Object> ids = new ArrayList<>();
    try (InputFile file = file("n.csv.gz", stored);
        RowSource source = file.open(ID)) {
      Object[] row = new Object[1];
      while (source.next(row)) {
        ids.add(row[0]);
      }
    }
    return ids;
  }

  private static String numbers(int count) {
    StringBuilder text = new StringBuilder("id\n");
    for (int i = 0; i < count; i++) {
      text.append(i * 7919L * 7919).append('\n');
    }
    return text.toString();
  }

  private InputFile file(String name, byte[] bytes) throws IOException {
    Path path = Files.write(folder.resolve(name), bytes);
    return InputFile.of(path.toString(), Optional.empty(), InputStream.nullInputStream());
  }

  private static InputFile standardInput(String text) {
    return InputFile.of(
        "-",
        Optional.of(InputFormat.CSV),
        new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8)));
  }

  private static byte[] gzip(String text) throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    try (GZIPOutputStream packed = new GZIPOutputStream(out)) {
      packed.write(text.getBytes(StandardCharsets.UTF_8));
    }
    return out.toByteArray();
  }

  private static byte[] join(byte[] first, byte[] second) {
    byte[] all = Arrays.copyOf(first, first.length + second.length);
    System.arraycopy(second, 0, all, first.length, second.length);
    return all;
  }
}
