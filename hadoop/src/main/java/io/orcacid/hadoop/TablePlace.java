package io.orcacid.hadoop;

import io.orcacid.format.io.Storage;
import org.apache.hadoop.fs.Path;

/**
 * A table's directory, and the file system that it is in. Immutable.
 *
 * @param storage the file system
 * @param root absolute path of the directory in it
 * @param address the same with scheme and host
 */
record TablePlace(Storage storage, String root, Path address) {
  /** Address of the file system alone, which tasks open by themselves. */
  String fileSystem() {
    return new Path(address.toUri().resolve("/")).toString();
  }
}
