package io.orcacid.testkit;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.URISyntaxException;
import java.net.URL;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * Resources of this package, be they files of a build directory or entries of a jar. Paths are
 * relative to the package, parts separated by {@code /}.
 */
final class TestResources {
  private TestResources() {}

  /** Whether there is such a file or directory. */
  static boolean exists(String path) {
    return TestResources.class.getResource(path) != null;
  }

  /** The text of a file, in UTF-8. */
  static String text(String path) {
    try (InputStream in = TestResources.class.getResourceAsStream(path)) {
      if (in == null) {
        throw new FileNotFoundException("no such test resource: " + path);
      }
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Names of the files and directories directly in a directory, in order. */
  static List<String> names(String directory) {
    return with(
        directory,
        root -> {
          List<String> names = new ArrayList<>();
          try (Stream<Path> entries = Files.list(root)) {
            entries.forEach(entry -> names.add(withoutSlash(entry.getFileName().toString())));
          } catch (IOException e) {
            throw new UncheckedIOException(e);
          }
          names.sort(null);
          return names;
        });
  }

  /** Copies a file, or a directory with all in it, to a path whose parent is there. */
  static void copy(String path, Path target) {
    with(
        path,
        root -> {
          try (Stream<Path> entries = Files.walk(root)) {
            for (Path entry : (Iterable<Path>) entries::iterator) {
              copyEntry(entry, target.resolve(root.relativize(entry).toString()));
            }
          } catch (IOException e) {
            throw new UncheckedIOException(e);
          }
          return null;
        });
  }

  private static void copyEntry(Path from, Path to) throws IOException {
    if (Files.isDirectory(from)) {
      Files.createDirectories(to);
    } else {
      Files.copy(from, to);
    }
  }

  /** Directories of a jar's file system are named with a slash at the end. */
  private static String withoutSlash(String name) {
    return name.endsWith("/") ? name.substring(0, name.length() - 1) : name;
  }

  private static <T> T with(String path, Function<Path, T> use) {
    URL url = TestResources.class.getResource(path);
    if (url == null) {
      throw new IllegalArgumentException("no such test resource: " + path);
    }
    try {
      URI uri = url.toURI();
      if (!uri.getScheme().equals("jar")) {
        return use.apply(Path.of(uri));
      }
      String text = uri.toString();
      int bang = text.indexOf("!/");
      Path jar = Path.of(URI.create(text.substring("jar:".length(), bang)));
      // Opened by path, not by URI: such a file system is ours alone to close.
      try (FileSystem inside = FileSystems.newFileSystem(jar)) {
        return use.apply(inside.getPath(text.substring(bang + 1)));
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (URISyntaxException e) {
      throw new IllegalStateException(e);
    }
  }
}
