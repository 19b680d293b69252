package io.orcacid.store.object;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.apache.hadoop.fs.BulkDelete;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FSDataOutputStreamBuilder;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.RemoteIterator;

/** What the store asks of a file system; apart so that a test can let an answer be lost. */
class ObjectOperations {
  /** Option and capability of {@code createFile} (HADOOP-19256). */
  static final String CONDITIONAL_CREATE = "fs.option.create.conditional.overwrite";

  /** S3A looks whether a name is a directory's before it puts an object there, unless told so. */
  private static final String NO_LOOK_BEFORE = "fs.s3a.create.performance";

  private final FileSystem fileSystem;

  ObjectOperations(FileSystem fileSystem) {
    this.fileSystem = fileSystem;
  }

  /** Whether the file system says that it can create conditionally. */
  boolean canCreateConditionally(Path place) throws IOException {
    return fileSystem.hasPathCapability(place, CONDITIONAL_CREATE);
  }

  /**
   * An object that comes into being when it is closed, if nothing has its name at that moment.
   * Until then nothing of it can be seen.
   */
  FSDataOutputStream create(Path name) throws IOException {
    try {
      FSDataOutputStreamBuilder<?, ?> builder = fileSystem.createFile(name).recursive();
      builder.must(CONDITIONAL_CREATE, true);
      return builder.build();
    } catch (UncheckedIOException e) {
      throw e.getCause();
    }
  }

  /** Puts an object, whatever had its name. */
  void replace(Path name, byte[] content) throws IOException {
    FSDataOutputStreamBuilder<?, ?> builder =
        fileSystem.createFile(name).overwrite(true).recursive();
    builder.opt(NO_LOOK_BEFORE, true);
    try (FSDataOutputStream out = builder.build()) {
      out.write(content);
    } catch (UncheckedIOException e) {
      throw e.getCause();
    }
  }

  /**
   * The beginning of an object, without a look at anything else.
   *
   * @param most bytes that are read
   * @throws FileNotFoundException if nothing has the name
   */
  byte[] read(Path name, int most) throws IOException {
    try (FSDataInputStream in = fileSystem.open(name)) {
      return in.readNBytes(most);
    }
  }

  /** Names of the objects directly below a place, in any order. */
  void forEachName(Path directory, Consumer<String> names) throws IOException {
    RemoteIterator<FileStatus> found = fileSystem.listStatusIterator(directory);
    while (found.hasNext()) {
      FileStatus status = found.next();
      if (status.isFile()) {
        names.accept(status.getPath().getName());
      }
    }
  }

  /** Removes an object; nothing happens if it is not there. */
  void delete(Path name) throws IOException {
    // Other than a deletion, one of many asks nothing before and makes no directory afterwards.
    try (BulkDelete one = fileSystem.createBulkDelete(name.getParent())) {
      for (Map.Entry<Path, String> kept : one.bulkDelete(List.of(name))) {
        throw new IOException("could not be removed: " + name + ", " + kept.getValue());
      }
    }
  }
}
