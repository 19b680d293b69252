package io.orcacid.store.object;

import io.orcacid.error.CorruptFileException;
import io.orcacid.store.Listing;
import io.orcacid.txn.store.AtomicStore;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ThreadLocalRandom;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.Path;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A store in a directory of an object store: one conditional creation, which the store decides when
 * the upload is complete and answers when it is durable. No temporary object and no other name.
 * Thread-safe.
 *
 * <p>A client that repeats a request by itself after a lost answer meets its own object and says
 * that the name is taken; so {@code LOST} may be one's own, as PROTOCOL.md R6 expects.
 */
final class ObjectAtomicStore implements AtomicStore {
  static final String KIND = "object";

  private static final Logger LOG = LoggerFactory.getLogger(ObjectAtomicStore.class);

  /** Tries of a request that another one for the name was in the way of. */
  private static final int MOST_TRIES = 8;

  /** Longest wait before the second try, in milliseconds; it doubles with each. */
  private static final int FIRST_WAIT = 20;

  private final ObjectOperations objects;
  private final Path directory;

  ObjectAtomicStore(ObjectOperations objects, Path directory) {
    this.objects = objects;
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
  public Lookup lookup() {
    return Lookup.NUMBERED;
  }

  @Override
  public Outcome putIfAbsent(String name, byte[] content) throws IOException {
    Path target = path(name);
    for (int tries = 1; tries < MOST_TRIES; tries++) {
      Optional<Outcome> outcome = put(target, content);
      if (outcome.isPresent()) {
        return outcome.get();
      }
      if (!isRested(tries)) {
        break;
      }
    }
    return put(target, content).orElse(Outcome.UNKNOWN);
  }

  /** Empty if another request for the name was in the way: nothing of this one can come later. */
  private Optional<Outcome> put(Path target, byte[] content) throws IOException {
    FSDataOutputStream out = open(target);
    if (out == null) {
      return Optional.of(Outcome.LOST);
    }
    try {
      out.write(content);
    } catch (IOException | RuntimeException e) {
      // Nothing has the name before the upload is completed, and this one never will be.
      return abandon(target, out, e);
    }
    try {
      out.close();
      return Optional.of(Outcome.WON);
    } catch (IOException | RuntimeException e) {
      return outcomeOf(target, e);
    }
  }

  /** Stores may decide early, too. */
  private FSDataOutputStream open(Path target) throws IOException {
    try {
      return objects.create(target);
    } catch (IOException e) {
      if (CreateFailure.of(e) == CreateFailure.TAKEN) {
        return null;
      }
      throw e;
    }
  }

  private Optional<Outcome> abandon(Path target, FSDataOutputStream out, Exception failure)
      throws IOException {
    try {
      out.abort();
    } catch (UnsupportedOperationException e) {
      LOG.warn("Whether {} will come is unknown: {}", target, failure.toString());
      return Optional.of(Outcome.UNKNOWN);
    }
    throw new IOException("The content could not be uploaded: " + target, failure);
  }

  private static Optional<Outcome> outcomeOf(Path target, Exception failure) {
    switch (CreateFailure.of(failure)) {
      case TAKEN:
        return Optional.of(Outcome.LOST);
      case BUSY:
        LOG.debug("Another request for {} was under way: {}", target, failure.toString());
        return Optional.empty();
      default:
        LOG.warn("Whether {} was put is unknown: {}", target, failure.toString());
        return Optional.of(Outcome.UNKNOWN);
    }
  }

  /** False if the thread was interrupted, which stays so. */
  private static boolean isRested(int tries) {
    try {
      Thread.sleep(1 + ThreadLocalRandom.current().nextLong((long) FIRST_WAIT << (tries - 1)));
      return true;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }

  /** What an object store shows is durable. */
  @Override
  public void confirm(String name) throws IOException {
    if (read(name).isEmpty()) {
      throw new FileNotFoundException("Nothing has the name any more: " + path(name));
    }
  }

  @Override
  public Optional<byte[]> read(String name) throws IOException {
    Path target = path(name);
    try {
      byte[] content = objects.read(target, LONGEST_CONTENT + 1);
      if (content.length > LONGEST_CONTENT) {
        throw new CorruptFileException(
            "A file of the log is longer than any can be", "path", target, "bytes", content.length);
      }
      return Optional.of(content);
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
      objects.forEachName(
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
    objects.replace(path(name), content);
  }

  @Override
  public void remove(String name) throws IOException {
    objects.delete(path(name));
  }

  private Path path(String name) {
    return new Path(directory, AtomicStore.requireName(name));
  }
}
