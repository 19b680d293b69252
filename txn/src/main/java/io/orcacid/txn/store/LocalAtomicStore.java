package io.orcacid.txn.store;

import io.orcacid.error.CorruptFileException;
import io.orcacid.error.UnsupportedTableException;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A store on a disk of this machine: temporary file, fsync, {@code link(2)}, fsync of the
 * directory, and only then the answer. Hadoop's local create and rename, and {@code rename(2)}, let
 * two processes win (MEASUREMENTS.md §1); a link does not. Thread-safe.
 *
 * <p>Temporary files of processes that died stay behind, are never listed and mean nothing.
 */
public final class LocalAtomicStore implements AtomicStore {
  /** {@link #kind()} of this store. */
  public static final String KIND = "local";

  private static final Logger LOG = LoggerFactory.getLogger(LocalAtomicStore.class);

  private final Path directory;
  private final DiskOperations disk;
  private final Set<Path> known = ConcurrentHashMap.newKeySet();

  /** Directories of which an fsync failed: nothing in them can be called durable any more. */
  private final Set<Path> distrusted = ConcurrentHashMap.newKeySet();

  LocalAtomicStore(Path directory, DiskOperations disk) {
    this.directory = directory;
    this.disk = disk;
  }

  /** The store in a log directory, which must be there before the first put. */
  public static LocalAtomicStore open(Path directory) {
    return new LocalAtomicStore(directory, new DiskOperations.Disk());
  }

  /**
   * Makes the log directory, its parents and its rooms, durably, and proves that links work there.
   *
   * @param directory the log directory
   * @param rooms names of directories in it that puts will need
   * @throws UnsupportedTableException if the file system has no links (PROTOCOL.md R21)
   */
  public static LocalAtomicStore create(Path directory, List<String> rooms) throws IOException {
    DiskOperations disk = new DiskOperations.Disk();
    LocalAtomicStore store = new LocalAtomicStore(directory, disk);
    store.prepare(rooms);
    return store;
  }

  void prepare(List<String> rooms) throws IOException {
    createDirectories(directory);
    probeLinks();
    for (String room : rooms) {
      createDirectories(directory.resolve(room));
    }
  }

  @Override
  public String kind() {
    return KIND;
  }

  @Override
  public Scope scope() {
    return Scope.HOST;
  }

  @Override
  public Outcome putIfAbsent(String name, byte[] content) throws IOException {
    Path target = path(name);
    Path parent = target.getParent();
    requireTrusted(parent);
    createOnce(parent);
    Path unfinished = parent.resolve(UNFINISHED + UUID.randomUUID());
    try {
      disk.writeDurably(unfinished, content);
      return link(target, unfinished);
    } finally {
      discard(unfinished);
    }
  }

  /** No thread puts into a directory that another is still making, or that is not durable yet. */
  private void createOnce(Path parent) throws IOException {
    if (!known.contains(parent)) {
      synchronized (known) {
        createDirectories(parent);
        known.add(parent);
      }
    }
  }

  private Outcome link(Path target, Path unfinished) throws IOException {
    try {
      disk.link(target, unfinished);
    } catch (FileAlreadyExistsException lost) {
      return Outcome.LOST;
    } catch (UnsupportedOperationException e) {
      throw noLinks(e);
    } catch (NoSuchFileException e) {
      throw new IOException("The log directory is gone: " + target.getParent(), e);
    } catch (IOException e) {
      LOG.warn("Whether {} was linked is unknown: {}", target, e.toString());
      return Outcome.UNKNOWN;
    }
    try {
      disk.syncDirectory(target.getParent());
    } catch (IOException e) {
      distrusted.add(target.getParent());
      LOG.warn("{} was linked but may not be durable: {}", target, e.toString());
      return Outcome.UNKNOWN;
    }
    return Outcome.WON;
  }

  @Override
  public void confirm(String name) throws IOException {
    Path parent = path(name).getParent();
    requireTrusted(parent);
    try {
      disk.syncDirectory(parent);
    } catch (IOException e) {
      distrusted.add(parent);
      throw e;
    }
  }

  private void requireTrusted(Path parent) throws IOException {
    if (distrusted.contains(parent)) {
      throw new IOException(
          "An fsync of "
              + parent
              + " failed: nothing written there can be called durable; check the disk, then start"
              + " the process again");
    }
  }

  @Override
  public Optional<byte[]> read(String name) throws IOException {
    Path file = path(name);
    try {
      long length = disk.length(file);
      if (length > LONGEST_CONTENT) {
        throw new CorruptFileException(
            "A file of the log is longer than any can be", "path", file, "bytes", length);
      }
      return Optional.of(disk.read(file));
    } catch (NoSuchFileException absent) {
      return Optional.empty();
    }
  }

  @Override
  public List<String> list(String prefix, String startAfter, int limit) throws IOException {
    int slash = prefix.lastIndexOf('/');
    String parent = prefix.substring(0, slash + 1);
    List<String> names = new ArrayList<>();
    Path listed = slash < 0 ? directory : directory.resolve(parent);
    try {
      disk.forEachName(
          listed,
          entry -> {
            String name = parent + entry;
            if (name.startsWith(prefix)
                && name.compareTo(startAfter) > 0
                && !name.startsWith(UNFINISHED, slash + 1)) {
              names.add(name);
            }
          });
    } catch (NoSuchFileException | NotDirectoryException absent) {
      return List.of();
    }
    names.sort(null);
    return List.copyOf(names.subList(0, Math.min(limit, names.size())));
  }

  @Override
  public void replace(String name, byte[] content) throws IOException {
    Path target = path(name);
    createDirectory(target.getParent());
    Path unfinished = target.resolveSibling(UNFINISHED + UUID.randomUUID());
    try {
      disk.write(unfinished, content);
      disk.move(unfinished, target);
    } finally {
      discard(unfinished);
    }
  }

  @Override
  public void remove(String name) throws IOException {
    disk.unlink(path(name));
  }

  private Path path(String name) {
    return directory.resolve(AtomicStore.requireName(name));
  }

  /** A temporary file that stays is harmless; the answer of the put is not changed by it. */
  private void discard(Path unfinished) {
    try {
      disk.unlink(unfinished);
    } catch (IOException e) {
      LOG.debug("{} stays behind: {}", unfinished, e.toString());
    }
  }

  private void createDirectories(Path wanted) throws IOException {
    if (disk.isDirectory(wanted)) {
      return;
    }
    Path parent = wanted.toAbsolutePath().getParent();
    if (parent != null) {
      createDirectories(parent);
    }
    createDirectory(wanted);
    if (parent != null) {
      disk.syncDirectory(parent);
    }
  }

  private void createDirectory(Path wanted) throws IOException {
    if (disk.isDirectory(wanted)) {
      return;
    }
    try {
      disk.createDirectory(wanted);
    } catch (FileAlreadyExistsException race) {
      LOG.debug("{} was made by another process", wanted);
    }
  }

  void probeLinks() throws IOException {
    Path one = directory.resolve(UNFINISHED + UUID.randomUUID());
    Path other = directory.resolve(UNFINISHED + UUID.randomUUID());
    try {
      disk.write(one, new byte[0]);
      disk.link(other, one);
    } catch (UnsupportedOperationException | FileSystemException e) {
      throw noLinks(e);
    } finally {
      discard(one);
      discard(other);
    }
  }

  private UnsupportedTableException noLinks(Exception cause) {
    return new UnsupportedTableException(
        "This file system has no hard links, without which two processes could both win a commit:"
            + " keep the log in a JDBC store, or the table on another file system",
        cause,
        "path",
        directory);
  }
}
