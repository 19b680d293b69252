package io.orcacid;

import io.orcacid.format.layout.DirectoryListing;
import io.orcacid.reader.PartitionSource;
import io.orcacid.writer.WriteResult;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;

/**
 * Partitions of a snapshot together with the finished statements of a transaction that reads itself
 * (PROTOCOL.md R10).
 */
record OwnPartitions(PartitionSource committed, List<WriteResult.Directory> own)
    implements PartitionSource {
  OwnPartitions {
    own = List.copyOf(own);
  }

  @Override
  public List<String> partitions() throws IOException {
    TreeSet<String> paths = new TreeSet<>(committed.partitions());
    own.forEach(directory -> paths.add(directory.partition()));
    return List.copyOf(paths);
  }

  @Override
  public DirectoryListing listing(String partition) throws IOException {
    DirectoryListing listing = committed.listing(partition);
    List<DirectoryListing.Entry> files = new ArrayList<>(listing.files());
    for (WriteResult.Directory directory : own) {
      if (directory.partition().equals(partition)) {
        for (WriteResult.File file : directory.files()) {
          files.add(
              new DirectoryListing.Entry(directory.name() + "/" + file.name(), file.length()));
        }
      }
    }
    return new DirectoryListing(listing.directories(), files, listing.markers());
  }
}
