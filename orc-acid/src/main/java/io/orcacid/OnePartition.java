package io.orcacid;

import io.orcacid.format.layout.DirectoryListing;
import io.orcacid.reader.PartitionSource;
import java.io.IOException;
import java.util.List;

/** One of the partitions of a source, as if there were no other. */
record OnePartition(PartitionSource all, String partition) implements PartitionSource {
  @Override
  public List<String> partitions() throws IOException {
    return all.partitions().contains(partition) ? List.of(partition) : List.of();
  }

  @Override
  public DirectoryListing listing(String wanted) throws IOException {
    return all.listing(wanted);
  }
}
