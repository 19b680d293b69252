package io.orcacid;

import java.io.Closeable;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Keeps the directory of a key index to one open table of one process: two would not see what the
 * other puts. A process that dies gives it up.
 */
final class KeyIndexLock implements Closeable {
  private static final String NAME = "lock";

  /**
   * Directories of which this process has the lock. Asked before the file is opened: to close a
   * second channel of the file would give up the lock of the first one.
   */
  private static final Set<Path> HELD = ConcurrentHashMap.newKeySet();

  private final Path directory;
  private final FileChannel channel;

  private KeyIndexLock(Path directory, FileChannel channel) {
    this.directory = directory;
    this.channel = channel;
  }

  /**
   * Takes the lock.
   *
   * @param wanted made if it is not there
   * @return empty if another has it
   */
  static Optional<KeyIndexLock> take(Path wanted) throws IOException {
    Path directory = Files.createDirectories(wanted).toRealPath();
    if (!HELD.add(directory)) {
      return Optional.empty();
    }
    Optional<FileChannel> locked = Optional.empty();
    try {
      locked = lock(directory.resolve(NAME));
    } finally {
      if (locked.isEmpty()) {
        HELD.remove(directory);
      }
    }
    return locked.map(channel -> new KeyIndexLock(directory, channel));
  }

  private static Optional<FileChannel> lock(Path file) throws IOException {
    FileChannel channel =
        FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
    try {
      if (channel.tryLock() != null) {
        return Optional.of(channel);
      }
    } catch (OverlappingFileLockException heldByClassesOfAnotherLoader) {
      // Not ours either.
    } catch (IOException e) {
      channel.close();
      throw e;
    }
    channel.close();
    return Optional.empty();
  }

  @Override
  public void close() throws IOException {
    try {
      channel.close();
    } finally {
      HELD.remove(directory);
    }
  }
}
