package io.orcacid.store.object;

import io.orcacid.error.UnsupportedTableException;
import io.orcacid.error.ValidationException;
import io.orcacid.txn.store.AtomicStore;
import io.orcacid.txn.store.AtomicStore.Outcome;
import io.orcacid.txn.store.AtomicStoreProvider;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.UUID;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;

/**
 * Gives stores in the log directories of tables that lie on an object store. What the file system
 * says that it can decides, never its scheme; and when a table is made, a try. Thread-safe.
 */
public final class ObjectStoreProvider implements AtomicStoreProvider {
  private static final String ELSEWHERE =
      ": choose another store for the commits by orcacid.store.kind=zookeeper or jdbc, the table's"
          + " files can stay there";

  /** For {@link java.util.ServiceLoader}. */
  public ObjectStoreProvider() {}

  @Override
  public String kind() {
    return ObjectAtomicStore.KIND;
  }

  @Override
  public AtomicStore open(Table table) throws IOException {
    if (table.storage().isLocal()) {
      throw new ValidationException(
          "The table's files are not on an object store: leave orcacid.store.kind out",
          "path",
          table.logDirectory());
    }
    FileSystem fileSystem = table.storage().fileSystem();
    return open(
        new ObjectOperations(fileSystem), fileSystem.makeQualified(new Path(table.logDirectory())));
  }

  static AtomicStore open(ObjectOperations objects, Path directory) throws IOException {
    if (!objects.canCreateConditionally(directory)) {
      throw new UnsupportedTableException(
          "The file system does not offer to create an object only where there is none ("
              + ObjectOperations.CONDITIONAL_CREATE
              + "), so it cannot let one of two commits win; S3A does from Hadoop 3.4.2 on, unless"
              + " fs.s3a.create.conditional.enabled is false"
              + ELSEWHERE,
          "path",
          directory);
    }
    return new ObjectAtomicStore(objects, directory);
  }

  @Override
  public void probe(AtomicStore store, Table table) throws IOException {
    probe(store, table.storage().fileSystem().makeQualified(new Path(table.logDirectory())));
  }

  /** Some stores take the condition, answer that all is well, and do not look at it. */
  static void probe(AtomicStore store, Path directory) throws IOException {
    String name = "_probe-" + UUID.randomUUID();
    try {
      Outcome first = store.putIfAbsent(name, content("first"));
      Outcome second = store.putIfAbsent(name, content("second"));
      if (first != Outcome.WON || second == Outcome.UNKNOWN) {
        throw new IOException(
            "Whether the store lets one of two win could not be found out: try again ("
                + directory
                + ", "
                + first
                + ", "
                + second
                + ")");
      }
      if (second == Outcome.WON) {
        throw new UnsupportedTableException(
            "The store says that it creates an object only where there is none, and put a second"
                + " one over it, so that a commit could be lost"
                + ELSEWHERE,
            "path",
            directory);
      }
    } finally {
      store.remove(name);
    }
  }

  private static byte[] content(String text) {
    return text.getBytes(StandardCharsets.US_ASCII);
  }
}
