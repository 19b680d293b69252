package io.orcacid.testkit.disk;

import java.io.BufferedOutputStream;
import java.io.EOFException;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.OutputStream;
import java.net.URI;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.NoSuchFileException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FSInputStream;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.Syncable;
import org.apache.hadoop.fs.permission.FsPermission;
import org.apache.hadoop.util.Progressable;

/**
 * Hadoop's view of a {@link CrashingDisk}, with the promises of {@code RawLocalFileSystem}: {@code
 * hsync} reaches the disk, nothing syncs a directory, and removing a tree is many calls.
 */
public final class CrashingFileSystem extends FileSystem {
  private static final int BUFFER = 4096;

  private static final AtomicLong COUNT = new AtomicLong();

  private final CrashingDisk disk;
  private final URI uri;

  /** The file system on a disk, to be initialised by {@link #getUri()} before it is used. */
  public CrashingFileSystem(CrashingDisk disk) {
    this.disk = disk;
    // What a process keeps of files must not outlive it, nor reach the next case.
    this.uri = URI.create("crashing://process-" + COUNT.incrementAndGet() + "/");
  }

  @Override
  public URI getUri() {
    return uri;
  }

  @Override
  public String getScheme() {
    return "crashing";
  }

  private static String path(Path path) {
    return path.toUri().getPath();
  }

  @Override
  public FSDataInputStream open(Path path, int bufferSize) throws IOException {
    try {
      return new FSDataInputStream(new Input(disk.read(path(path))));
    } catch (NoSuchFileException e) {
      throw absent(path, e);
    }
  }

  private static FileNotFoundException absent(Path path, Exception cause) {
    FileNotFoundException absent = new FileNotFoundException(path.toString());
    absent.initCause(cause);
    return absent;
  }

  @Override
  public FSDataOutputStream create(
      Path path,
      FsPermission permission,
      boolean overwrite,
      int bufferSize,
      short replication,
      long blockSize,
      Progressable progress)
      throws IOException {
    if (overwrite) {
      throw new UnsupportedOperationException("nothing of a table is written over: " + path);
    }
    mkdirs(path.getParent(), permission);
    try {
      return new FSDataOutputStream(new Output(disk.create(path(path))), statistics);
    } catch (FileAlreadyExistsException e) {
      throw new org.apache.hadoop.fs.FileAlreadyExistsException(path.toString());
    }
  }

  @Override
  public FSDataOutputStream append(Path path, int bufferSize, Progressable progress) {
    throw new UnsupportedOperationException("append");
  }

  /** A name that is taken is not replaced. */
  @Override
  public boolean rename(Path from, Path to) throws IOException {
    if (!disk.exists(path(from)) || disk.exists(path(to))) {
      return false;
    }
    disk.move(path(from), path(to));
    return true;
  }

  /** What another process removes meanwhile is gone, as here. */
  @Override
  public boolean delete(Path path, boolean recursive) throws IOException {
    try {
      return deleteExisting(path, recursive);
    } catch (NoSuchFileException gone) {
      return false;
    }
  }

  private boolean deleteExisting(Path path, boolean recursive) throws IOException {
    if (!disk.exists(path(path))) {
      return false;
    }
    if (disk.isDirectory(path(path))) {
      List<String> names = disk.names(path(path));
      if (!names.isEmpty() && !recursive) {
        throw new IOException("not empty: " + path);
      }
      for (String name : names) {
        delete(new Path(path, new Path(null, null, name)), true);
      }
    }
    disk.unlink(path(path));
    return true;
  }

  @Override
  public FileStatus[] listStatus(Path path) throws IOException {
    try {
      if (!disk.isDirectory(path(path))) {
        return new FileStatus[] {getFileStatus(path)};
      }
      List<FileStatus> statuses = new ArrayList<>();
      for (String name : disk.names(path(path))) {
        statuses.add(getFileStatus(new Path(path, new Path(null, null, name))));
      }
      return statuses.toArray(new FileStatus[0]);
    } catch (NoSuchFileException e) {
      throw absent(path, e);
    }
  }

  @Override
  public void setWorkingDirectory(Path directory) {
    throw new UnsupportedOperationException("paths are absolute");
  }

  @Override
  public Path getWorkingDirectory() {
    return new Path("/");
  }

  @Override
  public boolean mkdirs(Path path, FsPermission permission) throws IOException {
    if (disk.isDirectory(path(path))) {
      return true;
    }
    if (path.getParent() != null) {
      mkdirs(path.getParent(), permission);
    }
    try {
      disk.createDirectory(path(path));
    } catch (FileAlreadyExistsException race) {
      return disk.isDirectory(path(path));
    }
    return true;
  }

  @Override
  public FileStatus getFileStatus(Path path) throws IOException {
    try {
      boolean isDirectory = disk.isDirectory(path(path));
      long length = isDirectory ? 0 : disk.length(path(path));
      return new FileStatus(length, isDirectory, 1, 1L << 25, 0, path);
    } catch (NoSuchFileException e) {
      throw absent(path, e);
    }
  }

  /** Bytes on their way to the disk; those that no sync took along are the kernel's at close. */
  private static final class Output extends OutputStream implements Syncable {
    private final CrashingDisk.Output file;
    private final BufferedOutputStream buffer;

    Output(CrashingDisk.Output file) {
      this.file = file;
      this.buffer =
          new BufferedOutputStream(
              new OutputStream() {
                @Override
                public void write(int value) throws IOException {
                  file.write(new byte[] {(byte) value}, 0, 1);
                }

                @Override
                public void write(byte[] bytes, int offset, int count) throws IOException {
                  file.write(bytes, offset, count);
                }
              },
              BUFFER);
    }

    @Override
    public void write(int value) throws IOException {
      buffer.write(value);
    }

    @Override
    public void write(byte[] bytes, int offset, int count) throws IOException {
      buffer.write(bytes, offset, count);
    }

    @Override
    public void flush() throws IOException {
      buffer.flush();
    }

    @Override
    public void hflush() throws IOException {
      buffer.flush();
    }

    @Override
    public void hsync() throws IOException {
      buffer.flush();
      file.sync();
    }

    @Override
    public void close() throws IOException {
      buffer.flush();
    }
  }

  private final class Input extends FSInputStream {
    private final byte[] content;
    private int position;

    Input(byte[] content) {
      this.content = content;
    }

    @Override
    public int read() {
      disk.checkAlive();
      return position < content.length ? content[position++] & 0xff : -1;
    }

    @Override
    public int read(byte[] bytes, int offset, int count) {
      disk.checkAlive();
      if (count == 0) {
        return 0;
      }
      int read = Math.min(count, content.length - position);
      if (read <= 0) {
        return -1;
      }
      System.arraycopy(content, position, bytes, offset, read);
      position += read;
      statistics.incrementBytesRead(read);
      return read;
    }

    @Override
    public void seek(long to) throws IOException {
      if (to < 0 || to > content.length) {
        throw new EOFException("a position is 0 to " + content.length + ": " + to);
      }
      position = (int) to;
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
    public int available() {
      return content.length - position;
    }
  }
}
