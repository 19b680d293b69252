package io.orcacid.writer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.orcacid.error.ValidationException;
import io.orcacid.format.RowId;
import io.orcacid.format.orc.AcidKeyIndex;
import io.orcacid.testkit.Seeds;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import org.apache.orc.Reader;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DeleteWriterTest {
  private static final String DELTA = "delete_delta_0000009_0000009_0002";
  private static final int BUCKET_0 = 1 << 29;

  @TempDir private Path root;
  private WrittenTable table;

  @BeforeEach
  void makeATable() {
    table = WrittenTable.of(root, "id bigint, s struct<a:int>, p int").partitionedBy("p");
  }

  private DeleteWriter writer() {
    return new DeleteWriter(table.target(), 9, 2);
  }

  private Path file(int bucket) {
    return root.resolve("p=1").resolve(DELTA).resolve("bucket_0000" + bucket);
  }

  @Test
  void aDeleteHasANullRowOfTheFullRowType() throws IOException {
    try (DeleteWriter writer = writer()) {
      writer.delete("p=1", 4, BUCKET_0, 17);
      writer.finish();
    }
    assertThat(StoredEvents.read(file(0)))
        .containsExactly(new StoredEvents.Event(2, new RowId(4, BUCKET_0, 17), 9, null));
    try (Reader reader = StoredEvents.reader(file(0))) {
      assertThat(reader.getSchema().toString())
          .isEqualTo(
              "struct<operation:int,originalTransaction:bigint,bucket:int,rowId:bigint,"
                  + "currentTransaction:bigint,row:struct<id:bigint,s:struct<a:int>>>");
    }
    assertThat(StoredEvents.footerKey(file(0), "hive.acid.stats")).isEqualTo("0,0,1");
    assertThat(StoredEvents.footerKey(file(0), "hive.acid.version")).isEqualTo("2");
    assertThat(Files.readAllBytes(file(0).resolveSibling("_orc_acid_version")))
        .containsExactly('2');
  }

  @Test
  void deletesOfAllStatementsOfABucketGoIntoItsOneFile_A37() throws IOException {
    try (DeleteWriter writer = writer()) {
      writer.delete("p=1", 2, BUCKET_0 | 1, 0);
      writer.delete("p=1", 2, BUCKET_0 | 3 << 16 | 1, 5);
      writer.delete("p=1", 1, BUCKET_0, 0);
      WriteResult result = writer.finish();
      assertThat(result.directories().get(0).files())
          .extracting(WriteResult.File::name)
          .containsExactly("bucket_00000", "bucket_00003");
    }
    assertThat(StoredEvents.read(file(0)))
        .extracting(StoredEvents.Event::id)
        .containsExactly(new RowId(1, BUCKET_0, 0), new RowId(2, BUCKET_0 | 1, 0));
    assertThat(StoredEvents.read(file(3)))
        .extracting(StoredEvents.Event::id)
        .containsExactly(new RowId(2, BUCKET_0 | 3 << 16 | 1, 5));
  }

  @Test
  void deletesInAnyOrderAreWrittenSortedAndOnce_A21() {
    Seeds.forEach(
        10,
        random -> {
          table =
              new WrittenTable(
                  root.resolve("t" + random.nextLong()),
                  table.row(),
                  List.of("p"),
                  table.bucketing(),
                  Map.of("orc.stripe.row.count", "1000"));
          TreeSet<RowId> expected = new TreeSet<>();
          List<RowId> given = new ArrayList<>();
          for (int i = 0; i < 8_000; i++) {
            RowId id =
                new RowId(
                    random.nextInt(10),
                    BUCKET_0 | random.nextInt(3),
                    random.nextInt(4) == 0 ? random.nextLong(1L << 50) : random.nextInt(2_000));
            given.add(id);
            if (random.nextInt(5) == 0) {
              given.add(id);
            }
            expected.add(id);
          }
          Collections.shuffle(given, random);
          try (DeleteWriter writer = writer()) {
            given.forEach(
                id -> writer.delete("p=1", id.writeId(), id.bucketProperty(), id.rowId()));
            assertThat(writer.finish().events()).isEqualTo(expected.size());
          }
          Path file = table.root().resolve("p=1/" + DELTA + "/bucket_00000");
          List<RowId> stored =
              StoredEvents.read(file).stream().map(StoredEvents.Event::id).toList();
          assertThat(stored).isEqualTo(List.copyOf(expected));
          List<RowId> lastRows = new ArrayList<>();
          try (Reader reader = StoredEvents.reader(file)) {
            long rows = 0;
            for (var stripe : reader.getStripes()) {
              rows += stripe.getNumberOfRows();
              lastRows.add(stored.get((int) rows - 1));
            }
          }
          assertThat(lastRows).hasSizeGreaterThan(1);
          assertThat(
                  AcidKeyIndex.parse(StoredEvents.footerKey(file, "hive.acid.key.index"))
                      .lastRows())
              .isEqualTo(lastRows);
        });
  }

  @Test
  void rowsThatCannotBeVisibleAreRefused() throws IOException {
    try (DeleteWriter writer = writer()) {
      assertThatThrownBy(() -> writer.delete("p=1", 10, BUCKET_0, 0))
          .isInstanceOf(ValidationException.class);
      assertThatThrownBy(() -> writer.delete("p=1", 1, BUCKET_0, -1))
          .isInstanceOf(ValidationException.class);
      assertThatThrownBy(() -> writer.delete("p=1", 1, 3 << 29, 0))
          .isInstanceOf(ValidationException.class);
      writer.delete("p=1", 9, BUCKET_0, 0);
      assertThat(writer.finish().events()).isEqualTo(1);
    }
  }

  @Test
  void noDeleteLeavesNothingAndAbortLeavesNoFile() throws IOException {
    try (DeleteWriter writer = writer()) {
      assertThat(writer.finish().directories()).isEmpty();
    }
    try (DeleteWriter writer = writer()) {
      writer.delete("p=1", 1, BUCKET_0, 0);
    }
    assertThat(StoredEvents.files(root)).isEmpty();
  }

  @Test
  void aDirectoryThatIsThereAlreadyStopsTheWriterAndTheOthersAreRemoved() throws IOException {
    Files.createDirectories(root.resolve("p=2").resolve(DELTA));
    Files.writeString(root.resolve("p=2").resolve(DELTA).resolve("bucket_00000"), "another's");
    try (DeleteWriter writer = writer()) {
      writer.delete("p=1", 1, BUCKET_0, 0);
      writer.delete("p=2", 1, BUCKET_0, 0);
      assertThatThrownBy(writer::finish).isInstanceOf(FileAlreadyExistsException.class);
    }
    assertThat(StoredEvents.files(root)).containsExactly("p=2/" + DELTA + "/bucket_00000");
  }
}
