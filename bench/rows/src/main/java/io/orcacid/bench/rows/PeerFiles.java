package io.orcacid.bench.rows;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/** Directories that tables lie in. */
public final class PeerFiles {
  private PeerFiles() {}

  /** Sizes of all files below a directory. */
  public static long bytes(Path directory) throws IOException {
    long bytes = 0;
    for (Path file : below(directory)) {
      bytes += Files.isRegularFile(file) ? Files.size(file) : 0;
    }
    return bytes;
  }

  /** Removes a directory, if it is there. */
  public static void remove(Path directory) throws IOException {
    if (Files.exists(directory)) {
      List<Path> paths = below(directory);
      for (Path path : paths.stream().sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(path);
      }
    }
  }

  /** Copies a directory to a place where nothing is that has to stay. */
  public static void copy(Path from, Path to) throws IOException {
    remove(to);
    for (Path path : below(from)) {
      Path target = to.resolve(from.relativize(path).toString());
      if (Files.isDirectory(path)) {
        Files.createDirectories(target);
      } else {
        Files.copy(path, target);
      }
    }
  }

  private static List<Path> below(Path directory) throws IOException {
    try (Stream<Path> paths = Files.walk(directory)) {
      return paths.toList();
    }
  }
}
