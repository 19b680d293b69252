package io.orcacid.format.io;

import io.orcacid.error.UnsupportedTableException;
import java.io.IOException;
import java.util.List;
import org.apache.hadoop.fs.CommonPathCapabilities;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;

/**
 * Directories of an object store: names are parts of the objects' keys, an object is there whole
 * once its upload is complete, and nothing can be given another name without a copy of its bytes.
 */
final class ObjectDirectories implements DirectoryOperations {
  /** Option and capability of {@code createFile}: the store decides which of two creators wins. */
  static final String CONDITIONAL_CREATE = "fs.option.create.conditional.overwrite";

  private final ManagedDirectories directories;
  private final FileSystem fileSystem;

  ObjectDirectories(FileSystem fileSystem) {
    this.fileSystem = fileSystem;
    this.directories = new ManagedDirectories(fileSystem);
  }

  /**
   * Whether a file system is one by what it says of itself: a file that gets another name becomes
   * another object there, with another tag. Its scheme says nothing.
   */
  static boolean isOne(FileSystem fileSystem) throws IOException {
    Path root = fileSystem.makeQualified(new Path("/"));
    return fileSystem.hasPathCapability(root, CONDITIONAL_CREATE)
        || fileSystem.hasPathCapability(root, CommonPathCapabilities.ETAGS_AVAILABLE)
            && !fileSystem.hasPathCapability(
                root, CommonPathCapabilities.ETAGS_PRESERVED_IN_RENAME);
  }

  @Override
  public void sync(String path) {}

  @Override
  public void createExclusively(String path) throws IOException {
    directories.createExclusively(path);
  }

  @Override
  public void rename(String from, String to) throws IOException {
    throw new UnsupportedTableException(
        "An object store gives nothing another name without copying it, which can stop halfway",
        "from",
        fileSystem.makeQualified(new Path(from)),
        "to",
        to);
  }

  @Override
  public List<String> names(String path) throws IOException {
    return directories.names(path);
  }
}
