package io.orcacid;

import io.orcacid.error.UnsupportedTableException;
import io.orcacid.format.Snapshot;
import io.orcacid.format.ValidTxnList;
import io.orcacid.format.ValidWriteIdList;
import io.orcacid.format.io.Storage;
import io.orcacid.format.layout.AcidDirectory;
import io.orcacid.format.layout.DirectoryListing;
import io.orcacid.format.layout.LayoutResolver;
import io.orcacid.format.layout.PartitionLayout;
import io.orcacid.format.orc.OrcFiles;
import io.orcacid.format.orc.OrcInput;
import io.orcacid.txn.log.Adoption;
import io.orcacid.txn.log.CommitLog;
import io.orcacid.txn.log.DataDirectory;
import io.orcacid.txn.log.DataFile;
import io.orcacid.txn.log.PartitionChange;
import io.orcacid.txn.log.TableMetadata;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import java.util.zip.CRC32C;
import org.apache.hadoop.fs.Path;

/**
 * Makes a table of Hive ours (PROTOCOL.md R26): version 0 names what the lists select, with every
 * file's length, rows and CRC32C; new write ids start above everything that lies on the storage or
 * stands in the lists. Nothing that is there is changed. Every file is read once, for its CRC.
 */
final class HiveAdoption {
  private static final int PIECE = 1 << 20;

  private final Storage storage;
  private final String root;
  private final TableView view;
  private final List<PartitionChange> content = new ArrayList<>();
  private long greatestWriteId;
  private long greatestTransaction;
  private final TreeSet<Long> hidden = new TreeSet<>();

  private HiveAdoption(Storage storage, String root, TableView view) {
    this.storage = storage;
    this.root = root;
    this.view = view;
  }

  static CommitLog adopt(TableLocation location, TableView view, TableMetadata metadata)
      throws IOException {
    return new HiveAdoption(location.storage(), location.root(), view).adopt(location, metadata);
  }

  private CommitLog adopt(TableLocation location, TableMetadata metadata) throws IOException {
    List<String> partitions = view.partitions().partitions();
    for (String partition : partitions) {
      DirectoryListing listing = view.partitions().listing(partition);
      listing.directories().forEach(this::look);
      PartitionLayout layout = LayoutResolver.resolve(listing, view.snapshot());
      List<DataDirectory> directories = directories(partition, layout);
      if (!directories.isEmpty()) {
        content.add(new PartitionChange(partition, directories, List.of(), "", ""));
      }
    }
    TableMetadata adopted = metadata.adopted(adoption());
    requireSameLayout(partitions, adopted);
    return location.adoptLog(adopted, content);
  }

  private void look(String name) {
    AcidDirectory.parse(name)
        .ifPresent(
            directory -> {
              if (directory.maxWriteId() != AcidDirectory.MINIMUM_BASE) {
                greatestWriteId = Math.max(greatestWriteId, directory.maxWriteId());
              }
              long transaction = directory.visibility();
              greatestTransaction = Math.max(greatestTransaction, transaction);
              if (!view.snapshot().transactions().isValid(transaction)) {
                hidden.add(transaction);
              }
            });
  }

  private Adoption adoption() {
    ValidWriteIdList given = view.snapshot().writeIds();
    long mark = given.highWaterMark() == Long.MAX_VALUE ? greatestWriteId : given.highWaterMark();
    long[] exceptions =
        LongStream.concat(Arrays.stream(given.open()), Arrays.stream(given.aborted()))
            .filter(id -> id <= mark)
            .toArray();
    long greatestKnown =
        LongStream.concat(Arrays.stream(given.open()), Arrays.stream(given.aborted()))
            .max()
            .orElse(0);
    long greatest = Math.max(Math.max(greatestWriteId, mark), greatestKnown);
    ValidTxnList transactions = view.snapshot().transactions();
    long listed = transactions.highWaterMark() == Long.MAX_VALUE ? 0 : transactions.highWaterMark();
    long greatestListed =
        Math.max(listed, Arrays.stream(transactions.exceptions()).max().orElse(0));
    return new Adoption(
        ValidWriteIdList.of("null", mark, new long[0], exceptions),
        ValidTxnList.of(
            greatestTransaction, new long[0], hidden.stream().mapToLong(Long::longValue).toArray()),
        greatest,
        Math.max(greatestTransaction, greatestListed));
  }

  private List<DataDirectory> directories(String partition, PartitionLayout layout)
      throws IOException {
    List<DataDirectory> found = new ArrayList<>();
    String place = partition.isEmpty() ? root : root + "/" + partition;
    if (!layout.originals().isEmpty()) {
      List<DataFile> files = new ArrayList<>();
      for (DirectoryListing.Entry file : layout.originals()) {
        files.add(file(place, file, file.path()));
      }
      found.add(DataDirectory.of(DataDirectory.ORIGINALS, 0, files));
    }
    List<PartitionLayout.Selected> selected =
        Stream.of(layout.base().stream(), layout.deltas().stream(), layout.deleteDeltas().stream())
            .flatMap(each -> each)
            .toList();
    for (PartitionLayout.Selected directory : selected) {
      if (directory.nestedFile().isPresent()) {
        throw new UnsupportedTableException(
            "A sub-directory inside a base or delta is not supported: major-compact the table with Hive first",
            "path",
            place + "/" + directory.nestedFile().get());
      }
      List<DataFile> files = new ArrayList<>();
      for (DirectoryListing.Entry file : directory.files()) {
        files.add(file(place, file, file.name()));
      }
      found.add(DataDirectory.of(directory.name(), 0, files));
    }
    return found;
  }

  private DataFile file(String place, DirectoryListing.Entry file, String name) throws IOException {
    String path = place + "/" + file.path();
    long rows = 0;
    if (file.length() > 0) {
      try (OrcInput input = OrcFiles.open(storage, path, file.length())) {
        rows = input.rowCount();
      }
    }
    return DataFile.of(
        name, file.length(), rows, crc32c(path, file.length()), Optional.empty(), Optional.empty());
  }

  /** Of the bytes that count: a streaming file may have a torn tail. */
  private int crc32c(String path, long length) throws IOException {
    CRC32C crc = new CRC32C();
    byte[] piece = new byte[PIECE];
    try (InputStream in = storage.fileSystem().open(new Path(path))) {
      long left = length;
      while (left > 0) {
        int read = in.read(piece, 0, (int) Math.min(left, PIECE));
        if (read < 0) {
          throw new IOException("the file is shorter than its length was: " + path);
        }
        crc.update(piece, 0, read);
        left -= read;
      }
    }
    return (int) crc.getValue();
  }

  /** What the log will say must be what the lists say of the storage (PROTOCOL.md invariant L). */
  private void requireSameLayout(List<String> partitions, TableMetadata metadata)
      throws IOException {
    Adoption adoption = metadata.adoption().orElseThrow();
    Snapshot later = new Snapshot(adoption.writeIds(), adoption.transactions());
    for (String partition : partitions) {
      DirectoryListing listing = view.partitions().listing(partition);
      DirectoryListing unmarked =
          new DirectoryListing(listing.directories(), listing.files(), Map.of());
      if (!names(LayoutResolver.resolve(listing, view.snapshot()))
          .equals(names(LayoutResolver.resolve(unmarked, later)))) {
        throw new UnsupportedTableException(
            "The log could not express what the lists select here: run a major compaction in Hive, then adopt the table",
            "partition",
            partition.isEmpty() ? root : partition);
      }
    }
  }

  private static List<String> names(PartitionLayout layout) {
    List<String> names = new ArrayList<>();
    layout.base().ifPresent(base -> names.add(base.name()));
    layout.deltas().forEach(delta -> names.add(delta.name()));
    layout.deleteDeltas().forEach(delta -> names.add(delta.name()));
    layout.originals().forEach(file -> names.add(file.path()));
    return names;
  }
}
