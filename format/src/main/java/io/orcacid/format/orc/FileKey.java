package io.orcacid.format.orc;

import io.orcacid.format.io.Storage;
import io.orcacid.format.layout.DirectoryListing;
import java.net.URI;
import java.util.Optional;

/**
 * What tells a file from any other, for what a process keeps of it. A path alone does not: a table
 * may have been put back from a copy and written to since.
 *
 * @param fileSystem where it lies
 * @param path in there
 * @param length bytes that count
 * @param checksum CRC32C of its bytes, as a commit log says it
 */
record FileKey(URI fileSystem, String path, long length, long checksum) {
  /**
   * The key of a file; empty if nobody knows its checksum.
   *
   * @param checksum or {@link DirectoryListing.Entry#NO_CHECKSUM}
   */
  static Optional<FileKey> of(Storage storage, String path, long length, long checksum) {
    return checksum == DirectoryListing.Entry.NO_CHECKSUM
        ? Optional.empty()
        : Optional.of(new FileKey(storage.fileSystem().getUri(), path, length, checksum));
  }
}
