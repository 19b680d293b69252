package io.orcacid.writer;

import io.orcacid.format.RowId;
import java.io.Serializable;
import java.util.List;

/**
 * What a writer left behind: durable, and invisible until its write id is committed. Immutable,
 * serialisable.
 *
 * @param directories in partition order
 */
public record WriteResult(List<Directory> directories) implements Serializable {
  public WriteResult {
    directories = List.copyOf(directories);
  }

  /** Events in all files. */
  public long events() {
    return directories.stream().mapToLong(Directory::events).sum();
  }

  /**
   * One directory.
   *
   * @param partition path of its partition below the table, empty if there are none
   * @param name name of the directory
   * @param files its data files by bucket
   */
  public record Directory(String partition, String name, List<File> files) implements Serializable {
    public Directory {
      files = List.copyOf(files);
    }

    /** Events in its files. */
    public long events() {
      return files.stream().mapToLong(File::events).sum();
    }
  }

  /**
   * One data file.
   *
   * @param name name in its directory
   * @param length bytes
   * @param crc32c CRC32C of the bytes
   * @param events insert or delete events
   * @param first row id of the first event
   * @param last row id of the last event
   */
  public record File(String name, long length, int crc32c, long events, RowId first, RowId last)
      implements Serializable {}
}
