package io.orcacid.daemon.packaging;

import java.nio.file.Files;
import java.nio.file.Path;

/** The checked-out files. */
final class SourceTree {
  private SourceTree() {}

  static Path file(String name) {
    Path directory = Path.of("").toAbsolutePath();
    while (!Files.exists(directory.resolve("bin/orc-acid"))) {
      directory = directory.getParent();
    }
    return directory.resolve(name);
  }
}
