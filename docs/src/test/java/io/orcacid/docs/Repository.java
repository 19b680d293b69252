package io.orcacid.docs;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** The checked-out files that tests look at. */
public final class Repository {
  private Repository() {}

  /** The directory that holds all modules. */
  public static Path root() {
    Path directory = Path.of("").toAbsolutePath();
    while (!Files.exists(directory.resolve("bin/orc-acid"))) {
      directory = directory.getParent();
      if (directory == null) {
        throw new IllegalStateException("these tests run inside the source tree");
      }
    }
    return directory;
  }

  /** All documents, by path. */
  static List<Path> documents() throws IOException {
    try (Stream<Path> top = Files.list(root());
        Stream<Path> pages = Files.list(root().resolve("docs"))) {
      return Stream.concat(top, pages)
          .filter(path -> path.toString().endsWith(".md"))
          .sorted()
          .toList();
    }
  }

  /** Files of code, tests too, that end in one of these ways. */
  public static List<Path> sources(String... endings) throws IOException {
    try (Stream<Path> files = Files.walk(root())) {
      return files
          .filter(path -> path.toString().contains("/src/"))
          .filter(path -> !path.toString().contains("/target/"))
          .filter(path -> Stream.of(endings).anyMatch(path.toString()::endsWith))
          .sorted()
          .toList();
    }
  }

  /** A document under {@code docs}, by its file name. */
  static String page(String name) throws IOException {
    return Files.readString(root().resolve("docs").resolve(name));
  }
}
