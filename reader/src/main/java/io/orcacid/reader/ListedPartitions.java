package io.orcacid.reader;

import io.orcacid.error.UnsupportedTableException;
import io.orcacid.error.ValidationException;
import io.orcacid.format.TableShape;
import io.orcacid.format.io.Storage;
import io.orcacid.format.layout.AcidDirectory;
import io.orcacid.format.layout.DirectoryLister;
import io.orcacid.format.layout.DirectoryListing;
import io.orcacid.format.layout.PartitionName;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/**
 * Partitions as they lie on the storage, for tables without a commit log. A directory that is no
 * partition of the table is an error, never passed over: it may hold rows.
 */
public final class ListedPartitions implements PartitionSource {
  private final Storage storage;
  private final String root;
  private final TableShape shape;
  private final Compactions compactions;

  /** What is known of compaction transactions. */
  public enum Compactions {
    /** A list says which are visible. */
    LISTED,
    /** Nothing was said, so a directory that depends on one is refused (PROTOCOL.md R25). */
    UNKNOWN
  }

  /** Partitions of a table by its directory tree. */
  public ListedPartitions(Storage storage, String root, TableShape shape, Compactions compactions) {
    this.storage = storage;
    this.root = root;
    this.shape = shape;
    this.compactions = compactions;
  }

  @Override
  public List<String> partitions() throws IOException {
    List<String> paths = new ArrayList<>();
    collect("", shape.partitionedBy().size(), paths);
    for (String path : paths) {
      PartitionName.values(shape.partitionedBy(), path);
    }
    return paths;
  }

  private void collect(String path, int depth, List<String> paths) throws IOException {
    if (depth == 0) {
      paths.add(path);
      return;
    }
    for (String name : storage.listDirectories(path.isEmpty() ? root : root + "/" + path)) {
      if (DirectoryListing.isHidden(name)) {
        continue;
      }
      if (AcidDirectory.parse(name).isPresent() || name.indexOf('=') < 0) {
        throw new UnsupportedTableException(
            "A directory is no partition of the table: check its partition columns",
            "path",
            root + "/" + (path.isEmpty() ? name : path + "/" + name),
            "partitionColumns",
            shape.partitionedBy());
      }
      collect(path.isEmpty() ? name : path + "/" + name, depth - 1, paths);
    }
  }

  @Override
  public DirectoryListing listing(String partition) throws IOException {
    DirectoryListing listing =
        DirectoryLister.list(storage, partition.isEmpty() ? root : root + "/" + partition);
    if (compactions == Compactions.UNKNOWN) {
      for (String name : listing.directories()) {
        if (AcidDirectory.parse(name)
            .filter(directory -> directory.visibility() != 0)
            .isPresent()) {
          throw new ValidationException(
              "The table has a directory that a compaction wrote, and no valid transaction list says whether it counts: "
                  + "give the list of hive.txn.valid.txns, or say that everything is committed",
              "directory",
              name);
        }
      }
    }
    return listing;
  }
}
