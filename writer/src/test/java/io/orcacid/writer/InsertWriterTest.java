package io.orcacid.writer;

import static io.orcacid.writer.WrittenTable.row;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.orcacid.error.ValidationException;
import io.orcacid.format.RowId;
import io.orcacid.format.orc.AcidKeyIndex;
import io.orcacid.format.value.StructValue;
import io.orcacid.format.value.UnionValue;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.LocalDateTime;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.hadoop.hive.ql.exec.vector.BytesColumnVector;
import org.apache.hadoop.hive.ql.exec.vector.ColumnVector;
import org.apache.hadoop.hive.ql.exec.vector.LongColumnVector;
import org.apache.hadoop.hive.ql.exec.vector.VectorizedRowBatch;
import org.apache.orc.CompressionKind;
import org.apache.orc.OrcFile;
import org.apache.orc.OrcProto;
import org.apache.orc.Reader;
import org.apache.orc.impl.OrcIndex;
import org.apache.orc.impl.RecordReaderImpl;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class InsertWriterTest {
  private static final String DELTA = "delta_0000007_0000007_0003";

  @TempDir private Path directory;
  private Path root;
  private WrittenTable table;

  @BeforeEach
  void makeATable() {
    root = directory.resolve("table");
    table = WrittenTable.of(root, "id bigint, name string");
  }

  private Path file() {
    return root.resolve(DELTA).resolve("bucket_00000");
  }

  private static List<Object[]> numbered(int count) {
    return IntStream.range(0, count).mapToObj(i -> row((long) i, "name " + i)).toList();
  }

  @Test
  void aFileHasTheAcidSchemaInItsExactSpelling_A40() throws IOException {
    table =
        WrittenTable.of(root, "a int, b string, s struct<c:int,si:struct<d:double,e:float>>, P int")
            .partitionedBy("p");
    VectorizedRowBatch batch =
        table.batch(row(1, "x", new StructValue(List.of(2, new StructValue(List.of(3.0, 4f)))), 5));
    try (InsertWriter writer = table.insert(7, 3)) {
      writer.write(batch);
      writer.finish();
    }

    try (Reader reader = StoredEvents.reader(root.resolve("p=5/" + DELTA + "/bucket_00000"))) {
      assertThat(reader.getSchema().toString())
          .isEqualTo(
              "struct<operation:int,originalTransaction:bigint,bucket:int,rowId:bigint,"
                  + "currentTransaction:bigint,row:struct<a:int,b:string,"
                  + "s:struct<c:int,si:struct<d:double,e:float>>>>");
      assertThat(reader.getFileVersion()).isEqualTo(OrcFile.Version.V_0_12);
      assertThat(reader.writerUsedProlepticGregorian()).isTrue();
    }
  }

  @Test
  void hiddenColumnsSayInsertAndTheWriteIdTwice() throws IOException {
    WriteResult result = table.write(table.insert(7, 3), numbered(2));

    int bucketProperty = 1 << 29 | 3;
    assertThat(StoredEvents.read(file()))
        .containsExactly(
            new StoredEvents.Event(0, new RowId(7, bucketProperty, 0), 7, List.of(0L, "name 0")),
            new StoredEvents.Event(0, new RowId(7, bucketProperty, 1), 7, List.of(1L, "name 1")));
    WriteResult.File named = result.directories().get(0).files().get(0);
    assertThat(named.first()).isEqualTo(new RowId(7, bucketProperty, 0));
    assertThat(named.last()).isEqualTo(new RowId(7, bucketProperty, 1));
    assertThat(named.length()).isEqualTo(Files.size(file()));
    assertThat(result.events()).isEqualTo(2);
    assertThat(result.directories().get(0).name()).isEqualTo(DELTA);
  }

  @Test
  void theVersionFileIsOneByte() throws IOException {
    table.write(table.insert(7, 3), numbered(1));
    assertThat(Files.readAllBytes(root.resolve(DELTA).resolve("_orc_acid_version")))
        .containsExactly('2');
    assertThat(StoredEvents.files(root))
        .containsExactly(DELTA + "/_orc_acid_version", DELTA + "/bucket_00000");
  }

  @Test
  void theKeyIndexNamesTheLastRowOfEachStripe() throws IOException {
    table = table.properties(Map.of("orc.stripe.row.count", "700", "orc.row.index.stride", "1000"));
    table.write(table.insert(7, 3), numbered(25_500));

    List<StoredEvents.Event> events = StoredEvents.read(file());
    List<RowId> lastRows = new ArrayList<>();
    try (Reader reader = StoredEvents.reader(file())) {
      long row = 0;
      for (var stripe : reader.getStripes()) {
        row += stripe.getNumberOfRows();
        lastRows.add(events.get((int) row - 1).id());
      }
    }
    assertThat(lastRows).hasSizeGreaterThan(3);
    String index = StoredEvents.footerKey(file(), "hive.acid.key.index");
    assertThat(AcidKeyIndex.parse(index).lastRows()).isEqualTo(lastRows);
    assertThat(index).endsWith(";");
    assertThat(StoredEvents.footerKey(file(), "hive.acid.stats")).isEqualTo("25500,0,0");
    assertThat(StoredEvents.footerKey(file(), "hive.acid.version")).isEqualTo("2");
  }

  @Test
  void rowNumbersOfOneStatementAreCountedOverAllBatches_A03() throws IOException {
    table.write(table.insert(7, 3), numbered(5_000));

    List<Long> numbers =
        StoredEvents.read(file()).stream().map(event -> event.id().rowId()).toList();
    assertThat(numbers).isEqualTo(IntStream.range(0, 5_000).mapToObj(i -> (long) i).toList());
  }

  @Test
  void batchesOfFiveThousandRowsAreWrittenAsTheyAre() throws IOException {
    try (InsertWriter writer = table.insert(7, 3)) {
      writer.write(table.batch(numbered(5_000)));
      writer.write(table.batch(numbered(5_000)));
      writer.finish();
    }
    List<StoredEvents.Event> events = StoredEvents.read(file());
    assertThat(events).hasSize(10_000);
    assertThat(events.get(9_999).id().rowId()).isEqualTo(9_999);
    assertThat(events.get(9_999).row()).containsExactly(4_999L, "name 4999");
  }

  @Test
  void filesAreCompressedByZstdInGroupsOfTenThousandRows() throws IOException {
    table.write(table.insert(7, 3), numbered(1));
    try (Reader reader = StoredEvents.reader(file())) {
      assertThat(reader.getCompressionKind()).isEqualTo(CompressionKind.ZSTD);
      assertThat(reader.getRowIndexStride()).isEqualTo(10_000);
    }
  }

  @Test
  void propertiesOfTheTableReachTheFile_A53() throws IOException {
    table =
        WrittenTable.of(root, "id bigint, name string, p int")
            .partitionedBy("p")
            .properties(
                Map.of(
                    "orc.compress", "ZLIB",
                    "orc.row.index.stride", "2000",
                    "orc.stripe.size", "65536",
                    "orc.bloom.filter.columns", "name",
                    "comment", "not ORC's business"));
    List<Object[]> rows =
        IntStream.range(0, 60_000)
            .mapToObj(i -> row(i * 7919L * 104729L, "name " + i * 31L, 1))
            .toList();
    table.write(table.insert(7, 3), rows);
    Path file = root.resolve("p=1/" + DELTA + "/bucket_00000");
    try (Reader reader = StoredEvents.reader(file);
        RecordReaderImpl records = (RecordReaderImpl) reader.rows()) {
      assertThat(reader.getCompressionKind()).isEqualTo(CompressionKind.ZLIB);
      assertThat(reader.getRowIndexStride()).isEqualTo(2_000);
      assertThat(reader.getStripes()).hasSizeGreaterThan(2);
      int name = reader.getSchema().findSubtype("name").getId();
      boolean[] bloomColumns = new boolean[reader.getSchema().getMaximumId() + 1];
      bloomColumns[name] = true;
      OrcIndex index = records.readRowIndex(0, null, bloomColumns);
      OrcProto.BloomFilterIndex filters = index.getBloomFilterIndex()[name];
      assertThat(filters).isNotNull();
      assertThat(filters.getBloomFilterCount()).isPositive();
    }
  }

  @Test
  void abortLeavesNoFile() throws IOException {
    Path spill = Files.createDirectory(directory.resolve("spill"));
    table = WrittenTable.of(root, "id bigint, p int").partitionedBy("p");
    try (InsertWriter writer = table.insert(7, 3, new WriterOptions(1, 64 << 10, spill))) {
      for (int i = 0; i < 10; i++) {
        writer.write(
            table.batch(IntStream.range(0, 2000).mapToObj(n -> row((long) n, n % 50)).toList()));
      }
      assertThat(StoredEvents.files(spill)).isNotEmpty();
    }
    assertThat(StoredEvents.files(root)).isEmpty();
    try (Stream<Path> left = Files.list(spill)) {
      assertThat(left).isEmpty();
    }
  }

  @Test
  void aDirectoryThatIsThereAlreadyStopsTheWriterAndStays() throws IOException {
    Files.createDirectories(root.resolve(DELTA));
    Files.writeString(root.resolve(DELTA).resolve("bucket_00000"), "another's");
    try (InsertWriter writer = table.insert(7, 3)) {
      VectorizedRowBatch batch = table.batch(numbered(1));
      assertThatThrownBy(() -> writer.write(batch)).isInstanceOf(FileAlreadyExistsException.class);
    }
    assertThat(file()).hasContent("another's");
  }

  @Test
  void nothingWrittenLeavesNothing() throws IOException {
    try (InsertWriter writer = table.insert(7, 3)) {
      writer.write(table.batch(List.of()));
      assertThat(writer.finish().directories()).isEmpty();
    }
    assertThat(root).doesNotExist();
  }

  @Test
  void batchesOfAnotherShapeAreRefused() throws IOException {
    VectorizedRowBatch narrow = WrittenTable.of(root, "id bigint").batch(row(1L));
    VectorizedRowBatch wide =
        WrittenTable.of(root, "id bigint, name string, more int").batch(row(1L, "x", 2));
    VectorizedRowBatch swapped =
        WrittenTable.of(root, "name string, id bigint").batch(row("x", 1L));
    VectorizedRowBatch missing = table.batch(row(1L, "x"));
    missing.cols[1] = null;
    for (VectorizedRowBatch wrong : List.of(narrow, wide, swapped, missing)) {
      try (InsertWriter writer = table.insert(7, 3)) {
        assertThatThrownBy(() -> writer.write(wrong)).isInstanceOf(ValidationException.class);
      }
    }
    assertThat(StoredEvents.files(directory)).isEmpty();
  }

  @Test
  void nestedVectorsOfAnotherShapeAreRefused() throws IOException {
    table = WrittenTable.of(root, "a array<int>, m map<string,int>, s struct<x:int>");
    VectorizedRowBatch wrong =
        WrittenTable.of(root, "a array<string>, m map<string,int>, s struct<x:int>").batch();
    wrong.size = 1;
    VectorizedRowBatch wider =
        WrittenTable.of(root, "a array<int>, m map<string,int>, s struct<x:int,y:int>").batch();
    wider.size = 1;
    for (VectorizedRowBatch batch : List.of(wrong, wider)) {
      try (InsertWriter writer = table.insert(7, 3)) {
        assertThatThrownBy(() -> writer.write(batch)).isInstanceOf(ValidationException.class);
      }
    }
  }

  @Test
  void afterABatchThatFailedNothingCanBeFinished() throws IOException {
    table = WrittenTable.of(root, "id bigint, at timestamp");
    try (InsertWriter writer = table.insert(7, 3)) {
      writer.write(table.batch(row(1L, LocalDateTime.of(2020, 1, 1, 0, 0))));
      VectorizedRowBatch lost = batchOfALostTime(table);
      assertThatThrownBy(() -> writer.write(lost))
          .isInstanceOf(ValidationException.class)
          .hasMessageContaining("column=at");
      assertThatThrownBy(writer::finish).isInstanceOf(ValidationException.class);
      assertThatThrownBy(() -> writer.write(table.batch())).isInstanceOf(ValidationException.class);
    }
    assertThat(StoredEvents.files(root)).isEmpty();
  }

  /** ORC reads half a second before 1970 back as half a second after it. */
  private static VectorizedRowBatch batchOfALostTime(WrittenTable table) {
    VectorizedRowBatch batch =
        table.batch(
            IntStream.range(0, 10)
                .mapToObj(i -> row((long) i, LocalDateTime.of(2020, 1, 1, 0, 0)))
                .toList());
    var times = (org.apache.hadoop.hive.ql.exec.vector.TimestampColumnVector) batch.cols[1];
    times.time[5] = -500;
    times.nanos[5] = 500_000_000;
    return batch;
  }

  @Test
  void timesThatOrcCannotHoldAreRefusedInSpilledRowsToo() throws IOException {
    Path spill = Files.createDirectory(directory.resolve("spill"));
    table = WrittenTable.of(root, "p bigint, at timestamp").partitionedBy("p");
    try (InsertWriter writer = table.insert(7, 3, new WriterOptions(1, 64 << 10, spill))) {
      assertThatThrownBy(
              () -> {
                writer.write(batchOfALostTime(table));
                for (int i = 0; i < 10; i++) {
                  writer.write(
                      table.batch(
                          IntStream.range(0, 2000)
                              .mapToObj(n -> row(7L, LocalDateTime.of(2021, 1, 1, 0, 0)))
                              .toList()));
                }
                writer.finish();
              })
          .isInstanceOf(ValidationException.class)
          .hasMessageContaining("column=at");
    }
    assertThat(StoredEvents.files(directory)).isEmpty();
  }

  @Test
  void selectedRowsAloneAreWritten() throws IOException {
    VectorizedRowBatch batch = table.batch(numbered(10));
    batch.selectedInUse = true;
    batch.selected = new int[] {1, 4, 9};
    batch.size = 3;
    try (InsertWriter writer = table.insert(7, 3)) {
      writer.write(batch);
      writer.finish();
    }
    assertThat(StoredEvents.read(file()))
        .extracting(event -> event.row().get(0))
        .containsExactly(1L, 4L, 9L);
  }

  @Test
  void repeatingVectorsAreWrittenForEveryRow() throws IOException {
    WrittenTable partitioned =
        WrittenTable.of(root.resolve("partitioned"), "id bigint, name string, p int")
            .partitionedBy("p");
    for (WrittenTable each :
        List.of(
            WrittenTable.of(root.resolve("flat"), "id bigint, name string, p int"), partitioned)) {
      VectorizedRowBatch batch = each.batch(row(5L, "same", 1), row(0L, "", 0), row(0L, "", 0));
      batch.cols[0].isRepeating = true;
      batch.cols[1].isRepeating = true;
      batch.cols[2].isRepeating = true;
      VectorizedRowBatch nulls = each.batch(row(null, null, 1), row(1L, "x", 1));
      nulls.cols[0].isRepeating = true;
      nulls.cols[1].isRepeating = true;
      try (InsertWriter writer = each.insert(7, 3)) {
        writer.write(batch);
        writer.write(nulls);
        writer.finish();
      }
      assertThat(StoredEvents.readAll(each.root()))
          .extracting(event -> event.row().get(0) + "|" + event.row().get(1))
          .containsExactly("5|same", "5|same", "5|same", "null|null", "null|null");
    }
  }

  @Test
  void nestedValuesOfManyBatchesComeBack() throws IOException {
    List<Object[]> rows = new ArrayList<>();
    for (int i = 0; i < 5_000; i++) {
      rows.add(nested(i));
    }
    String columns =
        "id int, a array<array<string>>, m map<string,struct<x:int,y:array<bigint>>>, u uniontype<int,string>, p int";
    Path spill = Files.createDirectory(directory.resolve("spill"));
    WrittenTable flat = WrittenTable.of(root.resolve("flat"), columns);
    WrittenTable parted = WrittenTable.of(root.resolve("parted"), columns).partitionedBy("p");
    flat.write(flat.insert(7, 3), rows);
    parted.write(parted.insert(7, 3, new WriterOptions(1, 64 << 10, spill)), rows);

    Map<Object, List<Object>> expected = new LinkedHashMap<>();
    rows.forEach(values -> expected.put(values[0], new ArrayList<>(List.of(values).subList(1, 4))));
    for (WrittenTable each : List.of(flat, parted)) {
      List<StoredEvents.Event> events = StoredEvents.readAll(each.root());
      assertThat(events).hasSize(5_000);
      for (StoredEvents.Event event : events) {
        assertThat(event.row().subList(1, 4)).isEqualTo(expected.remove(event.row().get(0)));
      }
      rows.forEach(
          values -> expected.put(values[0], new ArrayList<>(List.of(values).subList(1, 4))));
    }
    assertThat(StoredEvents.files(spill)).isEmpty();
  }

  private static Object[] nested(int i) {
    List<Object> lists = new ArrayList<>();
    for (int n = 0; n < i % 4; n++) {
      lists.add(n == 1 ? null : new ArrayList<>(java.util.Arrays.asList("s" + i, null, "t" + n)));
    }
    Map<Object, Object> map = new LinkedHashMap<>();
    for (int n = 0; n < i % 3; n++) {
      List<Object> fields = new ArrayList<>();
      fields.add(i % 5 == 0 ? null : i);
      fields.add(i % 7 == 0 ? null : new ArrayList<>(java.util.Arrays.asList((long) n, null)));
      map.put("k" + n, i % 11 == 0 ? null : new StructValue(fields));
    }
    Object union = i % 2 == 0 ? new UnionValue(0, i) : new UnionValue(1, "u" + i);
    return row(i, lists, map, union, i % 37);
  }

  @Test
  void eachRowLiesInTheFileOfItsBucket_A42() throws IOException {
    table = WrittenTable.of(root, "id bigint, name string").bucketedBy(5, "id");
    table.write(table.insert(7, 3), numbered(3_000));

    BucketRouter router = BucketRouter.of(table.row(), List.of("id"), 5, BucketingVersion.V2);
    Set<Object> found = new HashSet<>();
    for (int bucket = 0; bucket < 5; bucket++) {
      Path file = root.resolve(DELTA).resolve("bucket_0000" + bucket);
      for (StoredEvents.Event event : StoredEvents.read(file)) {
        assertThat(event.id().bucketProperty()).isEqualTo(1 << 29 | bucket << 16 | 3);
        VectorizedRowBatch one = table.batch(event.row().toArray());
        assertThat(router.bucket(one, 0)).isEqualTo(bucket);
        found.add(event.row().get(0));
      }
    }
    assertThat(found).hasSize(3_000);
  }

  @Test
  void instantsAndBinariesOfASpilledPartitionComeBack() throws IOException {
    table =
        WrittenTable.of(root, "p int, at timestamp with local time zone, b binary")
            .partitionedBy("p");
    List<Object[]> rows =
        IntStream.range(0, 3_000)
            .mapToObj(
                i ->
                    row(
                        i % 9,
                        Instant.ofEpochSecond(i * 1_000_000L - 1_500_000_000L, i * 1000),
                        new byte[] {(byte) i, 0}))
            .toList();
    table.write(table.insert(7, 3, new WriterOptions(2, 64 << 10, directory)), rows);
    Set<Object> expected = new HashSet<>();
    rows.forEach(values -> expected.add(values[1]));
    Set<Object> found = new HashSet<>();
    StoredEvents.readAll(root).forEach(event -> found.add(event.row().get(0)));
    assertThat(found).isEqualTo(expected);
  }

  @Test
  void anUnknownCodecIsRefusedAndLeavesNothing() throws IOException {
    table = table.properties(Map.of("orc.compress", "NO_SUCH"));
    try (InsertWriter writer = table.insert(7, 3)) {
      VectorizedRowBatch batch = table.batch(numbered(1));
      assertThatThrownBy(() -> writer.write(batch)).hasMessageContaining("NO_SUCH");
    }
    assertThat(StoredEvents.files(root)).isEmpty();
  }

  @Test
  void vectorsOfAnEngineThatAreLargerThanTheBatchAreTakenToItsSize() throws IOException {
    VectorizedRowBatch batch = new VectorizedRowBatch(2, 4096);
    LongColumnVector ids = new LongColumnVector(4096);
    BytesColumnVector names = new BytesColumnVector(4096);
    names.initBuffer();
    for (int i = 0; i < 4096; i++) {
      ids.vector[i] = i;
      names.setVal(i, ("n" + i).getBytes(java.nio.charset.StandardCharsets.UTF_8));
    }
    batch.cols = new ColumnVector[] {ids, names};
    batch.size = 3;
    try (InsertWriter writer = table.insert(7, 3)) {
      writer.write(batch);
      writer.finish();
    }
    assertThat(StoredEvents.read(file()))
        .extracting(event -> event.row().get(1))
        .containsExactly("n0", "n1", "n2");
  }
}
