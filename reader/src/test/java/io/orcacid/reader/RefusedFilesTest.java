package io.orcacid.reader;

import static io.orcacid.reader.AcidFileMaker.BUCKET_0;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.orcacid.error.CorruptFileException;
import io.orcacid.error.OrcAcidException;
import io.orcacid.error.UnsupportedTableException;
import io.orcacid.error.ValidationException;
import io.orcacid.format.SchemaText;
import io.orcacid.format.Snapshot;
import io.orcacid.format.TableShape;
import io.orcacid.format.ValidTxnList;
import io.orcacid.format.ValidWriteIdList;
import io.orcacid.format.io.Storage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * What is wrong is refused by a message of its own that names the path, never read as fewer rows.
 */
class RefusedFilesTest {
  private static final String DELTA = "delta_0000005_0000005_0000";

  @TempDir private Path root;

  private AcidFileMaker file(String name) throws IOException {
    return AcidFileMaker.acid(root.resolve(name), "a int");
  }

  private void assertRefused(Class<? extends OrcAcidException> kind, String message, String path) {
    ScannedTable table = ScannedTable.of(root, "a int");
    assertThatThrownBy(table::found)
        .isInstanceOf(kind)
        .hasMessageContaining(message)
        .hasMessageContaining(root.resolve(path).toString());
    assertThatThrownBy(table::ordered).isInstanceOf(kind).hasMessageContaining(message);
  }

  @Test
  void updatesOfAcidVersionOne() throws IOException {
    try (AcidFileMaker file = file(DELTA + "/bucket_00000")) {
      file.event(1, 4, BUCKET_0, 0, 5, 1);
    }
    assertRefused(UnsupportedTableException.class, "ACID version 1", DELTA + "/bucket_00000");
    assertThatThrownBy(() -> ScannedTable.of(root, "a int").plan().count())
        .isInstanceOf(UnsupportedTableException.class);
  }

  @Test
  void deletesInADelta() throws IOException {
    try (AcidFileMaker file = file(DELTA + "/bucket_00000")) {
      file.insert(5, BUCKET_0, 0, 1).delete(5, BUCKET_0, 1, 5);
    }
    assertRefused(UnsupportedTableException.class, "no inserts", DELTA + "/bucket_00000");
  }

  @Test
  void insertIdsThatRepeat_A02() throws IOException {
    try (AcidFileMaker file = file(DELTA + "/bucket_00000")) {
      file.insert(5, BUCKET_0, 0, 1).insert(5, BUCKET_0, 0, 2);
    }
    assertRefused(CorruptFileException.class, "do not rise", DELTA + "/bucket_00000");
  }

  @Test
  void insertIdsThatGoBack() throws IOException {
    try (AcidFileMaker file = file(DELTA + "/bucket_00000")) {
      file.insert(5, BUCKET_0, 3, 1).insert(5, BUCKET_0, 0, 2).insert(5, BUCKET_0, 7, 2);
    }
    assertRefused(CorruptFileException.class, "do not rise", DELTA + "/bucket_00000");
    try (AcidFileMaker file = file("delete_delta_0000006_0000006_0000/bucket_00000")) {
      file.delete(5, BUCKET_0, 0, 6);
    }
    assertThatThrownBy(() -> ScannedTable.of(root, "a int").plan().count())
        .isInstanceOf(CorruptFileException.class);
  }

  @Test
  void insertIdsThatGoBackFromOneStripeToTheNext() throws IOException {
    try (AcidFileMaker file = file(DELTA + "/bucket_00000")) {
      file.insert(5, BUCKET_0, 10, 1).insert(5, BUCKET_0, 11, 2).endStripe();
      file.insert(5, BUCKET_0, 0, 3).insert(5, BUCKET_0, 1, 4);
    }
    assertRefused(CorruptFileException.class, "do not rise", DELTA + "/bucket_00000");
  }

  @Test
  void oneIdInTwoFiles_A02() throws IOException {
    try (AcidFileMaker file = file("delta_0000001_0000005/bucket_00000")) {
      file.insert(3, BUCKET_0, 0, 1).insert(3, BUCKET_0, 1, 1);
    }
    try (AcidFileMaker file = file("delta_0000003_0000006/bucket_00000")) {
      file.insert(3, BUCKET_0, 1, 2).insert(6, BUCKET_0, 0, 2);
    }
    assertThatThrownBy(ScannedTable.of(root, "a int")::ordered)
        .isInstanceOf(CorruptFileException.class)
        .hasMessageContaining("Two files hold a row of the same id")
        .hasMessageContaining("delta_0000001_0000005")
        .hasMessageContaining("delta_0000003_0000006");
  }

  @Test
  void eventsOutsideOfTheDirectorysRange() throws IOException {
    try (AcidFileMaker file = file(DELTA + "/bucket_00000")) {
      file.insert(6, BUCKET_0, 0, 1);
    }
    assertRefused(CorruptFileException.class, "outside", DELTA + "/bucket_00000");
  }

  @Test
  void insertsOfAnOlderWriteIdThanTheDirectorys() throws IOException {
    try (AcidFileMaker file = file(DELTA + "/bucket_00000")) {
      file.event(0, 4, BUCKET_0, 0, 5, 1);
    }
    assertRefused(CorruptFileException.class, "outside", DELTA + "/bucket_00000");
  }

  @Test
  void deletesOutsideOfTheDirectorysRange() throws IOException {
    try (AcidFileMaker file = file(DELTA + "/bucket_00000")) {
      file.insert(5, BUCKET_0, 0, 1);
    }
    String deletes = "delete_delta_0000006_0000006_0000/bucket_00000";
    try (AcidFileMaker file = file(deletes)) {
      file.delete(5, BUCKET_0, 0, 7);
    }
    assertRefused(CorruptFileException.class, "outside", deletes);
  }

  @Test
  void twoAttemptsOfOneBucket() throws IOException {
    for (String attempt : List.of("bucket_00000_0", "bucket_00000_1")) {
      try (AcidFileMaker file = file(DELTA + "/" + attempt)) {
        file.insert(5, BUCKET_0, 0, 1);
      }
    }
    assertRefused(CorruptFileException.class, "Two files of one bucket", DELTA);
  }

  @Test
  void plainFilesBesideBucketFiles() throws IOException {
    try (AcidFileMaker file = file(DELTA + "/bucket_00000")) {
      file.insert(5, BUCKET_0, 0, 1);
    }
    try (AcidFileMaker file = AcidFileMaker.plain(root.resolve(DELTA + "/000000_0"), "a int")) {
      file.row(1);
    }
    assertRefused(UnsupportedTableException.class, "mixes plain and ACID", DELTA);
  }

  @Test
  void textInPlaceOfAnOrcFile_A34() throws IOException {
    Files.createDirectories(root.resolve(DELTA));
    Files.writeString(root.resolve(DELTA + "/bucket_00000"), "1|Avro\n");
    assertRefused(CorruptFileException.class, "ORC", DELTA + "/bucket_00000");
  }

  @Test
  void anOriginalThatIsText_A34() throws IOException {
    Files.writeString(root.resolve("000000_0"), "1|Avro\n");
    assertRefused(CorruptFileException.class, "ORC", "000000_0");
  }

  @Test
  void anOriginalWhoseNameTellsNoBucket() throws IOException {
    try (AcidFileMaker file = AcidFileMaker.plain(root.resolve("part-00000.orc"), "a int")) {
      file.row(1);
    }
    assertRefused(UnsupportedTableException.class, "tells no bucket", "part-00000.orc");
  }

  @Test
  void filesBelowADelta() throws IOException {
    try (AcidFileMaker file = file(DELTA + "/HIVE_UNION_SUBDIR_1/bucket_00000")) {
      file.insert(5, BUCKET_0, 0, 1);
    }
    assertRefused(
        UnsupportedTableException.class,
        "sub-directory",
        DELTA + "/HIVE_UNION_SUBDIR_1/bucket_00000");
  }

  @Test
  void anInsertWithoutARow() throws IOException {
    try (AcidFileMaker file = file(DELTA + "/bucket_00000")) {
      file.event(0, 5, BUCKET_0, 0, 5, (Object[]) null);
    }
    assertRefused(CorruptFileException.class, "no row", DELTA + "/bucket_00000");
  }

  @Test
  void plainFilesInADeleteDelta() throws IOException {
    String deletes = "delete_delta_0000006_0000006_0000/000000_0";
    try (AcidFileMaker file = AcidFileMaker.plain(root.resolve(deletes), "a int")) {
      file.row(1);
    }
    assertRefused(UnsupportedTableException.class, "no bucket", deletes);
  }

  @Test
  void aCompactedDirectoryOfWhichNothingIsKnown() throws IOException {
    try (AcidFileMaker file = file("base_0000005_v0000017/bucket_00000")) {
      file.insert(5, BUCKET_0, 0, 1);
    }
    Storage storage = Storage.local();
    TableShape shape = TableShape.of(SchemaText.parse("a int"), List.of());
    ListedPartitions partitions =
        new ListedPartitions(storage, root.toString(), shape, ListedPartitions.Compactions.UNKNOWN);
    Snapshot snapshot = new Snapshot(ValidWriteIdList.everything(), ValidTxnList.everything());
    ScanRequest request =
        new ScanRequest(
            List.of("a"),
            Optional.empty(),
            ScanRequest.RowIds.NOT_WANTED,
            ScanRequest.Order.ANY,
            ScanRequest.DEFAULT_SPLIT_SIZE);
    assertThatThrownBy(
            () -> ScanPlanner.plan(storage, root.toString(), shape, snapshot, partitions, request))
        .isInstanceOf(ValidationException.class)
        .hasMessageContaining("base_0000005_v0000017");
  }

  @Test
  void splitsOfNoByteAndColumnsThatAreNotThere() {
    ScannedTable table = ScannedTable.of(root, "a int");
    assertThatThrownBy(() -> table.inSplitsOf(0).found()).isInstanceOf(ValidationException.class);
    assertThatThrownBy(() -> table.where("b = 1").found()).isInstanceOf(ValidationException.class);
  }

  @Test
  void aDirectoryThatIsNoPartition() throws IOException {
    try (AcidFileMaker file = file(DELTA + "/bucket_00000")) {
      file.insert(5, BUCKET_0, 0, 1);
    }
    assertThatThrownBy(ScannedTable.of(root, "a int, p int").partitionedBy("p")::found)
        .isInstanceOf(UnsupportedTableException.class)
        .hasMessageContaining(DELTA);
  }
}
