package io.orcacid.format.io;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;

/** Directories of this machine: {@code fsync} and {@code mkdir(2)}. */
final class LocalDirectories implements DirectoryOperations {
  static Path file(String path) {
    return FileSystems.getDefault().getPath(new org.apache.hadoop.fs.Path(path).toUri().getPath());
  }

  @Override
  public void sync(String path) throws IOException {
    try (FileChannel channel = FileChannel.open(file(path), StandardOpenOption.READ)) {
      channel.force(true);
    }
  }

  @Override
  public void createExclusively(String path) throws IOException {
    Files.createDirectory(file(path));
  }

  @Override
  public void rename(String from, String to) throws IOException {
    Files.move(file(from), file(to), StandardCopyOption.ATOMIC_MOVE);
  }
}
