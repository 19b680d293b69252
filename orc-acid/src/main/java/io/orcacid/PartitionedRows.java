package io.orcacid;

import java.io.IOException;
import java.util.Iterator;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Changes of one kind, partition after partition, with one open at a time. Not thread-safe. */
final class PartitionedRows implements ChangeSource {
  private final Iterator<Map.Entry<String, ChangedPartition>> left;
  private final Opener opener;
  private final Maker maker;
  private AddressedRows current;

  /** Opens the rows of a partition, if it has any. */
  interface Opener {
    Optional<AddressedRows> open(Map.Entry<String, ChangedPartition> partition) throws IOException;
  }

  /** Makes a change of the row that rows stand on. */
  interface Maker {
    Keyed make(AddressedRows rows, long writeId);
  }

  PartitionedRows(Set<Map.Entry<String, ChangedPartition>> partitions, Opener opener, Maker maker) {
    this.left = partitions.iterator();
    this.opener = opener;
    this.maker = maker;
  }

  @Override
  public Optional<Keyed> next() throws IOException {
    while (true) {
      if (current == null) {
        if (!left.hasNext()) {
          return Optional.empty();
        }
        current = opener.open(left.next()).orElse(null);
      } else if (current.next()) {
        return Optional.of(maker.make(current, current.writeId()));
      } else {
        close();
      }
    }
  }

  @Override
  public void close() throws IOException {
    AddressedRows closing = current;
    current = null;
    if (closing != null) {
      closing.close();
    }
  }
}
