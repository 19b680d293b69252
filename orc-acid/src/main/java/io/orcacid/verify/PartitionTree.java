package io.orcacid.verify;

import io.orcacid.error.UnsupportedTableException;
import io.orcacid.format.TableShape;
import io.orcacid.format.io.Storage;
import io.orcacid.format.layout.AcidDirectory;
import io.orcacid.format.layout.DirectoryListing;
import io.orcacid.format.layout.PartitionName;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.Path;

/** The partitions that lie on the storage; what is none is found, and passed over. */
final class PartitionTree {
  private final Storage storage;
  private final String root;
  private final TableShape shape;
  private final Findings findings;

  PartitionTree(Storage storage, String root, TableShape shape, Findings findings) {
    this.storage = storage;
    this.root = root;
    this.shape = shape;
    this.findings = findings;
  }

  List<String> paths() throws IOException {
    List<String> paths = new ArrayList<>();
    collect("", shape.partitionedBy().size(), paths);
    return paths;
  }

  private void collect(String path, int depth, List<String> paths) throws IOException {
    if (depth == 0) {
      if (isPartition(path)) {
        paths.add(path);
      }
      return;
    }
    String place = path.isEmpty() ? root : root + "/" + path;
    for (FileStatus status : statuses(place)) {
      String name = status.getPath().getName();
      if (DirectoryListing.isHidden(name)) {
        continue;
      }
      if (!status.isDirectory()) {
        findings.warning(
            Check.FOREIGN_FILE,
            place + "/" + name,
            "a file lies outside of every partition: no engine reads it",
            "move it away if nobody needs it");
      } else if (AcidDirectory.parse(name).isPresent() || name.indexOf('=') < 0) {
        foreign(place + "/" + name);
      } else {
        collect(path.isEmpty() ? name : path + "/" + name, depth - 1, paths);
      }
    }
  }

  private boolean isPartition(String path) {
    try {
      PartitionName.values(shape.partitionedBy(), path);
      return true;
    } catch (UnsupportedTableException e) {
      foreign(root + "/" + path);
      return false;
    }
  }

  private void foreign(String path) {
    findings.error(
        Check.FOREIGN_PARTITION,
        path,
        "the directory is no partition of a table partitioned by " + shape.partitionedBy(),
        "move it away, or name the right partition columns");
  }

  private FileStatus[] statuses(String place) throws IOException {
    try {
      return storage.fileSystem().listStatus(new Path(place));
    } catch (FileNotFoundException gone) {
      return new FileStatus[0];
    }
  }
}
