package io.orcacid.reader;

import io.orcacid.error.CorruptFileException;
import io.orcacid.error.UnsupportedTableException;
import io.orcacid.format.BucketProperty;
import io.orcacid.format.RangeMatch;
import io.orcacid.format.io.Storage;
import io.orcacid.format.layout.AcidDirectory;
import io.orcacid.format.layout.BucketFileName;
import io.orcacid.format.layout.DirectoryListing;
import io.orcacid.format.layout.PartitionLayout;
import io.orcacid.format.orc.OrcFiles;
import io.orcacid.format.orc.OrcInput;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.UnaryOperator;

/**
 * The data and delete files of one partition's layout. Plain files, "originals", are numbered here
 * from the row counts of their footers (FORMAT.md §9). Immutable.
 */
public final class PartitionFiles {
  private final Storage storage;
  private final String directory;
  private final UnaryOperator<String> places;
  private final List<DataFile> data = new ArrayList<>();
  private final List<DeleteFile> deletes = new ArrayList<>();

  private PartitionFiles(Storage storage, String directory, UnaryOperator<String> places) {
    this.storage = storage;
    this.directory = directory;
    this.places = places;
  }

  /**
   * The files of a layout.
   *
   * @param storage where
   * @param directory absolute path of the partition
   * @param layout what a snapshot sees of it
   * @throws UnsupportedTableException for layouts that are refused
   * @throws CorruptFileException for two files of one bucket in a directory
   */
  public static PartitionFiles of(Storage storage, String directory, PartitionLayout layout)
      throws IOException {
    return of(storage, directory, layout, UnaryOperator.identity());
  }

  /**
   * @param places where a file of the layout lies, by its path, both below the partition
   */
  static PartitionFiles of(
      Storage storage, String directory, PartitionLayout layout, UnaryOperator<String> places)
      throws IOException {
    PartitionFiles files = new PartitionFiles(storage, directory, places);
    files.addOriginals(layout.originals(), directory, 0, 0, ANY_EVENT);
    if (layout.base().isPresent()) {
      files.addData(layout.base().get());
    }
    layout.base().ifPresent(files::requireNoNestedFile);
    layout.deltas().forEach(files::requireNoNestedFile);
    layout.deleteDeltas().forEach(files::requireNoNestedFile);
    for (PartitionLayout.Selected delta : layout.deltas()) {
      files.addData(delta);
    }
    for (PartitionLayout.Selected delta : layout.deleteDeltas()) {
      files.addDeletes(delta);
    }
    return files;
  }

  private static final DataFile.EventBounds ANY_EVENT =
      new DataFile.EventBounds(0, Long.MAX_VALUE, PartitionLayout.SKIP_NOTHING, RangeMatch.ALL);

  /**
   * The data files that are not empty: originals, base, deltas, each in the order of their paths.
   */
  public List<DataFile> data() {
    return data;
  }

  /** All delete files that are not empty. */
  public List<DeleteFile> deletes() {
    return deletes;
  }

  /**
   * Delete files that may hold a delete of the file's rows: not those of older write ids only.
   * Buckets are looked at when the file is open, as its rows may be of another one than its name
   * says (DESIGN.md §5).
   */
  List<DeleteFile> deletesFor(DataFile file) {
    return deletesFrom(firstWriteId(file));
  }

  /** Those that may hold a delete of any of some files' rows. */
  List<DeleteFile> deletesFor(List<DataFile> files) {
    return deletesFrom(
        files.stream().mapToLong(PartitionFiles::firstWriteId).min().orElse(Long.MAX_VALUE));
  }

  private List<DeleteFile> deletesFrom(long writeId) {
    return deletes.stream().filter(delete -> delete.events().maxWriteId() >= writeId).toList();
  }

  private static long firstWriteId(DataFile file) {
    return file.events().minWriteId();
  }

  private static DataFile.EventBounds bounds(PartitionLayout.Selected selected) {
    AcidDirectory directory = selected.directory();
    if (directory instanceof AcidDirectory.Base base) {
      long greatest =
          base.writeId() == AcidDirectory.MINIMUM_BASE ? Long.MAX_VALUE : base.writeId();
      return new DataFile.EventBounds(0, greatest, PartitionLayout.SKIP_NOTHING, RangeMatch.ALL);
    }
    return new DataFile.EventBounds(
        directory.minWriteId(),
        directory.maxWriteId(),
        selected.skipEventsUpTo(),
        selected.valid());
  }

  private void addData(PartitionLayout.Selected selected) throws IOException {
    List<DirectoryListing.Entry> plain = new ArrayList<>();
    List<DirectoryListing.Entry> stored = new ArrayList<>();
    for (DirectoryListing.Entry file : selected.files()) {
      if (file.length() > 0) {
        boolean original = name(file).form() == BucketFileName.Form.ORIGINAL;
        (original ? plain : stored).add(file);
      }
    }
    if (!plain.isEmpty() && !stored.isEmpty()) {
      throw new UnsupportedTableException(
          "A directory mixes plain and ACID files, of which engines see one kind only: major-compact it in Hive",
          "path",
          directory + "/" + selected.name());
    }
    if (!plain.isEmpty()) {
      addLoaded(selected, plain);
      return;
    }
    requireOneFilePerBucket(selected, stored);
    for (DirectoryListing.Entry file : stored) {
      data.add(dataFile(file, bounds(selected), new DataFile.Stored()));
    }
  }

  /** Plain files that {@code LOAD DATA} put into a base or delta. */
  private void addLoaded(PartitionLayout.Selected selected, List<DirectoryListing.Entry> plain)
      throws IOException {
    AcidDirectory loaded = selected.directory();
    if (loaded.minWriteId() != loaded.maxWriteId()
        || loaded.visibility() != AcidDirectory.ALWAYS_VISIBLE) {
      throw new UnsupportedTableException(
          "Plain files lie in a directory that cannot hold any: major-compact it in Hive",
          "path",
          directory + "/" + selected.name());
    }
    addOriginals(
        plain, directory, loaded.minWriteId(), Math.max(loaded.statement(), 0), bounds(selected));
  }

  private void addOriginals(
      List<DirectoryListing.Entry> files,
      String parent,
      long writeId,
      int statement,
      DataFile.EventBounds events)
      throws IOException {
    Map<Integer, Long> rowsByBucket = new HashMap<>();
    for (DirectoryListing.Entry file : files) {
      if (file.length() == 0) {
        continue;
      }
      BucketFileName name = name(file);
      long first = rowsByBucket.getOrDefault(name.bucket(), 0L);
      int property = BucketProperty.encode(name.bucket(), statement);
      data.add(dataFile(file, events, new DataFile.Original(writeId, property, first)));
      rowsByBucket.put(
          name.bucket(),
          first + rowCount(parent + "/" + file.path(), file.length(), file.checksum()));
    }
  }

  private long rowCount(String path, long length, long checksum) throws IOException {
    try (OrcInput input = OrcFiles.open(storage, path, length, checksum)) {
      if (input.isAcid()) {
        throw new UnsupportedTableException(
            "A file with ACID columns lies where plain files are expected: its row ids are not to be trusted",
            "path",
            path);
      }
      return input.rowCount();
    }
  }

  private void addDeletes(PartitionLayout.Selected selected) {
    requireOneFilePerBucket(selected, selected.files());
    for (DirectoryListing.Entry file : selected.files()) {
      if (name(file).form() == BucketFileName.Form.ORIGINAL) {
        throw new UnsupportedTableException(
            "A delete delta holds a file that is no bucket's",
            "path",
            directory + "/" + file.path());
      }
      if (file.length() > 0) {
        deletes.add(
            new DeleteFile(
                directory + "/" + file.path(),
                file.length(),
                name(file).bucket(),
                bounds(selected),
                file.checksum()));
      }
    }
  }

  private DataFile dataFile(
      DirectoryListing.Entry file, DataFile.EventBounds events, DataFile.Origin origin) {
    return new DataFile(
        directory + "/" + places.apply(file.path()),
        file.length(),
        0,
        file.length(),
        name(file).bucket(),
        events,
        origin,
        file.checksum());
  }

  private BucketFileName name(DirectoryListing.Entry file) {
    return BucketFileName.parse(file.name())
        .orElseThrow(
            () ->
                new UnsupportedTableException(
                    "A file's name tells no bucket, so its rows have no ids: rename it as Hive names files, "
                        + "such as 000000_0, or move it away",
                    "path",
                    directory + "/" + file.path()));
  }

  private void requireNoNestedFile(PartitionLayout.Selected selected) {
    if (selected.nestedFile().isPresent()) {
      throw new UnsupportedTableException(
          "A sub-directory inside a base or delta is not supported: major-compact the table with Hive first",
          "path",
          directory + "/" + selected.nestedFile().get());
    }
  }

  private void requireOneFilePerBucket(
      PartitionLayout.Selected selected, List<DirectoryListing.Entry> files) {
    Set<Integer> buckets = new HashSet<>();
    for (DirectoryListing.Entry file : files) {
      BucketFileName name = name(file);
      if (name.form() == BucketFileName.Form.BUCKET && !buckets.add(name.bucket())) {
        throw new CorruptFileException(
            "Two files of one bucket lie in one directory, most likely of two attempts of one task: "
                + "remove the one that was not committed",
            "path",
            directory + "/" + selected.name(),
            "bucket",
            name.bucket());
      }
    }
  }
}
