package io.orcacid.format.io;

import java.io.IOException;
import java.util.List;

/**
 * What file systems do with directories in ways of their own, and Hadoop's {@code FileSystem} does
 * not offer at all. Paths are absolute. Implementations are thread-safe.
 */
interface DirectoryOperations {
  /**
   * Makes the names in a directory durable. Nothing happens where the file system does so by
   * itself.
   */
  void sync(String path) throws IOException;

  /**
   * Makes a directory in one that is there.
   *
   * @throws java.nio.file.FileAlreadyExistsException if something of that name is there
   */
  void createExclusively(String path) throws IOException;

  /** Gives a directory or file a name that nothing has, in one step. */
  void rename(String from, String to) throws IOException;

  /**
   * Names of all that lies directly in a directory, without a look at each; none if it is not
   * there. Of a file its own name.
   */
  List<String> names(String path) throws IOException;
}
