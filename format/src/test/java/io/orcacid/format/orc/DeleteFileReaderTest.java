package io.orcacid.format.orc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.orcacid.error.CorruptFileException;
import io.orcacid.error.UnsupportedTableException;
import io.orcacid.format.RangeMatch;
import io.orcacid.format.RowId;
import io.orcacid.format.Snapshot;
import io.orcacid.format.ValidTxnList;
import io.orcacid.format.ValidWriteIdList;
import io.orcacid.format.io.Storage;
import io.orcacid.format.layout.DirectoryLister;
import io.orcacid.format.layout.DirectoryListing;
import io.orcacid.format.layout.LayoutResolver;
import io.orcacid.format.layout.PartitionLayout;
import io.orcacid.format.orc.AcidFiles.Event;
import io.orcacid.testkit.Fixture;
import io.orcacid.testkit.Fixture.FixtureSnapshot;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.apache.orc.TypeDescription;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DeleteFileReaderTest {
  private static final int BUCKET_0 = 536870912;

  @TempDir Path directory;

  private final Storage storage = Storage.local();
  private int files;

  private RowIdSet deletes(String fixture, String label) throws IOException {
    Fixture table = Fixture.named(fixture);
    FixtureSnapshot snapshot = table.snapshot(label);
    return deletes(
        table.copyTable(directory.resolve("table" + files++)),
        new Snapshot(
            ValidWriteIdList.parse(snapshot.validWriteIdList()),
            ValidTxnList.parse(snapshot.validTxnList())));
  }

  private RowIdSet deletes(Path table, Snapshot snapshot) throws IOException {
    PartitionLayout layout =
        LayoutResolver.resolve(DirectoryLister.list(storage, table.toString()), snapshot);
    RowIdSet deleted = new RowIdSet();
    for (PartitionLayout.Selected selected : layout.deleteDeltas()) {
      EventFilter filter =
          new EventFilter(
              selected.directory().minWriteId(),
              selected.directory().maxWriteId(),
              selected.skipEventsUpTo(),
              selected.valid(),
              snapshot.writeIds());
      for (DirectoryListing.Entry file : selected.files()) {
        String path = table.resolve(file.path()).toString();
        DeleteFileReader.read(storage, path, file.length(), filter, deleted);
      }
    }
    return deleted;
  }

  private static Snapshot everything() {
    return new Snapshot(ValidWriteIdList.everything(), ValidTxnList.everything());
  }

  private long read(EventFilter filter, RowIdSet into, Event... events) throws IOException {
    String path = directory.resolve("f" + files++).toString();
    AcidFiles.write(storage, path, List.of(events));
    return DeleteFileReader.read(storage, path, storage.length(path), filter, into);
  }

  private static EventFilter writeIds(long min, long max) {
    return new EventFilter(
        min, max, PartitionLayout.SKIP_NOTHING, RangeMatch.ALL, ValidWriteIdList.everything());
  }

  private static List<RowId> contents(RowIdSet set) {
    List<RowId> ids = new ArrayList<>();
    set.forEach(ids::add);
    return ids;
  }

  private void refuses(EventFilter filter, String message, Event... events) {
    assertThatThrownBy(() -> read(filter, new RowIdSet(), events))
        .isInstanceOf(CorruptFileException.class)
        .hasMessageContaining(message)
        .hasMessageContaining("path=" + directory.resolve("f" + (files - 1)));
  }

  @Test
  void anUnsortedFileOfHiveIsRefusedByItsPath_A21() {
    assertThatThrownBy(() -> deletes("hive-exec-4.0.1-generated/us", ""))
        .isInstanceOf(CorruptFileException.class)
        .hasMessageContaining("not sorted")
        .hasMessageContaining("delete_delta_0000002_0000002_0000/bucket_00000");
  }

  @Test
  void twoDeletesOfOneRowLoseNoOthers() throws IOException {
    assertThat(contents(deletes("hive-exec-4.0.1-generated/dd", "")))
        .containsExactly(
            new RowId(1, BUCKET_0, 1), new RowId(1, BUCKET_0, 2), new RowId(1, BUCKET_0, 3));
  }

  @Test
  void filesWithAnAttemptInTheirNameAreRead() throws IOException {
    assertThat(contents(deletes("hive-exec-4.0.1-generated/at", "")))
        .containsExactly(new RowId(1, BUCKET_0, 1));
    assertThat(deletes("hive-4.1/attempt_id", "").size()).isPositive();
  }

  @Test
  void aSnapshotSeesItsOwnDeletesOnly() throws IOException {
    assertThat(contents(deletes("hive-exec-4.0.1-generated/t1", "")))
        .containsExactly(new RowId(1, BUCKET_0, 0), new RowId(1, BUCKET_0, 2));
    for (String label : List.of("at1", "open2", "aborted2")) {
      assertThat(deletes("hive-exec-4.0.1-generated/t1", label).isEmpty()).as(label).isTrue();
    }
  }

  @Test
  void filesOfOtherEnginesAreRead() throws IOException {
    Path nation = Fixture.copyFiles("trino/nation_delete_deltas", directory.resolve("nation"));
    RowIdSet deleted = deletes(nation, everything());
    assertThat(deleted.size()).isEqualTo(2000);
    assertThat(deleted.contains(2, BUCKET_0, 5999)).isTrue();
    assertThat(deleted.contains(2, BUCKET_0, 6000)).isFalse();
    assertThat(deleted.contains(2, BUCKET_0, 19_000)).isTrue();
    Path originals = Fixture.copyFiles("trino/dummy_id_data_orc", directory.resolve("originals"));
    assertThat(contents(deletes(originals, everything())))
        .containsExactly(new RowId(0, BUCKET_0, 2));
  }

  @Test
  void aDirectoryWithoutAStatementIsReadLikeOthers_A04() throws IOException {
    Path table = Fixture.copyFiles("trino/fullacid_delete_delta_test", directory.resolve("trino"));
    storage.delete(table.resolve("delete_delta_0000004_0000004_0000").toString());
    assertThat(contents(deletes(table, everything())))
        .containsExactly(new RowId(2, BUCKET_0, 0), new RowId(6, BUCKET_0, 0));
  }

  @Test
  void anEmptyFileHoldsNoDeletes_A33() throws IOException {
    RowIdSet deleted = new RowIdSet();
    assertThat(read(writeIds(1, 9), deleted)).isZero();
    java.nio.file.Files.createFile(directory.resolve("zero"));
    String zero = directory.resolve("zero").toString();
    assertThat(DeleteFileReader.read(storage, zero, 0, writeIds(1, 9), deleted)).isZero();
    assertThat(deleted.isEmpty()).isTrue();
  }

  @Test
  void hiddenColumnsInLowerCaseAreRead_A17() throws IOException {
    TypeDescription lower =
        TypeDescription.fromString(AcidSchema.of(AcidFiles.USER_ROW).toString().toLowerCase());
    String path = directory.resolve("lower").toString();
    AcidFiles.write(storage, path, lower, List.of(Event.delete(1, 5, 2), Event.delete(1, 8, 2)));
    RowIdSet deleted = new RowIdSet();
    DeleteFileReader.read(storage, path, storage.length(path), writeIds(2, 2), deleted);
    assertThat(contents(deleted))
        .containsExactly(new RowId(1, BUCKET_0, 5), new RowId(1, BUCKET_0, 8));
  }

  @Test
  void onlyEventsOfValidWriteIdsAboveTheBaseCount() throws IOException {
    ValidWriteIdList list = ValidWriteIdList.parse("t:9:7:7:5");
    EventFilter filter = new EventFilter(3, 8, 4, RangeMatch.SOME, list);
    RowIdSet deleted = new RowIdSet();
    Event[] events = {
      Event.delete(1, 3, 3),
      Event.delete(1, 4, 4),
      Event.delete(1, 5, 5),
      Event.delete(1, 6, 6),
      Event.delete(1, 7, 7),
      Event.delete(1, 8, 8)
    };
    assertThat(read(filter, deleted, events)).isEqualTo(2);
    assertThat(contents(deleted))
        .containsExactly(new RowId(1, BUCKET_0, 6), new RowId(1, BUCKET_0, 8));
  }

  @Test
  void aRepeatedIdOfACompactedFileIsNoDisorder() throws IOException {
    RowIdSet deleted = new RowIdSet();
    read(writeIds(2, 3), deleted, Event.delete(1, 5, 3), Event.delete(1, 5, 2));
    assertThat(deleted.size()).isEqualTo(1);
  }

  @Test
  void disorderIsSeenInEveryPartOfTheId_A21() {
    refuses(
        writeIds(2, 2),
        "not sorted",
        Event.delete(1, 5, 2),
        Event.delete(1, 2, 2),
        Event.delete(1, 9, 2));
    refuses(writeIds(3, 3), "not sorted", Event.delete(2, 1, 3), Event.delete(1, 2, 3));
    refuses(
        writeIds(2, 2),
        "not sorted",
        new Event(2, 1, BUCKET_0 + 1, 1, 2),
        new Event(2, 1, BUCKET_0, 2, 2));
  }

  @Test
  void disorderBetweenTwoBatchesIsSeen() {
    List<Event> events = new ArrayList<>();
    for (int i = 0; i < 1024; i++) {
      events.add(Event.delete(1, i, 2));
    }
    events.add(Event.delete(1, 1000, 2));
    refuses(writeIds(2, 2), "not sorted", events.toArray(Event[]::new));
  }

  @Test
  void eventsThatNoDeleteDeltaHoldsAreRefused() {
    refuses(writeIds(2, 2), "no delete", new Event(AcidSchema.INSERT, 2, BUCKET_0, 0, 2));
    refuses(writeIds(2, 2), "outside of its directory", Event.delete(1, 0, 3));
    refuses(writeIds(2, 2), "outside of its directory", Event.delete(1, 0, 1));
    refuses(writeIds(2, 2), "cannot have been there", Event.delete(3, 0, 2));
    refuses(writeIds(2, 2), "cannot have been there", Event.delete(1, -1, 2));
  }

  @Test
  void anUpdateOfTheOldVersionSaysWhatToDo() {
    assertThatThrownBy(
            () ->
                read(
                    writeIds(2, 2),
                    new RowIdSet(),
                    new Event(AcidSchema.UPDATE_V1, 1, BUCKET_0, 0, 2)))
        .isInstanceOf(UnsupportedTableException.class)
        .hasMessageContaining("major compaction");
  }

  @Test
  void aPlainFileIsNoDeleteFile() {
    Path path = Fixture.copyFiles("impala/alltypes_non_acid.orc", directory.resolve("plain"));
    assertThatThrownBy(
            () ->
                DeleteFileReader.read(
                    storage,
                    path.toString(),
                    storage.length(path.toString()),
                    writeIds(1, 1),
                    new RowIdSet()))
        .isInstanceOf(CorruptFileException.class)
        .hasMessageContaining("lacks the ACID columns")
        .hasMessageContaining("path=" + path);
  }
}
