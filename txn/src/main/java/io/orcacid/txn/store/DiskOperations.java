package io.orcacid.txn.store;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.function.Consumer;

/**
 * All that a local store does with its disk, apart so that a test can let each step fail, or lose
 * power after it. What is not there is told by {@link java.nio.file.NoSuchFileException}.
 */
interface DiskOperations {
  /** Writes a new file and makes its bytes durable. */
  void writeDurably(Path file, byte[] content) throws IOException;

  /** Writes a new file. */
  void write(Path file, byte[] content) throws IOException;

  /** Gives a file a second name; the atomic step. */
  void link(Path name, Path file) throws IOException;

  /** Gives a file another name, whatever had it. */
  void move(Path file, Path name) throws IOException;

  /** Makes the names in a directory durable. */
  void syncDirectory(Path directory) throws IOException;

  /** Removes a name. */
  void unlink(Path file) throws IOException;

  /** Makes a directory in one that is there. */
  void createDirectory(Path directory) throws IOException;

  /** Whether a directory is there. */
  boolean isDirectory(Path directory) throws IOException;

  /** Length of a file in bytes. */
  long length(Path file) throws IOException;

  /** The whole of a file. */
  byte[] read(Path file) throws IOException;

  /** Names in a directory as they come: one of a million names costs no million objects. */
  void forEachName(Path directory, Consumer<String> names) throws IOException;

  /** The disk itself. */
  final class Disk implements DiskOperations {
    @Override
    public void writeDurably(Path file, byte[] content) throws IOException {
      try (FileChannel channel =
          FileChannel.open(file, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE)) {
        ByteBuffer bytes = ByteBuffer.wrap(content);
        while (bytes.hasRemaining()) {
          channel.write(bytes);
        }
        channel.force(true);
      }
    }

    @Override
    public void write(Path file, byte[] content) throws IOException {
      Files.write(file, content, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
    }

    @Override
    public void link(Path name, Path file) throws IOException {
      Files.createLink(name, file);
    }

    @Override
    public void move(Path file, Path name) throws IOException {
      Files.move(file, name, StandardCopyOption.ATOMIC_MOVE);
    }

    @Override
    public void syncDirectory(Path directory) throws IOException {
      try (FileChannel channel = FileChannel.open(directory, StandardOpenOption.READ)) {
        channel.force(true);
      }
    }

    @Override
    public void unlink(Path file) throws IOException {
      Files.deleteIfExists(file);
    }

    @Override
    public void createDirectory(Path directory) throws IOException {
      Files.createDirectory(directory);
    }

    @Override
    public boolean isDirectory(Path directory) {
      return Files.isDirectory(directory);
    }

    @Override
    public long length(Path file) throws IOException {
      return Files.size(file);
    }

    @Override
    public byte[] read(Path file) throws IOException {
      return Files.readAllBytes(file);
    }

    @Override
    public void forEachName(Path directory, Consumer<String> names) throws IOException {
      try (var entries = Files.newDirectoryStream(directory)) {
        entries.forEach(entry -> names.accept(entry.getFileName().toString()));
      } catch (DirectoryIteratorException e) {
        throw e.getCause();
      }
    }
  }
}
