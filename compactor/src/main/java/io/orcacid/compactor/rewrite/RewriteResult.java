package io.orcacid.compactor.rewrite;

import io.orcacid.format.RowId;
import java.util.List;
import java.util.Optional;

/**
 * What a rewrite left in its output directory: complete, durable and checked. Immutable.
 *
 * @param directories the base, or the delta and delete delta; a kind without inputs has none
 * @param inputs names of the directories whose events are in it; originals go by {@code ""}
 * @param counts what was done
 */
public record RewriteResult(
    List<Directory> directories, List<String> inputs, RewriteCounts counts) {
  public RewriteResult {
    directories = List.copyOf(directories);
    inputs = List.copyOf(inputs);
  }

  /**
   * One directory below the output directory.
   *
   * @param name its final name
   * @param files its data files by bucket
   */
  public record Directory(String name, List<File> files) {
    public Directory {
      files = List.copyOf(files);
    }
  }

  /**
   * One data file.
   *
   * @param name such as {@code bucket_00000}
   * @param length bytes
   * @param events insert or delete events
   * @param crc32c CRC32C of the bytes
   * @param first row id of the first event; empty without events
   * @param last row id of the last event; empty without events
   */
  public record File(
      String name,
      long length,
      long events,
      int crc32c,
      Optional<RowId> first,
      Optional<RowId> last) {}
}
