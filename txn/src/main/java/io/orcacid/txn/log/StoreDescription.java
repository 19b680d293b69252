package io.orcacid.txn.log;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.orcacid.error.UnsupportedTableException;
import io.orcacid.format.io.DurableOutput;
import io.orcacid.format.io.Storage;
import io.orcacid.txn.store.AtomicStore;
import io.orcacid.txn.store.LocalAtomicStore;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * {@code _store.json}: which kind of store decides, for which table (PROTOCOL.md §2). Never an
 * address, a credential or a class name.
 *
 * @param kind kind of the store
 * @param table uuid of the table
 * @param logFormat version of the log's format
 */
public record StoreDescription(String kind, UUID table, int logFormat) {
  private static final Logger LOG = LoggerFactory.getLogger(StoreDescription.class);

  /** Name in the log directory. */
  public static final String NAME = "_store.json";

  /** What stands in the log directory of a table; empty if there is no such file. */
  public static Optional<StoreDescription> of(Storage storage, String tablePath)
      throws IOException {
    String path = tablePath + "/" + CommitLog.DIRECTORY + "/" + NAME;
    return storage.exists(path)
        ? Optional.of(decode(storage.readFully(path), path))
        : Optional.empty();
  }

  /**
   * Says in a table's log directory which store elsewhere decides: the first that says so wins, and
   * its answer stands.
   *
   * @param kind kind of the store
   * @param table id for the table, if nothing stands there yet
   * @return what stands there
   * @throws UnsupportedTableException if another kind was said before
   */
  public static StoreDescription declare(Storage storage, String tablePath, String kind, UUID table)
      throws IOException {
    StoreDescription wanted = new StoreDescription(kind, table, EntryCodec.FIRST_FORMAT);
    String directory = tablePath + "/" + CommitLog.DIRECTORY;
    storage.createDirectories(directory);
    if (!storage.exists(directory + "/" + NAME)) {
      if (storage.isLocal()) {
        wanted.putLocally(storage.localPath(directory));
      } else {
        wanted.put(storage, directory);
      }
    }
    storage.syncDirectoriesUpTo(directory, "/");
    StoreDescription there =
        of(storage, tablePath)
            .orElseThrow(() -> new IOException("The description was not written: " + directory));
    there.requireKind(kind, directory + "/" + NAME);
    return there;
  }

  /** The store elsewhere decides commits: here a file system without links will do. */
  private void putLocally(Path directory) throws IOException {
    try {
      LocalAtomicStore.create(directory, List.of()).putIfAbsent(NAME, encode());
    } catch (UnsupportedTableException noLinks) {
      LOG.debug("{}: {}", directory, noLinks.toString());
      try (FileChannel file =
          FileChannel.open(
              directory.resolve(NAME), StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE)) {
        ByteBuffer bytes = ByteBuffer.wrap(encode());
        while (bytes.hasRemaining()) {
          file.write(bytes);
        }
        file.force(true);
      } catch (FileAlreadyExistsException other) {
        LOG.debug("{} was described by another process", directory);
      }
    }
  }

  private void put(Storage storage, String directory) throws IOException {
    if (!storage.renames()) {
      putAtOnce(storage, directory);
      return;
    }
    String unfinished = directory + "/" + AtomicStore.UNFINISHED + UUID.randomUUID();
    try {
      try (DurableOutput out = storage.create(unfinished)) {
        out.write(encode());
      }
      storage.rename(unfinished, directory + "/" + NAME);
    } catch (IOException e) {
      if (!storage.exists(directory + "/" + NAME)) {
        throw e;
      }
    } finally {
      storage.delete(unfinished);
    }
  }

  /** An object is there whole or not at all, and of two the store takes one. */
  private void putAtOnce(Storage storage, String directory) throws IOException {
    try (DurableOutput out = storage.create(directory + "/" + NAME)) {
      out.write(encode());
    } catch (IOException e) {
      if (!storage.exists(directory + "/" + NAME)) {
        throw e;
      }
      LOG.debug("{} was described by another process: {}", directory, e.toString());
    }
  }

  byte[] encode() {
    ObjectNode object = Json.object();
    object.put("kind", kind).put("table", table.toString()).put("logFormat", logFormat);
    return Json.seal(object);
  }

  static StoreDescription decode(byte[] bytes, String path) {
    JsonFields fields = Json.unseal(bytes, path);
    StoreDescription description =
        new StoreDescription(
            fields.text("kind"), fields.uuid("table"), fields.integer("logFormat"));
    if (description.logFormat() > EntryCodec.FORMAT_VERSION) {
      throw new UnsupportedTableException(
          "The table's log is of a newer format: use a newer version",
          "path",
          path,
          "logFormat",
          description.logFormat());
    }
    return description;
  }

  void requireKind(String wanted, String path) {
    if (!kind.equals(wanted)) {
      throw new UnsupportedTableException(
          "Another kind of store decides the commits of this table: open it with that one, by the settings that begin with orcacid.store",
          "path",
          path,
          "table",
          kind,
          "given",
          wanted);
    }
  }
}
