package io.orcacid.compactor.rewrite;

import static io.orcacid.reader.AcidFileMaker.BUCKET_0;
import static org.assertj.core.api.Assertions.assertThat;

import io.orcacid.format.RowId;
import io.orcacid.format.io.Storage;
import io.orcacid.format.orc.AcidKeyIndex;
import io.orcacid.format.orc.AcidStats;
import io.orcacid.format.orc.AcidVersion;
import io.orcacid.format.orc.OrcFiles;
import io.orcacid.format.orc.OrcInput;
import io.orcacid.reader.AcidFileMaker;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.LongFunction;
import java.util.zip.CRC32C;
import org.apache.hadoop.hive.ql.exec.vector.LongColumnVector;
import org.apache.hadoop.hive.ql.exec.vector.VectorizedRowBatch;
import org.apache.orc.ColumnStatistics;
import org.apache.orc.StripeInformation;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a file looks like whose stripes were copied: bytes, key index, statistics, checksum. */
class CopiedStripesTest {
  private static final String COLUMNS = "id bigint, name string";
  private static final LongFunction<Object[]> VALUES = id -> new Object[] {id, "name " + id % 89};

  @TempDir private Path root;

  private Path base() {
    return root.resolve("base_0000003/bucket_00000");
  }

  /** Five stripes; some hold several write ids and bucket properties. */
  private void write() throws IOException {
    try (AcidFileMaker file = EventFileMaker.acid(base(), COLUMNS)) {
      file.inserts(1, BUCKET_0, 0, 3000, VALUES).endStripe();
      file.inserts(1, BUCKET_0, 3000, 3500, VALUES)
          .inserts(1, BUCKET_0 + 1, 0, 9000, VALUES)
          .inserts(2, BUCKET_0, 0, 40, VALUES)
          .endStripe();
      file.inserts(2, BUCKET_0, 40, 2000, VALUES).endStripe();
      file.inserts(2, BUCKET_0, 2000, 2500, VALUES).inserts(3, BUCKET_0, 0, 20, VALUES).endStripe();
      file.inserts(3, BUCKET_0, 20, 1000, VALUES);
    }
    Writes.to(root, COLUMNS)
        .with(java.util.Map.of("orc.row.index.stride", "1000"))
        .insert(4, 0, 0, 5000, VALUES);
  }

  /** Stripes by length and checksum. */
  private record Stored(List<String> stripes, List<RowId> lastRows, List<RowId> ids) {}

  private static Stored read(Path file) throws IOException {
    byte[] bytes = Files.readAllBytes(file);
    List<String> stripes = new ArrayList<>();
    List<RowId> lastRows = new ArrayList<>();
    List<RowId> ids = new ArrayList<>();
    try (OrcInput input = OrcFiles.open(Storage.local(), file.toString(), bytes.length);
        OrcInput.Rows rows = input.rows(input.options())) {
      VectorizedRowBatch batch = input.schema().createRowBatch();
      while (rows.next(batch)) {
        for (var column : batch.cols) {
          column.flatten(false, null, batch.size);
        }
        for (int i = 0; i < batch.size; i++) {
          ids.add(new RowId(value(batch, 1, i), (int) value(batch, 2, i), value(batch, 3, i)));
        }
      }
      int end = 0;
      for (StripeInformation stripe : input.stripes()) {
        end += (int) stripe.getNumberOfRows();
        lastRows.add(ids.get(end - 1));
        CRC32C crc = new CRC32C();
        crc.update(bytes, (int) stripe.getOffset(), (int) stripe.getLength());
        stripes.add(stripe.getLength() + " bytes " + crc.getValue());
      }
    }
    return new Stored(stripes, lastRows, ids);
  }

  private static long value(VectorizedRowBatch batch, int column, int row) {
    return ((LongColumnVector) batch.cols[column]).vector[row];
  }

  private static String footerKey(Path file, String key) throws IOException {
    try (OrcInput input = OrcFiles.open(Storage.local(), file.toString(), Files.size(file))) {
      return input.footerKey(key).orElseThrow();
    }
  }

  @Test
  void stripesThatNothingTouchesGoOverByteForByte() throws IOException {
    write();
    Stored before = read(base());
    Stored delta = read(root.resolve("delta_0000004_0000004_0000/bucket_00000"));
    Table.Compacted compacted = Table.of(root, COLUMNS).major(4);
    Stored after = read(compacted.file(0));
    assertThat(compacted.counts().stripesCopied()).isEqualTo(6);
    assertThat(after.stripes().subList(0, 5)).isEqualTo(before.stripes());
    assertThat(after.stripes().subList(5, 6)).isEqualTo(delta.stripes());
    assertThat(footerKey(compacted.file(0), AcidKeyIndex.KEY))
        .isEqualTo(new AcidKeyIndex(after.lastRows()).toString());
    assertThat(footerKey(compacted.file(0), AcidStats.KEY)).isEqualTo("21000,0,0");
    assertThat(footerKey(compacted.file(0), AcidVersion.KEY)).isEqualTo("2");
  }

  @Test
  void onlyTheStripesThatADeleteMeetsAreEncodedAndTheKeyIndexHoldsTheLastKeys() throws IOException {
    write();
    Stored before = read(base());
    List<RowId> deleted = new ArrayList<>(Writes.ids(1, BUCKET_0 + 1, 100, 200));
    // The last row of a stripe, and the first of another.
    deleted.add(new RowId(2, BUCKET_0, 1999));
    deleted.add(new RowId(3, BUCKET_0, 20));
    Writes.to(root, COLUMNS).delete(5, 0, deleted);
    Table table = Table.of(root, COLUMNS);
    List<Table.Found> rows = table.byMerge();
    Table.Compacted compacted = table.major(5);
    assertThat(compacted.table().byMerge()).isEqualTo(rows);
    assertThat(compacted.counts().rowsDeleted()).isEqualTo(102);
    assertThat(compacted.counts().deletesIn()).isEqualTo(102);
    assertThat(compacted.counts().stripesCopied()).isEqualTo(3);
    Stored after = read(compacted.file(0));
    assertThat(after.stripes().get(0)).isEqualTo(before.stripes().get(0));
    assertThat(after.stripes()).contains(before.stripes().get(3));
    assertThat(footerKey(compacted.file(0), AcidKeyIndex.KEY))
        .isEqualTo(new AcidKeyIndex(after.lastRows()).toString());
    assertThat(after.ids()).isSorted().doesNotHaveDuplicates();
  }

  @Test
  void aWrongKeyIndexOfAnInputLosesNoDelete() throws IOException {
    // The index claims that the first stripe ends long before it does.
    try (AcidFileMaker file =
        EventFileMaker.acid(
            base(),
            COLUMNS,
            options ->
                options.callback(
                    new org.apache.orc.OrcFile.WriterCallback() {
                      @Override
                      public void preStripeWrite(org.apache.orc.OrcFile.WriterContext context) {}

                      @Override
                      public void preFooterWrite(org.apache.orc.OrcFile.WriterContext context) {
                        context
                            .getWriter()
                            .addUserMetadata(
                                AcidKeyIndex.KEY,
                                java.nio.charset.StandardCharsets.UTF_8.encode(
                                    "2,536870912,5;3,536870912,999;"));
                      }
                    }))) {
      file.inserts(1, BUCKET_0, 0, 10, VALUES).inserts(2, BUCKET_0, 0, 1000, VALUES).endStripe();
      file.inserts(3, BUCKET_0, 0, 1000, VALUES);
    }
    Writes.to(root, COLUMNS).delete(4, 0, Writes.ids(2, BUCKET_0, 500, 600));
    Table table = Table.of(root, COLUMNS);
    List<Table.Found> rows = table.byMerge();
    Table.Compacted compacted = table.major(4);
    assertThat(compacted.table().byMerge()).isEqualTo(rows).hasSize(1910);
    assertThat(footerKey(compacted.file(0), AcidKeyIndex.KEY))
        .isEqualTo("2,536870912,999;3,536870912,999;");
  }

  @Test
  void fileStatisticsAreThoseOfAFileWrittenAtOnce() throws IOException {
    write();
    Table copied = Table.of(root, COLUMNS);
    Table.Compacted first = copied.major(4);
    ColumnStatistics[] ofCopy = statistics(first.file(0));
    Table.Compacted second =
        first
            .table()
            .with(RewriteOptions.defaults().withSmallStripes(Long.MAX_VALUE, Long.MAX_VALUE))
            .major(4);
    assertThat(second.counts().stripesCopied()).isZero();
    ColumnStatistics[] ofEncoding = statistics(second.file(0));
    for (int i = 0; i < ofCopy.length; i++) {
      String written = ofEncoding[i].toString().replaceAll(" bytesOnDisk: \\d+", "");
      assertThat(ofCopy[i].toString().replaceAll(" bytesOnDisk: \\d+", "")).isEqualTo(written);
    }
  }

  private static ColumnStatistics[] statistics(Path file) throws IOException {
    try (OrcInput input = OrcFiles.open(Storage.local(), file.toString(), Files.size(file))) {
      return input.statistics();
    }
  }

  @Test
  void smallStripesNextToEachOtherAreJoinedAndOneBetweenLargeOnesIsCopied() throws IOException {
    write();
    // Stripes of 3000, 9540, 1960, 520, 980 and 5000 rows.
    Table table =
        Table.of(root, COLUMNS).with(RewriteOptions.defaults().withSmallStripes(1 << 20, 3000));
    List<Table.Found> rows = table.byMerge();
    Table.Compacted compacted = table.major(4);
    assertThat(compacted.table().byMerge()).isEqualTo(rows);
    assertThat(compacted.counts().stripesCopied()).isEqualTo(3);
    assertThat(compacted.counts().stripesEncoded()).isEqualTo(1);
    // A single small one is left alone.
    Table alone = compacted.table().with(RewriteOptions.defaults().withSmallStripes(1 << 20, 3001));
    assertThat(alone.major(4).counts().stripesCopied()).isEqualTo(4);
  }

  @Test
  void theResultNamesLengthChecksumRowsAndRowIdsOfEachFile() throws IOException {
    write();
    Table.Compacted compacted = Table.of(root, COLUMNS).major(4);
    RewriteResult.Directory directory = compacted.result().directories().get(0);
    RewriteResult.File file = directory.files().get(0);
    byte[] bytes = Files.readAllBytes(compacted.file(0));
    CRC32C crc = new CRC32C();
    crc.update(bytes);
    assertThat(file.length()).isEqualTo(bytes.length);
    assertThat(file.crc32c()).isEqualTo((int) crc.getValue());
    assertThat(file.events()).isEqualTo(21_000);
    assertThat(file.first()).contains(new RowId(1, BUCKET_0, 0));
    assertThat(file.last())
        .contains(new RowId(4, BUCKET_0, read(compacted.file(0)).ids().get(20_999).rowId()));
    assertThat(compacted.result().inputs())
        .containsExactly("base_0000003", "delta_0000004_0000004_0000");
    assertThat(compacted.output().resolve("_orc_acid_version")).hasContent("2");
    assertThat(compacted.counts().bytesOut()).isEqualTo(bytes.length);
  }
}
