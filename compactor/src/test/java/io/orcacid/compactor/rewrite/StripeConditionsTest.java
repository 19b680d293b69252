package io.orcacid.compactor.rewrite;

import static io.orcacid.reader.AcidFileMaker.BUCKET_0;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.orcacid.error.CorruptFileException;
import io.orcacid.format.SchemaText;
import io.orcacid.format.io.Storage;
import io.orcacid.format.orc.AcidSchema;
import io.orcacid.format.orc.OrcFiles;
import io.orcacid.format.orc.OrcInput;
import io.orcacid.reader.AcidFileMaker;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.util.List;
import java.util.TimeZone;
import java.util.function.Consumer;
import java.util.function.LongFunction;
import org.apache.orc.CompressionKind;
import org.apache.orc.EncryptionAlgorithm;
import org.apache.orc.InMemoryKeystore;
import org.apache.orc.OrcFile;
import org.apache.orc.StripeInformation;
import org.apache.orc.StripeStatistics;
import org.apache.orc.TypeDescription;
import org.apache.orc.Writer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A base of three stripes and a delta of one, which differ in one thing: the delta's stripe is
 * copied only where the two may stand in one file, and rows are right in any case.
 */
class StripeConditionsTest {
  private static final String COLUMNS =
      "id bigint, name string, day date, at timestamp, price decimal(10,2)";
  private static final long DELTA_ROWS = 1500;

  @TempDir private Path root;

  private static Object[] values(long id) {
    return new Object[] {
      id,
      "name " + id % 97,
      LocalDate.of(1500, 1, 1).plusDays(id * 37),
      LocalDateTime.of(1950, 1, 1, 0, 0).plusSeconds(id * 7_919).plusNanos(id),
      BigDecimal.valueOf(id, 2)
    };
  }

  private static Consumer<EventFileMaker.Options> same() {
    return options -> {};
  }

  private Path delta() {
    return root.resolve("delta_0000002_0000002_0000/bucket_00000");
  }

  private void base(Consumer<EventFileMaker.Options> options) throws IOException {
    try (AcidFileMaker file =
        EventFileMaker.acid(root.resolve("base_0000001/bucket_00000"), COLUMNS, options)) {
      for (int stripe = 0; stripe < 3; stripe++) {
        file.inserts(
                1, BUCKET_0, stripe * 2000L, (stripe + 1) * 2000L, StripeConditionsTest::values)
            .endStripe();
      }
    }
  }

  private void delta(Consumer<EventFileMaker.Options> options) throws IOException {
    try (AcidFileMaker file = EventFileMaker.acid(delta(), COLUMNS, options)) {
      file.inserts(2, BUCKET_0, 0, DELTA_ROWS, StripeConditionsTest::values);
    }
  }

  private void delta(String columns, LongFunction<Object[]> values) throws IOException {
    try (AcidFileMaker file = EventFileMaker.acid(delta(), columns)) {
      file.inserts(2, BUCKET_0, 0, DELTA_ROWS, values);
    }
  }

  private RewriteCounts compacted() throws IOException {
    Table table = Table.of(root, COLUMNS);
    List<Table.Found> before = table.byMerge();
    Table.Compacted compacted = table.major(2);
    assertThat(before).hasSize(6000 + (int) DELTA_ROWS);
    assertThat(compacted.table().byMerge()).isEqualTo(before);
    assertThat(compacted.table().byMask()).isEqualTo(before);
    return compacted.counts();
  }

  private void assertCopied() throws IOException {
    RewriteCounts counts = compacted();
    assertThat(counts.stripesCopied()).isEqualTo(4);
    assertThat(counts.stripesEncoded()).isZero();
  }

  private void assertOnlyTheBaseIsCopied() throws IOException {
    RewriteCounts counts = compacted();
    assertThat(counts.stripesCopied()).isEqualTo(3);
    assertThat(counts.stripesEncoded()).isEqualTo(1);
  }

  @Test
  void filesThatAgreeInEverythingAreCopied() throws IOException {
    base(same());
    delta(same());
    assertCopied();
  }

  @Test
  void anEmptyFileAndOneWithoutStripesBringNothing() throws IOException {
    base(same());
    delta(same());
    Files.createDirectories(root.resolve("delta_0000001_0000001_0000"));
    Path empty = root.resolve("delta_0000002_0000002_0001/bucket_00000");
    Files.createDirectories(empty.getParent());
    Files.createFile(empty);
    EventFileMaker.acid(root.resolve("delta_0000002_0000002_0002/bucket_00000"), COLUMNS).close();
    assertCopied();
  }

  @Test
  void fewerColumnsAreEncoded() throws IOException {
    base(same());
    delta("id bigint, name string", id -> new Object[] {id, "n"});
    assertOnlyTheBaseIsCopied();
  }

  @Test
  void moreColumnsAreEncoded() throws IOException {
    base(same());
    delta(
        COLUMNS + ", more string",
        id -> {
          Object[] some = values(id);
          return new Object[] {some[0], some[1], some[2], some[3], some[4], "more"};
        });
    assertOnlyTheBaseIsCopied();
  }

  @Test
  void aRenamedColumnIsEncodedAndItsValuesDoNotStandUnderAnotherName() throws IOException {
    base(same());
    delta(COLUMNS.replace("name", "title"), StripeConditionsTest::values);
    assertOnlyTheBaseIsCopied();
  }

  @Test
  void swappedColumnsOfOneTypeAreEncoded() throws IOException {
    String both = "a bigint, b bigint";
    try (AcidFileMaker file =
        EventFileMaker.acid(root.resolve("base_0000001/bucket_00000"), both)) {
      file.inserts(1, BUCKET_0, 0, 3000, id -> new Object[] {id, -id});
    }
    delta("b bigint, a bigint", id -> new Object[] {-id, id});
    Table table = Table.of(root, both);
    List<Table.Found> before = table.byMerge();
    Table.Compacted compacted = table.major(2);
    assertThat(compacted.table().byMerge()).isEqualTo(before);
    assertThat(before).allSatisfy(row -> assertThat(row.values()).matches("\\[(\\d+), -?\\1]"));
    assertThat(compacted.counts().stripesCopied()).isEqualTo(1);
  }

  @Test
  void aNarrowerIntegerIsEncoded() throws IOException {
    base(same());
    delta(
        COLUMNS.replace("id bigint", "id int"),
        id -> {
          Object[] some = values(id);
          some[0] = (int) id;
          return some;
        });
    assertOnlyTheBaseIsCopied();
  }

  @Test
  void aTextOfLimitedLengthIsEncoded() throws IOException {
    base(same());
    delta(COLUMNS.replace("name string", "name varchar(20)"), StripeConditionsTest::values);
    assertOnlyTheBaseIsCopied();
  }

  @Test
  void anotherScaleOfADecimalIsEncoded() throws IOException {
    base(same());
    delta(COLUMNS.replace("decimal(10,2)", "decimal(10,1)"), StripeConditionsTest::tenths);
    assertOnlyTheBaseIsCopied();
  }

  private static Object[] tenths(long id) {
    Object[] some = values(id);
    some[4] = BigDecimal.valueOf(id, 1);
    return some;
  }

  @Test
  void aColumnWithAttributesIsEncoded() throws IOException {
    base(same());
    TypeDescription schema = AcidSchema.of(SchemaText.parse(COLUMNS));
    AcidSchema.row(schema).getChildren().get(0).setAttribute("field.id", "7");
    try (AcidFileMaker file = EventFileMaker.acid(delta(), schema, same())) {
      file.inserts(2, BUCKET_0, 0, DELTA_ROWS, StripeConditionsTest::values);
    }
    assertOnlyTheBaseIsCopied();
  }

  @Test
  void hiddenColumnsOfAnotherSpellingAreEncoded() throws IOException {
    base(same());
    TypeDescription schema =
        TypeDescription.fromString(
            AcidSchema.of(SchemaText.parse(COLUMNS)).toString().toLowerCase(java.util.Locale.ROOT));
    try (AcidFileMaker file = EventFileMaker.acid(delta(), schema, same())) {
      file.inserts(2, BUCKET_0, 0, DELTA_ROWS, StripeConditionsTest::values);
    }
    assertOnlyTheBaseIsCopied();
  }

  @Test
  void anotherCodecIsEncoded() throws IOException {
    for (CompressionKind kind :
        List.of(CompressionKind.ZLIB, CompressionKind.SNAPPY, CompressionKind.NONE)) {
      base(same());
      delta(options -> options.compress(kind));
      assertOnlyTheBaseIsCopied();
      Table.delete(root);
    }
    Files.createDirectories(root);
  }

  @Test
  void eachCodecIsKeptWhereAllFilesHaveIt() throws IOException {
    for (CompressionKind kind :
        List.of(
            CompressionKind.ZLIB,
            CompressionKind.SNAPPY,
            CompressionKind.LZ4,
            CompressionKind.NONE)) {
      base(options -> options.compress(kind));
      delta(options -> options.compress(kind));
      assertCopied();
      Table.delete(root);
    }
    Files.createDirectories(root);
  }

  @Test
  void aBufferMayBeSmallerOrLarger() throws IOException {
    for (int size : new int[] {8 << 10, 256 << 10}) {
      for (CompressionKind kind : List.of(CompressionKind.ZSTD, CompressionKind.NONE)) {
        base(options -> options.compress(kind));
        delta(options -> options.compress(kind).bufferSize(size));
        assertCopied();
        Table.delete(root);
      }
    }
    Files.createDirectories(root);
  }

  @Test
  void anotherRowIndexStrideIsEncoded() throws IOException {
    base(same());
    delta(options -> options.rowIndexStride(10_000));
    assertOnlyTheBaseIsCopied();
  }

  @Test
  void withoutRowIndexAFileIsEncoded() throws IOException {
    base(same());
    delta(options -> options.rowIndexStride(0));
    assertOnlyTheBaseIsCopied();
  }

  @Test
  void whereNoFileHasARowIndexEverythingIsEncodedAndGetsOne() throws IOException {
    base(options -> options.rowIndexStride(0));
    delta(options -> options.rowIndexStride(0));
    RewriteCounts counts = compacted();
    assertThat(counts.stripesCopied()).isZero();
  }

  @Test
  void anOlderVersionOfTheFormatIsEncoded() throws IOException {
    base(same());
    delta(options -> options.version(OrcFile.Version.V_0_11));
    assertOnlyTheBaseIsCopied();
  }

  @Test
  void anUnstableVersionOfTheFormatIsEncoded() throws IOException {
    base(same());
    delta(options -> options.version(OrcFile.Version.UNSTABLE_PRE_2_0));
    assertOnlyTheBaseIsCopied();
  }

  @Test
  void anotherVersionOfTheWriterIsEncoded() throws IOException {
    base(same());
    delta(options -> options.label(OrcFile.WriterVersion.ORC_135));
    assertOnlyTheBaseIsCopied();
  }

  @Test
  void aFileOfAnotherImplementationIsEncoded() throws IOException {
    base(same());
    delta(options -> options.label(OrcFile.WriterVersion.TRINO_ORIGINAL));
    assertOnlyTheBaseIsCopied();
  }

  @Test
  void inTheOtherCalendarTheSmallerFileIsEncoded() throws IOException {
    base(same());
    delta(options -> options.setProlepticGregorian(false));
    assertOnlyTheBaseIsCopied();
  }

  @Test
  void aBaseInTheHybridCalendarIsNotKeptWhereItCouldNotHoldADayOfTheDelta() throws IOException {
    base(options -> options.setProlepticGregorian(false));
    try (AcidFileMaker file = EventFileMaker.acid(delta(), COLUMNS)) {
      file.inserts(
          2,
          BUCKET_0,
          0,
          DELTA_ROWS,
          id -> {
            Object[] some = values(id);
            some[2] = LocalDate.of(1582, 10, 1).plusDays(id % 20);
            return some;
          });
    }
    RewriteCounts counts = compacted();
    assertThat(counts.stripesCopied()).isEqualTo(1);
  }

  @Test
  void theHybridCalendarIsKeptWhereAllFilesHaveIt() throws IOException {
    base(options -> options.setProlepticGregorian(false));
    delta(options -> options.setProlepticGregorian(false));
    assertCopied();
  }

  @Test
  void rowsThatAreEncodedIntoAFileOfTheHybridCalendarKeepTheirDays() throws IOException {
    base(options -> options.setProlepticGregorian(false));
    delta(options -> options.setProlepticGregorian(false));
    Writes.to(root, COLUMNS).delete(3, 0, Writes.ids(1, BUCKET_0, 2100, 2110));
    Table table = Table.of(root, COLUMNS);
    List<Table.Found> before = table.byMerge();
    Table.Compacted compacted = table.major(3);
    assertThat(compacted.table().byMerge()).isEqualTo(before).hasSize(7490);
    assertThat(compacted.counts().stripesCopied()).isEqualTo(3);
    assertThat(compacted.counts().stripesEncoded()).isEqualTo(1);
  }

  @Test
  void theZoneOfAWriterMayDiffer() throws IOException {
    TimeZone before = TimeZone.getDefault();
    try {
      base(same());
      TimeZone.setDefault(TimeZone.getTimeZone("America/Los_Angeles"));
      delta(options -> options.useUTCTimestamp(false));
      assertCopied();
    } finally {
      TimeZone.setDefault(before);
    }
  }

  @Test
  void bloomFiltersMayDiffer() throws IOException {
    base(options -> options.bloomFilterColumns("name").bloomFilterFpp(0.01));
    delta(same());
    assertCopied();
  }

  @Test
  void encryptedColumnsAreEncoded() throws IOException {
    base(same());
    InMemoryKeystore keys =
        new InMemoryKeystore(new java.util.Random(1))
            .addKey("pii", EncryptionAlgorithm.AES_CTR_128, new byte[16]);
    delta(options -> options.setKeyProvider(keys).encrypt("pii:name"));
    assertOnlyTheBaseIsCopied();
  }

  @Test
  void aStripeWithoutStatisticsInsideAFileThatClaimsThemIsEncodedAndItsDeletesHold()
      throws IOException {
    Path bare = root.resolve("_bare/bucket_00000");
    try (AcidFileMaker file =
        EventFileMaker.acid(bare, COLUMNS, options -> options.rowIndexStride(0))) {
      file.inserts(2, BUCKET_0, 0, DELTA_ROWS, StripeConditionsTest::values);
    }
    base(same());
    Path mixed = root.resolve("_mixed/bucket_00000");
    Files.createDirectories(mixed.getParent());
    Path base = root.resolve("base_0000001/bucket_00000");
    concatenate(List.of(base, bare), mixed);
    Files.createDirectories(root.resolve("base_0000002"));
    Files.move(mixed, root.resolve("base_0000002/bucket_00000"));
    Table.delete(root.resolve("base_0000001"));
    Writes.to(root, COLUMNS).delete(3, 0, Writes.ids(2, BUCKET_0, 700, 710));
    Table table = Table.of(root, COLUMNS);
    List<Table.Found> before = table.byMerge();
    Table.Compacted compacted = table.major(3);
    assertThat(before).hasSize(6000 + (int) DELTA_ROWS - 10);
    assertThat(compacted.table().byMerge()).isEqualTo(before);
    assertThat(compacted.counts().stripesCopied()).isZero();
  }

  /** As ORC lets anybody do it. */
  private static void concatenate(List<Path> files, Path target) throws IOException {
    OrcFile.WriterOptions options =
        new EventFileMaker.Options()
            .setSchema(AcidSchema.of(SchemaText.parse(COLUMNS)))
            .fileSystem(Storage.local().fileSystem())
            .compress(CompressionKind.ZSTD)
            .bufferSize(64 << 10)
            .enforceBufferSize()
            .rowIndexStride(1000)
            .setProlepticGregorian(true);
    try (Writer writer =
        OrcFile.createWriter(new org.apache.hadoop.fs.Path(target.toString()), options)) {
      for (Path file : files) {
        byte[] bytes = Files.readAllBytes(file);
        try (OrcInput input = OrcFiles.open(Storage.local(), file.toString(), bytes.length)) {
          for (int i = 0; i < input.stripes().size(); i++) {
            StripeInformation stripe = input.stripes().get(i);
            writer.appendStripe(
                bytes,
                (int) stripe.getOffset(),
                (int) stripe.getLength(),
                stripe,
                new StripeStatistics[] {input.stripeStatistics().get(i)});
          }
        }
      }
    }
  }

  @Test
  void rowsThatWereOriginalsAreCopiedFromTheBaseThatHoldsThem() throws IOException {
    try (AcidFileMaker file =
        EventFileMaker.acid(root.resolve("base_0000001/bucket_00000"), COLUMNS)) {
      file.inserts(0, BUCKET_0, 0, 6000, StripeConditionsTest::values);
    }
    delta(same());
    RewriteCounts counts = compacted();
    assertThat(counts.stripesCopied()).isEqualTo(2);
  }

  @Test
  void ofADeltaWithAnAbortedWriteIdOnlyTheStripesThatHoldItAreEncodedOrLeftOut()
      throws IOException {
    String columns = "id bigint";
    LongFunction<Object[]> id = rowId -> new Object[] {rowId};
    try (AcidFileMaker file =
        EventFileMaker.acid(root.resolve("delta_0000001_0000005/bucket_00000"), columns)) {
      file.inserts(1, BUCKET_0, 0, 1000, id).endStripe();
      file.inserts(2, BUCKET_0, 0, 1000, id).endStripe();
      file.inserts(2, BUCKET_0, 1000, 1500, id).inserts(3, BUCKET_0, 0, 700, id).endStripe();
      file.inserts(5, BUCKET_0, 0, 1000, id).endStripe();
    }
    Table table = Table.of(root, columns).at("t:5:9223372036854775807::2");
    List<Table.Found> before = table.byMerge();
    Table.Compacted compacted = table.major(5);
    assertThat(before).hasSize(2700);
    assertThat(compacted.table().byMerge()).isEqualTo(before);
    assertThat(compacted.counts().stripesCopied()).isEqualTo(2);
    assertThat(compacted.counts().stripesEncoded()).isEqualTo(1);
    assertThat(compacted.counts().rowsInvisible()).isEqualTo(1500);
    // Nothing of the aborted write id is left, whatever becomes of the list.
    assertThat(compacted.table().at("t:5:9223372036854775807::").byMerge()).isEqualTo(before);
  }

  @Test
  void onlyStripesWhoseKeysInterleaveAreMerged() throws IOException {
    String columns = "id bigint";
    LongFunction<Object[]> id = rowId -> new Object[] {rowId};
    try (AcidFileMaker one =
            EventFileMaker.acid(root.resolve("delta_0000002_0000005/bucket_00000"), columns);
        AcidFileMaker other =
            EventFileMaker.acid(root.resolve("delta_0000001_0000003/bucket_00000"), columns)) {
      one.inserts(2, BUCKET_0, 0, 1000, id).endStripe();
      other.inserts(1, BUCKET_0, 0, 1000, id).endStripe();
      for (long row = 0; row < 1000; row++) {
        (row % 2 == 0 ? one : other).insert(3, BUCKET_0, row, row);
      }
      one.endStripe();
      one.inserts(5, BUCKET_0, 0, 1000, id).endStripe();
    }
    Table table = Table.of(root, columns);
    List<Table.Found> before = table.byMerge();
    Table.Compacted compacted = table.minor(1, 6);
    assertThat(before).hasSize(4000);
    assertThat(compacted.table().byMerge()).isEqualTo(before);
    assertThat(compacted.counts().stripesCopied()).isEqualTo(3);
    assertThat(compacted.counts().stripesEncoded()).isEqualTo(1);
  }

  @Test
  void oneRowInTwoFilesIsRefusedAndNothingIsLeft() throws IOException {
    String columns = "id bigint";
    for (String delta : List.of("delta_0000002_0000005", "delta_0000001_0000003")) {
      try (AcidFileMaker file =
          EventFileMaker.acid(root.resolve(delta + "/bucket_00000"), columns)) {
        file.insert(3, BUCKET_0, 7, 7L);
      }
    }
    Table table = Table.of(root, columns);
    assertThatThrownBy(() -> table.minor(1, 6))
        .isInstanceOf(CorruptFileException.class)
        .hasMessageContaining("Two files hold a row of the same id");
    assertThat(Storage.local().names(root.toString()))
        .containsExactlyInAnyOrder("delta_0000002_0000005", "delta_0000001_0000003");
  }
}
