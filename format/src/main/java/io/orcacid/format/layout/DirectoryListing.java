package io.orcacid.format.layout;

import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;

/**
 * What lies below one partition directory, with paths relative to it, as a lister or the commit log
 * names it. Hidden entries are left out; the one marker that says something about its directory is
 * kept aside. Immutable.
 *
 * @param directories first-level directories that are not hidden, empty ones too
 * @param files files that are not hidden, in path order
 * @param markers first-level directories with a {@code _metadata_acid} file, and what it says
 */
public record DirectoryListing(
    Set<String> directories, List<Entry> files, Map<String, Marker> markers) {
  public DirectoryListing {
    TreeSet<String> names = new TreeSet<>(directories);
    for (Entry file : files) {
      int slash = file.path().indexOf('/');
      if (slash > 0) {
        names.add(file.path().substring(0, slash));
      }
    }
    directories = java.util.Collections.unmodifiableSet(names);
    files = files.stream().sorted(Comparator.comparing(Entry::path)).toList();
    markers = Map.copyOf(markers);
  }

  /** What a {@code _metadata_acid} file says of its directory (FORMAT.md §3.2). */
  public enum Marker {
    /** A base that a major compaction of Hive 3 wrote. */
    COMPACTED,
    /** The partition was truncated. */
    TRUNCATED,
    /** The partition was dropped. */
    DROPPED
  }

  /**
   * One file.
   *
   * @param path relative to the partition directory, parts separated by {@code /}
   * @param length bytes that count; for a streaming file those up to the last recorded flush, or
   *     {@link #UNKNOWN_LENGTH}
   * @param checksum CRC32C of its bytes, 0 to 2^32 - 1, where a commit log says it; else {@link
   *     #NO_CHECKSUM}
   */
  public record Entry(String path, long length, long checksum) {
    /** {@link #length()} of a streaming file whose side file records no flush (FORMAT.md §6). */
    public static final long UNKNOWN_LENGTH = -1;

    /** {@link #checksum()} of a file of which nobody knows one. */
    public static final long NO_CHECKSUM = -1;

    public Entry {
      Objects.requireNonNull(path);
    }

    /** A file without a known checksum. */
    public Entry(String path, long length) {
      this(path, length, NO_CHECKSUM);
    }

    /** Last part of the path. */
    public String name() {
      return path.substring(path.lastIndexOf('/') + 1);
    }
  }

  /**
   * Whether engines pass over a path: some part of it starts with {@code _} or {@code .} (FORMAT.md
   * §2).
   */
  public static boolean isHidden(String path) {
    for (String part : path.split("/")) {
      if (part.startsWith("_") || part.startsWith(".")) {
        return true;
      }
    }
    return false;
  }
}
