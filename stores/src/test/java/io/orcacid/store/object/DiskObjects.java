package io.orcacid.store.object;

import java.io.ByteArrayOutputStream;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.net.URI;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Abortable;
import org.apache.hadoop.fs.CommonPathCapabilities;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FSDataOutputStreamBuilder;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.RawLocalFileSystem;
import org.apache.hadoop.fs.StreamCapabilities;
import org.apache.hadoop.fs.permission.FsPermission;
import org.apache.hadoop.util.Progressable;

/**
 * An object store in a directory of this machine, for any number of processes: an object is there
 * whole once its upload ends, by a link that one of two wins; nothing is renamed and nothing
 * synced. Settings: {@code fs.objects.root}; {@code fs.objects.seed}, with which {@link UploadFault
 * faults} meet uploads of the log; {@code fs.objects.condition}, {@code ignored} for a store that
 * takes the condition and does not look at it, {@code missing} for one that has none.
 */
public final class DiskObjects extends FileSystem {
  /** Scheme of its addresses. */
  public static final String SCHEME = "objects";

  /** Listings by this process. */
  public static final AtomicLong LISTINGS = new AtomicLong();

  private Path root;
  private URI address;
  private String condition;
  private UploadFault.Source faults;
  private final RawLocalFileSystem disk = new RawLocalFileSystem();

  /** For Hadoop, which makes it. */
  public DiskObjects() {}

  @Override
  public void initialize(URI name, Configuration configuration) throws IOException {
    super.initialize(name, configuration);
    setConf(configuration);
    address = URI.create(SCHEME + "://" + name.getAuthority());
    root = Path.of(configuration.get("fs.objects.root"), name.getAuthority());
    condition = configuration.get("fs.objects.condition", "kept");
    faults = UploadFault.Source.of(configuration.getLong("fs.objects.seed", 0));
    disk.initialize(URI.create("file:///"), new Configuration(false));
    Files.createDirectories(uploads());
  }

  private Path uploads() {
    return root.resolveSibling(root.getFileName() + ".uploads");
  }

  @Override
  public String getScheme() {
    return SCHEME;
  }

  @Override
  public URI getUri() {
    return address;
  }

  private Path place(org.apache.hadoop.fs.Path path) {
    return root.resolve(path.toUri().getPath().substring(1));
  }

  private org.apache.hadoop.fs.Path onDisk(org.apache.hadoop.fs.Path path) {
    return new org.apache.hadoop.fs.Path("file", "", place(path).toString());
  }

  @Override
  public boolean hasPathCapability(org.apache.hadoop.fs.Path path, String capability)
      throws IOException {
    return switch (capability) {
      case ObjectOperations.CONDITIONAL_CREATE -> !condition.equals("missing");
      case CommonPathCapabilities.ETAGS_AVAILABLE -> true;
      default -> super.hasPathCapability(path, capability);
    };
  }

  @Override
  @SuppressWarnings("rawtypes") // as Hadoop declares it
  public FSDataOutputStreamBuilder createFile(org.apache.hadoop.fs.Path path) {
    return new Builder(this, path).create().overwrite(true);
  }

  private static final class Builder
      extends FSDataOutputStreamBuilder<FSDataOutputStream, Builder> {
    private final DiskObjects objects;

    Builder(DiskObjects objects, org.apache.hadoop.fs.Path path) {
      super(objects, path);
      this.objects = objects;
    }

    @Override
    public Builder getThisBuilder() {
      return this;
    }

    @Override
    public FSDataOutputStream build() throws IOException {
      rejectUnknownMandatoryKeys(Set.of(ObjectOperations.CONDITIONAL_CREATE), "");
      boolean conditional =
          getOptions().getBoolean(ObjectOperations.CONDITIONAL_CREATE, false)
              && objects.condition.equals("kept");
      return objects.upload(getPath(), conditional);
    }
  }

  private FSDataOutputStream upload(org.apache.hadoop.fs.Path path, boolean conditional)
      throws IOException {
    return new FSDataOutputStream(new Upload(place(path), conditional), statistics);
  }

  /** Bytes that become an object when they are closed. */
  private final class Upload extends ByteArrayOutputStream
      implements Abortable, StreamCapabilities {
    private final Path target;
    private final boolean conditional;
    private boolean closed;

    Upload(Path target, boolean conditional) {
      this.target = target;
      this.conditional = conditional;
    }

    @Override
    public boolean hasCapability(String capability) {
      return capability.equals(StreamCapabilities.ABORTABLE_STREAM);
    }

    @Override
    public AbortableResult abort() {
      boolean before = closed;
      closed = true;
      return new AbortableResult() {
        @Override
        public boolean alreadyClosed() {
          return before;
        }

        @Override
        public IOException anyCleanupException() {
          return null;
        }
      };
    }

    @Override
    public void close() throws IOException {
      if (closed) {
        return;
      }
      closed = true;
      byte[] content = toByteArray();
      if (conditional && target.toString().contains("_acid_log")) {
        faults.next().meet(() -> putIfAbsent(target, content));
      } else if (conditional) {
        putIfAbsent(target, content);
      } else {
        put(target, content, StandardCopyOption.ATOMIC_MOVE);
      }
    }
  }

  private void putIfAbsent(Path target, byte[] content) throws IOException {
    Path upload = Files.write(uploads().resolve(UUID.randomUUID().toString()), content);
    try {
      Files.createDirectories(target.getParent());
      Files.createLink(target, upload);
    } catch (FileAlreadyExistsException taken) {
      throw new org.apache.hadoop.fs.FileAlreadyExistsException("412: " + target);
    } finally {
      Files.delete(upload);
    }
  }

  private void put(Path target, byte[] content, StandardCopyOption option) throws IOException {
    Path upload = Files.write(uploads().resolve(UUID.randomUUID().toString()), content);
    Files.createDirectories(target.getParent());
    Files.move(upload, target, option);
  }

  @Override
  public FSDataOutputStream create(
      org.apache.hadoop.fs.Path path,
      FsPermission permission,
      boolean overwrite,
      int bufferSize,
      short replication,
      long blockSize,
      Progressable progress)
      throws IOException {
    if (!overwrite && Files.exists(place(path))) {
      throw new org.apache.hadoop.fs.FileAlreadyExistsException(path.toString());
    }
    return upload(path, false);
  }

  @Override
  public FSDataInputStream open(org.apache.hadoop.fs.Path path, int bufferSize) throws IOException {
    return disk.open(onDisk(path), bufferSize);
  }

  @Override
  public FSDataOutputStream append(
      org.apache.hadoop.fs.Path path, int bufferSize, Progressable progress) {
    throw new UnsupportedOperationException("append");
  }

  @Override
  public boolean rename(org.apache.hadoop.fs.Path from, org.apache.hadoop.fs.Path to) {
    throw new UnsupportedOperationException("renamed " + from + " to " + to);
  }

  @Override
  public boolean delete(org.apache.hadoop.fs.Path path, boolean recursive) throws IOException {
    Path place = place(path);
    if (!Files.exists(place)) {
      return false;
    }
    List<Path> all;
    try (Stream<Path> found = Files.walk(place)) {
      all = found.sorted(Comparator.reverseOrder()).toList();
    }
    for (Path each : all) {
      try {
        Files.deleteIfExists(each);
      } catch (DirectoryNotEmptyException filled) {
        return false;
      }
    }
    return true;
  }

  @Override
  public FileStatus[] listStatus(org.apache.hadoop.fs.Path path) throws IOException {
    LISTINGS.incrementAndGet();
    Path place = place(path);
    if (Files.isRegularFile(place)) {
      return new FileStatus[] {getFileStatus(path)};
    }
    List<FileStatus> statuses = new ArrayList<>();
    try (Stream<Path> names = Files.list(place)) {
      for (Path name : names.toList()) {
        try {
          statuses.add(
              getFileStatus(new org.apache.hadoop.fs.Path(path, name.getFileName().toString())));
        } catch (FileNotFoundException gone) {
          continue;
        }
      }
    } catch (NoSuchFileException none) {
      throw new FileNotFoundException(path.toString());
    }
    return statuses.toArray(new FileStatus[0]);
  }

  @Override
  public FileStatus getFileStatus(org.apache.hadoop.fs.Path path) throws IOException {
    Path place = place(path);
    if (!Files.exists(place)) {
      throw new FileNotFoundException(path.toString());
    }
    boolean directory = Files.isDirectory(place);
    return new FileStatus(
        directory ? 0 : Files.size(place), directory, 1, 1L << 25, 0, makeQualified(path));
  }

  @Override
  public boolean mkdirs(org.apache.hadoop.fs.Path path, FsPermission permission)
      throws IOException {
    Files.createDirectories(place(path));
    return true;
  }

  @Override
  public void setWorkingDirectory(org.apache.hadoop.fs.Path path) {}

  @Override
  public org.apache.hadoop.fs.Path getWorkingDirectory() {
    return new org.apache.hadoop.fs.Path(address.toString(), "/");
  }
}
