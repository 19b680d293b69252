package io.orcacid;

import io.orcacid.format.layout.DirectoryListing;
import io.orcacid.reader.PartitionSource;
import io.orcacid.txn.log.TableState;
import java.util.List;

/** Partitions of a version of the log: nothing is listed. */
record LogPartitions(TableState state) implements PartitionSource {
  @Override
  public List<String> partitions() {
    return List.copyOf(state.partitions());
  }

  @Override
  public DirectoryListing listing(String partition) {
    return state.listing(partition);
  }
}
