package io.orcacid.compactor.rewrite;

import static io.orcacid.reader.AcidFileMaker.BUCKET_0;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.orcacid.error.UnsupportedTableException;
import io.orcacid.error.ValidationException;
import io.orcacid.format.RowId;
import io.orcacid.format.Snapshot;
import io.orcacid.format.ValidTxnList;
import io.orcacid.format.ValidWriteIdList;
import io.orcacid.format.io.Storage;
import io.orcacid.format.layout.AcidDirectory;
import io.orcacid.format.orc.AcidSchema;
import io.orcacid.format.orc.OrcFiles;
import io.orcacid.format.orc.OrcInput;
import io.orcacid.reader.AcidFileMaker;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.apache.hadoop.hive.ql.exec.vector.LongColumnVector;
import org.apache.hadoop.hive.ql.exec.vector.VectorizedRowBatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What went wrong in compactions elsewhere, by the numbers of docs/faults.md. */
class RewriteFaultsTest {
  private static final int BUCKET_1 = BUCKET_0 | 1 << 16;

  @TempDir private Path root;

  private static List<String> values(Table table) throws IOException {
    return table.byMerge().stream().map(Table.Found::values).toList();
  }

  private Table.Compacted same(Table table, AcidDirectory output) throws IOException {
    List<Table.Found> before = table.byMerge();
    Table.Compacted compacted = table.compact(output);
    assertThat(compacted.table().byMerge()).isEqualTo(before);
    assertThat(compacted.table().byMask()).isEqualTo(before);
    return compacted;
  }

  private static AcidDirectory base(long writeId) {
    return new AcidDirectory.Base(writeId, 900 + writeId);
  }

  private static AcidDirectory delta(long min, long max) {
    return new AcidDirectory.Delta(min, max, AcidDirectory.NO_STATEMENT, 900 + max);
  }

  private List<String> names() throws IOException {
    return Storage.local().names(root.toString()).stream().sorted().toList();
  }

  private void originals() throws IOException {
    String[] files = {
      "000000_0",
      "000000_0_copy_1",
      "000000_0_copy_10",
      "000000_0_copy_2",
      "sub/000000_0",
      "000001_0"
    };
    for (int i = 0; i < files.length; i++) {
      try (AcidFileMaker file = EventFileMaker.plain(root.resolve(files[i]), "id int")) {
        file.row(10 * i).row(10 * i + 1);
      }
    }
  }

  @Test
  void originalsOfEveryNameAndFolderGetIntoTheBase_A47() throws IOException {
    originals();
    Table.Compacted without = same(Table.of(root, "id int"), base(1));
    assertThat(without.counts().rowsOut()).isEqualTo(12);
    assertThat(without.result().inputs()).containsExactly("");
    assertThat(names()).containsExactly("base_0000001_v0000901", "sub");
  }

  @Test
  void originalsWithUpdatesGetIntoTheBaseUnderTheirIds_A47() throws IOException {
    originals();
    Writes writes = Writes.to(root, "id int");
    writes.delete(2, 0, List.of(new RowId(0, BUCKET_0, 3), new RowId(0, BUCKET_1, 0)));
    writes.insert(2, 1, List.<Object[]>of(new Object[] {111}));
    Table.Compacted compacted = same(Table.of(root, "id int"), base(2));
    assertThat(compacted.table().byMerge())
        .hasSize(11)
        .anySatisfy(row -> assertThat(row.id()).isEqualTo(new RowId(0, BUCKET_0, 9)));
    assertThat(compacted.result().directories().get(0).files()).hasSize(2);
  }

  @Test
  void aBaseHoldsInsertEventsOfLiveRowsOnly_A48() throws IOException {
    Writes writes = Writes.to(root, "id int");
    writes.insert(1, 0, 0, 100, id -> new Object[] {(int) id});
    writes.delete(2, 0, Writes.ids(1, BUCKET_0, 10, 20));
    Table.Compacted compacted = same(Table.of(root, "id int"), base(2));
    Path file = compacted.file(0);
    try (OrcInput input = OrcFiles.open(Storage.local(), file.toString(), Files.size(file));
        OrcInput.Rows rows = input.rows(input.options())) {
      VectorizedRowBatch batch = input.schema().createRowBatch();
      assertThat(rows.next(batch)).isTrue();
      assertThat(batch.size).isEqualTo(90);
      LongColumnVector operation = (LongColumnVector) batch.cols[AcidSchema.OPERATION];
      operation.flatten(false, null, batch.size);
      for (int i = 0; i < batch.size; i++) {
        assertThat(operation.vector[i]).isEqualTo(AcidSchema.INSERT);
      }
    }
    assertThat(names()).containsExactly("base_0000002_v0000902");
  }

  @Test
  void aBaseOfAnOverwriteWithAttemptsInItsFileNamesIsNotMissed_A49() throws IOException {
    String columns = "a int, b int, c int";
    try (AcidFileMaker file =
        EventFileMaker.acid(root.resolve("base_0000001/bucket_00000_0"), columns)) {
      for (int i = 1; i <= 4; i++) {
        file.insert(1, BUCKET_0, i - 1, i, i, i);
      }
    }
    Writes writes = Writes.to(root, columns);
    writes.delete(2, 0, List.of(new RowId(1, BUCKET_0, 1)));
    writes.insert(2, 1, List.<Object[]>of(new Object[] {2, 55, 66}));
    writes.delete(3, 0, List.of(new RowId(1, BUCKET_0, 3)));
    writes.delete(4, 0, List.of(new RowId(1, BUCKET_0, 0)));
    writes.insert(4, 1, List.<Object[]>of(new Object[] {1, 77, 1}));
    Table.Compacted compacted = same(Table.of(root, columns), base(4));
    assertThat(values(compacted.table()))
        .containsExactlyInAnyOrder("[1, 77, 1]", "[2, 55, 66]", "[3, 3, 3]");
    assertThat(compacted.result().directories().get(0).files().get(0).name())
        .isEqualTo("bucket_00000");
  }

  @Test
  void rowsStayInTheFileOfTheirBucket_A50() throws IOException {
    Writes writes = Writes.to(root, "id int").bucketedBy(4, "id");
    writes.insert(1, 0, 0, 100, id -> new Object[] {(int) id});
    Table table = Table.of(root, "id int").with(RewriteOptions.defaults().withThreads(3));
    List<RowId> deleted = new ArrayList<>();
    for (Table.Found row : table.byMerge()) {
      if (List.of("[41]", "[87]", "[53]", "[11]", "[98]", "[40]", "[12]").contains(row.values())) {
        deleted.add(row.id());
      }
    }
    writes.delete(2, 0, deleted);
    writes.insert(3, 0, 100, 200, id -> new Object[] {(int) id});
    Table minor = same(table, delta(1, 3)).table();
    requireBuckets("delta_0000001_0000003_v0000903");
    Table.Compacted major = same(minor, base(3));
    requireBuckets("base_0000003_v0000903");
    assertThat(major.result().directories().get(0).files()).hasSize(4);
    assertThat(major.table().byMerge()).hasSize(193);
  }

  private void requireBuckets(String directory) throws IOException {
    for (int bucket = 0; bucket < 4; bucket++) {
      Path file = root.resolve(directory + "/bucket_0000" + bucket);
      try (OrcInput input = OrcFiles.open(Storage.local(), file.toString(), Files.size(file))) {
        String statistics = input.statistics()[AcidSchema.BUCKET + 1].toString();
        int property = BUCKET_0 | bucket << 16;
        assertThat(statistics).contains("min: " + property + " max: " + property);
      }
    }
  }

  @Test
  void aMinorCompactionIsNamedByItsRangeAndNeverHoldsAnOpenWriteId_A51() throws IOException {
    Writes writes = Writes.to(root, "id int");
    try (AcidFileMaker file =
        EventFileMaker.acid(root.resolve("base_0000005/bucket_00000"), "id int")) {
      file.insert(5, BUCKET_0, 0, 5);
    }
    for (int writeId = 6; writeId <= 11; writeId++) {
      writes.insert(writeId, 0, List.<Object[]>of(new Object[] {writeId}));
    }
    writes.delete(10, 1, List.of(new RowId(5, BUCKET_0, 0)));
    Table table = Table.of(root, "id int").at("t:11:11:11:8");
    assertThatThrownBy(() -> table.minor(6, 11))
        .isInstanceOf(ValidationException.class)
        .hasMessageContaining("still open");
    Table.Compacted compacted = same(table, delta(6, 10));
    assertThat(compacted.result().directories().stream().map(RewriteResult.Directory::name))
        .containsExactly("delta_0000006_0000010_v0000910", "delete_delta_0000006_0000010_v0000910");
    // The aborted one was no part of the layout: it is the cleaner's, not ours.
    assertThat(compacted.result().inputs()).doesNotContain("delta_0000008_0000008_0000");
    assertThat(values(compacted.table())).containsExactly("[6]", "[7]", "[9]", "[10]");
  }

  @Test
  void bloomFiltersAreMadeForEncodedStripesAndKeptForCopiedOnes_A53() throws IOException {
    Map<String, String> properties = Map.of("orc.bloom.filter.columns", "b");
    Writes writes = Writes.to(root, "a int, b string").with(properties);
    writes.insert(1, 0, 0, 2000, id -> new Object[] {(int) id, "b" + id});
    writes.insert(2, 0, 0, 2000, id -> new Object[] {(int) id, "b" + id});
    writes.delete(3, 0, List.of(new RowId(2, BUCKET_0, 7)));
    Table.Compacted compacted = same(Table.of(root, "a int, b string").with(properties), base(3));
    assertThat(compacted.counts().stripesCopied()).isEqualTo(1);
    assertThat(compacted.counts().stripesEncoded()).isEqualTo(1);
    Path file = compacted.file(0);
    try (OrcInput input = OrcFiles.open(Storage.local(), file.toString(), Files.size(file))) {
      int column = AcidSchema.row(input.schema()).getChildren().get(1).getId();
      assertThat(input.stripes()).hasSize(2);
      for (int stripe = 0; stripe < 2; stripe++) {
        boolean[] wanted = new boolean[input.schema().getMaximumId() + 1];
        wanted[column] = true;
        var rows = (org.apache.orc.impl.RecordReaderImpl) input.reader().rows(input.options());
        var index = rows.readRowIndex(stripe, wanted, wanted);
        assertThat(index.getBloomFilterIndex()[column]).as("stripe %d", stripe).isNotNull();
        rows.close();
      }
    }
  }

  @Test
  void afterSeveralMergesOfTwoStatementsAMinorCompactionKeepsTheOrder_A54() throws IOException {
    Writes writes = Writes.to(root, "k int, v int");
    writes.insert(1, 0, 0, 8, id -> new Object[] {(int) id, 0});
    Table table = Table.of(root, "k int, v int");
    long writeId = 2;
    for (int merge = 0; merge < 4; merge++) {
      if (merge == 3) {
        table = same(table, delta(1, 4)).table();
      }
      List<RowId> updated = new ArrayList<>();
      List<Object[]> rows = new ArrayList<>();
      for (Table.Found row : table.byMerge().subList(0, 5)) {
        updated.add(row.id());
        rows.add(new Object[] {merge * 100 + rows.size(), merge});
      }
      writes.delete(writeId, 0, updated);
      writes.insert(writeId, 1, rows);
      writes.insert(writeId, 2, List.<Object[]>of(new Object[] {1000 + merge, merge}));
      writeId++;
    }
    Table.Compacted compacted =
        same(
            table.at(new Snapshot(ValidWriteIdList.everything(), table.snapshot().transactions())),
            new AcidDirectory.Delta(1, 5, AcidDirectory.NO_STATEMENT, 950));
    assertThat(compacted.table().byMerge().stream().map(Table.Found::id).toList())
        .isSorted()
        .hasSize(12);
  }

  @Test
  void aMinorCompactionMakesNoDirectoryOfAKindThatHasNoInput_A55() throws IOException {
    Writes writes = Writes.to(root, "id int");
    writes.insert(1, 0, List.<Object[]>of(new Object[] {1}));
    writes.insert(2, 0, List.<Object[]>of(new Object[] {2}));
    Table table = same(Table.of(root, "id int"), delta(1, 2)).table();
    assertThat(names()).containsExactly("delta_0000001_0000002_v0000902");
    table = same(table, new AcidDirectory.Base(2, 910)).table();
    writes.delete(3, 0, List.of(new RowId(1, BUCKET_0, 0)));
    writes.delete(4, 0, List.of(new RowId(2, BUCKET_0, 0)));
    same(table, delta(3, 4));
    assertThat(names())
        .containsExactly("base_0000002_v0000910", "delete_delta_0000003_0000004_v0000904");
  }

  @Test
  void plainFilesThatWereLoadedGetTheIdsOfTheirDirectoryByMajorAndAreRefusedByMinor_A56()
      throws IOException {
    try (AcidFileMaker file =
        EventFileMaker.plain(root.resolve("delta_0000001_0000001_0000/000000_0"), "id int")) {
      file.row(1).row(2);
    }
    try (AcidFileMaker file =
        EventFileMaker.plain(root.resolve("delta_0000002_0000002_0003/000000_0"), "id int")) {
      file.row(3);
    }
    try (AcidFileMaker file =
        EventFileMaker.plain(
            root.resolve("delta_0000002_0000002_0003/000000_0_copy_1"), "id int")) {
      file.row(4);
    }
    Table table = Table.of(root, "id int");
    assertThatThrownBy(() -> table.minor(1, 2)).isInstanceOf(UnsupportedTableException.class);
    assertThat(names()).containsExactly("delta_0000001_0000001_0000", "delta_0000002_0000002_0003");
    Table.Compacted compacted = same(table, base(2));
    assertThat(compacted.table().byMerge().stream().map(Table.Found::id))
        .containsExactly(
            new RowId(1, BUCKET_0, 0),
            new RowId(1, BUCKET_0, 1),
            new RowId(2, BUCKET_0 | 3, 0),
            new RowId(2, BUCKET_0 | 3, 1));
  }

  @Test
  void deltasThatAnEarlierCompactionCoversAreLeftOut_A57() throws IOException {
    Writes writes = Writes.to(root, "id int");
    for (int writeId = 21; writeId <= 33; writeId++) {
      writes.insert(writeId, 0, List.<Object[]>of(new Object[] {writeId}));
    }
    try (AcidFileMaker file =
        EventFileMaker.acid(root.resolve("delta_0000025_0000029/bucket_00000"), "id int")) {
      for (int writeId = 25; writeId <= 29; writeId++) {
        file.insert(writeId, BUCKET_0, 0, writeId);
      }
    }
    try (AcidFileMaker file =
        EventFileMaker.acid(root.resolve("delta_0000031_0000033/bucket_00000"), "id int")) {
      for (int writeId = 31; writeId <= 33; writeId++) {
        file.insert(writeId, BUCKET_0, 0, writeId);
      }
    }
    Table.Compacted compacted = same(Table.of(root, "id int"), delta(21, 40));
    assertThat(compacted.table().byMerge()).hasSize(13);
    assertThat(compacted.result().inputs())
        .containsExactly(
            "delta_0000021_0000021_0000",
            "delta_0000022_0000022_0000",
            "delta_0000023_0000023_0000",
            "delta_0000024_0000024_0000",
            "delta_0000025_0000029",
            "delta_0000030_0000030_0000",
            "delta_0000031_0000033");
  }

  @Test
  void columnsMayHaveAnyNumberAndAnyName_A58() throws IOException {
    String columns =
        "operation int, `row` struct<`row`:int,`timestamp`:string>, `timestamp` string, bucket int,"
            + " rowId bigint, currentTransaction bigint, originalTransaction bigint, eighth int";
    Writes writes = Writes.to(root, columns);
    Object[] row = {
      1, new io.orcacid.format.value.StructValue(List.of(2, "x")), "y", 3, 4L, 5L, 6L, 7
    };
    writes.insert(1, 0, List.<Object[]>of(row, row));
    writes.insert(2, 0, List.<Object[]>of(row));
    writes.delete(3, 0, List.of(new RowId(1, BUCKET_0, 0)));
    Table.Compacted compacted = same(Table.of(root, columns), base(3));
    assertThat(values(compacted.table()))
        .containsOnly("[1, struct[2, x], y, 3, 4, 5, 6, 7]")
        .hasSize(2);
  }

  @Test
  void whereEveryRowIsDeletedOneValidEmptyBaseRemains_A59() throws IOException {
    Writes writes = Writes.to(root, "s string");
    writes.insert(1, 0, List.<Object[]>of(new Object[] {"a"}));
    writes.delete(2, 0, List.of(new RowId(1, BUCKET_0, 0)));
    Table.Compacted compacted = same(Table.of(root, "s string"), base(2));
    assertThat(names()).containsExactly("base_0000002_v0000902");
    Path file = compacted.file(0);
    try (OrcInput input = OrcFiles.open(Storage.local(), file.toString(), Files.size(file))) {
      assertThat(input.rowCount()).isZero();
      assertThat(input.footerKey("hive.acid.key.index")).contains("");
      assertThat(input.isAcid()).isTrue();
    }
    assertThat(compacted.result().directories().get(0).files().get(0).first()).isEmpty();
    // And again, of nothing.
    same(compacted.table(), new AcidDirectory.Base(3, 903));
  }

  @Test
  void aBaseOfAPartitionWithoutAnyFileIsMadeToo() throws IOException {
    Files.createDirectories(root.resolve("base_0000004"));
    Files.writeString(
        root.resolve("base_0000004/_metadata_acid"),
        "{\"thisFileVersion\":\"0\",\"dataFormat\":\"truncated\"}");
    Table.Compacted compacted = same(Table.of(root, "s string"), base(5));
    assertThat(compacted.result().directories().get(0).files()).hasSize(1);
  }

  @Test
  void twoRunsOfOneCompactionLeaveDirectoriesOfWhichOneIsRead_A61() throws IOException {
    Writes writes = Writes.to(root, "id int");
    for (int writeId = 1; writeId <= 5; writeId++) {
      writes.insert(writeId, 0, List.<Object[]>of(new Object[] {writeId}));
    }
    Table table = Table.of(root, "id int");
    List<Table.Found> before = table.byMerge();
    for (long transaction : new long[] {20, 21}) {
      RewriteRequest request =
          table.request(new AcidDirectory.Delta(1, 5, AcidDirectory.NO_STATEMENT, transaction));
      RewriteResult result = PartitionRewrite.run(request);
      // Both read the same inputs; the second one finds the first one's output published.
      Path made = Path.of(request.outputDirectory(), result.directories().get(0).name());
      Files.move(made, root.resolve("_later" + transaction));
      Files.delete(made.getParent());
    }
    Files.move(root.resolve("_later20"), root.resolve("delta_0000001_0000005_v0000020"));
    Files.move(root.resolve("_later21"), root.resolve("delta_0000001_0000005_v0000021"));
    assertThat(table.byMerge()).isEqualTo(before);
    assertThat(table.byMask()).isEqualTo(before);
  }

  @Test
  void anEmptyOutputOfTheSameTransactionDoesNotHideTheInputs_A62() throws IOException {
    Writes writes = Writes.to(root, "id int");
    for (int writeId = 1; writeId <= 5; writeId++) {
      writes.insert(writeId, 0, List.<Object[]>of(new Object[] {writeId}));
    }
    Table table =
        Table.of(root, "id int")
            .at(
                new Snapshot(
                    ValidWriteIdList.parse("t:5:9223372036854775807::"),
                    ValidTxnList.parse("8:9223372036854775807::")));
    Files.createDirectories(root.resolve("base_0000005_v0000009"));
    RewriteResult result = PartitionRewrite.run(table.request(new AcidDirectory.Base(5, 9)));
    assertThat(result.counts().rowsOut()).isEqualTo(5);
  }

  @Test
  void aFailedRunLeavesNothing_A64() throws IOException {
    Writes writes = Writes.to(root, "id int");
    writes.insert(1, 0, 0, 1000, id -> new Object[] {(int) id});
    writes.insert(2, 0, 0, 1000, id -> new Object[] {(int) id});
    Path damaged = root.resolve("delta_0000002_0000002_0000/bucket_00000");
    byte[] bytes = Files.readAllBytes(damaged);
    Files.write(damaged, java.util.Arrays.copyOf(bytes, bytes.length / 2));
    List<String> before = names();
    Table table = Table.of(root, "id int");
    assertThatThrownBy(() -> table.major(2))
        .isInstanceOf(io.orcacid.error.CorruptFileException.class);
    assertThat(names()).isEqualTo(before);
  }

  @Test
  void rangesThatAnOutputCouldTakeOnlyInPartAreRefused() throws IOException {
    Writes writes = Writes.to(root, "id int");
    for (int writeId = 1; writeId <= 4; writeId++) {
      writes.insert(writeId, 0, List.<Object[]>of(new Object[] {writeId}));
    }
    Table table = same(Table.of(root, "id int"), delta(2, 4)).table();
    for (AcidDirectory output :
        List.of(delta(1, 3), delta(3, 9), delta(2, 4), delta(1, 1), base(3))) {
      AcidDirectory other =
          output instanceof AcidDirectory.Base
              ? output
              : new AcidDirectory.Delta(
                  output.minWriteId(), output.maxWriteId(), AcidDirectory.NO_STATEMENT, 990);
      assertThatThrownBy(() -> table.compact(other))
          .as(other.name())
          .isInstanceOf(ValidationException.class);
    }
    Table base = same(table, base(4)).table();
    assertThatThrownBy(() -> base.compact(delta(3, 9))).isInstanceOf(ValidationException.class);
    assertThatThrownBy(() -> base.compact(base(2))).isInstanceOf(ValidationException.class);
    try (Stream<Path> left = Files.list(root)) {
      assertThat(left).hasSize(1);
    }
  }

  /** Rows 0 to 3 of write id 1 lie in other buckets, under the write id of the rebalancing. */
  @Test
  void aBaseThatHiveRebalancedKeepsItsNewIdsAndADeleteOfAnOldIdHitsNoRow_A65() throws IOException {
    try (AcidFileMaker file =
        EventFileMaker.acid(root.resolve("base_0000005_v0000009/bucket_00000"), "id int")) {
      file.insert(5, BUCKET_0, 0, 10).insert(5, BUCKET_0, 1, 11);
    }
    try (AcidFileMaker file =
        EventFileMaker.acid(root.resolve("base_0000005_v0000009/bucket_00001"), "id int")) {
      file.insert(5, BUCKET_1, 0, 12).insert(5, BUCKET_1, 1, 13);
    }
    Writes writes = Writes.to(root, "id int");
    writes.delete(6, 0, List.of(new RowId(1, BUCKET_0, 3)));
    writes.delete(7, 0, List.of(new RowId(5, BUCKET_1, 0)));
    Table.Compacted compacted = same(Table.of(root, "id int"), base(7));
    assertThat(compacted.table().byMerge())
        .extracting(Table.Found::id)
        .containsExactly(
            new RowId(5, BUCKET_0, 0), new RowId(5, BUCKET_0, 1), new RowId(5, BUCKET_1, 1));
  }
}
