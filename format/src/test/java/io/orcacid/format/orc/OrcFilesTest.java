package io.orcacid.format.orc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.orcacid.error.CorruptFileException;
import io.orcacid.format.RowId;
import io.orcacid.format.io.DurableOutput;
import io.orcacid.format.io.Storage;
import io.orcacid.testkit.Fixture;
import io.orcacid.testkit.Seeds;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.apache.hadoop.hive.ql.exec.vector.VectorizedRowBatch;
import org.apache.orc.CompressionKind;
import org.apache.orc.OrcFile;
import org.apache.orc.TypeDescription;
import org.apache.orc.Writer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class OrcFilesTest {
  private static final List<String> SMALL_FILES =
      List.of(
          "hive-4.1/all_types/table/delta_0000001_0000001_0000/bucket_00000",
          "hive-4.1/codec_snappy/table/delta_0000001_0000001_0000/bucket_00000",
          "hive-4.1/codec_none/table/delete_delta_0000002_0000002_0000/bucket_00000",
          "trino/fullacid_delete_delta_test/delete_delta_0000007_0000007_0000/bucket_00000",
          "impala/streaming.orc");

  @TempDir Path directory;

  private final Storage storage = Storage.local();
  private int files;

  private Path copy(String fixture) {
    return Fixture.copyFiles(fixture, directory.resolve("copy" + files++));
  }

  private OrcInput open(Path file) throws IOException {
    return OrcFiles.open(storage, file.toString(), Files.size(file));
  }

  /** Reads all that a reader may ask of a file. */
  private long readAll(Path file) throws IOException {
    long count = 0;
    try (OrcInput input = open(file)) {
      input.statistics();
      input.stripeStatistics();
      input.footerKey(AcidKeyIndex.KEY).ifPresent(AcidKeyIndex::parse);
      input.footerKey(AcidStats.KEY).ifPresent(AcidStats::parse);
      try (OrcInput.Rows rows = input.rows(input.options())) {
        VectorizedRowBatch batch = input.schema().createRowBatch();
        // A flipped count may promise rows without end: what matters shows in the first ones.
        while (count < 1_000_000 && rows.next(batch)) {
          count += batch.size;
        }
      }
    }
    return count;
  }

  /** Whether the file was refused as corrupt; every other failure is one of the test. */
  private boolean isRefused(Path file) throws IOException {
    try {
      readAll(file);
      return false;
    } catch (CorruptFileException e) {
      if (e.details().containsKey("path")) {
        assertThat(e).hasMessageContaining("path=" + file);
      } else {
        assertThat(e).hasMessageContaining("footer key");
      }
      return true;
    }
  }

  @Test
  void aFileCutAtAnyLengthIsRefused() throws IOException {
    byte[] whole = Files.readAllBytes(copy(SMALL_FILES.get(3)));
    Path cut = directory.resolve("cut");
    for (int length = 1; length < whole.length; length++) {
      Files.write(cut, Arrays.copyOf(whole, length));
      assertThatThrownBy(() -> readAll(cut))
          .as("cut at " + length)
          .isInstanceOf(CorruptFileException.class)
          .hasMessageContaining("path=" + cut);
    }
  }

  @Test
  void aFileOfLengthZeroHoldsNothing() throws IOException {
    Path file = Files.createFile(directory.resolve("zero"));
    assertThat(readAll(file)).isZero();
  }

  @Test
  void aLengthBeyondTheEndOfTheFileIsRefused() throws IOException {
    Path file = copy(SMALL_FILES.get(3));
    assertThatThrownBy(
            () -> OrcFiles.open(storage, file.toString(), Files.size(file) + 1000).close())
        .isInstanceOf(CorruptFileException.class)
        .hasMessageContaining("path=" + file);
  }

  @Test
  void aFlippedBitIsReadOrRefusedAndNothingElse() {
    Seeds.forEach(
        200,
        random -> {
          byte[] bytes =
              Files.readAllBytes(copy(SMALL_FILES.get(random.nextInt(SMALL_FILES.size()))));
          for (int i = 1 + random.nextInt(3); i > 0; i--) {
            bytes[random.nextInt(bytes.length)] ^= (byte) (1 << random.nextInt(8));
          }
          isRefused(Files.write(directory.resolve("flipped"), bytes));
        });
  }

  @Test
  void aFlippedBitOfTheTailIsReadOrRefusedAndNothingElse() {
    Seeds.forEach(
        200,
        random -> {
          byte[] bytes =
              Files.readAllBytes(copy(SMALL_FILES.get(random.nextInt(SMALL_FILES.size()))));
          int at = bytes.length - 1 - random.nextInt(Math.min(300, bytes.length));
          bytes[at] ^= (byte) (1 << random.nextInt(8));
          isRefused(Files.write(directory.resolve("flipped"), bytes));
        });
  }

  @Test
  void aTextFileIsNoOrcFile_A34() throws IOException {
    for (String text : List.of("1|Avro", "x", "ORC", "1|Avro\n".repeat(5000), "\0".repeat(100))) {
      Path file = Files.writeString(directory.resolve("text"), text);
      assertThatThrownBy(() -> open(file).close())
          .isInstanceOf(CorruptFileException.class)
          .hasMessageContaining("path=" + file);
    }
  }

  @Test
  void aRefusedFileIsClosedAgain_A34() throws IOException {
    Path file = Files.writeString(directory.resolve("text"), "1|Avro\n".repeat(5000));
    for (int i = 0; i < 20; i++) {
      assertThat(isRefused(file)).isTrue();
    }
    try (Stream<Path> open = Files.list(Path.of("/proc/self/fd"))) {
      assertThat(open.map(OrcFilesTest::target)).doesNotContain(file.toString());
    }
  }

  private static String target(Path descriptor) {
    try {
      return Files.readSymbolicLink(descriptor).toString();
    } catch (IOException closed) {
      return "";
    }
  }

  @Test
  void aMissingFileIsMissingAndNotCorrupt() {
    assertThatThrownBy(() -> OrcFiles.open(storage, directory.resolve("none").toString(), 100))
        .isInstanceOf(FileNotFoundException.class);
  }

  @Test
  void theSchemaSaysWhetherAFileIsAnAcidOne_A17_A35() throws IOException {
    Path lower = copy("impala/full_acid_schema_but_no_acid_version.orc");
    try (OrcInput input = open(lower)) {
      assertThat(input.isAcid()).isTrue();
      assertThat(input.footerKey(AcidKeyIndex.KEY)).isEmpty();
      assertThat(input.rowCount()).isEqualTo(3);
    }
    for (String plain :
        List.of(
            "impala/alltypes_non_acid.orc",
            "trino/acid_version_validation/no_orc_acid_version_in_metadata/00000_0")) {
      try (OrcInput input = open(copy(plain))) {
        assertThat(input.isAcid()).isFalse();
      }
    }
    try (OrcInput input = open(copy("trino/acid_version_validation/acid_version_hive_3/00000_0"))) {
      assertThat(input.isAcid()).isTrue();
      assertThat(input.footerKey(AcidVersion.KEY)).contains(AcidVersion.VERSION_2);
    }
  }

  @Test
  void aTableWithColumnsOfTheSameNamesIsNoAcidFile_A14() {
    assertThat(
            AcidSchema.isAcid(
                TypeDescription.fromString(
                    "struct<operation:int,originalTransaction:bigint,bucket:int,rowId:bigint,currentTransaction:bigint,row:int>")))
        .isFalse();
    assertThat(AcidSchema.isAcid(TypeDescription.createInt())).isFalse();
    assertThat(
            AcidSchema.isAcid(
                TypeDescription.fromString(
                    "struct<bucket:int,operation:int,originalTransaction:bigint,rowId:bigint,currentTransaction:bigint,row:struct<a:int>>")))
        .isFalse();
    TypeDescription nested =
        TypeDescription.fromString(
            "struct<operation:int,rowId:bigint,bucket:int,row:struct<a:int>>");
    assertThat(AcidSchema.row(AcidSchema.of(nested))).isEqualTo(nested);
    assertThat(AcidSchema.isAcid(AcidSchema.of(nested))).isTrue();
    assertThat(AcidSchema.of(nested).getChildren().get(AcidSchema.ROW).getId())
        .isEqualTo(AcidSchema.ROW_COLUMN_ID);
  }

  @Test
  void theSchemaIsSpelledAsEveryEngineAccepts() {
    assertThat(AcidSchema.of(TypeDescription.fromString("struct<a:int>")))
        .hasToString(
            "struct<operation:int,originalTransaction:bigint,bucket:int,rowId:bigint,currentTransaction:bigint,row:struct<a:int>>");
  }

  @Test
  void footerKeysOfForeignFilesAreRead() throws IOException {
    try (OrcInput input = open(copy("impala/streaming.orc"))) {
      assertThat(AcidKeyIndex.parse(input.footerKey(AcidKeyIndex.KEY).orElseThrow()).lastRows())
          .containsExactly(new RowId(1, 536870912, 1), new RowId(2, 536870912, 1));
      assertThat(input.stripes()).hasSize(2);
      assertThat(input.hasStatistics()).isFalse();
    }
    try (OrcInput input = open(copy("orc/acid5k.orc"))) {
      assertThat(input.rowCount()).isEqualTo(5000);
      assertThat(input.hasStatistics()).isTrue();
      assertThat(AcidStats.parse(input.footerKey(AcidStats.KEY).orElseThrow()))
          .isEqualTo(new AcidStats(5000, 0, 0));
    }
  }

  @Test
  void rowsAreReadAgainFromWhereOneGoes() throws IOException {
    try (OrcInput input = open(copy("impala/alltypes_non_acid.orc"));
        OrcInput.Rows rows = input.rows(input.options())) {
      VectorizedRowBatch batch = input.schema().createRowBatch();
      rows.seekToRow(7299);
      assertThat(rows.rowNumber()).isEqualTo(7299);
      assertThat(rows.next(batch)).isTrue();
      assertThat(batch.size).isEqualTo(1);
      assertThat(rows.next(batch)).isFalse();
      assertThat(batch.size).isZero();
    }
  }

  private OrcInput written(Map<String, String> settings, Map<String, String> properties)
      throws IOException {
    Storage configured = Storage.local(settings);
    String path = directory.resolve("written" + files++).toString();
    DurableOutput out = configured.create(path);
    try (Writer writer =
        OrcFiles.create(configured, out, AcidFiles.USER_ROW, properties, OrcFiles.noCallback())) {
      writer.addUserMetadata("key", StandardCharsets.UTF_8.encode("väl"));
      VectorizedRowBatch batch = AcidFiles.USER_ROW.createRowBatch();
      batch.size = 10;
      writer.addRowBatch(batch);
    }
    assertThat(out.length()).isEqualTo(configured.length(path));
    return OrcFiles.open(configured, path, out.length());
  }

  @Test
  void filesAreWrittenForEveryEngineUnlessTheTableSaysOtherwise() throws IOException {
    try (OrcInput input = written(Map.of(), Map.of("other", "x"))) {
      assertThat(input.reader().getCompressionKind()).isEqualTo(CompressionKind.ZSTD);
      assertThat(input.reader().getFileVersion()).isEqualTo(OrcFile.Version.V_0_12);
      assertThat(input.reader().writerUsedProlepticGregorian()).isTrue();
      assertThat(input.rowIndexStride()).isEqualTo(10_000);
      assertThat(input.footerKey("key")).contains("väl");
      assertThat(input.footerKey("none")).isEmpty();
      assertThat(input.rowCount()).isEqualTo(10);
    }
    try (OrcInput input = written(Map.of("orc.compress", "SNAPPY"), Map.of())) {
      assertThat(input.reader().getCompressionKind()).isEqualTo(CompressionKind.SNAPPY);
    }
    try (OrcInput input =
        written(Map.of("orc.compress", "SNAPPY"), Map.of("orc.compress", "ZLIB"))) {
      assertThat(input.reader().getCompressionKind()).isEqualTo(CompressionKind.ZLIB);
    }
  }

  @Test
  void footerTextsAreReadBackAsWritten() {
    Seeds.forEach(
        100,
        random -> {
          List<RowId> rows =
              Stream.generate(
                      () -> new RowId(random.nextLong(), random.nextInt(), random.nextLong()))
                  .limit(random.nextInt(5))
                  .toList();
          AcidKeyIndex index = new AcidKeyIndex(rows);
          assertThat(AcidKeyIndex.parse(index.toString())).isEqualTo(index);
          AcidStats stats = new AcidStats(random.nextLong(), random.nextLong(), random.nextLong());
          assertThat(AcidStats.parse(stats.toString())).isEqualTo(stats);
        });
    assertThat(new AcidKeyIndex(List.of(new RowId(1, 536870912, 1)))).hasToString("1,536870912,1;");
    assertThat(new AcidKeyIndex(List.of())).hasToString("");
    assertThat(new AcidStats(5, 0, 1)).hasToString("5,0,1");
  }

  @Test
  void footerTextsThatAreDamagedAreRefused() {
    for (String text : List.of("1,2", "1,2,x;", "1,2,3,4;", "1,99999999999,3;", "x")) {
      assertThatThrownBy(() -> AcidKeyIndex.parse(text))
          .isInstanceOf(CorruptFileException.class)
          .hasMessageContaining(AcidKeyIndex.KEY);
    }
    for (String text : List.of("", "1,2", "1,2,3,4", "a,b,c")) {
      assertThatThrownBy(() -> AcidStats.parse(text))
          .isInstanceOf(CorruptFileException.class)
          .hasMessageContaining(AcidStats.KEY);
    }
  }
}
