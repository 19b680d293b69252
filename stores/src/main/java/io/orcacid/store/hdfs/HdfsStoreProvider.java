package io.orcacid.store.hdfs;

import io.orcacid.error.UnsupportedTableException;
import io.orcacid.error.ValidationException;
import io.orcacid.txn.store.AtomicStore;
import io.orcacid.txn.store.AtomicStoreProvider;
import java.io.IOException;
import java.net.URI;
import org.apache.hadoop.fs.Path;

/**
 * Gives stores on HDFS: in the log directory of a table that lies there, or below {@code
 * orcacid.store.hdfs.directory} by the table's id. Thread-safe.
 */
public final class HdfsStoreProvider implements AtomicStoreProvider {
  /** For {@link java.util.ServiceLoader}. */
  public HdfsStoreProvider() {}

  @Override
  public String kind() {
    return HdfsAtomicStore.KIND;
  }

  @Override
  public AtomicStore open(Table table) throws IOException {
    Path directory = directory(table);
    URI address = directory.toUri();
    if (!"hdfs".equals(address.getScheme())) {
      throw new UnsupportedTableException(
          "Only HDFS itself is known to let one of two renames win: give an address that begins"
              + " with hdfs://",
          "path",
          directory);
    }
    return new HdfsAtomicStore(new HdfsOperations(table.storage().contextOf(address)), directory);
  }

  private static Path directory(Table table) {
    if (!table.storage().isLocal()) {
      return table.storage().fileSystem().makeQualified(new Path(table.logDirectory()));
    }
    String directory = table.settings().get("directory");
    if (directory == null) {
      throw new ValidationException(
          "The table's files are not on HDFS, so its log needs a directory there",
          "set",
          "orcacid.store.hdfs.directory",
          "path",
          table.logDirectory());
    }
    return new Path(directory, table.id().toString());
  }
}
