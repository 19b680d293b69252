package io.orcacid.reader;

import io.orcacid.format.layout.DirectoryListing;
import java.io.IOException;
import java.util.List;

/**
 * Where a plan gets the partitions of a table and what lies in them: the commit log, or a listing.
 */
public interface PartitionSource {
  /**
   * Paths of the partitions below the table in path order; one empty path if the table has none.
   */
  List<String> partitions() throws IOException;

  /** What lies in one of them. */
  DirectoryListing listing(String partition) throws IOException;

  /**
   * Where a file of a listing lies, as a path below the partition: elsewhere than its listed path
   * says only until a transaction moves what it wrote.
   */
  default String place(String partition, String file) {
    return file;
  }
}
