package io.orcacid.format.io;

import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;

/** Directories of a file system that journals its names, such as HDFS. */
final class ManagedDirectories implements DirectoryOperations {
  private final FileSystem fileSystem;

  ManagedDirectories(FileSystem fileSystem) {
    this.fileSystem = fileSystem;
  }

  @Override
  public void sync(String path) {}

  @Override
  public void createExclusively(String path) throws IOException {
    Path directory = new Path(path);
    if (fileSystem.exists(directory) || !fileSystem.mkdirs(directory)) {
      throw new FileAlreadyExistsException(path);
    }
  }

  @Override
  public void rename(String from, String to) throws IOException {
    if (!fileSystem.rename(new Path(from), new Path(to))) {
      throw new IOException("not renamed: " + from + " to " + to);
    }
  }
}
