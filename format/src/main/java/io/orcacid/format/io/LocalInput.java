package io.orcacid.format.io;

import java.io.EOFException;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.apache.hadoop.fs.FSInputStream;
import org.apache.hadoop.fs.FileSystem;

/**
 * Input from the local disk by position, every byte counted. Hadoop's own reads ranges in threads
 * of its own, whose bytes nobody counts. Positional reads are thread-safe, the others are not.
 */
final class LocalInput extends FSInputStream {
  private final FileChannel channel;
  private final FileSystem.Statistics statistics;
  private long position;

  private LocalInput(FileChannel channel, FileSystem.Statistics statistics) {
    this.channel = channel;
    this.statistics = statistics;
  }

  static LocalInput open(Path path, FileSystem.Statistics statistics) throws IOException {
    try {
      return new LocalInput(FileChannel.open(path, StandardOpenOption.READ), statistics);
    } catch (NoSuchFileException e) {
      throw new FileNotFoundException(path.toString());
    }
  }

  @Override
  public int read() throws IOException {
    byte[] one = new byte[1];
    return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
  }

  @Override
  public int read(byte[] bytes, int offset, int count) throws IOException {
    int read = read(position, bytes, offset, count);
    position += Math.max(read, 0);
    return read;
  }

  @Override
  public int read(long from, byte[] bytes, int offset, int count) throws IOException {
    validatePositionedReadArgs(from, bytes, offset, count);
    if (count == 0) {
      return 0;
    }
    int read = channel.read(ByteBuffer.wrap(bytes, offset, count), from);
    if (read > 0) {
      statistics.incrementBytesRead(read);
    }
    return read;
  }

  @Override
  public void seek(long to) throws IOException {
    if (to < 0) {
      throw new EOFException("a position is 0 or more: " + to);
    }
    position = to;
  }

  @Override
  public long getPos() {
    return position;
  }

  @Override
  public boolean seekToNewSource(long target) {
    return false;
  }

  @Override
  public int available() throws IOException {
    return (int) Math.min(Integer.MAX_VALUE, Math.max(0, channel.size() - position));
  }

  @Override
  public void close() throws IOException {
    channel.close();
  }
}
