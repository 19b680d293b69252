package io.orcacid;

import io.orcacid.format.Snapshot;
import io.orcacid.format.ValidWriteIdList;
import io.orcacid.format.layout.DirectoryListing;
import io.orcacid.reader.PartitionSource;
import io.orcacid.txn.log.DataDirectory;
import io.orcacid.txn.log.DataFile;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/** Some directories and nothing else, as if they were the table: to look at what a commit added. */
record NamedDirectories(Map<String, List<DataDirectory>> directories) implements PartitionSource {
  NamedDirectories {
    directories = new TreeMap<>(directories);
  }

  /**
   * A table in which they are all that there is, and visible.
   *
   * @param version a view of the version that the table was at
   */
  TableView in(TableView version) {
    long writeId =
        directories.values().stream()
            .flatMap(List::stream)
            .mapToLong(directory -> directory.directory().maxWriteId())
            .max()
            .orElse(0);
    ValidWriteIdList all =
        ValidWriteIdList.of(
            version.snapshot().writeIds().table(), writeId, new long[0], new long[0]);
    return new TableView(
        version.shape(),
        new Snapshot(all, version.snapshot().transactions()),
        this,
        version.version());
  }

  @Override
  public List<String> partitions() {
    return List.copyOf(directories.keySet());
  }

  @Override
  public DirectoryListing listing(String partition) {
    List<DirectoryListing.Entry> files = new ArrayList<>();
    for (DataDirectory directory : directories.getOrDefault(partition, List.of())) {
      for (DataFile file : directory.files()) {
        files.add(
            new DirectoryListing.Entry(
                directory.name() + "/" + file.name(),
                file.length(),
                Integer.toUnsignedLong(file.crc32c())));
      }
    }
    return new DirectoryListing(Set.of(), files, Map.of());
  }
}
