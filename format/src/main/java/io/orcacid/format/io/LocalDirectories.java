package io.orcacid.format.io;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;

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

  @Override
  public List<String> names(String path) throws IOException {
    List<String> names = new ArrayList<>();
    try (DirectoryStream<Path> entries = Files.newDirectoryStream(file(path))) {
      for (Path entry : entries) {
        names.add(entry.getFileName().toString());
      }
      return names;
    } catch (NotDirectoryException e) {
      // Of a file; a path that leads through a file is none.
      if (!Files.exists(file(path))) {
        throw e;
      }
      return List.of(file(path).getFileName().toString());
    } catch (NoSuchFileException gone) {
      return List.of();
    } catch (DirectoryIteratorException e) {
      throw e.getCause();
    }
  }
}
