package io.orcacid.cli;

import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Assumptions;

/** A file system of its own, of a given size; closing takes it away. Skips a test loudly. */
final class SmallDisk implements AutoCloseable {
  private final Path directory;

  private SmallDisk(Path directory) {
    this.directory = directory;
  }

  static SmallDisk mount(Path directory, String size) throws IOException {
    if (run("mount", "-t", "tmpfs", "-o", "size=" + size, "tmpfs", directory.toString()) != 0) {
      System.err.println("SKIPPED: no file system can be mounted here: full and read-only disks");
      Assumptions.abort("mount is not permitted");
    }
    return new SmallDisk(directory);
  }

  void allowReadingOnly() throws IOException {
    remount("ro");
  }

  void allowWriting() throws IOException {
    remount("rw");
  }

  private void remount(String option) throws IOException {
    if (run("mount", "-o", "remount," + option, directory.toString()) != 0) {
      throw new IOException("cannot be mounted again: " + directory);
    }
  }

  @Override
  public void close() throws IOException {
    run("umount", directory.toString());
  }

  private static int run(String... command) throws IOException {
    try {
      return new ProcessBuilder(command)
          .redirectErrorStream(true)
          .redirectOutput(ProcessBuilder.Redirect.DISCARD)
          .start()
          .waitFor();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException(e);
    }
  }
}
