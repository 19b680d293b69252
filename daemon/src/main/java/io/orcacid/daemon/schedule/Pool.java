package io.orcacid.daemon.schedule;

import java.nio.file.FileSystems;
import java.nio.file.PathMatcher;
import java.util.List;

/**
 * A pool of compactions.
 *
 * @param name its name
 * @param weight its share of the workers against other pools that have work, 1 or more
 * @param most compactions that it runs at most at a time, 0 or more
 * @param tables paths and patterns of paths of its tables
 */
public record Pool(String name, int weight, int most, List<String> tables) {
  /** The pool of tables that no other has. */
  public static final String DEFAULT = "default";

  public Pool {
    tables = List.copyOf(tables);
  }

  /** Whether a table's path is one of its own. */
  public boolean has(String path) {
    // An address of another file system is matched as if it were a path of this one.
    java.nio.file.Path place = java.nio.file.Path.of(path.replaceFirst("^[a-z0-9]+://", "/"));
    return tables.stream().anyMatch(pattern -> pattern.equals(path) || matches(pattern, place));
  }

  private static boolean matches(String pattern, java.nio.file.Path place) {
    PathMatcher matcher =
        FileSystems.getDefault()
            .getPathMatcher("glob:" + pattern.replaceFirst("^[a-z0-9]+://", "/"));
    return matcher.matches(place);
  }
}
