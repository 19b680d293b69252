package io.orcacid.bench;

import io.orcacid.format.io.Storage;
import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;

/**
 * A directory in memory, where there is a file system for that: syncing costs nothing there, so
 * that tables of thousands of commits are made in seconds. Gone once it is closed.
 *
 * @param path where
 * @param isInMemory false if it is on the disk after all
 */
record MemoryDirectory(Path path, boolean isInMemory) implements Closeable {
  private static final Path MEMORY = Path.of("/dev/shm");

  /**
   * Makes one.
   *
   * @param otherwise directory under which it is made if there is none in memory
   */
  static MemoryDirectory create(Path otherwise) throws IOException {
    boolean inMemory = Files.isWritable(MEMORY);
    return new MemoryDirectory(
        Files.createTempDirectory(inMemory ? MEMORY : otherwise, "orc-acid-bench-"), inMemory);
  }

  /** The same files under other names: what is cached by path is not known of them. */
  static void link(Path from, Path to) throws IOException {
    try (var all = Files.walk(from)) {
      for (Path one : (Iterable<Path>) all::iterator) {
        Path target = to.resolve(from.relativize(one).toString());
        if (Files.isDirectory(one, LinkOption.NOFOLLOW_LINKS)) {
          Files.createDirectories(target);
        } else {
          Files.createLink(target, one);
        }
      }
    }
  }

  @Override
  public void close() throws IOException {
    Storage.local().delete(path.toString());
  }
}
