package io.orcacid;

import io.orcacid.format.layout.BucketFileName;
import io.orcacid.format.layout.DirectoryListing;
import io.orcacid.reader.PartitionSource;
import io.orcacid.txn.log.DataDirectory;
import io.orcacid.txn.log.DataFile;
import io.orcacid.txn.log.TableState;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * One partition of a state without the data files of which no row was taken away, by the row ids
 * that the log has of them. Plain files stay, as the ids of their rows follow from all of them
 * (FORMAT.md §9).
 */
record TakenFiles(TableState state, String partition, ChangedPartition changed)
    implements PartitionSource {
  @Override
  public List<String> partitions() {
    return state.partitions().contains(partition) ? List.of(partition) : List.of();
  }

  @Override
  public DirectoryListing listing(String wanted) {
    DirectoryListing all = state.listing(wanted);
    Set<String> untouched = new HashSet<>();
    for (DataDirectory directory : state.directories(wanted)) {
      if (!directory.isDelete() && !directory.isOriginals()) {
        for (DataFile file : directory.files()) {
          if (hasStoredIds(file.name()) && !changed.mayTakeFrom(file)) {
            untouched.add(directory.name() + "/" + file.name());
          }
        }
      }
    }
    return new DirectoryListing(
        all.directories(),
        all.files().stream().filter(file -> !untouched.contains(file.path())).toList(),
        all.markers());
  }

  private static boolean hasStoredIds(String name) {
    return BucketFileName.parse(name)
        .filter(parsed -> parsed.form() == BucketFileName.Form.BUCKET)
        .isPresent();
  }
}
