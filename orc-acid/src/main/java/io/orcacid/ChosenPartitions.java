package io.orcacid;

import io.orcacid.format.layout.DirectoryListing;
import io.orcacid.reader.PartitionSource;
import java.io.IOException;
import java.util.List;
import java.util.Set;

/** Some of the partitions of a source, as if there were no others. */
record ChosenPartitions(PartitionSource all, Set<String> chosen) implements PartitionSource {
  ChosenPartitions {
    chosen = Set.copyOf(chosen);
  }

  @Override
  public List<String> partitions() throws IOException {
    return all.partitions().stream().filter(chosen::contains).toList();
  }

  @Override
  public DirectoryListing listing(String partition) throws IOException {
    return all.listing(partition);
  }
}
