package io.orcacid.txn.store;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/** The four steps of a local put, apart so that a test can let each of them fail. */
interface DiskOperations {
  /** Writes a new file and makes its bytes durable. */
  void writeDurably(Path file, byte[] content) throws IOException;

  /** Gives a file a second name; the atomic step. */
  void link(Path name, Path file) throws IOException;

  /** Makes the names in a directory durable. */
  void syncDirectory(Path directory) throws IOException;

  /** Removes a name. */
  void unlink(Path file) throws IOException;

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
    public void link(Path name, Path file) throws IOException {
      Files.createLink(name, file);
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
  }
}
