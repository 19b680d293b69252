package io.orcacid.format.io;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.util.Arrays;
import java.util.List;
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

  @Override
  public List<String> names(String path) throws IOException {
    try {
      return Arrays.stream(fileSystem.listStatus(new Path(path)))
          .map(status -> status.getPath().getName())
          .toList();
    } catch (FileNotFoundException gone) {
      return List.of();
    }
  }
}
