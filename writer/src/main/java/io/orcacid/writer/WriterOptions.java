package io.orcacid.writer;

import io.orcacid.error.ValidationException;
import java.nio.file.Path;

/**
 * Limits of a writer. Immutable.
 *
 * @param openFiles data files written at the same time, at least 1; rows for others are spilled and
 *     written afterwards
 * @param spillMemory bytes of rows held before they are spilled as a sorted run, at least 64 KiB
 * @param spillDirectory directory of this machine for spilled runs
 */
public record WriterOptions(int openFiles, long spillMemory, Path spillDirectory) {
  /**
   * Each open file of 16 MB stripes holds about 20 MB of buffers: sixteen fit a heap of half a
   * gigabyte.
   */
  public static final int DEFAULT_OPEN_FILES = 16;

  /** Enough rows to make runs worth their file. */
  public static final long DEFAULT_SPILL_MEMORY = 32L << 20;

  private static final long LEAST_SPILL_MEMORY = 64L << 10;

  public WriterOptions {
    if (openFiles < 1 || spillMemory < LEAST_SPILL_MEMORY) {
      throw new ValidationException(
          "A writer needs at least one open file and 64 KiB of spill memory",
          "openFiles",
          openFiles,
          "spillMemory",
          spillMemory);
    }
  }

  /** The defaults, spilling to the JVM's temporary directory. */
  public static WriterOptions defaults() {
    return new WriterOptions(
        DEFAULT_OPEN_FILES, DEFAULT_SPILL_MEMORY, Path.of(System.getProperty("java.io.tmpdir")));
  }
}
