package io.orcacid.format.io;

import java.io.ByteArrayInputStream;
import java.io.EOFException;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.net.URI;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.PositionedReadable;
import org.apache.hadoop.fs.Seekable;
import org.apache.hadoop.fs.permission.FsPermission;
import org.apache.hadoop.util.Progressable;

/** A file system of one file whose bytes are in memory; it can only be read. */
final class ContentFileSystem extends FileSystem {
  private static final String SCHEME = "content";

  private final Path path;
  private final byte[] content;

  ContentFileSystem(String path, byte[] content) {
    this.path = new Path(path);
    this.content = content;
  }

  @Override
  public String getScheme() {
    return SCHEME;
  }

  @Override
  public URI getUri() {
    return URI.create(SCHEME + ":///");
  }

  @Override
  public FSDataInputStream open(Path file, int bufferSize) throws IOException {
    requireFile(file);
    return new FSDataInputStream(new Content(content));
  }

  @Override
  public FileStatus getFileStatus(Path file) throws IOException {
    requireFile(file);
    return new FileStatus(content.length, false, 1, 1L << 25, 0, path);
  }

  @Override
  public FileStatus[] listStatus(Path file) throws IOException {
    return new FileStatus[] {getFileStatus(file)};
  }

  private void requireFile(Path file) throws FileNotFoundException {
    if (!file.equals(path)) {
      throw new FileNotFoundException(file.toString());
    }
  }

  @Override
  public FSDataOutputStream create(
      Path file,
      FsPermission permission,
      boolean overwrite,
      int bufferSize,
      short replication,
      long blockSize,
      Progressable progress) {
    throw readOnly();
  }

  @Override
  public FSDataOutputStream append(Path file, int bufferSize, Progressable progress) {
    throw readOnly();
  }

  @Override
  public boolean rename(Path from, Path to) {
    throw readOnly();
  }

  @Override
  public boolean delete(Path file, boolean recursive) {
    throw readOnly();
  }

  @Override
  public boolean mkdirs(Path directory, FsPermission permission) {
    throw readOnly();
  }

  private UnsupportedOperationException readOnly() {
    return new UnsupportedOperationException("bytes in memory can only be read: " + path);
  }

  @Override
  public void setWorkingDirectory(Path directory) {}

  @Override
  public Path getWorkingDirectory() {
    return new Path("/");
  }

  private static final class Content extends ByteArrayInputStream
      implements Seekable, PositionedReadable {
    Content(byte[] content) {
      super(content);
    }

    @Override
    public synchronized void seek(long position) throws IOException {
      if (position < 0 || position > count) {
        throw new EOFException("no such position: " + position + " of " + count);
      }
      pos = (int) position;
    }

    @Override
    public synchronized long getPos() {
      return pos;
    }

    @Override
    public boolean seekToNewSource(long position) {
      return false;
    }

    @Override
    public int read(long position, byte[] buffer, int offset, int length) throws IOException {
      if (position < 0) {
        throw new EOFException("no such position: " + position);
      }
      if (position >= count) {
        return -1;
      }
      int given = Math.min(length, count - (int) position);
      System.arraycopy(buf, (int) position, buffer, offset, given);
      return given;
    }

    @Override
    public void readFully(long position, byte[] buffer, int offset, int length) throws IOException {
      if (position < 0 || length > count - position) {
        throw new EOFException("no " + length + " bytes at " + position + " of " + count);
      }
      System.arraycopy(buf, (int) position, buffer, offset, length);
    }

    @Override
    public void readFully(long position, byte[] buffer) throws IOException {
      readFully(position, buffer, 0, buffer.length);
    }
  }
}
