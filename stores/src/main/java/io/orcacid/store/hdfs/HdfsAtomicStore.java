package io.orcacid.store.hdfs;

import io.orcacid.error.CorruptFileException;
import io.orcacid.store.Listing;
import io.orcacid.txn.store.AtomicStore;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.apache.hadoop.fs.FileAlreadyExistsException;
import org.apache.hadoop.fs.Path;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A store in a directory of HDFS: temporary file, hsync, close, and a rename that overwrites
 * nothing, which the name node decides and journals before it answers. Thread-safe.
 *
 * <p>The client repeats a rename whose answer was lost, and the name node's cache of answers gives
 * the first one again; where that cache has forgotten, the temporary file is missing, and the
 * outcome is unknown.
 */
final class HdfsAtomicStore implements AtomicStore {
  static final String KIND = "hdfs";

  private static final Logger LOG = LoggerFactory.getLogger(HdfsAtomicStore.class);

  private final HdfsOperations hdfs;
  private final Path directory;

  HdfsAtomicStore(HdfsOperations hdfs, Path directory) {
    this.hdfs = hdfs;
    this.directory = directory;
  }

  @Override
  public String kind() {
    return KIND;
  }

  @Override
  public Scope scope() {
    return Scope.STORE;
  }

  @Override
  public Outcome putIfAbsent(String name, byte[] content) throws IOException {
    Path target = path(name);
    Path unfinished = unfinished(target);
    try {
      hdfs.writeDurably(unfinished, content);
      return rename(unfinished, target);
    } finally {
      discard(unfinished);
    }
  }

  private Outcome rename(Path unfinished, Path target) {
    try {
      hdfs.rename(unfinished, target);
      return Outcome.WON;
    } catch (FileAlreadyExistsException lost) {
      return Outcome.LOST;
    } catch (IOException | RuntimeException e) {
      LOG.warn("Whether {} was named is unknown: {}", target, e.toString());
      return Outcome.UNKNOWN;
    }
  }

  /**
   * A name can be seen before the journal that has it was synced; the answer to a later change
   * comes after that sync.
   */
  @Override
  public void confirm(String name) throws IOException {
    Path target = path(name);
    hdfs.length(target);
    Path unfinished = unfinished(target);
    hdfs.writeDurably(unfinished, new byte[0]);
    hdfs.delete(unfinished);
    hdfs.length(target);
  }

  @Override
  public Optional<byte[]> read(String name) throws IOException {
    Path file = path(name);
    try {
      long length = hdfs.length(file);
      if (length > LONGEST_CONTENT) {
        throw new CorruptFileException(
            "A file of the log is longer than any can be", "path", file, "bytes", length);
      }
      return Optional.of(hdfs.read(file, (int) length));
    } catch (FileNotFoundException absent) {
      return Optional.empty();
    }
  }

  @Override
  public List<String> list(String prefix, String startAfter, int limit) throws IOException {
    Listing listing = Listing.of(prefix, startAfter, limit);
    List<String> names = new ArrayList<>();
    Path listed =
        listing.directory().isEmpty() ? directory : new Path(directory, listing.directory());
    try {
      hdfs.forEachName(
          listed,
          name -> {
            if (name.startsWith(listing.prefix())) {
              names.add(name);
            }
          });
    } catch (FileNotFoundException absent) {
      return List.of();
    }
    return listing.of(names.stream());
  }

  @Override
  public void replace(String name, byte[] content) throws IOException {
    Path target = path(name);
    Path unfinished = unfinished(target);
    try {
      hdfs.writeDurably(unfinished, content);
      hdfs.replace(unfinished, target);
    } finally {
      discard(unfinished);
    }
  }

  @Override
  public void remove(String name) throws IOException {
    hdfs.delete(path(name));
  }

  private Path path(String name) {
    return new Path(directory, AtomicStore.requireName(name));
  }

  private static Path unfinished(Path target) {
    return new Path(target.getParent(), UNFINISHED + UUID.randomUUID());
  }

  /** A temporary file that stays is harmless; the answer of the put is not changed by it. */
  private void discard(Path unfinished) {
    try {
      hdfs.delete(unfinished);
    } catch (IOException | RuntimeException e) {
      LOG.debug("{} stays behind: {}", unfinished, e.toString());
    }
  }
}
