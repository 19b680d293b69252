package io.orcacid.format.io;

import io.orcacid.error.UnsupportedTableException;
import io.orcacid.error.ValidationException;
import io.orcacid.format.io.DurableOutput.Durability;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.channels.ReadableByteChannel;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FSDataOutputStreamBuilder;
import org.apache.hadoop.fs.FileContext;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.RawLocalFileSystem;
import org.apache.hadoop.fs.UnsupportedFileSystemException;
import org.apache.hadoop.fs.permission.FsPermission;

/**
 * The file system that holds a table: a thin layer over Hadoop's {@link FileSystem} that says what
 * is durable (MEASUREMENTS.md §2). Thread-safe.
 *
 * <p>Local disks are reached through {@code RawLocalFileSystem}, whose {@code hsync} does reach the
 * disk; the default {@code file://} system only flushes. Not its business: which of two writers
 * wins; that is the commit's store.
 */
public final class Storage {
  /**
   * HDFS closes a file when the name node has heard of its last block, which it mostly has not when
   * first asked: the client then sleeps, by default 0.4 s and five times at most. A commit closes
   * several small files one after another; these begin with shorter waits and end with longer ones.
   */
  private static final Map<String, String> CLOSING =
      Map.of(
          "dfs.client.block.write.locateFollowingBlock.initial.delay.ms",
          "5",
          "dfs.client.block.write.locateFollowingBlock.retries",
          "12");

  private final FileSystem fileSystem;
  private final Configuration configuration;
  private final DirectoryOperations directories;
  private final boolean local;
  private final FileSystem.Statistics statistics;

  private Storage(
      FileSystem fileSystem, Configuration configuration, DirectoryOperations directories) {
    this.fileSystem = fileSystem;
    this.configuration = configuration;
    this.directories = directories;
    this.local = directories instanceof LocalDirectories;
    this.statistics = FileSystem.getStatistics(fileSystem.getScheme(), fileSystem.getClass());
  }

  /** One file that a listing found: path relative to the listed directory, and length in bytes. */
  public record StoredFile(String path, long length) {}

  /** The local disk, with nothing read from Hadoop's configuration files. */
  public static Storage local() {
    return local(Map.of());
  }

  /**
   * The local disk.
   *
   * @param settings Hadoop or ORC settings, such as {@code orc.compress}; no configuration file is
   *     read
   */
  public static Storage local(Map<String, String> settings) {
    Configuration configuration = new Configuration(false);
    settings.forEach(configuration::set);
    RawLocalFileSystem fileSystem = new NamedLocalFileSystem();
    try {
      fileSystem.initialize(URI.create("file:///"), configuration);
    } catch (IOException e) {
      throw new UncheckedIOException("The local file system could not be opened", e);
    }
    return new Storage(fileSystem, configuration, new LocalDirectories());
  }

  /** Any Hadoop file system, with the configuration that its platform gave. */
  public static Storage of(FileSystem fileSystem, Configuration configuration) {
    return new Storage(
        fileSystem,
        configuration,
        fileSystem instanceof RawLocalFileSystem ? new LocalDirectories() : managed(fileSystem));
  }

  private static DirectoryOperations managed(FileSystem fileSystem) {
    try {
      return ObjectDirectories.isOne(fileSystem)
          ? new ObjectDirectories(fileSystem)
          : new ManagedDirectories(fileSystem);
    } catch (IOException e) {
      throw new UncheckedIOException(
          "The file system does not say what it can: " + fileSystem.getUri(), e);
    }
  }

  /**
   * The Hadoop file system of an address, such as {@code hdfs://namenode:8020/}, with its defaults
   * and the site files on the class path.
   *
   * @param settings Hadoop or ORC settings, which win over those files
   * @throws ValidationException if the address names no host that is known
   * @throws UnsupportedTableException if no jar on the class path has a file system of its scheme
   */
  public static Storage at(URI address, Map<String, String> settings) {
    Configuration configuration = new Configuration();
    settings.forEach(configuration::set);
    CLOSING.forEach((key, value) -> setUnlessChosen(configuration, key, value));
    try {
      return of(FileSystem.get(address, configuration), configuration);
    } catch (UnsupportedFileSystemException | NoClassDefFoundError e) {
      throw missing(address, e);
    } catch (IOException e) {
      throw new UncheckedIOException("The file system could not be opened: " + address, e);
    } catch (IllegalArgumentException e) {
      // Hadoop's answer to a host that nobody knows, or to no host at all.
      throw new ValidationException(
          "Not the address of a file system: give its host, or its name in Hadoop's site files",
          e,
          "address",
          address);
    } catch (RuntimeException e) {
      // Of a scheme that Hadoop's defaults name the class of.
      if (e.getCause() instanceof ClassNotFoundException) {
        throw missing(address, e);
      }
      throw e;
    }
  }

  private static UnsupportedTableException missing(URI address, Throwable cause) {
    return new UnsupportedTableException(
        "No file system of this scheme is on the class path, or not all that it needs: add the jar"
            + " that has it; for s3a that is hadoop-aws, of the version of the other Hadoop jars,"
            + " and the AWS SDK of the version that it names",
        cause,
        "address",
        address);
  }

  private static void setUnlessChosen(Configuration configuration, String key, String value) {
    String[] sources = configuration.getPropertySources(key);
    if (sources == null || Arrays.stream(sources).allMatch(name -> name.endsWith("-default.xml"))) {
      configuration.set(key, value);
    }
  }

  /**
   * One file whose bytes were read elsewhere.
   *
   * @param path its name, for messages
   * @param content its bytes; not to be changed afterwards
   */
  public static Storage ofContent(String path, byte[] content) {
    Configuration configuration = new Configuration(false);
    FileSystem file = new ContentFileSystem(path, content);
    file.setConf(configuration);
    return of(file, configuration);
  }

  /**
   * A file system by the interface that renames without overwriting, with the settings of this one
   * over Hadoop's defaults.
   *
   * @param address scheme and authority of the file system, which may be another one
   */
  public FileContext contextOf(URI address) throws IOException {
    Configuration complete = new Configuration();
    configuration.forEach(setting -> complete.set(setting.getKey(), setting.getValue()));
    CLOSING.forEach((key, value) -> setUnlessChosen(complete, key, value));
    return FileContext.getFileContext(address, complete);
  }

  /**
   * A Hadoop file system that does not keep names durable by itself, with settings as in {@link
   * #local(Map)}.
   */
  static Storage of(
      FileSystem fileSystem, Map<String, String> settings, DirectoryOperations directories) {
    Configuration configuration = new Configuration(false);
    settings.forEach(configuration::set);
    return new Storage(fileSystem, configuration, directories);
  }

  /** The file system beneath. */
  public FileSystem fileSystem() {
    return fileSystem;
  }

  /** The settings that ORC and the file system get; a live object, do not change it. */
  public Configuration configuration() {
    return configuration;
  }

  /**
   * Whether files are reached as files of this machine, so that {@code fsync} and {@code link(2)}
   * are ours to call.
   */
  public boolean isLocal() {
    return local;
  }

  /**
   * Whether a directory can be given another name in one step. An object store cannot: what lies
   * there keeps the name that it was written under (PROTOCOL.md R8, R9).
   */
  public boolean renames() {
    return !(directories instanceof ObjectDirectories);
  }

  /** Bytes that the calling thread has read from file systems of this kind since it started. */
  public long bytesReadByThisThread() {
    return statistics.getThreadStatistics().getBytesRead();
  }

  /** The file of this machine behind a path of a local storage. */
  public java.nio.file.Path localPath(String path) {
    if (!local) {
      throw new IllegalStateException("not a local storage: " + fileSystem.getUri());
    }
    return LocalDirectories.file(path);
  }

  /** Whether a file or directory is there. */
  public boolean exists(String path) throws IOException {
    return fileSystem.exists(new Path(path));
  }

  /** Length of a file in bytes. */
  public long length(String path) throws IOException {
    return fileSystem.getFileStatus(new Path(path)).getLen();
  }

  /**
   * All files below a directory, hidden ones too, in path order; none if the directory is not
   * there.
   */
  public List<StoredFile> listRecursively(String directory) throws IOException {
    List<StoredFile> files = new ArrayList<>();
    collect(new Path(directory), "", files);
    files.sort((one, other) -> one.path().compareTo(other.path()));
    return files;
  }

  /** Names of the directories directly in a directory, hidden ones too; none if it is not there. */
  public List<String> listDirectories(String directory) throws IOException {
    List<String> names = new ArrayList<>();
    for (FileStatus status : list(new Path(directory))) {
      if (status.isDirectory()) {
        names.add(status.getPath().getName());
      }
    }
    names.sort(null);
    return names;
  }

  private void collect(Path directory, String prefix, List<StoredFile> files) throws IOException {
    for (FileStatus status : list(directory)) {
      String path = prefix + status.getPath().getName();
      if (status.isDirectory()) {
        collect(status.getPath(), path + "/", files);
      } else {
        files.add(new StoredFile(path, status.getLen()));
      }
    }
  }

  /**
   * A directory that vanishes while it is listed holds nothing that a snapshot may need
   * (HIVE-22001).
   */
  private FileStatus[] list(Path directory) throws IOException {
    try {
      return fileSystem.listStatus(directory);
    } catch (FileNotFoundException gone) {
      return new FileStatus[0];
    }
  }

  /** The whole of a small file. */
  public byte[] readFully(String path) throws IOException {
    Path file = new Path(path);
    long length = fileSystem.getFileStatus(file).getLen();
    if (length > Integer.MAX_VALUE - 8) {
      throw new IOException("too long to be read at once: " + path + ", " + length + " bytes");
    }
    byte[] bytes = new byte[(int) length];
    try (FSDataInputStream in = fileSystem.open(file)) {
      in.readFully(0, bytes);
    }
    return bytes;
  }

  /**
   * Opens a file to be read from its start; on a local disk a direct buffer is filled without a
   * copy.
   */
  public ReadableByteChannel openChannel(String path) throws IOException {
    return fileSystem instanceof NamedLocalFileSystem
        ? FileChannel.open(localPath(path), StandardOpenOption.READ)
        : Channels.newChannel(fileSystem.open(new Path(path)));
  }

  /**
   * Creates a file that must not be there yet; its bytes are durable once it is closed, its name
   * once {@link #syncDirectory} of the directory returned. On an object store both are there once
   * it is closed, and where the store can it refuses at that moment what another has put.
   */
  public DurableOutput create(String path) throws IOException {
    Path file = new Path(path);
    if (renames()) {
      return new DurableOutput(fileSystem.create(file, false), Durability.SYNC);
    }
    FSDataOutputStream out =
        fileSystem.hasPathCapability(file, ObjectDirectories.CONDITIONAL_CREATE)
            ? createConditionally(file)
            : fileSystem.create(file, false);
    return new DurableOutput(out, Durability.UPLOAD);
  }

  private FSDataOutputStream createConditionally(Path file) throws IOException {
    FSDataOutputStreamBuilder<?, ?> builder = fileSystem.createFile(file).recursive();
    builder.must(ObjectDirectories.CONDITIONAL_CREATE, true);
    return builder.build();
  }

  /** Makes a directory and its parents; durable are they by {@link #syncDirectoriesUpTo}. */
  public void createDirectories(String path) throws IOException {
    if (!fileSystem.mkdirs(new Path(path))) {
      throw new IOException("The directory could not be made: " + path);
    }
  }

  /**
   * Makes a directory that must not be there yet; its parents are made as needed.
   *
   * @throws FileAlreadyExistsException if something of that name is there (PROTOCOL.md R8)
   */
  public void createDirectoryExclusively(String path) throws IOException {
    Path directory = new Path(path);
    createDirectories(directory.getParent().toString());
    directories.createExclusively(path);
  }

  /**
   * Makes the names in a directory durable; where the file system does so by itself, nothing
   * happens.
   */
  public void syncDirectory(String path) throws IOException {
    directories.sync(path);
  }

  /** {@link #syncDirectory} of a directory and its parents, up to and with {@code root}. */
  public void syncDirectoriesUpTo(String path, String root) throws IOException {
    Path top = new Path(root);
    for (Path directory = new Path(path);
        directory != null && isWithin(directory, top);
        directory = directory.getParent()) {
      directories.sync(directory.toUri().getPath());
    }
  }

  private static boolean isWithin(Path directory, Path top) {
    String path = directory.toUri().getPath();
    String of = top.toUri().getPath();
    return path.equals(of) || path.startsWith(of.endsWith("/") ? of : of + "/");
  }

  /**
   * Gives a directory or file another name in one step; durable once {@link #syncDirectory} of both
   * parents returned.
   *
   * @throws FileAlreadyExistsException if something of the new name is there
   */
  public void rename(String from, String to) throws IOException {
    if (fileSystem.exists(new Path(to))) {
      throw new FileAlreadyExistsException(to);
    }
    directories.rename(from, to);
  }

  /**
   * Removes a file, or a directory with all in it; nothing happens if it is not there.
   *
   * @throws IOException if something of it is still there; file systems say so by an answer only
   */
  public void delete(String path) throws IOException {
    Path removed = new Path(path);
    if (!fileSystem.delete(removed, true) && fileSystem.exists(removed)) {
      throw new IOException("could not be removed, or not whole: " + path);
    }
  }

  /**
   * Names of all that lies directly in a directory, hidden things too; none if it is not there. Of
   * a file its own name.
   */
  public List<String> names(String path) throws IOException {
    return directories.names(path);
  }

  /**
   * {@code RawLocalFileSystem} with the scheme that it refuses to name, and without a look-up of
   * owners.
   */
  private static final class NamedLocalFileSystem extends RawLocalFileSystem {
    @Override
    public String getScheme() {
      return "file";
    }

    @Override
    public FSDataInputStream open(Path file, int bufferSize) throws IOException {
      return new FSDataInputStream(
          LocalInput.open(FileSystems.getDefault().getPath(file.toUri().getPath()), statistics));
    }

    /**
     * New files and directories have the permissions that the process's mask gives them; Hadoop
     * would start a {@code chmod} for each, with a mask of its own.
     */
    @Override
    public void setPermission(Path path, FsPermission permission) {}

    @Override
    public FileStatus[] listStatus(Path directory) throws IOException {
      java.nio.file.Path local = FileSystems.getDefault().getPath(directory.toUri().getPath());
      List<FileStatus> entries = new ArrayList<>();
      try (var names = Files.newDirectoryStream(local)) {
        for (java.nio.file.Path name : names) {
          status(directory, name).ifPresent(entries::add);
        }
      } catch (NotDirectoryException file) {
        return super.listStatus(directory);
      } catch (NoSuchFileException gone) {
        throw new FileNotFoundException(directory.toString());
      } catch (DirectoryIteratorException e) {
        throw e.getCause();
      }
      return entries.toArray(new FileStatus[0]);
    }

    /**
     * Empty if the file vanished since its directory named it; the others of the directory still
     * count.
     */
    private static Optional<FileStatus> status(Path directory, java.nio.file.Path name)
        throws IOException {
      try {
        BasicFileAttributes attributes = Files.readAttributes(name, BasicFileAttributes.class);
        Path child = new Path(directory, new Path(null, null, name.getFileName().toString()));
        boolean isDirectory = attributes.isDirectory();
        return Optional.of(
            new FileStatus(
                isDirectory ? 0 : attributes.size(), isDirectory, 1, 1L << 25, 0, child));
      } catch (NoSuchFileException gone) {
        if (Files.isSymbolicLink(name)) {
          throw new IOException("A link of the table leads nowhere: " + name, gone);
        }
        return Optional.empty();
      }
    }
  }
}
